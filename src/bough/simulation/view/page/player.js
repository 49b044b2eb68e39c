/*! bough player 59603eb69d9d6b9cec0a7a8148dfbbc549d1223aa68f636be8d87391e8752a19 */
(()=>{var uy={ints:4,f4:4,u4:4};async function Vp(i=document){let t=i.getElementById("document")?.textContent;if(!t)throw new Error("This page holds no document; write it again with run.view(\u2026).");let e=i.getElementById("bytes")?.textContent?.trim()??"",n;try{n=JSON.parse(t)}catch{throw new Error("The document in this page cannot be read; the file may be cut short.")}return fy(n,await py(e))}function fy(i,t){if(i.format!==1)throw new Error(`This page's document has format ${i.format}, which its player does not know.`);for(let e of i.machines)for(let n of e.meshes)n.points=Dr(n.points,t),n.faces=Dr(n.faces,t);for(let e of i.runs){e.poses=Dr(e.poses,t,Float32Array),e.times=e.times?Dr(e.times,t):new Float64Array(0);for(let n of e.series??[])n.values=Dr(n.values,t);e.bodies=i.machines[e.machine].bodies.length;for(let n of e.arrows??[])n.values=dy(e,n,Dr(n.vectors,t));e.pose=(n,s)=>gy(e,n,s)}return i}function dy(i,{body:t,at:e},n){let s=new Float64Array(6*i.frames),[r,o,a]=e;for(let l=0;l<i.frames;l++){let c=6*l,h=n.length>3?3*l:0;for(let T=0;T<3;T++)s[c+3+T]=n[h+T];if(t<0){s.set(e,c);continue}let u=7*(l*i.bodies+t),[f,d,p,y]=[i.poses[u+3],i.poses[u+4],i.poses[u+5],i.poses[u+6]],[m,g,v]=[2*(d*a-p*o),2*(p*r-f*a),2*(f*o-d*r)];s[c]=i.poses[u]+r+y*m+d*v-p*g,s[c+1]=i.poses[u+1]+o+y*g+p*m-f*v,s[c+2]=i.poses[u+2]+a+y*v+f*g-d*m}return s}async function py(i){if(!i)return new Uint8Array(0);try{let t=atob(i),e=new Uint8Array(t.length);for(let s=0;s<t.length;s++)e[s]=t.charCodeAt(s);let n=new Blob([e]).stream().pipeThrough(new DecompressionStream("deflate"));return new Uint8Array(await new Response(n).arrayBuffer())}catch{throw new Error("The numbers in this page cannot be read; the file may be cut short.")}}function Dr(i,t,e=Float64Array){if(ArrayBuffer.isView(i))return i;let n=uy[i.type],s=i.rows*i.columns;if(!n)throw new Error(`This page has numbers of type '${i.type}', which its player does not know.`);if(i.at+n*s>t.length)throw new Error("Numbers are missing at the end of this page; the file may be cut short.");if(i.type==="ints")return my(i,t,e);let r=t.slice(i.at,i.at+4*s);return i.type==="f4"?new Float32Array(r.buffer):new Uint32Array(r.buffer)}function my(i,t,e){let{at:n,rows:s,columns:r,step:o}=i,a=s*r,l=new e(a),c=n;for(let h=0;h<r;h++){let u=Array.isArray(o)?o[h%o.length]:o,f=0,d=0;for(let p=0;p<s;p++,c++){let y=t[c+3*a]<<24,m=t[c]|t[c+a]<<8|t[c+2*a]<<16|y;p===0?f=m:(d=d+m|0,f=f+d|0),l[p*r+h]=f===-2147483648?NaN:f*u}}return l}function zu(i,t){let e=i.frames-1,n=i.to-i.from,s=n>0?Math.min(Math.max((t-i.from)/n*e,0),e):0,r=Math.min(Math.floor(s),Math.max(0,e-1));return{index:r,part:s-r}}function gy(i,t,e){let n=7*i.bodies;if(!i.frames)return e.fill(NaN);let{index:s,part:r}=zu(i,t),o=s*n;if(r===0||r===1){let a=o+r*n;for(let l=0;l<n;l++)e[l]=i.poses[a+l];return e}for(let a=0;a<n;a+=7)_y(i.poses,o+a,o+n+a,r,e,a);return e}function _y(i,t,e,n,s,r){let o=1-n;for(let d=0;d<3;d++)s[r+d]=o*i[t+d]+n*i[e+d];let a=0;for(let d=3;d<7;d++)a+=i[t+d]*i[e+d];let l=a<0?-1:1;a=Math.min(1,Math.abs(a));let c=o,h=n;if(a<.9995){let d=Math.acos(a),p=Math.sin(d);c=Math.sin(o*d)/p,h=Math.sin(n*d)/p}let u=0;for(let d=3;d<7;d++){let p=c*i[t+d]+l*h*i[e+d];s[r+d]=p,u+=p*p}let f=1/Math.sqrt(u);for(let d=3;d<7;d++)s[r+d]*=f}var xy={play:"M7 4.5v15l13-7.5z",pause:"M7 5h3.4v14H7zM13.6 5H17v14h-3.4z",back:"M17 6l-8 6 8 6zM6 6v12",forward:"M7 6l8 6-8 6zM18 6v12",start:"M20 6l-7 6 7 6zM12 6l-7 6 7 6zM4 6v12",end:"M4 6l7 6-7 6zM12 6l7 6-7 6zM20 6v12",loop:"M4 11a7 7 0 0 1 7-6h7M15 2l3 3-3 3M20 13a7 7 0 0 1-7 6H6M9 22l-3-3 3-3",eye:"M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z",cube:"M12 2.8l8 4.6v9.2l-8 4.6-8-4.6V7.4zM12 12l8-4.6M12 12v9.2M12 12L4 7.4",tree:"M4 3.5h7v4H4zM13 10h7v4h-7zM13 16.5h7v4h-7zM7 7.5v11h6M7 12h6",layers:"M12 3l9 5-9 5-9-5zM3.5 12.5L12 17l8.5-4.5M3.5 16.5L12 21l8.5-4.5",info:"M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 11v5.5M12 7.5v.2",save:"M12 3.5v11M7.5 10.5l4.5 4.5 4.5-4.5M4 17v3.5h16V17",plot:"M4 3.5v16.5h16.5M7 15l4-6 4 3 5-7",sun:"M12 7.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM12 2v2M12 20v2M2 12h2M20 12h2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4",moon:"M20 14.2A8.5 8.5 0 0 1 9.8 4 8.5 8.5 0 1 0 20 14.2z",help:"M9 9a3 3 0 1 1 4.3 2.7c-.9.5-1.3 1-1.3 2.1M12 17.3v.2M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z",close:"M6 6l12 12M18 6L6 18",plus:"M12 5v14M5 12h14",camera:"M3 7.5h4l1.5-2.5h7L17 7.5h4V19H3zM12 9.5a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2z",film:"M3 6h12v12H3zM15 10.5l6-3.5v10l-6-3.5z",table:"M3.5 5h17v14h-17zM3.5 9.7h17M3.5 14.3h17M9.2 5v14",copy:"M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4",aim:"M12 5a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM12 2v5M12 17v5M2 12h5M17 12h5",trail:"M3 19c4 0 4-6 8-6s4-6 8-7M19 3.6a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8z",fit:"M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5M9 9h6v6H9z",right:"M9 5l7 7-7 7",warning:"M12 3.5l9.5 17h-19zM12 10v5M12 17.6v.2",done:"M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM8 12.2l2.8 2.8 5.2-5.6",pose:"M5 20l5-8 6 2M10 12l3-7M13 3.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z",live:"M3 12h4l2.5-6 4.5 12 2.5-6H21",undo:"M8 5L3.5 9.5 8 14M4 9.5h10a5.5 5.5 0 0 1 0 11H9"},yy=new Set(["play","pause","back","forward","start","end"]);function ii(i){let t="http://www.w3.org/2000/svg",e=document.createElementNS(t,"svg");e.setAttribute("viewBox","0 0 24 24"),e.setAttribute("aria-hidden","true"),e.setAttribute("class",yy.has(i)?"icon filled":"icon");let n=document.createElementNS(t,"path");return n.setAttribute("d",xy[i]),e.append(n),e}function F(i,t={},...e){let n=document.createElement(i);t.class&&(n.className=t.class),t.text!==void 0&&(n.textContent=t.text);for(let[s,r]of Object.entries(t.attributes??{}))r!=null&&r!==!1&&n.setAttribute(s,r===!0?"":r);Object.assign(n.dataset,t.data??{});for(let[s,r]of Object.entries(t.on??{}))n.addEventListener(s,r);return n.append(...e.filter(s=>s!=null)),n}function Yt({label:i,icon:t,text:e,key:n,class:s="",press:r,data:o={}}){let a=F("button",{class:`button ${e?"worded":"square"} ${s}`.trim(),attributes:{type:"button","aria-label":e&&e===i?null:i,"aria-keyshortcuts":n?vy(n):null},data:{tip:n?`${i}	${n}`:i,...o},on:{click:r}});return t&&a.append(ii(t)),e&&a.append(F("span",{text:e})),e&&e===i&&!n&&delete a.dataset.tip,a}function vy(i){return{"\u2190":"ArrowLeft","\u2192":"ArrowRight"}[i]??i}function Hp({label:i,key:t,on:e,change:n,data:s={}}){let r=F("input",{attributes:{type:"checkbox",role:"switch","aria-keyshortcuts":t??null},data:s});r.checked=e,r.addEventListener("change",()=>n(r.checked));let o=F("label",{class:"switch"},r,F("span",{class:"label",text:i}));return t&&o.append(F("kbd",{text:t,attributes:{"aria-hidden":"true"}})),{line:o,input:r}}function Fr(i){let t=F("dl",{class:"facts"});for(let[e,n]of i){let s=typeof n=="string"&&n.length>44?"long":"";t.append(F("dt",{text:e,class:s}),F("dd",{class:s},n))}return t}function ja(i){return i.replaceChildren(),i}function $n(i,t){let e=-1/0,n=0,s=[];return(...r)=>{s=r;let o=e+i-performance.now();o<=0?(clearTimeout(n),n=0,e=performance.now(),t(...s)):n||(n=setTimeout(()=>{n=0,e=performance.now(),t(...s)},o))}}var My=new Set(["N","N\xB7m","J","W","Pa"]),by=new Set(["m","rad","m/s","rad/s"]),Wp=[["G",1e9],["M",1e6],["k",1e3],["",1],["m",.001],["\xB5",1e-6]],Sy="\u2070\xB9\xB2\xB3\u2074\u2075\u2076\u2077\u2078\u2079";function fn(i,t=4){if(!Number.isFinite(i))return"\u2013";if(i===0)return"0";let e=Math.abs(i);if(e>=.001&&e<1e6)return Qa(String(Number(i.toPrecision(t))));let[n,s]=i.toExponential(t-1).split("e"),r=Number(s),o=[...String(Math.abs(r))].map(a=>Sy[a]).join("");return`${Qa(String(Number(n)))}\xB710${r<0?"\u207B":""}${o}`}function Ur(i,t=4){if(!Number.isFinite(i))return"\u2013";let e=Math.abs(i);return e<1e-12?"0":e<.001||e>=1e6?fn(i,t):Qa(i.toFixed(Math.max(0,t-1-Math.max(0,Math.floor(Math.log10(e))))))}function Wo(i,t){return!Number.isFinite(i)||i===0?["",1]:by.has(t)&&i<.01?i<1e-4?["\xB5",1e-6]:["m",.001]:My.has(t)?Wp.find(([,e])=>i>=e)??Wp.at(-1):["",1]}function Yi(i,t,e=4){if(!Number.isFinite(i))return"\u2013";let n=Math.abs(i),[s,r]=n<1e-12?["",1]:Wo(n,t);return`${Ur(i/r,e)}${t&&t!=="1"?` ${s}${t}`:""}`}function gi(i,t){return Qa(i.toFixed(Gu(t)))}function Gu(i){return i>0?Math.min(7,Math.max(2,Math.ceil(-Math.log10(i)-1e-9))):2}function tl(i){return i>=60?`${Math.floor(i/60)} min ${fn(i%60,3)} s`:i>=.1||i===0?`${fn(i,4)} s`:`${fn(i*1e3,4)} ms`}function el(i){let t=i.trim().replace("\u2212","-").replace(",",".").replace(/\s*s$/,"");return t===""?NaN:Number(t)}var Qa=i=>i.replace("-","\u2212");var Xp=[.1,.2,.5,1,2,5,10],wy=.95,nl=class{constructor(t){this._ask=t,this._running=null,this._play=Yt({label:"Run",icon:"play",key:"Space",class:"primary",press:()=>this.runOrPause()});let e=F("div",{class:"buttons",attributes:{role:"group","aria-label":"Running"}},Yt({label:"Reset to the start",icon:"start",key:"Home",press:()=>t("reset")}),this._play,Yt({label:"A hundredth of a second on",icon:"forward",key:"\u2192",press:()=>t("step")}));this._time=F("output",{class:"live-time",attributes:{"aria-label":"Time"}}),this._pace=F("span",{class:"live-pace",data:{tip:"Seconds of the motion in a second of real time"}}),this._speed=F("select",{class:"speed",attributes:{"aria-label":"Speed"},data:{tip:"Speed, times real time"}});for(let s of Xp)this._speed.append(F("option",{text:`${fn(s)}\xD7`,attributes:{value:s}}));this._speed.addEventListener("change",()=>{t("pace",{speed:Number(this._speed.value)}),this._speed.blur()}),this._message=F("p",{class:"live-message",attributes:{role:"status","aria-live":"polite"}}),this._hint=F("p",{class:"live-hint quiet"});let n=F("div",{class:"live-words"},this._message,this._hint);this.element=F("section",{class:"transport live-bar",attributes:{"aria-label":"Motion"}},e,F("span",{class:"times"},this._time,this._pace),n,this._speed),this.say("","")}runOrPause(){this._ask(this._running?"pause":"run")}status({running:t,speed:e,message:n,busy:s}){if(this._wanted=e,Xp.includes(e)||this._speed.append(F("option",{text:`${fn(e)}\xD7`,attributes:{value:e}})),this._speed.value=String(e),this.say(s?`${Ey(s)} \u2026`:n,s?"busy":n?"told":""),t===this._running)return;this._running=t;let r=t?"Pause":"Run";this._play.replaceChildren(ii(t?"pause":"play")),this._play.setAttribute("aria-label",r),this._play.dataset.tip=`${r}	Space`;let a=window.matchMedia("(pointer: coarse)").matches?"Drag the background to turn the view.":"Drag the background, or with Shift, to turn the view.";this._hint.textContent=`${t?"Drag a body to push it.":"Drag a body or a slider to pose it."} ${a}`}frame({time:t,factor:e,running:n}){this._time.textContent=`${t.toFixed(2)} s`,this._pace.hidden=!n;let s=n&&e>0&&e<wy*(this._wanted??1);this._pace.classList.toggle("late",s),this._pace.textContent=n&&e>0?`${fn(e,2)}\xD7 real time${s?", behind":""}`:""}say(t,e){this._message.textContent=t,this._message.dataset.kind=e,this._message.hidden=!t,this._hint.hidden=!!t}};function Ey(i){return i.charAt(0).toUpperCase()+i.slice(1)}var il=class{constructor(t,e){Object.assign(this,{url:t,told:e}),this._wait=500,this._open()}get isOpen(){return this._socket?.readyState===WebSocket.OPEN}ask(t,e={}){this.isOpen&&this._socket.send(JSON.stringify({do:t,...e}))}_open(){let t=new WebSocket(this.url);t.binaryType="arraybuffer",this._socket=t,t.addEventListener("open",()=>{this._wait=500,this.told.state("open")}),t.addEventListener("message",({data:e})=>{if(typeof e!="string")return this.told.frame(e);let n=JSON.parse(e);"refused"in n?this.told.refused(n.refused):this.told.status(n)}),t.addEventListener("close",()=>{this.told.state("lost"),setTimeout(()=>this._open(),this._wait),this._wait=Math.min(8e3,1.6*this._wait)})}};function qp(i,t){let e=[7*t.bodies,6*t.arrows,t.series,t.coordinates,t.signals],n=e.reduce((u,f)=>u+f,0);if(i.byteLength!==24+4*n)return null;let s=new DataView(i),r=24,[o,a,l,c,h]=e.map(u=>{let f=new Float32Array(i,r,u);return r+=4*u,f});return{serial:s.getUint32(0,!0),running:!!(s.getUint32(4,!0)&1),time:s.getFloat64(8,!0),factor:s.getFloat64(16,!0),poses:o,arrows:a,series:l,coordinates:c,signals:h}}function Yp(i,t,e){let[n,s,r,o,a,l,c]=i.subarray(t,t+7),h=[e[0]-n,e[1]-s,e[2]-r],u=[o,a,l],f=sl(h,u),d=sl(f,u);return h.map((p,y)=>p+2*(c*f[y]+d[y]))}function $p(i,t,e){let[n,s,r,o,a,l,c]=i.subarray(t,t+7),h=[o,a,l],u=sl(h,e),f=sl(h,u);return[n,s,r].map((d,p)=>d+e[p]+2*(c*u[p]+f[p]))}function sl(i,t){return[i[1]*t[2]-i[2]*t[1],i[2]*t[0]-i[0]*t[2],i[0]*t[1]-i[1]*t[0]]}var Zp="http://www.w3.org/2000/svg",Xo=9,rl=class{constructor(t){this._svg=document.createElementNS(Zp,"svg"),this._svg.setAttribute("class","live-band"),this._svg.setAttribute("aria-hidden","true"),[this._line,this._head,this._dot]=["line","polygon","circle"].map(e=>document.createElementNS(Zp,e)),this._dot.setAttribute("r",4),this._svg.append(this._line,this._head,this._dot),this._text=F("output",{class:"live-force",attributes:{"aria-label":"Push"}}),t.append(this._svg,this._text),this.hide()}hide(){this._svg.setAttribute("visibility","hidden"),this._text.hidden=!0}show(t,e,n){if(![...t,...e].every(Number.isFinite))return this.hide();let[s,r]=[e[0]-t[0],e[1]-t[1]],o=Math.hypot(s,r)||1,[a,l]=[s/o,r/o];for(let[u,f]of Object.entries({x1:t[0],y1:t[1],x2:e[0],y2:e[1]}))this._line.setAttribute(u,f);let c=[e[0]-Xo*a,e[1]-Xo*l],h=u=>`${c[0]-u*l*Xo/2},${c[1]+u*a*Xo/2}`;this._head.setAttribute("points",o>Xo?`${e[0]},${e[1]} ${h(1)} ${h(-1)}`:""),this._dot.setAttribute("cx",t[0]),this._dot.setAttribute("cy",t[1]),this._svg.setAttribute("visibility","visible"),this._text.hidden=!n,n&&(this._text.textContent=Yi(Math.hypot(...n),"N",3),this._text.style.transform=`translate(${Math.round(e[0]+14)}px, ${Math.round(e[1]-10)}px)`)}};var Ay=25,Ty=4,ol=class{constructor(t,e,n){Object.assign(this,{stage:t,scene:e,use:n}),this._held=null,this._band=new rl(t),this._draw=$n(Ay,()=>this._tell()),t.addEventListener("pointerdown",s=>this._down(s),{capture:!0}),window.addEventListener("pointermove",s=>this._move(s),{capture:!0});for(let s of["pointerup","pointercancel"])window.addEventListener(s,r=>this._up(r),{capture:!0})}get active(){return!!this._held}_down(t){if(this._held){this._release();return}if(!(t.target instanceof HTMLCanvasElement)||t.button!==0||t.shiftKey||t.ctrlKey||t.metaKey||t.altKey)return;let n=this.use.latest(),[s,r]=this._place(t),o=n&&this.scene.pick(s,r);!o||o.body<0||(t.stopPropagation(),t.preventDefault(),this._held={pointer:t.pointerId,body:o.body,at:Yp(n.poses,7*o.body,o.point),through:o.point,start:[s,r],moved:!1},document.body.classList.add("live-dragging"))}_move(t){let e=this._held;if(!e||t.pointerId!==e.pointer)return;t.stopPropagation();let[n,s]=this._place(t);e.moved||=Math.hypot(n-e.start[0],s-e.start[1])>Ty,e.moved&&(e.pixel=[n,s],e.to=this.scene.pointAt(n,s,e.through),this._draw(),this.frame())}_up(t){let e=this._held;!e||t.pointerId!==e.pointer||(t.stopPropagation(),e.moved||this.use.select({run:0,body:e.body}),this._release())}frame(){let t=this._held,e=this.use.latest();if(!t?.pixel||!e)return this._band.hide();let n=this.scene.screenOf($p(e.poses,7*t.body,t.at));this._band.show(n,t.pixel,e.running?this.use.push():null)}_tell(){let t=this._held;t?.to?.every(Number.isFinite)&&this.use.ask("grab",{name:this.use.names[t.body],at:t.at,to:t.to})}_release(){this._held?.moved&&this.use.ask("release"),this._held=null,this._band.hide(),document.body.classList.remove("live-dragging")}_place(t){let e=this.stage.getBoundingClientRect();return[t.clientX-e.left,t.clientY-e.top]}};function Kp(i,t){let e={" ":()=>i.runOrPause(),Home:()=>t("reset"),ArrowRight:()=>t("step")};window.addEventListener("keydown",n=>{if(n.ctrlKey||n.metaKey||n.altKey||n.shiftKey||n.defaultPrevented||!(n.key in e))return;let s=n.target instanceof Element?n.target:document.body;s.closest("dialog, input, select, textarea")||n.key===" "&&s.closest("button, a, summary")||(n.preventDefault(),e[n.key]())})}var al=1e3,Cy=180/Math.PI,Ry=400,Py=2e3,Or=class{constructor(t,e,{note:n=""}={}){this.about=t,this._set=e,this._touched=-1/0,this._asked=NaN,[this._factor,this.unit]=Iy(t);let s=Math.max(1e-12,(t.high-t.low)*this._factor);this._decimals=Math.min(6,Math.max(0,4-Math.floor(Math.log10(s))));let r=`${t.name} in ${this.unit||"its unit"}`;this.range=F("input",{attributes:{type:"range",min:0,max:al,step:1,"aria-label":r},on:{input:()=>this._slid(),pointerdown:()=>this._touch()}}),this.field=F("input",{class:"number",attributes:{type:"text",inputmode:"decimal",autocomplete:"off",spellcheck:"false","aria-label":r},on:{keydown:c=>this._key(c),blur:()=>this._leave(),focus:()=>this.field.select(),input:()=>this._typing=!0}});let o=F("span",{class:"name",text:t.name,attributes:{title:`${t.name}: ${this._ends()}`}}),a=F("div",{class:"live-name"},o,n?F("span",{class:"quiet",text:n}):null),l=F("span",{class:"entry"},this.field,F("span",{class:"unit",text:this.unit}));this.element=F("div",{class:"live-row",data:{slider:t.name}},a,l,this.range),this.extras=a,this.show(0)}show(t){if(!Number.isFinite(t))return;this.value=t;let e=Math.abs(t-this._asked)*al<=this.about.high-this.about.low,n=performance.now()-this._touched>(e?Ry:Py);!this._typing&&(n||document.activeElement!==this.field)&&this._write(t),n&&this._place(t)}set disabled(t){this.range.disabled=this.field.disabled=t}_ends(){let{low:t,high:e,limited:n=[!1,!1]}=this.about,s=r=>`${Ur(r*this._factor,4)} ${this.unit}`;return`${s(t)} to ${s(e)}${n.some(Boolean)?" (limits of the model)":""}`}_touch(){this._touched=performance.now()}_slid(){this._touch();let{low:t,high:e}=this.about,n=t+Number(this.range.value)/al*(e-t);this._write(n),this._aloud(),this._asked=n,this._set(n)}_key(t){if(t.key==="Escape"&&this._leave(),t.key!=="Enter")return;let e=el(this.field.value);this.field.toggleAttribute("aria-invalid",!1),Number.isFinite(e)?(this._typing=!1,this._asked=e/this._factor,this._place(this._asked),this._set(this._asked),this.field.select()):this.field.setAttribute("aria-invalid","true")}_leave(){this._typing=!1,this.field.toggleAttribute("aria-invalid",!1),this._write(this.value)}_place(t){let{low:e,high:n}=this.about,s=String(Math.round(Math.min(1,Math.max(0,(t-e)/(n-e)))*al));this.range.value!==s&&(this.range.value=s),this._aloud()}_write(t){let e=(t*this._factor).toFixed(this._decimals).replace(/^-(?=0*\.?0*$)/,"").replace("-","\u2212");this.field.value!==e&&(this.field.value=e)}_aloud(){this.range.setAttribute("aria-valuetext",`${this.field.value} ${this.unit}`)}};function Iy({unit:i,low:t,high:e}){if(i==="rad")return[Cy,"\xB0"];let[n,s]=Wo(Math.max(Math.abs(t),Math.abs(e)),i);return[1/s,i==="1"?"":n+i]}var Wu=25,Ly=12,ll=class{constructor(t,{coordinates:e},n){this._note=F("p",{class:"quiet"}),this.rows=e.map(s=>new Or(s,$n(Wu,r=>n("set",{name:s.name,value:r})))),t.classList.add("live-panel"),t.append(this._note,...Hu(this.rows)),e.length||(this._note.textContent="Nothing here moves freely.")}status({running:t}){for(let e of this.rows)e.disabled=t;this.rows.length&&(this._note.textContent=t?"Pause to pose it; while it runs, drag a body to push it.":""),this._note.hidden=!this._note.textContent}frame({coordinates:t}){this.rows.forEach((e,n)=>e.show(t[n]))}},cl=class{constructor(t,{signals:e,forces:n},s){if(t.classList.add("live-panel"),this._hands=e.map(r=>new Vu(r,s)),this._forces=n.map(r=>new Or(r,$n(Wu,o=>s("force",{name:r.name,value:o})))),e.length&&t.append(F("h3",{text:"Motors, servos and drives"}),...Hu(this._hands.map(r=>r.row))),n.length){let r=Yt({label:"No joint forces",text:"None",class:"small",press:()=>n.forEach(({name:o})=>s("force",{name:o,value:0}))});t.append(F("div",{class:"live-title"},F("h3",{text:"Joint forces"}),r),...Hu(this._forces))}!e.length&&!n.length&&t.append(F("p",{class:"quiet",text:"Nothing here takes a force."}))}status({forces:t,hands:e}){this._forces.forEach((n,s)=>n.show(t[s]));for(let n of this._hands)n.status(e)}frame({signals:t}){this._hands.forEach((e,n)=>e.frame(t[n]))}},Vu=class{constructor(t,e){this.about=t,this.row=new Or(t,$n(Wu,n=>e("signal",{name:t.name,value:n})),{note:t.kind}),this._held=!1,this._back=Yt({label:`Let ${t.name} follow its own signal`,text:"own signal",class:"small live-own",press:()=>e("signal",{name:t.name,value:null})}),this.row.extras.append(this._back),this.status({})}status(t){this._held=this.about.name in t,this.row.element.classList.toggle("held",this._held),this._back.hidden=!this._held,this._held&&this.row.show(t[this.about.name])}frame(t){this._held||this.row.show(t)}},hl=class{constructor(t,{forms:e,integrators:n},s){t.classList.add("live-panel"),this._ask=s,this._solvers=Object.fromEntries(e.map(({name:o,solvers:a})=>[o,a])),this._form=this._choice("Form of the equations",["auto",...e.map(({name:o})=>o)]),this._solver=this._choice("Solver",["auto"]),this._integrator=this._choice("Integrator",["auto",...n.map(({name:o})=>o)]),this._about=Object.fromEntries(n.map(({name:o,about:a})=>[o,a])),this._step=F("input",{attributes:{type:"text",inputmode:"decimal",placeholder:"0.001",autocomplete:"off","aria-label":"Step in seconds"},on:{change:()=>this._chosen()}}),this._notes=F("p",{class:"quiet"}),this._used=F("p",{class:"quiet",attributes:{role:"status"}});let r=(o,a)=>F("label",{class:"live-field"},F("span",{text:o}),a);this._stepField=r("Step in seconds",this._step),t.append(r("Form of the equations",this._form),r("Solver",this._solver),r("Integrator",this._integrator),this._stepField,this._notes,this._used)}status({manner:t,used:e}){this._form.value=t.form,this._fill(this._solver,["auto",...this._solvers[t.form]??[]],t.solver),this._integrator.value=t.integrator,document.activeElement!==this._step&&(this._step.value=t.step??""),this._notes.textContent=this._about[t.integrator]??"",this._stepField.hidden=!/fixed step/.test(this._about[t.integrator]??"")&&!("step"in e);let n=Object.entries(e).map(([s,r])=>`${s} ${r}`);this._used.textContent=n.length?`In use: ${n.join(", ")}.`:""}_choice(t,e){let n=F("select",{attributes:{"aria-label":t},on:{change:()=>this._chosen(n)}});return this._fill(n,e,"auto"),n}_fill(t,e,n){t.options.length===e.length&&e.every((r,o)=>t.options[o].value===r)||t.replaceChildren(...e.map(r=>F("option",{text:r,attributes:{value:r}}))),t.value=n}_chosen(t){let e=Number(this._step.value.replace(",",".")),n=/fixed step/.test(this._about[this._integrator.value]??"");this._ask("choose",{form:this._form.value,solver:t===this._form?"auto":this._solver.value,integrator:this._integrator.value,step:n&&this._step.value&&e>0?e:null})}};function Hu(i){if(i.length<=Ly)return i.map(e=>e.element);let t=F("input",{attributes:{type:"search",placeholder:"Search","aria-label":"Search by name"},on:{input:()=>{let e=t.value.trim().toLowerCase();for(let n of i)n.element.hidden=!n.about.name.toLowerCase().includes(e)}}});return[t,...i.map(e=>e.element)]}var Ny=10,Xu=4,ul={energy:"Energy",coordinates:"Coordinates",velocities:"Velocities","reaction forces":"Joint reactions: forces","reaction moments":"Joint reactions: moments"},fl=class{constructor(t,{series:e}){this._ui=t,this._series=e,this._plots=[];for(let n of["energy","coordinates","reaction forces"])this._open(n,this._first(n))}fill(t){t.classList.add("live-panel");let e=[...new Set(this._series.map(({group:n})=>n))];for(let n of e){let s=this._placesOf(n),r=F("select",{attributes:{"aria-label":ul[n]??n}});r.append(F("option",{text:s.length>Xu?`the first ${Xu}`:"all",attributes:{value:""}}));for(let a of s)r.append(F("option",{text:this._series[a].name,attributes:{value:a}}));let o=Yt({label:`Plot ${ul[n]??n}`,text:"Plot",icon:"plus",class:"small",press:()=>this._open(n,r.value===""?this._first(n):[Number(r.value)])});t.append(F("label",{class:"live-field"},F("span",{text:ul[n]??n}),r),o)}}frame({time:t,series:e}){for(let{plot:n,places:s}of this._plots)n.append(t,s.map(r=>e[r]))}_placesOf(t){return this._series.flatMap((e,n)=>e.group===t?[n]:[])}_first(t){let e=this._placesOf(t),n=this._series[e[0]]?.unit;return e.filter(s=>this._series[s].unit===n).slice(0,Xu)}_open(t,e){if(!e.length)return;let n=e.map(o=>this._series[o]),s={places:e,plot:null};s.plot=this._ui.plots.live({title:ul[t]??t,series:n,seconds:Ny});let r=s.plot.remove.bind(s.plot);s.plot.remove=()=>{this._plots=this._plots.filter(o=>o!==s),r()},this._plots.push(s)}};var Dy=1.35;function Fy(i){i.view("fit");let{eye:t,target:e,...n}=i.camera;i.setCamera({...n,target:e,eye:t.map((s,r)=>e[r]+Dy*(s-e[r]))})}function Jp(i,t,e){let n=i.live;if(!n)return null;let s=i.machines[i.runs[0].machine].bodies,r={bodies:s.length};for(let M of["arrows","series","coordinates","signals"])r[M]=n[M].length;let o=null,a=!1,l=null,c=(M,C)=>T.ask(M,C),h=new nl(c);t.shell.foot.append(h.element);let u=new ll(t.panel("Pose",{icon:"pose",open:!t.shell.narrow}),n,c),f=new cl(t.panel("Motors",{icon:"live"}),n,c),d=new hl(t.panel("Method",{icon:"table"}),n,c),p=Uy(i.runs[0],n),y=new fl(t,n);y.fill(t.panel("Plots",{icon:"plot"}));let m=n.arrows.findIndex(({name:M,group:C})=>C==="forces"&&M==="push"),g=new ol(t.stage,e,{ask:c,latest:()=>o,names:s.map(({name:M})=>M),select:M=>t.select(M),push:()=>{let M=o&&[...o.arrows.subarray(6*m+3,6*m+6)];return M?.every(Number.isFinite)?M:null}});Kp(h,c),e.resize(),i.view.camera||Fy(e);let v=()=>{a=!1,e.setPoses(0,o.poses),p.frame(o),e.setArrows(0,i.runs[0].arrows),t.refresh();for(let M of[h,u,f,g])M.frame(o)},T=new il(n.url,{frame:M=>{let C=qp(M,r);C&&(o=C,y.frame(o),a||requestAnimationFrame(v),a=!0)},status:M=>{l=M;for(let C of[h,u,f,d])C.status(M)},refused:M=>h.say(M,"told"),state:M=>{t.shell.root.classList.toggle("live-lost",M==="lost"),M==="lost"?h.say("The link to Python is lost; trying again. Is it still running?","lost"):l&&h.status(l)}});return{connection:T,latest:()=>o,status:()=>l}}function Uy(i,t){let e=i.pose,n=null;return i.pose=(s,r)=>n?r.set(n):e(s,r),i.series=t.series.map(s=>({...s,values:new Float32Array([NaN])})),{frame:s=>{n=s.poses,i.series.forEach(({values:r},o)=>r.set(s.series.subarray(o,o+1))),i.arrows=t.arrows.map((r,o)=>({...r,values:s.arrows.subarray(6*o,6*o+6)}))}}}var Xs={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},qs={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},Am=0,Mf=1,Tm=2;var hr=1,Cm=2,po=3,ji=0,Nn=1,vi=2,ur=0,mo=1,bf=2,Sf=3,wf=4,uc=5;var fr=100,Rm=101,Pm=102,Im=103,Lm=104,fc=200,dc=201,Nm=202,Dm=203,Ef=204,Af=205,Fm=206,Um=207,Om=208,Bm=209,km=210,zm=211,Gm=212,Vm=213,Hm=214,Ul=0,Ol=1,Bl=2,Qr=3,kl=4,zl=5,Gl=6,Vl=7,pc=0,Wm=1,Xm=2,Mi=0,Tf=1,Cf=2,Rf=3,Pf=4,If=5,Lf=6,Nf=7;var Df=300,dr=301,go=302,mc=303,gc=304,Hl=1e3,Zi=1001,Wl=1002,Pn=1003,qm=1004;var Ma=1005;var Xn=1006,_c=1007;var _s=1008;var Jn=1009,Ff=1010,Uf=1011,_o=1012,xc=1013,Di=1014,bi=1015,Fi=1016,yc=1017,vc=1018,pr=1020,Of=35902,Bf=35899,kf=1021,zf=1022,Ui=1023,ps=1026,xs=1027,Mc=1028,bc=1029,Ys=1030,Sc=1031;var wc=1033,ba=33776,Sa=33777,wa=33778,Ea=33779,Ec=35840,Ac=35841,Tc=35842,Cc=35843,Rc=36196,Pc=37492,Ic=37496,Lc=37488,Nc=37489,Aa=37490,Dc=37491,Fc=37808,Uc=37809,Oc=37810,Bc=37811,kc=37812,zc=37813,Gc=37814,Vc=37815,Hc=37816,Wc=37817,Xc=37818,qc=37819,Yc=37820,$c=37821,Zc=36492,Kc=36494,Jc=36495,jc=36283,Qc=36284,Ta=36285,th=36286;var ea=2300,Xl=2301,Dl=2302,df=2303,pf=2400,mf=2401,gf=2402;var Ym=3200;var eh=0,$m=1,ys="",Ln="srgb",na="srgb-linear",ia="linear",Te="srgb";var Fl=7680;var Zm=519,Km=512,Jm=513,jm=514,Gf=515,Qm=516,tg=517,Vf=518,Hf=519,eg=35044,Si=35048;var Wf="300 es",xi=2e3,to=2001;function Oy(i){for(let t=i.length-1;t>=0;--t)if(i[t]>=65535)return!0;return!1}function By(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function sa(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function ng(){let i=sa("canvas");return i.style.display="block",i}var jp={},eo=null;function Xf(...i){let t="THREE."+i.shift();eo?eo("log",t,...i):console.log(t,...i)}function ig(i){let t=i[0];if(typeof t=="string"&&t.startsWith("TSL:")){let e=i[1];e&&e.isStackTrace?i[0]+=" "+e.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function Kt(...i){i=ig(i);let t="THREE."+i.shift();if(eo)eo("warn",t,...i);else{let e=i[0];e&&e.isStackTrace?console.warn(e.getError(t)):console.warn(t,...i)}}function te(...i){i=ig(i);let t="THREE."+i.shift();if(eo)eo("error",t,...i);else{let e=i[0];e&&e.isStackTrace?console.error(e.getError(t)):console.error(t,...i)}}function jo(...i){let t=i.join(" ");t in jp||(jp[t]=!0,Kt(...i))}function sg(i,t,e){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(t,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:n()}}setTimeout(r,e)})}var rg={[Ul]:Ul,[Bl]:Gl,[kl]:kl,[Qr]:zl,[Ol]:Ol,[Gl]:Bl,[Vl]:Vl,[zl]:Qr},Ni=class{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[t]===void 0&&(n[t]=[]),n[t].indexOf(e)===-1&&n[t].push(e)}hasEventListener(t,e){let n=this._listeners;return n===void 0?!1:n[t]!==void 0&&n[t].indexOf(e)!==-1}removeEventListener(t,e){let n=this._listeners;if(n===void 0)return;let s=n[t];if(s!==void 0){let r=s.indexOf(e);r!==-1&&s.splice(r,1)}}dispatchEvent(t){let e=this._listeners;if(e===void 0)return;let n=e[t.type];if(n!==void 0){t.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,t);t.target=null}}},Fn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],Qp=1234567,Qo=Math.PI/180,no=180/Math.PI;function xo(){let i=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(Fn[i&255]+Fn[i>>8&255]+Fn[i>>16&255]+Fn[i>>24&255]+"-"+Fn[t&255]+Fn[t>>8&255]+"-"+Fn[t>>16&15|64]+Fn[t>>24&255]+"-"+Fn[e&63|128]+Fn[e>>8&255]+"-"+Fn[e>>16&255]+Fn[e>>24&255]+Fn[n&255]+Fn[n>>8&255]+Fn[n>>16&255]+Fn[n>>24&255]).toLowerCase()}function me(i,t,e){return Math.max(t,Math.min(e,i))}function qf(i,t){return(i%t+t)%t}function ky(i,t,e,n,s){return n+(i-t)*(s-n)/(e-t)}function zy(i,t,e){return i!==t?(e-i)/(t-i):0}function ta(i,t,e){return(1-e)*i+e*t}function Gy(i,t,e,n){return ta(i,t,1-Math.exp(-e*n))}function Vy(i,t=1){return t-Math.abs(qf(i,t*2)-t)}function Hy(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*(3-2*i))}function Wy(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*i*(i*(i*6-15)+10))}function Xy(i,t){return i+Math.floor(Math.random()*(t-i+1))}function qy(i,t){return i+Math.random()*(t-i)}function Yy(i){return i*(.5-Math.random())}function $y(i){i!==void 0&&(Qp=i);let t=Qp+=1831565813;return t=Math.imul(t^t>>>15,t|1),t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/4294967296}function Zy(i){return i*Qo}function Ky(i){return i*no}function Jy(i){return i>0&&Number.isInteger(i)&&2**Math.round(Math.log2(i))===i}function jy(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function Yf(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function Qy(i,t,e,n,s){let r=Math.cos,o=Math.sin,a=r(e/2),l=o(e/2),c=r((t+n)/2),h=o((t+n)/2),u=r((t-n)/2),f=o((t-n)/2),d=r((n-t)/2),p=o((n-t)/2);switch(s){case"XYX":i.set(a*h,l*u,l*f,a*c);break;case"YZY":i.set(l*f,a*h,l*u,a*c);break;case"ZXZ":i.set(l*u,l*f,a*h,a*c);break;case"XZX":i.set(a*h,l*p,l*d,a*c);break;case"YXY":i.set(l*d,a*h,l*p,a*c);break;case"ZYZ":i.set(l*p,l*d,a*h,a*c);break;default:Kt("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function $f(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function og(i,t){if(t.constructor===Float32Array)return i;let e=$f(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(i/e,-1)}function ag(i,t){if(t.constructor===Float32Array)return i;let e=$f(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*e)}var nh={DEG2RAD:Qo,RAD2DEG:no,generateUUID:xo,clamp:me,euclideanModulo:qf,mapLinear:ky,inverseLerp:zy,lerp:ta,damp:Gy,pingpong:Vy,smoothstep:Hy,smootherstep:Wy,randInt:Xy,randFloat:qy,randFloatSpread:Yy,seededRandom:$y,degToRad:Zy,radToDeg:Ky,isPowerOfTwo:Jy,ceilPowerOfTwo:jy,floorPowerOfTwo:Yf,setQuaternionFromProperEuler:Qy,normalize:ag,denormalize:og},qt=class{static{this.prototype.isVector2=!0}constructor(t=0,e=0){this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:throw new Error("THREE.Vector2: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){return this.multiplyScalar(1/t)}applyMatrix3(t){let e=this.x,n=this.y,s=t.elements;return this.x=s[0]*e+s[3]*n+s[6],this.y=s[1]*e+s[4]*n+s[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=me(this.x,t.x,e.x),this.y=me(this.y,t.y,e.y),this}clampScalar(t,e){return this.x=me(this.x,t,e),this.y=me(this.y,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(me(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(me(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y;return e*e+n*n}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){let n=Math.cos(e),s=Math.sin(e),r=this.x-t.x,o=this.y-t.y;return this.x=r*n-o*s+t.x,this.y=r*s+o*n+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},ai=class{constructor(t=0,e=0,n=0,s=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=n,this._w=s}static slerpFlat(t,e,n,s,r,o,a){let l=n[s+0],c=n[s+1],h=n[s+2],u=n[s+3],f=r[o+0],d=r[o+1],p=r[o+2],y=r[o+3];if(u!==y||l!==f||c!==d||h!==p){let m=l*f+c*d+h*p+u*y;m<0&&(f=-f,d=-d,p=-p,y=-y,m=-m);let g=1-a;if(m<.9995){let v=Math.acos(m),T=Math.sin(v);g=Math.sin(g*v)/T,a=Math.sin(a*v)/T,l=l*g+f*a,c=c*g+d*a,h=h*g+p*a,u=u*g+y*a}else{l=l*g+f*a,c=c*g+d*a,h=h*g+p*a,u=u*g+y*a;let v=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=v,c*=v,h*=v,u*=v}}t[e]=l,t[e+1]=c,t[e+2]=h,t[e+3]=u}static multiplyQuaternionsFlat(t,e,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],h=n[s+3],u=r[o],f=r[o+1],d=r[o+2],p=r[o+3];return t[e]=a*p+h*u+l*d-c*f,t[e+1]=l*p+h*f+c*u-a*d,t[e+2]=c*p+h*d+a*f-l*u,t[e+3]=h*p-a*u-l*f-c*d,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=t,this._onChangeCallback()}set(t,e,n,s){return this._x=t,this._y=e,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){let n=t._x,s=t._y,r=t._z,o=t._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(s/2),u=a(r/2),f=l(n/2),d=l(s/2),p=l(r/2);switch(o){case"XYZ":this._x=f*h*u+c*d*p,this._y=c*d*u-f*h*p,this._z=c*h*p+f*d*u,this._w=c*h*u-f*d*p;break;case"YXZ":this._x=f*h*u+c*d*p,this._y=c*d*u-f*h*p,this._z=c*h*p-f*d*u,this._w=c*h*u+f*d*p;break;case"ZXY":this._x=f*h*u-c*d*p,this._y=c*d*u+f*h*p,this._z=c*h*p+f*d*u,this._w=c*h*u-f*d*p;break;case"ZYX":this._x=f*h*u-c*d*p,this._y=c*d*u+f*h*p,this._z=c*h*p-f*d*u,this._w=c*h*u+f*d*p;break;case"YZX":this._x=f*h*u+c*d*p,this._y=c*d*u+f*h*p,this._z=c*h*p-f*d*u,this._w=c*h*u-f*d*p;break;case"XZY":this._x=f*h*u-c*d*p,this._y=c*d*u-f*h*p,this._z=c*h*p+f*d*u,this._w=c*h*u+f*d*p;break;default:Kt("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){let n=e/2,s=Math.sin(n);return this._x=t.x*s,this._y=t.y*s,this._z=t.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(t){let e=t.elements,n=e[0],s=e[4],r=e[8],o=e[1],a=e[5],l=e[9],c=e[2],h=e[6],u=e[10],f=n+a+u;if(f>0){let d=.5/Math.sqrt(f+1);this._w=.25/d,this._x=(h-l)*d,this._y=(r-c)*d,this._z=(o-s)*d}else if(n>a&&n>u){let d=2*Math.sqrt(1+n-a-u);this._w=(h-l)/d,this._x=.25*d,this._y=(s+o)/d,this._z=(r+c)/d}else if(a>u){let d=2*Math.sqrt(1+a-n-u);this._w=(r-c)/d,this._x=(s+o)/d,this._y=.25*d,this._z=(l+h)/d}else{let d=2*Math.sqrt(1+u-n-a);this._w=(o-s)/d,this._x=(r+c)/d,this._y=(l+h)/d,this._z=.25*d}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let n=t.dot(e)+1;return n<1e-8?(n=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=n):(this._x=0,this._y=-t.z,this._z=t.y,this._w=n)):(this._x=t.y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=n),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(me(this.dot(t),-1,1)))}rotateTowards(t,e){let n=this.angleTo(t);if(n===0)return this;let s=Math.min(1,e/n);return this.slerp(t,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=e._x,l=e._y,c=e._z,h=e._w;return this._x=n*h+o*a+s*c-r*l,this._y=s*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-s*a,this._w=o*h-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=this.dot(t);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let l=1-e;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,e=Math.sin(e*c)/h,this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this._onChangeCallback()}else this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this.normalize();return this}slerpQuaternions(t,e,n){return this.copy(t).slerp(e,n)}random(){let t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(t),s*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},z=class{static{this.prototype.isVector3=!0}constructor(t=0,e=0,n=0){this.x=t,this.y=e,this.z=n}set(t,e,n){return n===void 0&&(n=this.z),this.x=t,this.y=e,this.z=n,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;default:throw new Error("THREE.Vector3: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion(tm.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion(tm.setFromAxisAngle(t,e))}applyMatrix3(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[3]*n+r[6]*s,this.y=r[1]*e+r[4]*n+r[7]*s,this.z=r[2]*e+r[5]*n+r[8]*s,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=t.elements,o=1/(r[3]*e+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*e+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*e+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*e+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(t){let e=this.x,n=this.y,s=this.z,r=t.x,o=t.y,a=t.z,l=t.w,c=2*(o*s-a*n),h=2*(a*e-r*s),u=2*(r*n-o*e);return this.x=e+l*c+o*u-a*h,this.y=n+l*h+a*c-r*u,this.z=s+l*u+r*h-o*c,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[4]*n+r[8]*s,this.y=r[1]*e+r[5]*n+r[9]*s,this.z=r[2]*e+r[6]*n+r[10]*s,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this}clamp(t,e){return this.x=me(this.x,t.x,e.x),this.y=me(this.y,t.y,e.y),this.z=me(this.z,t.z,e.z),this}clampScalar(t,e){return this.x=me(this.x,t,e),this.y=me(this.y,t,e),this.z=me(this.z,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(me(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){let n=t.x,s=t.y,r=t.z,o=e.x,a=e.y,l=e.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(t){let e=t.lengthSq();if(e===0)return this.set(0,0,0);let n=t.dot(this)/e;return this.copy(t).multiplyScalar(n)}projectOnPlane(t){return qu.copy(this).projectOnVector(t),this.sub(qu)}reflect(t){return this.sub(qu.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(me(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y,s=this.z-t.z;return e*e+n*n+s*s}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,n){let s=Math.sin(e)*t;return this.x=s*Math.sin(n),this.y=Math.cos(e)*t,this.z=s*Math.cos(n),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,n){return this.x=t*Math.sin(e),this.y=n,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){let e=this.setFromMatrixColumn(t,0).length(),n=this.setFromMatrixColumn(t,1).length(),s=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=n,this.z=s,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let t=Math.random()*Math.PI*2,e=Math.random()*2-1,n=Math.sqrt(1-e*e);return this.x=n*Math.cos(t),this.y=e,this.z=n*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},qu=new z,tm=new ai,ne=class{static{this.prototype.isMatrix3=!0}constructor(t,e,n,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c)}set(t,e,n,s,r,o,a,l,c){let h=this.elements;return h[0]=t,h[1]=s,h[2]=a,h[3]=e,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],this}extractBasis(t,e,n){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(t){let e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],u=n[7],f=n[2],d=n[5],p=n[8],y=s[0],m=s[3],g=s[6],v=s[1],T=s[4],M=s[7],C=s[2],A=s[5],x=s[8];return r[0]=o*y+a*v+l*C,r[3]=o*m+a*T+l*A,r[6]=o*g+a*M+l*x,r[1]=c*y+h*v+u*C,r[4]=c*m+h*T+u*A,r[7]=c*g+h*M+u*x,r[2]=f*y+d*v+p*C,r[5]=f*m+d*T+p*A,r[8]=f*g+d*M+p*x,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8];return e*o*h-e*a*c-n*r*h+n*a*l+s*r*c-s*o*l}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=h*o-a*c,f=a*l-h*r,d=c*r-o*l,p=e*u+n*f+s*d;if(p===0)return this.set(0,0,0,0,0,0,0,0,0);let y=1/p;return t[0]=u*y,t[1]=(s*c-h*n)*y,t[2]=(a*n-s*o)*y,t[3]=f*y,t[4]=(h*e-s*l)*y,t[5]=(s*r-a*e)*y,t[6]=d*y,t[7]=(n*l-c*e)*y,t[8]=(o*e-n*r)*y,this}transpose(){let t,e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){let e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+t,-s*c,s*l,-s*(-c*o+l*a)+a+e,0,0,1),this}scale(t,e){return jo("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(Yu.makeScale(t,e)),this}rotate(t){return jo("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(Yu.makeRotation(-t)),this}translate(t,e){return jo("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(Yu.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,n,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,0,e,0,0,0,1),this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<9;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<9;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t}clone(){return new this.constructor().fromArray(this.elements)}},Yu=new ne,em=new ne().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),nm=new ne().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function tv(){let i={enabled:!0,workingColorSpace:na,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Te&&(s.r=ds(s.r),s.g=ds(s.g),s.b=ds(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Te&&(s.r=jr(s.r),s.g=jr(s.g),s.b=jr(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===ys?ia:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},t=[.64,.33,.3,.6,.15,.06],e=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[na]:{primaries:t,whitePoint:n,transfer:ia,toXYZ:em,fromXYZ:nm,luminanceCoefficients:e,workingColorSpaceConfig:{unpackColorSpace:Ln},outputColorSpaceConfig:{drawingBufferColorSpace:Ln}},[Ln]:{primaries:t,whitePoint:n,transfer:Te,toXYZ:em,fromXYZ:nm,luminanceCoefficients:e,outputColorSpaceConfig:{drawingBufferColorSpace:Ln}}}),i}var xe=tv();function ds(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function jr(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var Br,ql=class{static getDataURL(t,e="image/png"){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let n;if(t instanceof HTMLCanvasElement)n=t;else{Br===void 0&&(Br=sa("canvas")),Br.width=t.width,Br.height=t.height;let s=Br.getContext("2d");t instanceof ImageData?s.putImageData(t,0,0):s.drawImage(t,0,0,t.width,t.height),n=Br}return n.toDataURL(e)}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){let e=sa("canvas");e.width=t.width,e.height=t.height;let n=e.getContext("2d");n.drawImage(t,0,0,t.width,t.height);let s=n.getImageData(0,0,t.width,t.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=ds(r[o]/255)*255;return n.putImageData(s,0,0),e}else if(t.data){let e=t.data.slice(0);for(let n=0;n<e.length;n++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[n]=Math.floor(ds(e[n]/255)*255):e[n]=ds(e[n]);return{data:e,width:t.width,height:t.height}}else return Kt("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}},ev=0,io=class{constructor(t=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:ev++}),this.uuid=xo(),this.data=t,this.dataReady=!0,this.version=0}getSize(t){let e=this.data;return typeof HTMLVideoElement<"u"&&e instanceof HTMLVideoElement?t.set(e.videoWidth,e.videoHeight,0):typeof VideoFrame<"u"&&e instanceof VideoFrame?t.set(e.displayWidth,e.displayHeight,0):e!==null?t.set(e.width||0,e.height||0,e.depth||0):t.set(0,0,0),t}set needsUpdate(t){t===!0&&this.version++}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push($u(s[o].image)):r.push($u(s[o]))}else r=$u(s);n.url=r}return e||(t.images[this.uuid]=n),n}};function $u(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?ql.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(Kt("Texture: Unable to serialize Texture."),{})}var nv=0,Zu=new z,Kn=class i extends Ni{constructor(t=i.DEFAULT_IMAGE,e=i.DEFAULT_MAPPING,n=Zi,s=Zi,r=Xn,o=_s,a=Ui,l=Jn,c=i.DEFAULT_ANISOTROPY,h=ys){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:nv++}),this.uuid=xo(),this.name="",this.source=new io(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new qt(0,0),this.repeat=new qt(1,1),this.center=new qt(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new ne,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(Zu).x}get height(){return this.source.getSize(Zu).y}get depth(){return this.source.getSize(Zu).z}get image(){return this.source.data}set image(t){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.normalized=t.normalized,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.mipmapsAutoUpdate=t.mipmapsAutoUpdate,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.renderTarget=t.renderTarget,this.isRenderTargetTexture=t.isRenderTargetTexture,this.isPMREMTexture=t.isPMREMTexture,this.isArrayTexture=t.isArrayTexture,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}setValues(t){for(let e in t){let n=t[e];if(n===void 0){Kt(`Texture.setValues(): parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){Kt(`Texture.setValues(): property '${e}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),e||(t.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==Df)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case Hl:t.x=t.x-Math.floor(t.x);break;case Zi:t.x=t.x<0?0:1;break;case Wl:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case Hl:t.y=t.y-Math.floor(t.y);break;case Zi:t.y=t.y<0?0:1;break;case Wl:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};Kn.DEFAULT_IMAGE=null;Kn.DEFAULT_MAPPING=Df;Kn.DEFAULT_ANISOTROPY=1;var Ye=class{static{this.prototype.isVector4=!0}constructor(t=0,e=0,n=0,s=1){this.x=t,this.y=e,this.z=n,this.w=s}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,n,s){return this.x=t,this.y=e,this.z=n,this.w=s,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("THREE.Vector4: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=this.w,o=t.elements;return this.x=o[0]*e+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*e+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*e+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*e+o[7]*n+o[11]*s+o[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);let e=Math.sqrt(1-t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,n,s,r,l=t.elements,c=l[0],h=l[4],u=l[8],f=l[1],d=l[5],p=l[9],y=l[2],m=l[6],g=l[10];if(Math.abs(h-f)<.01&&Math.abs(u-y)<.01&&Math.abs(p-m)<.01){if(Math.abs(h+f)<.1&&Math.abs(u+y)<.1&&Math.abs(p+m)<.1&&Math.abs(c+d+g-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;let T=(c+1)/2,M=(d+1)/2,C=(g+1)/2,A=(h+f)/4,x=(u+y)/4,E=(p+m)/4;return T>M&&T>C?T<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(T),s=A/n,r=x/n):M>C?M<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(M),n=A/s,r=E/s):C<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(C),n=x/r,s=E/r),this.set(n,s,r,e),this}let v=Math.sqrt((m-p)*(m-p)+(u-y)*(u-y)+(f-h)*(f-h));return Math.abs(v)<.001&&(v=1),this.x=(m-p)/v,this.y=(u-y)/v,this.z=(f-h)/v,this.w=Math.acos((c+d+g-1)/2),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=me(this.x,t.x,e.x),this.y=me(this.y,t.y,e.y),this.z=me(this.z,t.z,e.z),this.w=me(this.w,t.w,e.w),this}clampScalar(t,e){return this.x=me(this.x,t,e),this.y=me(this.y,t,e),this.z=me(this.z,t,e),this.w=me(this.w,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(me(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this.w=t.w+(e.w-t.w)*n,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},Yl=class extends Ni{constructor(t=1,e=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Xn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=n.depth,this.scissor=new Ye(0,0,t,e),this.scissorTest=!1,this.viewport=new Ye(0,0,t,e),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new Kn({width:t,height:e,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(t={}){let e={minFilter:Xn,generateMipmaps:!1,flipY:!1,internalFormat:null};t.mapping!==void 0&&(e.mapping=t.mapping),t.wrapS!==void 0&&(e.wrapS=t.wrapS),t.wrapT!==void 0&&(e.wrapT=t.wrapT),t.wrapR!==void 0&&(e.wrapR=t.wrapR),t.magFilter!==void 0&&(e.magFilter=t.magFilter),t.minFilter!==void 0&&(e.minFilter=t.minFilter),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.anisotropy!==void 0&&(e.anisotropy=t.anisotropy),t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),t.mipmapsAutoUpdate!==void 0&&(e.mipmapsAutoUpdate=t.mipmapsAutoUpdate),t.internalFormat!==void 0&&(e.internalFormat=t.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(e)}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}set depthTexture(t){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),t!==null&&t.renderTarget===null&&(t.renderTarget=this),this._depthTexture=t}get depthTexture(){return this._depthTexture}setSize(t,e,n=1){if(this.width!==t||this.height!==e||this.depth!==n){this.width=t,this.height=e,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=t,this.textures[s].image.height=e,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let e=0,n=t.textures.length;e<n;e++){this.textures[e]=t.textures[e].clone(),this.textures[e].isRenderTargetTexture=!0,this.textures[e].renderTarget=this;let s=Object.assign({},t.textures[e].image);this.textures[e].source=new io(s)}if(this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveColorBuffer=t.resolveColorBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,this.storeMultisampledColorBuffer=t.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=t.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=t.storeMultisampledStencilBuffer,t.depthTexture!==null)if(t.depthTexture.renderTarget===t){let e=t.depthTexture.clone();e.renderTarget=null,this.depthTexture=e}else this.depthTexture=t.depthTexture;else this.depthTexture=null;return this.samples=t.samples,this.multiview=t.multiview,this.useArrayDepthTexture=t.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},li=class extends Yl{constructor(t=1,e=1,n={}){super(t,e,n),this.isWebGLRenderTarget=!0}},ra=class extends Kn{constructor(t=null,e=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Pn,this.minFilter=Pn,this.wrapR=Zi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}};var $l=class extends Kn{constructor(t=null,e=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Pn,this.minFilter=Pn,this.wrapR=Zi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}};var Me=class i{static{this.prototype.isMatrix4=!0}constructor(t,e,n,s,r,o,a,l,c,h,u,f,d,p,y,m){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c,h,u,f,d,p,y,m)}set(t,e,n,s,r,o,a,l,c,h,u,f,d,p,y,m){let g=this.elements;return g[0]=t,g[4]=e,g[8]=n,g[12]=s,g[1]=r,g[5]=o,g[9]=a,g[13]=l,g[2]=c,g[6]=h,g[10]=u,g[14]=f,g[3]=d,g[7]=p,g[11]=y,g[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],e[9]=n[9],e[10]=n[10],e[11]=n[11],e[12]=n[12],e[13]=n[13],e[14]=n[14],e[15]=n[15],this}copyPosition(t){let e=this.elements,n=t.elements;return e[12]=n[12],e[13]=n[13],e[14]=n[14],this}setFromMatrix3(t){let e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,n){return this.determinantAffine()===0?(t.set(1,0,0),e.set(0,1,0),n.set(0,0,1),this):(t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(t,e,n){return this.set(t.x,e.x,n.x,0,t.y,e.y,n.y,0,t.z,e.z,n.z,0,0,0,0,1),this}extractRotation(t){if(t.determinantAffine()===0)return this.identity();let e=this.elements,n=t.elements,s=1/kr.setFromMatrixColumn(t,0).length(),r=1/kr.setFromMatrixColumn(t,1).length(),o=1/kr.setFromMatrixColumn(t,2).length();return e[0]=n[0]*s,e[1]=n[1]*s,e[2]=n[2]*s,e[3]=0,e[4]=n[4]*r,e[5]=n[5]*r,e[6]=n[6]*r,e[7]=0,e[8]=n[8]*o,e[9]=n[9]*o,e[10]=n[10]*o,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromEuler(t){let e=this.elements,n=t.x,s=t.y,r=t.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),u=Math.sin(r);if(t.order==="XYZ"){let f=o*h,d=o*u,p=a*h,y=a*u;e[0]=l*h,e[4]=-l*u,e[8]=c,e[1]=d+p*c,e[5]=f-y*c,e[9]=-a*l,e[2]=y-f*c,e[6]=p+d*c,e[10]=o*l}else if(t.order==="YXZ"){let f=l*h,d=l*u,p=c*h,y=c*u;e[0]=f+y*a,e[4]=p*a-d,e[8]=o*c,e[1]=o*u,e[5]=o*h,e[9]=-a,e[2]=d*a-p,e[6]=y+f*a,e[10]=o*l}else if(t.order==="ZXY"){let f=l*h,d=l*u,p=c*h,y=c*u;e[0]=f-y*a,e[4]=-o*u,e[8]=p+d*a,e[1]=d+p*a,e[5]=o*h,e[9]=y-f*a,e[2]=-o*c,e[6]=a,e[10]=o*l}else if(t.order==="ZYX"){let f=o*h,d=o*u,p=a*h,y=a*u;e[0]=l*h,e[4]=p*c-d,e[8]=f*c+y,e[1]=l*u,e[5]=y*c+f,e[9]=d*c-p,e[2]=-c,e[6]=a*l,e[10]=o*l}else if(t.order==="YZX"){let f=o*l,d=o*c,p=a*l,y=a*c;e[0]=l*h,e[4]=y-f*u,e[8]=p*u+d,e[1]=u,e[5]=o*h,e[9]=-a*h,e[2]=-c*h,e[6]=d*u+p,e[10]=f-y*u}else if(t.order==="XZY"){let f=o*l,d=o*c,p=a*l,y=a*c;e[0]=l*h,e[4]=-u,e[8]=c*h,e[1]=f*u+y,e[5]=o*h,e[9]=d*u-p,e[2]=p*u-d,e[6]=a*h,e[10]=y*u+f}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(iv,t,sv)}lookAt(t,e,n){let s=this.elements;return si.subVectors(t,e),si.lengthSq()===0&&(si.z=1),si.normalize(),Is.crossVectors(n,si),Is.lengthSq()===0&&(Math.abs(n.z)===1?si.x+=1e-4:si.z+=1e-4,si.normalize(),Is.crossVectors(n,si)),Is.normalize(),dl.crossVectors(si,Is),s[0]=Is.x,s[4]=dl.x,s[8]=si.x,s[1]=Is.y,s[5]=dl.y,s[9]=si.y,s[2]=Is.z,s[6]=dl.z,s[10]=si.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],u=n[5],f=n[9],d=n[13],p=n[2],y=n[6],m=n[10],g=n[14],v=n[3],T=n[7],M=n[11],C=n[15],A=s[0],x=s[4],E=s[8],k=s[12],D=s[1],N=s[5],G=s[9],W=s[13],L=s[2],X=s[6],$=s[10],H=s[14],ct=s[3],J=s[7],Q=s[11],st=s[15];return r[0]=o*A+a*D+l*L+c*ct,r[4]=o*x+a*N+l*X+c*J,r[8]=o*E+a*G+l*$+c*Q,r[12]=o*k+a*W+l*H+c*st,r[1]=h*A+u*D+f*L+d*ct,r[5]=h*x+u*N+f*X+d*J,r[9]=h*E+u*G+f*$+d*Q,r[13]=h*k+u*W+f*H+d*st,r[2]=p*A+y*D+m*L+g*ct,r[6]=p*x+y*N+m*X+g*J,r[10]=p*E+y*G+m*$+g*Q,r[14]=p*k+y*W+m*H+g*st,r[3]=v*A+T*D+M*L+C*ct,r[7]=v*x+T*N+M*X+C*J,r[11]=v*E+T*G+M*$+C*Q,r[15]=v*k+T*W+M*H+C*st,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=t,e[11]*=t,e[15]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[12],o=t[1],a=t[5],l=t[9],c=t[13],h=t[2],u=t[6],f=t[10],d=t[14],p=t[3],y=t[7],m=t[11],g=t[15],v=l*d-c*f,T=a*d-c*u,M=a*f-l*u,C=o*d-c*h,A=o*f-l*h,x=o*u-a*h;return e*(y*v-m*T+g*M)-n*(p*v-m*C+g*A)+s*(p*T-y*C+g*x)-r*(p*M-y*A+m*x)}determinantAffine(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[1],o=t[5],a=t[9],l=t[2],c=t[6],h=t[10];return e*(o*h-a*c)-n*(r*h-a*l)+s*(r*c-o*l)}transpose(){let t=this.elements,e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,n){let s=this.elements;return t.isVector3?(s[12]=t.x,s[13]=t.y,s[14]=t.z):(s[12]=t,s[13]=e,s[14]=n),this}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=t[9],f=t[10],d=t[11],p=t[12],y=t[13],m=t[14],g=t[15],v=e*a-n*o,T=e*l-s*o,M=e*c-r*o,C=n*l-s*a,A=n*c-r*a,x=s*c-r*l,E=h*y-u*p,k=h*m-f*p,D=h*g-d*p,N=u*m-f*y,G=u*g-d*y,W=f*g-d*m,L=v*W-T*G+M*N+C*D-A*k+x*E;if(L===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let X=1/L;return t[0]=(a*W-l*G+c*N)*X,t[1]=(s*G-n*W-r*N)*X,t[2]=(y*x-m*A+g*C)*X,t[3]=(f*A-u*x-d*C)*X,t[4]=(l*D-o*W-c*k)*X,t[5]=(e*W-s*D+r*k)*X,t[6]=(m*M-p*x-g*T)*X,t[7]=(h*x-f*M+d*T)*X,t[8]=(o*G-a*D+c*E)*X,t[9]=(n*D-e*G-r*E)*X,t[10]=(p*A-y*M+g*v)*X,t[11]=(u*M-h*A-d*v)*X,t[12]=(a*k-o*N-l*E)*X,t[13]=(e*N-n*k+s*E)*X,t[14]=(y*T-p*C-m*v)*X,t[15]=(h*C-u*T+f*v)*X,this}scale(t){let e=this.elements,n=t.x,s=t.y,r=t.z;return e[0]*=n,e[4]*=s,e[8]*=r,e[1]*=n,e[5]*=s,e[9]*=r,e[2]*=n,e[6]*=s,e[10]*=r,e[3]*=n,e[7]*=s,e[11]*=r,this}getMaxScaleOnAxis(){let t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],n=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],s=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,n,s))}makeTranslation(t,e,n){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,n,0,0,0,1),this}makeRotationX(t){let e=Math.cos(t),n=Math.sin(t);return this.set(1,0,0,0,0,e,-n,0,0,n,e,0,0,0,0,1),this}makeRotationY(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,0,n,0,0,1,0,0,-n,0,e,0,0,0,0,1),this}makeRotationZ(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,0,n,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){let n=Math.cos(e),s=Math.sin(e),r=1-n,o=t.x,a=t.y,l=t.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,h*a+n,h*l-s*o,0,c*l-s*a,h*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(t,e,n){return this.set(t,0,0,0,0,e,0,0,0,0,n,0,0,0,0,1),this}makeShear(t,e,n,s,r,o){return this.set(1,n,r,0,t,1,o,0,e,s,1,0,0,0,0,1),this}compose(t,e,n){let s=this.elements,r=e._x,o=e._y,a=e._z,l=e._w,c=r+r,h=o+o,u=a+a,f=r*c,d=r*h,p=r*u,y=o*h,m=o*u,g=a*u,v=l*c,T=l*h,M=l*u,C=n.x,A=n.y,x=n.z;return s[0]=(1-(y+g))*C,s[1]=(d+M)*C,s[2]=(p-T)*C,s[3]=0,s[4]=(d-M)*A,s[5]=(1-(f+g))*A,s[6]=(m+v)*A,s[7]=0,s[8]=(p+T)*x,s[9]=(m-v)*x,s[10]=(1-(f+y))*x,s[11]=0,s[12]=t.x,s[13]=t.y,s[14]=t.z,s[15]=1,this}decompose(t,e,n){let s=this.elements;t.x=s[12],t.y=s[13],t.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),e.identity(),this;let o=kr.set(s[0],s[1],s[2]).length(),a=kr.set(s[4],s[5],s[6]).length(),l=kr.set(s[8],s[9],s[10]).length();r<0&&(o=-o),Pi.copy(this);let c=1/o,h=1/a,u=1/l;return Pi.elements[0]*=c,Pi.elements[1]*=c,Pi.elements[2]*=c,Pi.elements[4]*=h,Pi.elements[5]*=h,Pi.elements[6]*=h,Pi.elements[8]*=u,Pi.elements[9]*=u,Pi.elements[10]*=u,e.setFromRotationMatrix(Pi),n.x=o,n.y=a,n.z=l,this}makePerspective(t,e,n,s,r,o,a=xi,l=!1){let c=this.elements,h=2*r/(e-t),u=2*r/(n-s),f=(e+t)/(e-t),d=(n+s)/(n-s),p,y;if(l)p=r/(o-r),y=o*r/(o-r);else if(a===xi)p=-(o+r)/(o-r),y=-2*o*r/(o-r);else if(a===to)p=-o/(o-r),y=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=f,c[12]=0,c[1]=0,c[5]=u,c[9]=d,c[13]=0,c[2]=0,c[6]=0,c[10]=p,c[14]=y,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(t,e,n,s,r,o,a=xi,l=!1){let c=this.elements,h=2/(e-t),u=2/(n-s),f=-(e+t)/(e-t),d=-(n+s)/(n-s),p,y;if(l)p=1/(o-r),y=o/(o-r);else if(a===xi)p=-2/(o-r),y=-(o+r)/(o-r);else if(a===to)p=-1/(o-r),y=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=f,c[1]=0,c[5]=u,c[9]=0,c[13]=d,c[2]=0,c[6]=0,c[10]=p,c[14]=y,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<16;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<16;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t[e+9]=n[9],t[e+10]=n[10],t[e+11]=n[11],t[e+12]=n[12],t[e+13]=n[13],t[e+14]=n[14],t[e+15]=n[15],t}},kr=new z,Pi=new Me,iv=new z(0,0,0),sv=new z(1,1,1),Is=new z,dl=new z,si=new z,im=new Me,sm=new ai,ms=class i{constructor(t=0,e=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=n,this._order=s}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,n,s=this._order){return this._x=t,this._y=e,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,n=!0){let s=t.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],h=s[9],u=s[2],f=s[6],d=s[10];switch(e){case"XYZ":this._y=Math.asin(me(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,d),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(f,c),this._z=0);break;case"YXZ":this._x=Math.asin(-me(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,d),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(me(f,-1,1)),Math.abs(f)<.9999999?(this._y=Math.atan2(-u,d),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-me(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(f,d),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(me(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(a,d));break;case"XZY":this._z=Math.asin(-me(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(f,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,d),this._y=0);break;default:Kt("Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,n===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,n){return im.makeRotationFromQuaternion(t),this.setFromRotationMatrix(im,e,n)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return sm.setFromEuler(this),this.setFromQuaternion(sm,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};ms.DEFAULT_ORDER="XYZ";var so=class{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}},rv=0,rm=new z,zr=new ai,ls=new Me,pl=new z,qo=new z,ov=new z,av=new ai,om=new z(1,0,0),am=new z(0,1,0),lm=new z(0,0,1),cm={type:"added"},lv={type:"removed"},Gr={type:"childadded",child:null},Ku={type:"childremoved",child:null},qn=class i extends Ni{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:rv++}),this.uuid=xo(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let t=new z,e=new ms,n=new ai,s=new z(1,1,1);function r(){n.setFromEuler(e,!1)}function o(){e.setFromQuaternion(n,void 0,!1)}e._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new Me},normalMatrix:{value:new ne}}),this.matrix=new Me,this.matrixWorld=new Me,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new so,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return zr.setFromAxisAngle(t,e),this.quaternion.multiply(zr),this}rotateOnWorldAxis(t,e){return zr.setFromAxisAngle(t,e),this.quaternion.premultiply(zr),this}rotateX(t){return this.rotateOnAxis(om,t)}rotateY(t){return this.rotateOnAxis(am,t)}rotateZ(t){return this.rotateOnAxis(lm,t)}translateOnAxis(t,e){return rm.copy(t).applyQuaternion(this.quaternion),this.position.add(rm.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(om,t)}translateY(t){return this.translateOnAxis(am,t)}translateZ(t){return this.translateOnAxis(lm,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(ls.copy(this.matrixWorld).invert())}lookAt(t,e,n){t.isVector3?pl.copy(t):pl.set(t,e,n);let s=this.parent;this.updateWorldMatrix(!0,!1),qo.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?ls.lookAt(qo,pl,this.up):ls.lookAt(pl,qo,this.up),this.quaternion.setFromRotationMatrix(ls),s&&(ls.extractRotation(s.matrixWorld),zr.setFromRotationMatrix(ls),this.quaternion.premultiply(zr.invert()))}add(t){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return t===this?(te("Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent(cm),Gr.child=t,this.dispatchEvent(Gr),Gr.child=null):te("Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(lv),Ku.child=t,this.dispatchEvent(Ku),Ku.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),ls.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),ls.multiply(t.parent.matrixWorld)),t.applyMatrix4(ls),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent(cm),Gr.child=t,this.dispatchEvent(Gr),Gr.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){if(this[t]===e)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(t,e);if(o!==void 0)return o}}getObjectsByProperty(t,e,n=[]){this[t]===e&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(t,e,n);return n}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(qo,t,ov),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(qo,av,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(t){t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverseVisible(t)}traverseAncestors(t){let e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let t=this.pivot;if(t!==null){let e=t.x,n=t.y,s=t.z,r=this.matrix.elements;r[12]+=e-r[0]*e-r[4]*n-r[8]*s,r[13]+=n-r[1]*e-r[5]*n-r[9]*s,r[14]+=s-r[2]*e-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].updateMatrixWorld(t)}updateWorldMatrix(t,e,n=!1){let s=this.parent;if(t===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),e===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(t){let e=t===void 0||typeof t=="string",n={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(t),s.indirectTexture=this._indirectTexture.toJSON(t),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(t)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(t.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(t.shapes,u)}else r(t.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(t.materials,this.material[l]));s.material=a}else s.material=r(t.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(t).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(t.animations,l))}}if(e){let a=o(t.geometries),l=o(t.materials),c=o(t.textures),h=o(t.images),u=o(t.shapes),f=o(t.skeletons),d=o(t.animations),p=o(t.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),u.length>0&&(n.shapes=u),f.length>0&&(n.skeletons=f),d.length>0&&(n.animations=d),p.length>0&&(n.nodes=p)}return n.object=s,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.pivot=t.pivot!==null?t.pivot.clone():null,this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.static=t.static,this.animations=t.animations.slice(),this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let n=0;n<t.children.length;n++){let s=t.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};qn.DEFAULT_UP=new z(0,1,0);qn.DEFAULT_MATRIX_AUTO_UPDATE=!0;qn.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var Zn=class extends qn{constructor(){super(),this.isGroup=!0,this.type="Group"}},cv={type:"move"},ro=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new Zn,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new Zn,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new z,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new z),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new Zn,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new z,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new z,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){let e=this._hand;if(e)for(let n of t.hand.values())this._getHandJoint(e,n)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(c&&t.hand){o=!0;for(let y of t.hand.values()){let m=e.getJointPose(y,n),g=this._getHandJoint(c,y);m!==null&&(g.matrix.fromArray(m.transform.matrix),g.matrix.decompose(g.position,g.quaternion,g.scale),g.matrixWorldNeedsUpdate=!0,g.jointRadius=m.radius),g.visible=m!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],f=h.position.distanceTo(u.position),d=.02,p=.005;c.inputState.pinching&&f>d+p?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):!c.inputState.pinching&&f<=d-p&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else l!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:t,target:this})));a!==null&&(s=e.getPose(t.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(cv)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){let n=new Zn;n.matrixAutoUpdate=!1,n.visible=!1,t.joints[e.jointName]=n,t.add(n)}return t.joints[e.jointName]}},lg={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Ls={h:0,s:0,l:0},ml={h:0,s:0,l:0};function Ju(i,t,e){return e<0&&(e+=1),e>1&&(e-=1),e<1/6?i+(t-i)*6*e:e<1/2?t:e<2/3?i+(t-i)*6*(2/3-e):i}var Gt=class{constructor(t,e,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,n)}set(t,e,n){if(e===void 0&&n===void 0){let s=t;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(t,e,n);return this}setScalar(t){return this.r=t,this.g=t,this.b=t,this}setHex(t,e=Ln){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,xe.colorSpaceToWorking(this,e),this}setRGB(t,e,n,s=xe.workingColorSpace){return this.r=t,this.g=e,this.b=n,xe.colorSpaceToWorking(this,s),this}setHSL(t,e,n,s=xe.workingColorSpace){if(t=qf(t,1),e=me(e,0,1),n=me(n,0,1),e===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+e):n+e-n*e,o=2*n-r;this.r=Ju(o,r,t+1/3),this.g=Ju(o,r,t),this.b=Ju(o,r,t-1/3)}return xe.colorSpaceToWorking(this,s),this}setStyle(t,e=Ln){function n(r){r!==void 0&&parseFloat(r)<1&&Kt("Color: Alpha component of "+t+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(t)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,e);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:Kt("Color: Unknown color model "+t)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(t)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(o===6)return this.setHex(parseInt(r,16),e);Kt("Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=Ln){let n=lg[t.toLowerCase()];return n!==void 0?this.setHex(n,e):Kt("Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=ds(t.r),this.g=ds(t.g),this.b=ds(t.b),this}copyLinearToSRGB(t){return this.r=jr(t.r),this.g=jr(t.g),this.b=jr(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=Ln){return xe.workingToColorSpace(Un.copy(this),t),Math.round(me(Un.r*255,0,255))*65536+Math.round(me(Un.g*255,0,255))*256+Math.round(me(Un.b*255,0,255))}getHexString(t=Ln){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=xe.workingColorSpace){xe.workingToColorSpace(Un.copy(this),e);let n=Un.r,s=Un.g,r=Un.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let u=o-a;switch(c=h<=.5?u/(o+a):u/(2-o-a),o){case n:l=(s-r)/u+(s<r?6:0);break;case s:l=(r-n)/u+2;break;case r:l=(n-s)/u+4;break}l/=6}return t.h=l,t.s=c,t.l=h,t}getRGB(t,e=xe.workingColorSpace){return xe.workingToColorSpace(Un.copy(this),e),t.r=Un.r,t.g=Un.g,t.b=Un.b,t}getStyle(t=Ln){xe.workingToColorSpace(Un.copy(this),t);let e=Un.r,n=Un.g,s=Un.b;return t!==Ln?`color(${t} ${e.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(t,e,n){return this.getHSL(Ls),this.setHSL(Ls.h+t,Ls.s+e,Ls.l+n)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,n){return this.r=t.r+(e.r-t.r)*n,this.g=t.g+(e.g-t.g)*n,this.b=t.b+(e.b-t.b)*n,this}lerpHSL(t,e){this.getHSL(Ls),t.getHSL(ml);let n=ta(Ls.h,ml.h,e),s=ta(Ls.s,ml.s,e),r=ta(Ls.l,ml.l,e);return this.setHSL(n,s,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){let e=this.r,n=this.g,s=this.b,r=t.elements;return this.r=r[0]*e+r[3]*n+r[6]*s,this.g=r[1]*e+r[4]*n+r[7]*s,this.b=r[2]*e+r[5]*n+r[8]*s,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Un=new Gt;Gt.NAMES=lg;var oo=class extends qn{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new ms,this.environmentIntensity=1,this.environmentRotation=new ms,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(t,e){return super.copy(t,e),this.background=t.background!==null?t.background.clone():null,this.environment=t.environment!==null?t.environment.clone():null,this.fog=t.fog!==null?t.fog.clone():null,this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,this.environmentRotation.copy(t.environmentRotation),this.overrideMaterial=t.overrideMaterial!==null?t.overrideMaterial.clone():null,this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){let e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),e.object.backgroundBlurriness=this.backgroundBlurriness,e.object.backgroundIntensity=this.backgroundIntensity,e.object.backgroundRotation=this.backgroundRotation.toArray(),e.object.environmentIntensity=this.environmentIntensity,e.object.environmentRotation=this.environmentRotation.toArray(),e}},Ii=new z,cs=new z,ju=new z,hs=new z,Vr=new z,Hr=new z,hm=new z,Qu=new z,tf=new z,ef=new z,nf=new Ye,sf=new Ye,rf=new Ye,Us=class i{constructor(t=new z,e=new z,n=new z){this.a=t,this.b=e,this.c=n}static getNormal(t,e,n,s){s.subVectors(n,e),Ii.subVectors(t,e),s.cross(Ii);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(t,e,n,s,r){Ii.subVectors(s,e),cs.subVectors(n,e),ju.subVectors(t,e);let o=Ii.dot(Ii),a=Ii.dot(cs),l=Ii.dot(ju),c=cs.dot(cs),h=cs.dot(ju),u=o*c-a*a;if(u===0)return r.set(0,0,0),null;let f=1/u,d=(c*l-a*h)*f,p=(o*h-a*l)*f;return r.set(1-d-p,p,d)}static containsPoint(t,e,n,s){return this.getBarycoord(t,e,n,s,hs)===null?!1:hs.x>=0&&hs.y>=0&&hs.x+hs.y<=1}static getInterpolation(t,e,n,s,r,o,a,l){return this.getBarycoord(t,e,n,s,hs)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,hs.x),l.addScaledVector(o,hs.y),l.addScaledVector(a,hs.z),l)}static getInterpolatedAttribute(t,e,n,s,r,o){return nf.setScalar(0),sf.setScalar(0),rf.setScalar(0),nf.fromBufferAttribute(t,e),sf.fromBufferAttribute(t,n),rf.fromBufferAttribute(t,s),o.setScalar(0),o.addScaledVector(nf,r.x),o.addScaledVector(sf,r.y),o.addScaledVector(rf,r.z),o}static isFrontFacing(t,e,n,s){return Ii.subVectors(n,e),cs.subVectors(t,e),Ii.cross(cs).dot(s)<0}set(t,e,n){return this.a.copy(t),this.b.copy(e),this.c.copy(n),this}setFromPointsAndIndices(t,e,n,s){return this.a.copy(t[e]),this.b.copy(t[n]),this.c.copy(t[s]),this}setFromAttributeAndIndices(t,e,n,s){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,n),this.c.fromBufferAttribute(t,s),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return Ii.subVectors(this.c,this.b),cs.subVectors(this.a,this.b),Ii.cross(cs).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return i.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return i.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,n,s,r){return i.getInterpolation(t,this.a,this.b,this.c,e,n,s,r)}containsPoint(t){return i.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return i.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){let n=this.a,s=this.b,r=this.c,o,a;Vr.subVectors(s,n),Hr.subVectors(r,n),Qu.subVectors(t,n);let l=Vr.dot(Qu),c=Hr.dot(Qu);if(l<=0&&c<=0)return e.copy(n);tf.subVectors(t,s);let h=Vr.dot(tf),u=Hr.dot(tf);if(h>=0&&u<=h)return e.copy(s);let f=l*u-h*c;if(f<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),e.copy(n).addScaledVector(Vr,o);ef.subVectors(t,r);let d=Vr.dot(ef),p=Hr.dot(ef);if(p>=0&&d<=p)return e.copy(r);let y=d*c-l*p;if(y<=0&&c>=0&&p<=0)return a=c/(c-p),e.copy(n).addScaledVector(Hr,a);let m=h*p-d*u;if(m<=0&&u-h>=0&&d-p>=0)return hm.subVectors(r,s),a=(u-h)/(u-h+(d-p)),e.copy(s).addScaledVector(hm,a);let g=1/(m+y+f);return o=y*g,a=f*g,e.copy(n).addScaledVector(Vr,o).addScaledVector(Hr,a)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}},Ki=class{constructor(t=new z(1/0,1/0,1/0),e=new z(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e+=3)this.expandByPoint(Li.fromArray(t,e));return this}setFromBufferAttribute(t){this.makeEmpty();for(let e=0,n=t.count;e<n;e++)this.expandByPoint(Li.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){let n=Li.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(n),this.max.copy(t).add(n),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);let n=t.geometry;if(n!==void 0){let r=n.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==!0&&t.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)t.isMesh===!0?t.getVertexPosition(o,Li):Li.fromBufferAttribute(r,o),Li.applyMatrix4(t.matrixWorld),this.expandByPoint(Li);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),gl.copy(t.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),gl.copy(n.boundingBox)),gl.applyMatrix4(t.matrixWorld),this.union(gl)}let s=t.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,Li),Li.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,n;return t.normal.x>0?(e=t.normal.x*this.min.x,n=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,n=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,n+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,n+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,n+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,n+=t.normal.z*this.min.z),e<=-t.constant&&n>=-t.constant}intersectsTriangle(t){if(this.isEmpty())return!1;this.getCenter(Yo),_l.subVectors(this.max,Yo),Wr.subVectors(t.a,Yo),Xr.subVectors(t.b,Yo),qr.subVectors(t.c,Yo),Ns.subVectors(Xr,Wr),Ds.subVectors(qr,Xr),sr.subVectors(Wr,qr);let e=[0,-Ns.z,Ns.y,0,-Ds.z,Ds.y,0,-sr.z,sr.y,Ns.z,0,-Ns.x,Ds.z,0,-Ds.x,sr.z,0,-sr.x,-Ns.y,Ns.x,0,-Ds.y,Ds.x,0,-sr.y,sr.x,0];return!of(e,Wr,Xr,qr,_l)||(e=[1,0,0,0,1,0,0,0,1],!of(e,Wr,Xr,qr,_l))?!1:(xl.crossVectors(Ns,Ds),e=[xl.x,xl.y,xl.z],of(e,Wr,Xr,qr,_l))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,Li).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(Li).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(us[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),us[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),us[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),us[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),us[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),us[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(t),us[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),us[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(us),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(t){return this.min.fromArray(t.min),this.max.fromArray(t.max),this}},us=[new z,new z,new z,new z,new z,new z,new z,new z],Li=new z,gl=new Ki,Wr=new z,Xr=new z,qr=new z,Ns=new z,Ds=new z,sr=new z,Yo=new z,_l=new z,xl=new z,rr=new z;function of(i,t,e,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){rr.fromArray(i,r);let a=s.x*Math.abs(rr.x)+s.y*Math.abs(rr.y)+s.z*Math.abs(rr.z),l=t.dot(rr),c=e.dot(rr),h=n.dot(rr);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var dn=new z,yl=new qt,hv=0,nn=class extends Ni{constructor(t,e,n=!1){if(super(),Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:hv++}),this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=n,this.usage=eg,this.updateRanges=[],this.gpuType=bi,this.version=0,this._normalizationScale=t!==void 0?$f(t):void 0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,this.usage=t.usage,this.gpuType=t.gpuType,this._normalizationScale=t._normalizationScale,this}copyAt(t,e,n){t*=this.itemSize,n*=e.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[t+s]=e.array[n+s];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,n=this.count;e<n;e++)yl.fromBufferAttribute(this,e),yl.applyMatrix3(t),this.setXY(e,yl.x,yl.y);else if(this.itemSize===3)for(let e=0,n=this.count;e<n;e++)dn.fromBufferAttribute(this,e),dn.applyMatrix3(t),this.setXYZ(e,dn.x,dn.y,dn.z);return this}applyMatrix4(t){for(let e=0,n=this.count;e<n;e++)dn.fromBufferAttribute(this,e),dn.applyMatrix4(t),this.setXYZ(e,dn.x,dn.y,dn.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)dn.fromBufferAttribute(this,e),dn.applyNormalMatrix(t),this.setXYZ(e,dn.x,dn.y,dn.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)dn.fromBufferAttribute(this,e),dn.transformDirection(t),this.setXYZ(e,dn.x,dn.y,dn.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let n=this.array[t*this.itemSize+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(n)),this.array[t*this.itemSize+e]=n,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=this._denormalize(e)),e}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=this._denormalize(e)),e}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=this._denormalize(e)),e}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=this._denormalize(e)),e}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,n){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.array[t+0]=e,this.array[t+1]=n,this}setXYZ(t,e,n,s){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return t.name=this.name,t.usage=this.usage,t.gpuType=this.gpuType,t}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):og(t,this.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):ag(t,this.array)}};var oa=class extends nn{constructor(t,e,n){super(new Uint16Array(t),e,n)}};var aa=class extends nn{constructor(t,e,n){super(new Uint32Array(t),e,n)}};var le=class extends nn{constructor(t,e,n){super(new Float32Array(t),e,n)}},uv=new Ki,$o=new z,af=new z,Os=class{constructor(t=new z,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){let n=this.center;e!==void 0?n.copy(e):uv.setFromPoints(t).getCenter(n);let s=0;for(let r=0,o=t.length;r<o;r++)s=Math.max(s,n.distanceToSquared(t[r]));return this.radius=Math.sqrt(s),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){let e=this.radius+t.radius;return t.center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){let n=this.center.distanceToSquared(t);return e.copy(t),n>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;$o.subVectors(t,this.center);let e=$o.lengthSq();if(e>this.radius*this.radius){let n=Math.sqrt(e),s=(n-this.radius)*.5;this.center.addScaledVector($o,s/n),this.radius+=s}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(af.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint($o.copy(t.center).add(af)),this.expandByPoint($o.copy(t.center).sub(af))),this)}equals(t){return t.center.equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(t){return this.radius=t.radius,this.center.fromArray(t.center),this}},fv=0,_i=new Me,lf=new qn,Yr=new z,ri=new Ki,Zo=new Ki,Rn=new z,Be=class i extends Ni{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:fv++}),this.uuid=xo(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new(Oy(t)?aa:oa)(t,1):this.index=t,this}setIndirect(t,e=0){return this.indirect=t,this.indirectOffset=e,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,n=0){this.groups.push({start:t,count:e,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){let e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new ne().getNormalMatrix(t);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(t),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(t){return _i.makeRotationFromQuaternion(t),this.applyMatrix4(_i),this}rotateX(t){return _i.makeRotationX(t),this.applyMatrix4(_i),this}rotateY(t){return _i.makeRotationY(t),this.applyMatrix4(_i),this}rotateZ(t){return _i.makeRotationZ(t),this.applyMatrix4(_i),this}translate(t,e,n){return _i.makeTranslation(t,e,n),this.applyMatrix4(_i),this}scale(t,e,n){return _i.makeScale(t,e,n),this.applyMatrix4(_i),this}lookAt(t){return lf.lookAt(t),lf.updateMatrix(),this.applyMatrix4(lf.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(Yr).negate(),this.translate(Yr.x,Yr.y,Yr.z),this}setFromPoints(t){let e=this.getAttribute("position");if(e===void 0){let n=[];for(let s=0,r=t.length;s<r;s++){let o=t[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new le(n,3))}else{let n=Math.min(t.length,e.count);for(let s=0;s<n;s++){let r=t[s];e.setXYZ(s,r.x,r.y,r.z||0)}t.length>e.count&&Kt("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Ki);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){te("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new z(-1/0,-1/0,-1/0),new z(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let n=0,s=e.length;n<s;n++){let r=e[n];ri.setFromBufferAttribute(r),this.morphTargetsRelative?(Rn.addVectors(this.boundingBox.min,ri.min),this.boundingBox.expandByPoint(Rn),Rn.addVectors(this.boundingBox.max,ri.max),this.boundingBox.expandByPoint(Rn)):(this.boundingBox.expandByPoint(ri.min),this.boundingBox.expandByPoint(ri.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&te('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Os);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){te("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new z,1/0);return}if(t){let n=this.boundingSphere.center;if(ri.setFromBufferAttribute(t),e)for(let r=0,o=e.length;r<o;r++){let a=e[r];Zo.setFromBufferAttribute(a),this.morphTargetsRelative?(Rn.addVectors(ri.min,Zo.min),ri.expandByPoint(Rn),Rn.addVectors(ri.max,Zo.max),ri.expandByPoint(Rn)):(ri.expandByPoint(Zo.min),ri.expandByPoint(Zo.max))}ri.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)Rn.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(Rn));if(e)for(let r=0,o=e.length;r<o;r++){let a=e[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)Rn.fromBufferAttribute(a,c),l&&(Yr.fromBufferAttribute(t,c),Rn.add(Yr)),s=Math.max(s,n.distanceToSquared(Rn))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&te('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){te("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=e.position,s=e.normal,r=e.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new nn(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let k=0;k<n.count;k++)a[k]=new z,l[k]=new z;let h=new z,u=new z,f=new z,d=new qt,p=new qt,y=new qt,m=new z,g=new z;function v(k,D,N){c[k]=c[D]=c[N]=1,h.fromBufferAttribute(n,k),u.fromBufferAttribute(n,D),f.fromBufferAttribute(n,N),d.fromBufferAttribute(r,k),p.fromBufferAttribute(r,D),y.fromBufferAttribute(r,N),u.sub(h),f.sub(h),p.sub(d),y.sub(d);let G=1/(p.x*y.y-y.x*p.y);isFinite(G)&&(m.copy(u).multiplyScalar(y.y).addScaledVector(f,-p.y).multiplyScalar(G),g.copy(f).multiplyScalar(p.x).addScaledVector(u,-y.x).multiplyScalar(G),a[k].add(m),a[D].add(m),a[N].add(m),l[k].add(g),l[D].add(g),l[N].add(g))}let T=this.groups;T.length===0&&(T=[{start:0,count:t.count}]);for(let k=0,D=T.length;k<D;++k){let N=T[k],G=N.start,W=N.count;for(let L=G,X=G+W;L<X;L+=3)v(t.getX(L+0),t.getX(L+1),t.getX(L+2))}let M=new z,C=new z,A=new z,x=new z;function E(k){A.fromBufferAttribute(s,k),x.copy(A);let D=a[k];M.copy(D),M.sub(A.multiplyScalar(A.dot(D))).normalize(),C.crossVectors(x,D);let G=C.dot(l[k])<0?-1:1;o.setXYZW(k,M.x,M.y,M.z,G)}for(let k=0,D=n.count;k<D;++k)c[k]&&E(k);this._transformed=!0}computeVertexNormals(){let t=this.index,e=this.getAttribute("position");if(e!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==e.count)n=new nn(new Float32Array(e.count*3),3),this.setAttribute("normal",n);else for(let f=0,d=n.count;f<d;f++)n.setXYZ(f,0,0,0);let s=new z,r=new z,o=new z,a=new z,l=new z,c=new z,h=new z,u=new z;if(t)for(let f=0,d=t.count;f<d;f+=3){let p=t.getX(f+0),y=t.getX(f+1),m=t.getX(f+2);s.fromBufferAttribute(e,p),r.fromBufferAttribute(e,y),o.fromBufferAttribute(e,m),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),a.fromBufferAttribute(n,p),l.fromBufferAttribute(n,y),c.fromBufferAttribute(n,m),a.add(h),l.add(h),c.add(h),n.setXYZ(p,a.x,a.y,a.z),n.setXYZ(y,l.x,l.y,l.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let f=0,d=e.count;f<d;f+=3)s.fromBufferAttribute(e,f+0),r.fromBufferAttribute(e,f+1),o.fromBufferAttribute(e,f+2),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),n.setXYZ(f+0,h.x,h.y,h.z),n.setXYZ(f+1,h.x,h.y,h.z),n.setXYZ(f+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let e=0,n=t.count;e<n;e++)Rn.fromBufferAttribute(t,e),Rn.normalize(),t.setXYZ(e,Rn.x,Rn.y,Rn.z)}toNonIndexed(){function t(a,l){let c=a.array,h=a.itemSize,u=a.normalized,f=new c.constructor(l.length*h),d=0,p=0;for(let y=0,m=l.length;y<m;y++){a.isInterleavedBufferAttribute?d=l[y]*a.data.stride+a.offset:d=l[y]*h;for(let g=0;g<h;g++)f[p++]=c[d++]}return new nn(f,h,u)}if(this.index===null)return Kt("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let e=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=t(l,n);e.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,u=c.length;h<u;h++){let f=c[h],d=t(f,n);l.push(d)}e.morphAttributes[a]=l}e.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];e.addGroup(c.start,c.count,c.materialIndex)}return e}toJSON(){let t={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,t.name=this.name,Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(t[c]=l[c]);return t}t.data={attributes:{}};let e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});let n=this.attributes;for(let l in n){let c=n[l];t.data.attributes[l]=c.toJSON(t.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,f=c.length;u<f;u++){let d=c[u];h.push(d.toJSON(t.data))}h.length>0&&(s[l]=h,r=!0)}r&&(t.data.morphAttributes=s,t.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(t.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(t.data.boundingSphere=a.toJSON()),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let e={};this.name=t.name;let n=t.index;n!==null&&this.setIndex(n.clone());let s=t.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(e))}let r=t.morphAttributes;for(let c in r){let h=[],u=r[c];for(let f=0,d=u.length;f<d;f++)h.push(u[f].clone(e));this.morphAttributes[c]=h}this.morphTargetsRelative=t.morphTargetsRelative;let o=t.groups;for(let c=0,h=o.length;c<h;c++){let u=o[c];this.addGroup(u.start,u.count,u.materialIndex)}let a=t.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this._transformed=t._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}};var cf=new z,dv=new z,pv=new ne,oi=class{constructor(t=new z(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,n,s){return this.normal.set(t,e,n),this.constant=s,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,n){let s=cf.subVectors(n,e).cross(dv.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(s,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){let t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e,n=!0){let s=t.delta(cf),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;let o=-(t.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:e.copy(t.start).addScaledVector(s,o)}intersectsLine(t){let e=this.distanceToPoint(t.start),n=this.distanceToPoint(t.end);return e<0&&n>0||n<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){let n=e||pv.getNormalMatrix(t),s=this.coplanarPoint(cf).applyMatrix4(t),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(t){return this.normal.fromArray(t.normal),this.constant=t.constant,this}},mv=0,Bs=class extends Ni{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:mv++}),this.uuid=xo(),this.name="",this.type="Material",this.blending=mo,this.side=ji,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Ef,this.blendDst=Af,this.blendEquation=fr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new Gt(0,0,0),this.blendAlpha=0,this.depthFunc=Qr,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=Zm,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Fl,this.stencilZFail=Fl,this.stencilZPass=Fl,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(let e in t){let n=t[e];if(n===void 0){Kt(`Material: parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){Kt(`Material: '${e}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(t).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(t).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(t).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(t).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(t).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(t).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(t).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(t).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(t).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(e){let r=s(t.textures),o=s(t.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(t,e){if(t.uuid!==void 0&&(this.uuid=t.uuid),t.name!==void 0&&(this.name=t.name),t.color!==void 0&&this.color!==void 0&&this.color.setHex(t.color),t.roughness!==void 0&&(this.roughness=t.roughness),t.metalness!==void 0&&(this.metalness=t.metalness),t.sheen!==void 0&&(this.sheen=t.sheen),t.sheenColor!==void 0&&(this.sheenColor=new Gt().setHex(t.sheenColor)),t.sheenRoughness!==void 0&&(this.sheenRoughness=t.sheenRoughness),t.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(t.emissive),t.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(t.specular),t.specularIntensity!==void 0&&(this.specularIntensity=t.specularIntensity),t.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(t.specularColor),t.shininess!==void 0&&(this.shininess=t.shininess),t.clearcoat!==void 0&&(this.clearcoat=t.clearcoat),t.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=t.clearcoatRoughness),t.diffuseRoughness!==void 0&&(this.diffuseRoughness=t.diffuseRoughness),t.dispersion!==void 0&&(this.dispersion=t.dispersion),t.retroreflectivity!==void 0&&(this.retroreflectivity=t.retroreflectivity),t.iridescence!==void 0&&(this.iridescence=t.iridescence),t.iridescenceIOR!==void 0&&(this.iridescenceIOR=t.iridescenceIOR),t.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessMinimum),t.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=t.iridescenceThicknessMaximum),t.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=t.iridescenceThicknessRange[1]),t.transmission!==void 0&&(this.transmission=t.transmission),t.thickness!==void 0&&(this.thickness=t.thickness),t.attenuationDistance!==void 0&&(this.attenuationDistance=t.attenuationDistance),t.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(t.attenuationColor),t.anisotropy!==void 0&&(this.anisotropy=t.anisotropy),t.anisotropyRotation!==void 0&&(this.anisotropyRotation=t.anisotropyRotation),t.fog!==void 0&&(this.fog=t.fog),t.flatShading!==void 0&&(this.flatShading=t.flatShading),t.blending!==void 0&&(this.blending=t.blending),t.combine!==void 0&&(this.combine=t.combine),t.side!==void 0&&(this.side=t.side),t.shadowSide!==void 0&&(this.shadowSide=t.shadowSide),t.opacity!==void 0&&(this.opacity=t.opacity),t.transparent!==void 0&&(this.transparent=t.transparent),t.alphaTest!==void 0&&(this.alphaTest=t.alphaTest),t.alphaHash!==void 0&&(this.alphaHash=t.alphaHash),t.depthFunc!==void 0&&(this.depthFunc=t.depthFunc),t.depthTest!==void 0&&(this.depthTest=t.depthTest),t.depthWrite!==void 0&&(this.depthWrite=t.depthWrite),t.colorWrite!==void 0&&(this.colorWrite=t.colorWrite),t.clippingPlanes!==void 0&&(this.clippingPlanes=t.clippingPlanes.map(n=>new oi().fromJSON(n))),t.clipIntersection!==void 0&&(this.clipIntersection=t.clipIntersection),t.clipShadows!==void 0&&(this.clipShadows=t.clipShadows),t.depthPacking!==void 0&&(this.depthPacking=t.depthPacking),t.blendSrc!==void 0&&(this.blendSrc=t.blendSrc),t.blendDst!==void 0&&(this.blendDst=t.blendDst),t.blendEquation!==void 0&&(this.blendEquation=t.blendEquation),t.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=t.blendSrcAlpha),t.blendDstAlpha!==void 0&&(this.blendDstAlpha=t.blendDstAlpha),t.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=t.blendEquationAlpha),t.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(t.blendColor),t.blendAlpha!==void 0&&(this.blendAlpha=t.blendAlpha),t.stencilWriteMask!==void 0&&(this.stencilWriteMask=t.stencilWriteMask),t.stencilFunc!==void 0&&(this.stencilFunc=t.stencilFunc),t.stencilRef!==void 0&&(this.stencilRef=t.stencilRef),t.stencilFuncMask!==void 0&&(this.stencilFuncMask=t.stencilFuncMask),t.stencilFail!==void 0&&(this.stencilFail=t.stencilFail),t.stencilZFail!==void 0&&(this.stencilZFail=t.stencilZFail),t.stencilZPass!==void 0&&(this.stencilZPass=t.stencilZPass),t.stencilWrite!==void 0&&(this.stencilWrite=t.stencilWrite),t.wireframe!==void 0&&(this.wireframe=t.wireframe),t.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=t.wireframeLinewidth),t.wireframeLinecap!==void 0&&(this.wireframeLinecap=t.wireframeLinecap),t.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=t.wireframeLinejoin),t.rotation!==void 0&&(this.rotation=t.rotation),t.linewidth!==void 0&&(this.linewidth=t.linewidth),t.linecap!==void 0&&(this.linecap=t.linecap),t.linejoin!==void 0&&(this.linejoin=t.linejoin),t.dashSize!==void 0&&(this.dashSize=t.dashSize),t.gapSize!==void 0&&(this.gapSize=t.gapSize),t.scale!==void 0&&(this.scale=t.scale),t.polygonOffset!==void 0&&(this.polygonOffset=t.polygonOffset),t.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=t.polygonOffsetFactor),t.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=t.polygonOffsetUnits),t.dithering!==void 0&&(this.dithering=t.dithering),t.alphaToCoverage!==void 0&&(this.alphaToCoverage=t.alphaToCoverage),t.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=t.premultipliedAlpha),t.forceSinglePass!==void 0&&(this.forceSinglePass=t.forceSinglePass),t.allowOverride!==void 0&&(this.allowOverride=t.allowOverride),t.visible!==void 0&&(this.visible=t.visible),t.toneMapped!==void 0&&(this.toneMapped=t.toneMapped),t.userData!==void 0&&(this.userData=t.userData),t.vertexColors!==void 0&&(typeof t.vertexColors=="number"?this.vertexColors=t.vertexColors>0:this.vertexColors=t.vertexColors),t.size!==void 0&&(this.size=t.size),t.sizeAttenuation!==void 0&&(this.sizeAttenuation=t.sizeAttenuation),t.map!==void 0&&(this.map=e[t.map]||null),t.matcap!==void 0&&(this.matcap=e[t.matcap]||null),t.alphaMap!==void 0&&(this.alphaMap=e[t.alphaMap]||null),t.bumpMap!==void 0&&(this.bumpMap=e[t.bumpMap]||null),t.bumpScale!==void 0&&(this.bumpScale=t.bumpScale),t.normalMap!==void 0&&(this.normalMap=e[t.normalMap]||null),t.normalMapType!==void 0&&(this.normalMapType=t.normalMapType),t.normalScale!==void 0){let n=t.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new qt().fromArray(n)}return t.displacementMap!==void 0&&(this.displacementMap=e[t.displacementMap]||null),t.displacementScale!==void 0&&(this.displacementScale=t.displacementScale),t.displacementBias!==void 0&&(this.displacementBias=t.displacementBias),t.roughnessMap!==void 0&&(this.roughnessMap=e[t.roughnessMap]||null),t.metalnessMap!==void 0&&(this.metalnessMap=e[t.metalnessMap]||null),t.emissiveMap!==void 0&&(this.emissiveMap=e[t.emissiveMap]||null),t.emissiveIntensity!==void 0&&(this.emissiveIntensity=t.emissiveIntensity),t.specularMap!==void 0&&(this.specularMap=e[t.specularMap]||null),t.specularIntensityMap!==void 0&&(this.specularIntensityMap=e[t.specularIntensityMap]||null),t.specularColorMap!==void 0&&(this.specularColorMap=e[t.specularColorMap]||null),t.envMap!==void 0&&(this.envMap=e[t.envMap]||null),t.envMapRotation!==void 0&&this.envMapRotation.fromArray(t.envMapRotation),t.envMapIntensity!==void 0&&(this.envMapIntensity=t.envMapIntensity),t.reflectivity!==void 0&&(this.reflectivity=t.reflectivity),t.refractionRatio!==void 0&&(this.refractionRatio=t.refractionRatio),t.lightMap!==void 0&&(this.lightMap=e[t.lightMap]||null),t.lightMapIntensity!==void 0&&(this.lightMapIntensity=t.lightMapIntensity),t.aoMap!==void 0&&(this.aoMap=e[t.aoMap]||null),t.aoMapIntensity!==void 0&&(this.aoMapIntensity=t.aoMapIntensity),t.gradientMap!==void 0&&(this.gradientMap=e[t.gradientMap]||null),t.clearcoatMap!==void 0&&(this.clearcoatMap=e[t.clearcoatMap]||null),t.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=e[t.clearcoatRoughnessMap]||null),t.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=e[t.clearcoatNormalMap]||null),t.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new qt().fromArray(t.clearcoatNormalScale)),t.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=e[t.diffuseRoughnessMap]||null),t.iridescenceMap!==void 0&&(this.iridescenceMap=e[t.iridescenceMap]||null),t.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=e[t.iridescenceThicknessMap]||null),t.transmissionMap!==void 0&&(this.transmissionMap=e[t.transmissionMap]||null),t.thicknessMap!==void 0&&(this.thicknessMap=e[t.thicknessMap]||null),t.anisotropyMap!==void 0&&(this.anisotropyMap=e[t.anisotropyMap]||null),t.sheenColorMap!==void 0&&(this.sheenColorMap=e[t.sheenColorMap]||null),t.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=e[t.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;let e=t.clippingPlanes,n=null;if(e!==null){let s=e.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=e[r].clone()}return this.clippingPlanes=n,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.allowOverride=t.allowOverride,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}};var fs=new z,hf=new z,vl=new z,Ml=new z,lr=class{constructor(t=new z,e=new z(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){return this.origin.copy(this.at(t,fs)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);let n=e.dot(this.direction);return n<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){let e=fs.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):(fs.copy(this.origin).addScaledVector(this.direction,e),fs.distanceToSquared(t))}distanceSqToSegment(t,e,n,s){hf.copy(t).add(e).multiplyScalar(.5),vl.copy(e).sub(t).normalize(),Ml.copy(this.origin).sub(hf);let r=t.distanceTo(e)*.5,o=-this.direction.dot(vl),a=Ml.dot(this.direction),l=-Ml.dot(vl),c=Ml.lengthSq(),h=Math.abs(1-o*o),u,f,d,p;if(h>0)if(u=o*l-a,f=o*a-l,p=r*h,u>=0)if(f>=-p)if(f<=p){let y=1/h;u*=y,f*=y,d=u*(u+o*f+2*a)+f*(o*u+f+2*l)+c}else f=r,u=Math.max(0,-(o*f+a)),d=-u*u+f*(f+2*l)+c;else f=-r,u=Math.max(0,-(o*f+a)),d=-u*u+f*(f+2*l)+c;else f<=-p?(u=Math.max(0,-(-o*r+a)),f=u>0?-r:Math.min(Math.max(-r,-l),r),d=-u*u+f*(f+2*l)+c):f<=p?(u=0,f=Math.min(Math.max(-r,-l),r),d=f*(f+2*l)+c):(u=Math.max(0,-(o*r+a)),f=u>0?r:Math.min(Math.max(-r,-l),r),d=-u*u+f*(f+2*l)+c);else f=o>0?-r:r,u=Math.max(0,-(o*f+a)),d=-u*u+f*(f+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),s&&s.copy(hf).addScaledVector(vl,f),d}intersectSphere(t,e){if(t.radius<0)return null;fs.subVectors(t.center,this.origin);let n=fs.dot(this.direction),s=fs.dot(fs)-n*n,r=t.radius*t.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,e):this.at(a,e)}intersectsSphere(t){return t.radius<0?!1:this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){let e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(t.normal)+t.constant)/e;return n>=0?n:null}intersectPlane(t,e){let n=this.distanceToPlane(t);return n===null?null:this.at(n,e)}intersectsPlane(t){let e=t.distanceToPoint(this.origin);return e===0||t.normal.dot(this.direction)*e<0}intersectBox(t,e){let n,s,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,f=this.origin;return c>=0?(n=(t.min.x-f.x)*c,s=(t.max.x-f.x)*c):(n=(t.max.x-f.x)*c,s=(t.min.x-f.x)*c),h>=0?(r=(t.min.y-f.y)*h,o=(t.max.y-f.y)*h):(r=(t.max.y-f.y)*h,o=(t.min.y-f.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),u>=0?(a=(t.min.z-f.z)*u,l=(t.max.z-f.z)*u):(a=(t.max.z-f.z)*u,l=(t.min.z-f.z)*u),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,e)}intersectsBox(t){return this.intersectBox(t,fs)!==null}intersectTriangle(t,e,n,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,u=t.x-o.x,f=t.y-o.y,d=t.z-o.z,p=e.x-o.x,y=e.y-o.y,m=e.z-o.z,g=n.x-o.x,v=n.y-o.y,T=n.z-o.z,M=Math.abs(l),C=Math.abs(c),A=Math.abs(h),x,E,k,D,N,G,W,L,X,$,H,ct;if(M>=C&&M>=A?(k=l,G=u,X=p,ct=g,l>=0?(x=c,E=h,D=f,N=d,W=y,L=m,$=v,H=T):(x=h,E=c,D=d,N=f,W=m,L=y,$=T,H=v)):C>=A?(k=c,G=f,X=y,ct=v,c>=0?(x=h,E=l,D=d,N=u,W=m,L=p,$=T,H=g):(x=l,E=h,D=u,N=d,W=p,L=m,$=g,H=T)):(k=h,G=d,X=m,ct=T,h>=0?(x=l,E=c,D=u,N=f,W=p,L=y,$=g,H=v):(x=c,E=l,D=f,N=u,W=y,L=p,$=v,H=g)),k===0)return null;let J=x/k,Q=E/k,st=1/k,ft=D-J*G,ut=N-Q*G,tt=W-J*X,mt=L-Q*X,xt=$-J*ct,Tt=H-Q*ct,bt=xt*mt-Tt*tt,Wt=ft*Tt-ut*xt,re=tt*ut-mt*ft;if(s){if(bt<0||Wt<0||re<0)return null}else if((bt<0||Wt<0||re<0)&&(bt>0||Wt>0||re>0))return null;let Vt=bt+Wt+re;if(Vt===0)return null;let fe=st*(bt*G+Wt*X+re*ct);return(Vt>0?fe<0:fe>0)?null:this.at(fe/Vt,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Zl=class extends Bs{constructor(t){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new Gt(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ms,this.combine=pc,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}},um=new Me,or=new lr,bl=new Os,fm=new z,Sl=new z,wl=new z,El=new z,uf=new z,Al=new z,dm=new z,Tl=new z,sn=class extends qn{constructor(t=new Be,e=new Zl){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(t,e){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;e.fromBufferAttribute(s,t);let a=this.morphTargetInfluences;if(r&&a){Al.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],u=r[l];h!==0&&(uf.fromBufferAttribute(u,t),o?Al.addScaledVector(uf,h):Al.addScaledVector(uf.sub(e),h))}e.add(Al)}return e}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),bl.copy(n.boundingSphere),bl.applyMatrix4(r),or.copy(t.ray).recast(t.near),!(bl.containsPoint(or.origin)===!1&&(or.intersectSphere(bl,fm)===null||or.origin.distanceToSquared(fm)>(t.far-t.near)**2))&&(um.copy(r).invert(),or.copy(t.ray).applyMatrix4(um),!(n.boundingBox!==null&&or.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(t,e,or)))}_computeIntersections(t,e,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,f=r.groups,d=r.drawRange;if(a!==null)if(Array.isArray(o))for(let p=0,y=f.length;p<y;p++){let m=f[p],g=o[m.materialIndex],v=Math.max(m.start,d.start),T=Math.min(a.count,Math.min(m.start+m.count,d.start+d.count));for(let M=v,C=T;M<C;M+=3){let A=a.getX(M),x=a.getX(M+1),E=a.getX(M+2);s=Cl(this,g,t,n,c,h,u,A,x,E),s&&(s.faceIndex=Math.floor(M/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let p=Math.max(0,d.start),y=Math.min(a.count,d.start+d.count);for(let m=p,g=y;m<g;m+=3){let v=a.getX(m),T=a.getX(m+1),M=a.getX(m+2);s=Cl(this,o,t,n,c,h,u,v,T,M),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let p=0,y=f.length;p<y;p++){let m=f[p],g=o[m.materialIndex],v=Math.max(m.start,d.start),T=Math.min(l.count,Math.min(m.start+m.count,d.start+d.count));for(let M=v,C=T;M<C;M+=3){let A=M,x=M+1,E=M+2;s=Cl(this,g,t,n,c,h,u,A,x,E),s&&(s.faceIndex=Math.floor(M/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let p=Math.max(0,d.start),y=Math.min(l.count,d.start+d.count);for(let m=p,g=y;m<g;m+=3){let v=m,T=m+1,M=m+2;s=Cl(this,o,t,n,c,h,u,v,T,M),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}}};function gv(i,t,e,n,s,r,o,a){let l;if(t.side===Nn?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,t.side===ji,a),l===null)return null;Tl.copy(a),Tl.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(Tl);return c<e.near||c>e.far?null:{distance:c,point:Tl.clone(),object:i}}function Cl(i,t,e,n,s,r,o,a,l,c){i.getVertexPosition(a,Sl),i.getVertexPosition(l,wl),i.getVertexPosition(c,El);let h=gv(i,t,e,n,Sl,wl,El,dm);if(h){let u=new z;Us.getBarycoord(dm,Sl,wl,El,u),s&&(h.uv=Us.getInterpolatedAttribute(s,a,l,c,u,new qt)),r&&(h.uv1=Us.getInterpolatedAttribute(r,a,l,c,u,new qt)),o&&(h.normal=Us.getInterpolatedAttribute(o,a,l,c,u,new z),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let f={a,b:l,c,normal:new z,materialIndex:0};Us.getNormal(Sl,wl,El,f.normal),h.face=f,h.barycoord=u}return h}var la=class extends Kn{constructor(t=null,e=1,n=1,s,r,o,a,l,c=Pn,h=Pn,u,f){super(null,o,a,l,c,h,s,r,u,f),this.isDataTexture=!0,this.image={data:t,width:e,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var On=class extends nn{constructor(t,e,n,s=1){super(t,e,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=s}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}toJSON(){let t=super.toJSON();return t.meshPerAttribute=this.meshPerAttribute,t.isInstancedBufferAttribute=!0,t}},$r=new Me,pm=new Me,Rl=[],mm=new Ki,_v=new Me,Ko=new sn,Jo=new Os,Ji=class extends sn{constructor(t,e,n){super(t,e),this.isInstancedMesh=!0,this.instanceMatrix=new On(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let s=0;s<n;s++)this.setMatrixAt(s,_v)}computeBoundingBox(){let t=this.geometry,e=this.count;this.boundingBox===null&&(this.boundingBox=new Ki),t.boundingBox===null&&t.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,$r),mm.copy(t.boundingBox).applyMatrix4($r),this.boundingBox.union(mm)}computeBoundingSphere(){let t=this.geometry,e=this.count;this.boundingSphere===null&&(this.boundingSphere=new Os),t.boundingSphere===null&&t.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,$r),Jo.copy(t.boundingSphere).applyMatrix4($r),this.boundingSphere.union(Jo)}copy(t,e){return super.copy(t,e),this.instanceMatrix.copy(t.instanceMatrix),this.morphTexture=t.morphTexture!==null?t.morphTexture.clone():null,this.instanceColor=t.instanceColor!==null?t.instanceColor.clone():null,this.count=t.count,this.boundingBox=t.boundingBox!==null?t.boundingBox.clone():null,this.boundingSphere=t.boundingSphere!==null?t.boundingSphere.clone():null,this}getColorAt(t,e){return this.instanceColor===null?e.setRGB(1,1,1):e.fromArray(this.instanceColor.array,t*3)}getMatrixAt(t,e){return e.fromArray(this.instanceMatrix.array,t*16)}getMorphAt(t,e){let n=e.morphTargetInfluences,s=this.morphTexture.source.data.data,r=n.length+1,o=t*r+1;for(let a=0;a<n.length;a++)n[a]=s[o+a]}raycast(t,e){let n=this.matrixWorld,s=this.count;if(Ko.geometry=this.geometry,Ko.material=this.material,Ko.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),Jo.copy(this.boundingSphere),Jo.applyMatrix4(n),t.ray.intersectsSphere(Jo)!==!1))for(let r=0;r<s;r++){this.getMatrixAt(r,$r),pm.multiplyMatrices(n,$r),Ko.matrixWorld=pm,Ko.raycast(t,Rl);for(let o=0,a=Rl.length;o<a;o++){let l=Rl[o];l.instanceId=r,l.object=this,e.push(l)}Rl.length=0}}setColorAt(t,e){return this.instanceColor===null&&(this.instanceColor=new On(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),e.toArray(this.instanceColor.array,t*3),this}setMatrixAt(t,e){return e.toArray(this.instanceMatrix.array,t*16),this}setMorphAt(t,e){let n=e.morphTargetInfluences,s=n.length+1;this.morphTexture===null&&(this.morphTexture=new la(new Float32Array(s*this.count),s,this.count,Mc,bi));let r=this.morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=s*t;return r[l]=a,r.set(n,l+1),this}updateMorphTargets(){}dispose(){super.dispose(),this.instanceMatrix.dispose(),this.instanceColor!==null&&this.instanceColor.dispose(),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}},ar=new Os,xv=new qt(.5,.5),Pl=new z,ks=class{constructor(t=new oi,e=new oi,n=new oi,s=new oi,r=new oi,o=new oi){this.planes=[t,e,n,s,r,o]}set(t,e,n,s,r,o){let a=this.planes;return a[0].copy(t),a[1].copy(e),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(t){let e=this.planes;for(let n=0;n<6;n++)e[n].copy(t.planes[n]);return this}setFromProjectionMatrix(t,e=xi,n=!1){let s=this.planes,r=t.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],u=r[5],f=r[6],d=r[7],p=r[8],y=r[9],m=r[10],g=r[11],v=r[12],T=r[13],M=r[14],C=r[15];if(s[0].setComponents(c-o,d-h,g-p,C-v).normalize(),s[1].setComponents(c+o,d+h,g+p,C+v).normalize(),s[2].setComponents(c+a,d+u,g+y,C+T).normalize(),s[3].setComponents(c-a,d-u,g-y,C-T).normalize(),n)s[4].setComponents(l,f,m,M).normalize(),s[5].setComponents(c-l,d-f,g-m,C-M).normalize();else if(s[4].setComponents(c-l,d-f,g-m,C-M).normalize(),e===xi)s[5].setComponents(c+l,d+f,g+m,C+M).normalize();else if(e===to)s[5].setComponents(l,f,m,M).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),ar.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{let e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),ar.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(ar)}intersectsSprite(t){ar.center.set(0,0,0);let e=xv.distanceTo(t.center);return ar.radius=.7071067811865476+e,ar.applyMatrix4(t.matrixWorld),this.intersectsSphere(ar)}intersectsSphere(t){let e=this.planes,n=t.center,s=-t.radius;for(let r=0;r<6;r++)if(e[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(t){let e=this.planes;for(let n=0;n<6;n++){let s=e[n];if(Pl.x=s.normal.x>0?t.max.x:t.min.x,Pl.y=s.normal.y>0?t.max.y:t.min.y,Pl.z=s.normal.z>0?t.max.z:t.min.z,s.distanceToPoint(Pl)<0)return!1}return!0}containsPoint(t){let e=this.planes;for(let n=0;n<6;n++)if(e[n].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},gm=new Me,Kl=class i{constructor(){this.coordinateSystem=xi,this._frustums=[],this._count=0}setFromArrayCamera(t){let e=t.cameras,n=this._frustums;for(let s=0;s<e.length;s++){let r=e[s];gm.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new ks),n[s].setFromProjectionMatrix(gm,r.coordinateSystem,r.reversedDepth)}return this._count=e.length,this}getFrustum(t){return this._frustums[t]}intersectsObject(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsObject(t))return!0;return!1}intersectsSprite(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSprite(t))return!0;return!1}intersectsSphere(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSphere(t))return!0;return!1}intersectsBox(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsBox(t))return!0;return!1}containsPoint(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].containsPoint(t))return!0;return!1}copy(t){this.coordinateSystem=t.coordinateSystem;let e=this._frustums,n=t._frustums;for(let s=0;s<t._count;s++)e[s]===void 0&&(e[s]=new ks),e[s].copy(n[s]);return this._count=t._count,this}clone(){return new i().copy(this)}};var ca=class extends Kn{constructor(t=[],e=dr,n,s,r,o,a,l,c,h){super(t,e,n,s,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}};var gs=class extends Kn{constructor(t,e,n=Di,s,r,o,a=Pn,l=Pn,c,h=ps,u=1){if(h!==ps&&h!==xs)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let f={width:t,height:e,depth:u};super(f,s,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.source=new io(Object.assign({},t.image)),this.compareFunction=t.compareFunction,this}toJSON(t){let e=super.toJSON(t);return e.compareFunction=this.compareFunction,e}},ha=class extends gs{constructor(t,e=Di,n=dr,s,r,o=Pn,a=Pn,l,c=ps){let h={width:t,height:t,depth:1},u=[h,h,h,h,h,h];super(t,t,e,n,s,r,o,a,l,c),this.image=u,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(t){this.image=t}},ua=class extends Kn{constructor(t=null){super(),this.sourceTexture=t,this.isExternalTexture=!0}copy(t){return super.copy(t),this.sourceTexture=t.sourceTexture,this}},zs=class i extends Be{constructor(t=1,e=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],u=[],f=0,d=0;p("z","y","x",-1,-1,n,e,t,o,r,0),p("z","y","x",1,-1,n,e,-t,o,r,1),p("x","z","y",1,1,t,n,e,s,o,2),p("x","z","y",1,-1,t,n,-e,s,o,3),p("x","y","z",1,-1,t,e,n,s,r,4),p("x","y","z",-1,-1,t,e,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new le(c,3)),this.setAttribute("normal",new le(h,3)),this.setAttribute("uv",new le(u,2));function p(y,m,g,v,T,M,C,A,x,E,k){let D=M/x,N=C/E,G=M/2,W=C/2,L=A/2,X=x+1,$=E+1,H=0,ct=0,J=new z;for(let Q=0;Q<$;Q++){let st=Q*N-W;for(let ft=0;ft<X;ft++){let ut=ft*D-G;J[y]=ut*v,J[m]=st*T,J[g]=L,c.push(J.x,J.y,J.z),J[y]=0,J[m]=0,J[g]=A>0?1:-1,h.push(J.x,J.y,J.z),u.push(ft/x),u.push(1-Q/E),H+=1}}for(let Q=0;Q<E;Q++)for(let st=0;st<x;st++){let ft=f+st+X*Q,ut=f+st+X*(Q+1),tt=f+(st+1)+X*(Q+1),mt=f+(st+1)+X*Q;l.push(ft,ut,mt),l.push(ut,tt,mt),ct+=6}a.addGroup(d,ct,k),d+=ct,f+=H}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}};var yi=class i extends Be{constructor(t=1,e=1,n=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:e,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let h=[],u=[],f=[],d=[],p=0,y=[],m=n/2,g=0;v(),o===!1&&(t>0&&T(!0),e>0&&T(!1)),this.setIndex(h),this.setAttribute("position",new le(u,3)),this.setAttribute("normal",new le(f,3)),this.setAttribute("uv",new le(d,2));function v(){let M=new z,C=new z,A=0,x=(e-t)/n;for(let E=0;E<=r;E++){let k=[],D=E/r,N=D*(e-t)+t;for(let G=0;G<=s;G++){let W=G/s,L=W*l+a,X=Math.sin(L),$=Math.cos(L);C.x=N*X,C.y=-D*n+m,C.z=N*$,u.push(C.x,C.y,C.z),M.set(X,x,$).normalize(),f.push(M.x,M.y,M.z),d.push(W,1-D),k.push(p++)}y.push(k)}for(let E=0;E<s;E++)for(let k=0;k<r;k++){let D=y[k][E],N=y[k+1][E],G=y[k+1][E+1],W=y[k][E+1];(t>0||k!==0)&&(h.push(D,N,W),A+=3),(e>0||k!==r-1)&&(h.push(N,G,W),A+=3)}c.addGroup(g,A,0),g+=A}function T(M){let C=p,A=new qt,x=new z,E=0,k=M===!0?t:e,D=M===!0?1:-1;for(let G=1;G<=s;G++)u.push(0,m*D,0),f.push(0,D,0),d.push(.5,.5),p++;let N=p;for(let G=0;G<=s;G++){let L=G/s*l+a,X=Math.cos(L),$=Math.sin(L);x.x=k*$,x.y=m*D,x.z=k*X,u.push(x.x,x.y,x.z),f.push(0,D,0),A.x=X*.5+.5,A.y=$*.5*D+.5,d.push(A.x,A.y),p++}for(let G=0;G<s;G++){let W=C+G,L=N+G;M===!0?h.push(L,L+1,W):h.push(L+1,L,W),E+=3}c.addGroup(g,E,M===!0?1:2),g+=E}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},Gs=class i extends yi{constructor(t=1,e=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,t,e,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:t,height:e,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(t){return new i(t.radius,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}};var cr=class i extends Be{constructor(t=1,e=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:n,heightSegments:s};let r=t/2,o=e/2,a=Math.floor(n),l=Math.floor(s),c=a+1,h=l+1,u=t/a,f=e/l,d=[],p=[],y=[],m=[];for(let g=0;g<h;g++){let v=g*f-o;for(let T=0;T<c;T++){let M=T*u-r;p.push(M,-v,0),y.push(0,0,1),m.push(T/a),m.push(1-g/l)}}for(let g=0;g<l;g++)for(let v=0;v<a;v++){let T=v+c*g,M=v+c*(g+1),C=v+1+c*(g+1),A=v+1+c*g;d.push(T,M,A),d.push(M,C,A)}this.setIndex(d),this.setAttribute("position",new le(p,3)),this.setAttribute("normal",new le(y,3)),this.setAttribute("uv",new le(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.widthSegments,t.heightSegments)}};var ao=class i extends Be{constructor(t=1,e=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:t,widthSegments:e,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},e=Math.max(3,Math.floor(e)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],u=new z,f=new z,d=[],p=[],y=[],m=[];for(let g=0;g<=n;g++){let v=[],T=g/n,M=o+T*a,C=t*Math.cos(M),A=Math.sqrt(t*t-C*C),x=0;g===0&&o===0?x=.5/e:g===n&&l===Math.PI&&(x=-.5/e);for(let E=0;E<=e;E++){let k=E/e,D=s+k*r;u.x=-A*Math.cos(D),u.y=C,u.z=A*Math.sin(D),p.push(u.x,u.y,u.z),f.copy(u).normalize(),y.push(f.x,f.y,f.z),m.push(k+x,1-T),v.push(c++)}h.push(v)}for(let g=0;g<n;g++)for(let v=0;v<e;v++){let T=h[g][v+1],M=h[g][v],C=h[g+1][v],A=h[g+1][v+1];(g!==0||o>0)&&d.push(T,M,A),(g!==n-1||l<Math.PI)&&d.push(M,C,A)}this.setIndex(d),this.setAttribute("position",new le(p,3)),this.setAttribute("normal",new le(y,3)),this.setAttribute("uv",new le(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}};var lo=class i extends Be{constructor(t=1,e=.4,n=12,s=48,r=Math.PI*2,o=0,a=Math.PI*2){super(),this.type="TorusGeometry",this.parameters={radius:t,tube:e,radialSegments:n,tubularSegments:s,arc:r,thetaStart:o,thetaLength:a},n=Math.floor(n),s=Math.floor(s);let l=[],c=[],h=[],u=[],f=new z,d=new z,p=new z;for(let y=0;y<=n;y++){let m=o+y/n*a;for(let g=0;g<=s;g++){let v=g/s*r;d.x=(t+e*Math.cos(m))*Math.cos(v),d.y=(t+e*Math.cos(m))*Math.sin(v),d.z=e*Math.sin(m),c.push(d.x,d.y,d.z),f.x=t*Math.cos(v),f.y=t*Math.sin(v),p.subVectors(d,f).normalize(),h.push(p.x,p.y,p.z),u.push(g/s),u.push(y/n)}}for(let y=1;y<=n;y++)for(let m=1;m<=s;m++){let g=(s+1)*y+m-1,v=(s+1)*(y-1)+m-1,T=(s+1)*(y-1)+m,M=(s+1)*y+m;l.push(g,v,M),l.push(v,T,M)}this.setIndex(l),this.setAttribute("position",new le(c,3)),this.setAttribute("normal",new le(h,3)),this.setAttribute("uv",new le(u,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.tube,t.radialSegments,t.tubularSegments,t.arc,t.thetaStart,t.thetaLength)}};function mr(i){let t={};for(let e in i){t[e]={};for(let n in i[e]){let s=i[e][n];if(_m(s))s.isRenderTargetTexture?(Kt("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][n]=null):t[e][n]=s.clone();else if(Array.isArray(s))if(_m(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();t[e][n]=r}else t[e][n]=s.slice();else t[e][n]=s}}return t}function Bn(i){let t={};for(let e=0;e<i.length;e++){let n=mr(i[e]);for(let s in n)t[s]=n[s]}return t}function _m(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function yv(i){let t=[];for(let e=0;e<i.length;e++)t.push(i[e].clone());return t}function Zf(i){let t=i.getRenderTarget();return t===null?i.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:xe.workingColorSpace}var Ca={clone:mr,merge:Bn},vv=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,Mv=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,rn=class extends Bs{constructor(t){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=vv,this.fragmentShader=Mv,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=mr(t.uniforms),this.uniformsGroups=yv(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this.defaultAttributeValues=Object.assign({},t.defaultAttributeValues),this.index0AttributeName=t.index0AttributeName,this.uniformsNeedUpdate=t.uniformsNeedUpdate,this}toJSON(t){let e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?e.uniforms[s]={type:"t",value:o.toJSON(t).uuid}:o&&o.isColor?e.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?e.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?e.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?e.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?e.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?e.uniforms[s]={type:"m4",value:o.toArray()}:e.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(e.extensions=n),e}fromJSON(t,e){if(super.fromJSON(t,e),t.uniforms!==void 0)for(let n in t.uniforms){let s=t.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=e[s.value]||null;break;case"c":this.uniforms[n].value=new Gt().setHex(s.value);break;case"v2":this.uniforms[n].value=new qt().fromArray(s.value);break;case"v3":this.uniforms[n].value=new z().fromArray(s.value);break;case"v4":this.uniforms[n].value=new Ye().fromArray(s.value);break;case"m3":this.uniforms[n].value=new ne().fromArray(s.value);break;case"m4":this.uniforms[n].value=new Me().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(t.defines!==void 0&&(this.defines=t.defines),t.vertexShader!==void 0&&(this.vertexShader=t.vertexShader),t.fragmentShader!==void 0&&(this.fragmentShader=t.fragmentShader),t.glslVersion!==void 0&&(this.glslVersion=t.glslVersion),t.extensions!==void 0)for(let n in t.extensions)this.extensions[n]=t.extensions[n];return t.lights!==void 0&&(this.lights=t.lights),t.clipping!==void 0&&(this.clipping=t.clipping),this}},Jl=class extends rn{constructor(t){super(t),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}};var fa=class extends Bs{constructor(t){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new Gt(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Gt(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=eh,this.normalScale=new qt(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ms,this.combine=pc,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.envMapIntensity=t.envMapIntensity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}},co=class extends Bs{constructor(t){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=Ym,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}},jl=class extends Bs{constructor(t){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}};function Zr(i,t){return!i||i.constructor===t?i:typeof t.BYTES_PER_ELEMENT=="number"?new t(i):Array.prototype.slice.call(i)}function Il(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}var Vs=class{constructor(t,e,n,s){this.parameterPositions=t,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new e.constructor(n),this.sampleValues=e,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(t){let e=this.parameterPositions,n=this._cachedIndex,s=e[n],r=e[n-1];n:{t:{let o;e:{i:if(!(t<s)){for(let a=n+2;;){if(s===void 0){if(t<r)break i;return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=e[++n],t<s)break t}o=e.length;break e}if(!(t>=r)){let a=e[1];t<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=e[--n-1],t>=r)break t}o=n,n=0;break e}break n}for(;n<o;){let a=n+o>>>1;t<e[a]?o=a:n=a+1}if(s=e[n],r=e[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,t,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(t){let e=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=t*s;for(let o=0;o!==s;++o)e[o]=n[r+o];return e}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},Ql=class extends Vs{constructor(t,e,n,s){super(t,e,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:pf,endingEnd:pf}}intervalChanged_(t,e,n){let s=this.parameterPositions,r=t-2,o=t+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case mf:r=t,a=2*e-n;break;case gf:r=s.length-2,a=e+s[r]-s[r+1];break;default:r=t,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case mf:o=t,l=2*n-e;break;case gf:o=1,l=n+s[1]-s[0];break;default:o=t-1,l=e}let c=(n-e)*.5,h=this.valueSize;this._weightPrev=c/(e-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this._offsetPrev,u=this._offsetNext,f=this._weightPrev,d=this._weightNext,p=(n-e)/(s-e),y=p*p,m=y*p,g=-f*m+2*f*y-f*p,v=(1+f)*m+(-1.5-2*f)*y+(-.5+f)*p+1,T=(-1-d)*m+(1.5+d)*y+.5*p,M=d*m-d*y;for(let C=0;C!==a;++C)r[C]=g*o[h+C]+v*o[c+C]+T*o[l+C]+M*o[u+C];return r}},tc=class extends Vs{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=(n-e)/(s-e),u=1-h;for(let f=0;f!==a;++f)r[f]=o[c+f]*u+o[l+f]*h;return r}},ec=class extends Vs{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t){return this.copySampleValue_(t-1)}},nc=class extends Vs{interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this.inTangents,u=this.outTangents;if(!h||!u){let p=(n-e)/(s-e),y=1-p;for(let m=0;m!==a;++m)r[m]=o[c+m]*y+o[l+m]*p;return r}let f=a*2,d=t-1;for(let p=0;p!==a;++p){let y=o[c+p],m=o[l+p],g=d*f+p*2,v=u[g],T=u[g+1],M=t*f+p*2,C=h[M],A=h[M+1],x=Sv(n,e,v,C,s);r[p]=cg(x,y,T,A,m)}return r}};function cg(i,t,e,n,s){let r=1-i;return r*r*r*t+3*r*r*i*e+3*r*i*i*n+i*i*i*s}function bv(i,t,e,n,s){let r=1-i;return 3*r*r*(e-t)+6*r*i*(n-e)+3*i*i*(s-n)}function Sv(i,t,e,n,s){let r=(i-t)/(s-t);for(let o=0;o<8;o++){let a=cg(r,t,e,n,s)-i;if(Math.abs(a)<1e-10)break;let l=bv(r,t,e,n,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var ci=class{constructor(t,e,n,s){if(t===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(e===void 0||e.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+t);this.name=t,this.times=Zr(e,this.TimeBufferType),this.values=Zr(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(t){let e=t.constructor,n;if(e.toJSON!==this.toJSON)n=e.toJSON(t);else{n={name:t.name,times:Zr(t.times,Array),values:Zr(t.values,Array)};let s=t.getInterpolation();s!==t.DefaultInterpolation&&(n.interpolation=s),Il(t.settings)&&(n.settings={inTangents:Zr(t.settings.inTangents,Array),outTangents:Zr(t.settings.outTangents,Array)})}return n.type=t.ValueTypeName,n}InterpolantFactoryMethodDiscrete(t){return new ec(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodLinear(t){return new tc(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodSmooth(t){return new Ql(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodBezier(t){let e=new nc(this.times,this.values,this.getValueSize(),t);return this.settings&&(e.inTangents=this.settings.inTangents,e.outTangents=this.settings.outTangents),e}setInterpolation(t){let e;switch(t){case ea:e=this.InterpolantFactoryMethodDiscrete;break;case Xl:e=this.InterpolantFactoryMethodLinear;break;case Dl:e=this.InterpolantFactoryMethodSmooth;break;case df:e=this.InterpolantFactoryMethodBezier;break}if(e===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(t!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return Kt("KeyframeTrack:",n),this}return this.createInterpolant=e,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return ea;case this.InterpolantFactoryMethodLinear:return Xl;case this.InterpolantFactoryMethodSmooth:return Dl;case this.InterpolantFactoryMethodBezier:return df}}getValueSize(){return this.values.length/this.times.length}shift(t){if(t!==0){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]+=t;Il(this.settings)&&(xm(this.settings.inTangents,t),xm(this.settings.outTangents,t))}return this}scale(t){if(t!==1){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]*=t;Il(this.settings)&&(ym(this.settings.inTangents,t),ym(this.settings.outTangents,t))}return this}trim(t,e){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<t;)++r;for(;o!==-1&&n[o]>e;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let t=!0,e=this.getValueSize();e-Math.floor(e)!==0&&(te("KeyframeTrack: Invalid value size in track.",this),t=!1);let n=this.times,s=this.values,r=n.length;r===0&&(te("KeyframeTrack: Track is empty.",this),t=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){te("KeyframeTrack: Time is not a valid number.",this,a,l),t=!1;break}if(o!==null&&o>l){te("KeyframeTrack: Out of order keys.",this,a,l,o),t=!1;break}o=l}if(s!==void 0&&By(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){te("KeyframeTrack: Value is not a valid number.",this,a,c),t=!1;break}}return t}optimize(){let t=this.times.slice(),e=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===Dl,r=t.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=t[a],h=t[a+1];if(c!==h&&(a!==1||c!==t[0]))if(s)l=!0;else{let u=a*n,f=u-n,d=u+n;for(let p=0;p!==n;++p){let y=e[u+p];if(y!==e[f+p]||y!==e[d+p]){l=!0;break}}}if(l){if(a!==o){t[o]=t[a];let u=a*n,f=o*n;for(let d=0;d!==n;++d)e[f+d]=e[u+d]}++o}}if(r>0){t[o]=t[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)e[l+c]=e[a+c];++o}return o!==t.length?(this.times=t.slice(0,o),this.values=e.slice(0,o*n)):(this.times=t,this.values=e),this}clone(){let t=this.times.slice(),e=this.values.slice(),n=this.constructor,s=new n(this.name,t,e);return s.createInterpolant=this.createInterpolant,Il(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function xm(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]+=t}function ym(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]*=t}ci.prototype.ValueTypeName="";ci.prototype.TimeBufferType=Float32Array;ci.prototype.ValueBufferType=Float32Array;ci.prototype.DefaultInterpolation=Xl;var Hs=class extends ci{constructor(t,e,n){super(t,e,n)}};Hs.prototype.ValueTypeName="bool";Hs.prototype.ValueBufferType=Array;Hs.prototype.DefaultInterpolation=ea;Hs.prototype.InterpolantFactoryMethodLinear=void 0;Hs.prototype.InterpolantFactoryMethodSmooth=void 0;var ic=class extends ci{constructor(t,e,n,s){super(t,e,n,s)}};ic.prototype.ValueTypeName="color";var sc=class extends ci{constructor(t,e,n,s){super(t,e,n,s)}};sc.prototype.ValueTypeName="number";var rc=class extends Vs{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-e)/(s-e),c=t*a;for(let h=c+a;c!==h;c+=4)ai.slerpFlat(r,0,o,c-a,o,c,l);return r}},da=class extends ci{constructor(t,e,n,s){super(t,e,n,s)}InterpolantFactoryMethodLinear(t){return new rc(this.times,this.values,this.getValueSize(),t)}};da.prototype.ValueTypeName="quaternion";da.prototype.InterpolantFactoryMethodSmooth=void 0;var Ws=class extends ci{constructor(t,e,n){super(t,e,n)}};Ws.prototype.ValueTypeName="string";Ws.prototype.ValueBufferType=Array;Ws.prototype.DefaultInterpolation=ea;Ws.prototype.InterpolantFactoryMethodLinear=void 0;Ws.prototype.InterpolantFactoryMethodSmooth=void 0;var oc=class extends ci{constructor(t,e,n,s){super(t,e,n,s)}};oc.prototype.ValueTypeName="vector";var ac=class{constructor(t,e,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=t,this.onProgress=e,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,f=c.length;u<f;u+=2){let d=c[u],p=c[u+1];if(d.global&&(d.lastIndex=0),d.test(h))return p}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},hg=new ac,lc=class{constructor(t){this.manager=t!==void 0?t:hg,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(t,e){let n=this;return new Promise(function(s,r){n.load(t,s,e,r)})}parse(){}setCrossOrigin(t){return this.crossOrigin=t,this}setWithCredentials(t){return this.withCredentials=t,this}setPath(t){return this.path=t,this}setResourcePath(t){return this.resourcePath=t,this}setRequestHeader(t){return this.requestHeader=t,this}setPriority(t){return this.priority=t,this}setCache(t){return this.cache=t,this}abort(){return this}};lc.DEFAULT_MATERIAL_NAME="__DEFAULT";var pa=class extends qn{static registerNode(t){this.prototype._lightNode=t}constructor(t,e=1){super(),this.isLight=!0,this.type="Light",this.color=new Gt(t),this.intensity=e}copy(t,e){return super.copy(t,e),this.color.copy(t.color),this.intensity=t.intensity,this}toJSON(t){let e=super.toJSON(t);return e.object.color=this.color.getHex(),e.object.intensity=this.intensity,e}};var ff=new Me,vm=new z,Mm=new z,cc=class{constructor(t){this.camera=t,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new qt(512,512),this.mapType=Jn,this.map=null,this.mapPass=null,this.matrix=new Me,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new ks,this._frameExtents=new qt(1,1),this._viewportCount=1,this._viewports=[new Ye(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(t){let e=this.camera;vm.setFromMatrixPosition(t.matrixWorld),e.position.copy(vm),Mm.setFromMatrixPosition(t.target.matrixWorld),e.lookAt(Mm),e.updateMatrixWorld(),this._updateMatrix(e,this.matrix,this._frustum)}_updateMatrix(t,e,n,s){ff.multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse),n.setFromProjectionMatrix(ff,t.coordinateSystem,t.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;t.coordinateSystem===to||t.reversedDepth?e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),e.multiply(ff)}getViewport(t){return this._viewports[t]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(t){return this.camera=t.camera.clone(),this.intensity=t.intensity,this.bias=t.bias,this.radius=t.radius,this.autoUpdate=t.autoUpdate,this.needsUpdate=t.needsUpdate,this.normalBias=t.normalBias,this.blurSamples=t.blurSamples,this.mapSize.copy(t.mapSize),this.mapType=t.mapType,this.biasNode=t.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let t={};return t.intensity=this.intensity,t.bias=this.bias,t.normalBias=this.normalBias,t.radius=this.radius,t.blurSamples=this.blurSamples,t.mapSize=this.mapSize.toArray(),t.mapType=this.mapType,t.camera=this.camera.toJSON(!1).object,delete t.camera.matrix,t}},Ll=new z,Nl=new ai,$i=new z,ma=class extends qn{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Me,this.projectionMatrix=new Me,this.projectionMatrixInverse=new Me,this.coordinateSystem=xi,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){super.updateMatrixWorld(t),this.matrixWorld.decompose(Ll,Nl,$i),$i.x===1&&$i.y===1&&$i.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Ll,Nl,$i.set(1,1,1)).invert()}updateWorldMatrix(t,e,n=!1){super.updateWorldMatrix(t,e,n),this.matrixWorld.decompose(Ll,Nl,$i),$i.x===1&&$i.y===1&&$i.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Ll,Nl,$i.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Fs=new z,bm=new qt,Sm=new qt,Wn=class extends ma{constructor(t=50,e=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){let e=.5*this.getFilmHeight()/t;this.fov=no*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){let t=Math.tan(Qo*.5*this.fov);return .5*this.getFilmHeight()/t}getEffectiveFOV(){return no*2*Math.atan(Math.tan(Qo*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,n){Fs.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(Fs.x,Fs.y).multiplyScalar(-t/Fs.z),Fs.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Fs.x,Fs.y).multiplyScalar(-t/Fs.z)}getViewSize(t,e){return this.getViewBounds(t,bm,Sm),e.subVectors(Sm,bm)}setViewOffset(t,e,n,s,r,o){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=this.near,e=t*Math.tan(Qo*.5*this.fov)/this.zoom,n=2*e,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,e-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=t*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,e,e-n,t,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}};var ga=class extends ma{constructor(t=-1,e=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-t,o=n+t,a=s+e,l=s-e;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}},_f=class extends cc{constructor(){super(new ga(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},ho=class extends pa{constructor(t,e){super(t,e),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(qn.DEFAULT_UP),this.updateMatrix(),this.target=new qn,this.shadow=new _f}dispose(){super.dispose(),this.shadow.dispose()}copy(t){return super.copy(t),this.target=t.target.clone(),this.shadow=t.shadow.clone(),this}toJSON(t){let e=super.toJSON(t);return e.object.shadow=this.shadow.toJSON(),e.object.target=this.target.uuid,e}},_a=class extends pa{constructor(t,e){super(t,e),this.isAmbientLight=!0,this.type="AmbientLight"}};var xa=class extends Be{constructor(){super(),this.isInstancedBufferGeometry=!0,this.type="InstancedBufferGeometry",this.instanceCount=1/0}copy(t){return super.copy(t),this.instanceCount=t.instanceCount,this}toJSON(){let t=super.toJSON();return t.instanceCount=this.instanceCount,t.isInstancedBufferGeometry=!0,t}};var Kr=-90,Jr=1,uo=class extends qn{constructor(t,e,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new Wn(Kr,Jr,t,e);s.layers=this.layers,this.add(s);let r=new Wn(Kr,Jr,t,e);r.layers=this.layers,this.add(r);let o=new Wn(Kr,Jr,t,e);o.layers=this.layers,this.add(o);let a=new Wn(Kr,Jr,t,e);a.layers=this.layers,this.add(a);let l=new Wn(Kr,Jr,t,e);l.layers=this.layers,this.add(l);let c=new Wn(Kr,Jr,t,e);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let t=this.coordinateSystem,e=this.children.concat(),[n,s,r,o,a,l]=e;for(let c of e)this.remove(c);if(t===xi)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(t===to)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(let c of e)this.add(c),c.updateMatrixWorld()}update(t,e){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,u=t.getRenderTarget(),f=t.getActiveCubeFace(),d=t.getActiveMipmapLevel(),p=t.xr.enabled;t.xr.enabled=!1;let y=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let m=!1;t.isWebGLRenderer===!0?m=t.state.buffers.depth.getReversed():m=t.reversedDepthBuffer,t.setRenderTarget(n,0,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,r),t.setRenderTarget(n,1,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,o),t.setRenderTarget(n,2,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,a),t.setRenderTarget(n,3,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,l),t.setRenderTarget(n,4,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,c),n.texture.mipmapsAutoUpdate=y,t.setRenderTarget(n,5,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,h),t.setRenderTarget(u,f,d),t.xr.enabled=p,n.texture.needsPMREMUpdate=!0}},hc=class extends Wn{constructor(t=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=t,this.perCameraFrustumCulled=!1}};var Kf="\\[\\]\\.:\\/",wv=new RegExp("["+Kf+"]","g"),Jf="[^"+Kf+"]",Ev="[^"+Kf.replace("\\.","")+"]",Av=/((?:WC+[\/:])*)/.source.replace("WC",Jf),Tv=/(WCOD+)?/.source.replace("WCOD",Ev),Cv=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",Jf),Rv=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",Jf),Pv=new RegExp("^"+Av+Tv+Cv+Rv+"$"),Iv=["material","materials","bones","map"],xf=class{constructor(t,e,n){let s=n||He.parseTrackName(e);this._targetGroup=t,this._bindings=t.subscribe_(e,s)}getValue(t,e){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(t,e)}setValue(t,e){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(t,e)}bind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].bind()}unbind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].unbind()}},He=class i{constructor(t,e,n){this.path=e,this.parsedPath=n||i.parseTrackName(e),this.node=i.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,e,n){return t&&t.isAnimationObjectGroup?new i.Composite(t,e,n):new i(t,e,n)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(wv,"")}static parseTrackName(t){let e=Pv.exec(t);if(e===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+t);let n={nodeName:e[2],objectName:e[3],objectIndex:e[4],propertyName:e[5],propertyIndex:e[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);Iv.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+t);return n}static findNode(t,e){if(e===void 0||e===""||e==="."||e===-1||e===t.name||e===t.uuid)return t;if(t.skeleton){let n=t.skeleton.getBoneByName(e);if(n!==void 0)return n}if(t.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===e||a.uuid===e)return a;let l=n(a.children);if(l)return l}return null},s=n(t.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,e){t[e]=this.targetObject[this.propertyName]}_getValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)t[e++]=n[s]}_getValue_arrayElement(t,e){t[e]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,e){this.resolvedProperty.toArray(t,e)}_setValue_direct(t,e){this.targetObject[this.propertyName]=t[e]}_setValue_direct_setNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++]}_setValue_array_setNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(t,e){this.resolvedProperty[this.propertyIndex]=t[e]}_setValue_arrayElement_setNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,e){this.resolvedProperty.fromArray(t,e)}_setValue_fromArray_setNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,e){this.bind(),this.getValue(t,e)}_setValue_unbound(t,e){this.bind(),this.setValue(t,e)}bind(){let t=this.node,e=this.parsedPath,n=e.objectName,s=e.propertyName,r=e.propertyIndex;if(t||(t=i.findNode(this.rootNode,e.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){Kt("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=e.objectIndex;switch(n){case"materials":if(!t.material){te("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.materials){te("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){te("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let h=0;h<t.length;h++)if(t[h].name===c){c=h;break}break;case"map":if("map"in t){t=t.map;break}if(!t.material){te("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){te("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[n]===void 0){te("PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[n]}if(c!==void 0){if(t[c]===void 0){te("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[c]}}let o=t[s];if(o===void 0){let c=e.nodeName;te("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",t);return}let a=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?a=this.Versioning.NeedsUpdate:t.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!t.geometry){te("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){te("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}t.morphTargetDictionary[r]!==void 0&&(r=t.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};He.Composite=xf;He.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};He.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};He.prototype.GetterByBindingType=[He.prototype._getValue_direct,He.prototype._getValue_array,He.prototype._getValue_arrayElement,He.prototype._getValue_toArray];He.prototype.SetterByBindingTypeAndVersioning=[[He.prototype._setValue_direct,He.prototype._setValue_direct_setNeedsUpdate,He.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[He.prototype._setValue_array,He.prototype._setValue_array_setNeedsUpdate,He.prototype._setValue_array_setMatrixWorldNeedsUpdate],[He.prototype._setValue_arrayElement,He.prototype._setValue_arrayElement_setNeedsUpdate,He.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[He.prototype._setValue_fromArray,He.prototype._setValue_fromArray_setNeedsUpdate,He.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var MR=new Float32Array(1);var wm=new Me,ya=class{constructor(t,e,n=0,s=1/0){this.ray=new lr(t,e),this.near=n,this.far=s,this.camera=null,this.layers=new so,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(t,e){this.ray.set(t,e)}setFromCamera(t,e){e.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(t.x,t.y,.5).unproject(e).sub(this.ray.origin).normalize(),this.camera=e):e.isOrthographicCamera?(this.ray.origin.set(t.x,t.y,e.projectionMatrix.elements[14]).unproject(e),this.ray.direction.set(0,0,-1).transformDirection(e.matrixWorld),this.camera=e):te("Raycaster: Unsupported camera type: "+e.type)}setFromXRController(t){return wm.identity().extractRotation(t.matrixWorld),this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(wm),this}intersectObject(t,e=!0,n=[]){return yf(t,this,n,e),n.sort(Em),n}intersectObjects(t,e=!0,n=[]){for(let s=0,r=t.length;s<r;s++)yf(t[s],this,n,e);return n.sort(Em),n}};function Em(i,t){return i.distance-t.distance}function yf(i,t,e,n){let s=!0;if(i.layers.test(t.layers)&&i.raycast(t,e)===!1&&(s=!1),s===!0&&n===!0){let r=i.children;for(let o=0,a=r.length;o<a;o++)yf(r[o],t,e,!0)}}var fo=class{constructor(t=1,e=0,n=0){this.radius=t,this.phi=e,this.theta=n}set(t,e,n){return this.radius=t,this.phi=e,this.theta=n,this}copy(t){return this.radius=t.radius,this.phi=t.phi,this.theta=t.theta,this}makeSafe(){return this.phi=me(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(t){return this.setFromCartesianCoords(t.x,t.y,t.z)}setFromCartesianCoords(t,e,n){return this.radius=Math.sqrt(t*t+e*e+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(t,n),this.phi=Math.acos(me(e/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var vf=class{static{this.prototype.isMatrix2=!0}constructor(t,e,n,s){this.elements=[1,0,0,1],t!==void 0&&this.set(t,e,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(t,e=0){for(let n=0;n<4;n++)this.elements[n]=t[n+e];return this}set(t,e,n,s){let r=this.elements;return r[0]=t,r[2]=e,r[1]=n,r[3]=s,this}};var va=class extends Ni{constructor(t,e=null){super(),this.object=t,this.domElement=e,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(t){this.domElement!==null&&this.disconnect(),this.domElement=t}disconnect(){}dispose(){}update(){}};function jf(i,t,e,n){let s=Lv(n);switch(e){case kf:return i*t;case Mc:return i*t/s.components*s.byteLength;case bc:return i*t/s.components*s.byteLength;case Ys:return i*t*2/s.components*s.byteLength;case Sc:return i*t*2/s.components*s.byteLength;case zf:return i*t*3/s.components*s.byteLength;case Ui:return i*t*4/s.components*s.byteLength;case wc:return i*t*4/s.components*s.byteLength;case ba:case Sa:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case wa:case Ea:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Ac:case Cc:return Math.max(i,16)*Math.max(t,8)/4;case Ec:case Tc:return Math.max(i,8)*Math.max(t,8)/2;case Rc:case Pc:case Lc:case Nc:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case Ic:case Aa:case Dc:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Fc:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Uc:return Math.floor((i+4)/5)*Math.floor((t+3)/4)*16;case Oc:return Math.floor((i+4)/5)*Math.floor((t+4)/5)*16;case Bc:return Math.floor((i+5)/6)*Math.floor((t+4)/5)*16;case kc:return Math.floor((i+5)/6)*Math.floor((t+5)/6)*16;case zc:return Math.floor((i+7)/8)*Math.floor((t+4)/5)*16;case Gc:return Math.floor((i+7)/8)*Math.floor((t+5)/6)*16;case Vc:return Math.floor((i+7)/8)*Math.floor((t+7)/8)*16;case Hc:return Math.floor((i+9)/10)*Math.floor((t+4)/5)*16;case Wc:return Math.floor((i+9)/10)*Math.floor((t+5)/6)*16;case Xc:return Math.floor((i+9)/10)*Math.floor((t+7)/8)*16;case qc:return Math.floor((i+9)/10)*Math.floor((t+9)/10)*16;case Yc:return Math.floor((i+11)/12)*Math.floor((t+9)/10)*16;case $c:return Math.floor((i+11)/12)*Math.floor((t+11)/12)*16;case Zc:case Kc:case Jc:return Math.ceil(i/4)*Math.ceil(t/4)*16;case jc:case Qc:return Math.ceil(i/4)*Math.ceil(t/4)*8;case Ta:case th:return Math.ceil(i/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function Lv(i){switch(i){case Jn:case Ff:return{byteLength:1,components:1};case _o:case Uf:case Fi:return{byteLength:2,components:1};case yc:case vc:return{byteLength:2,components:4};case Di:case xc:case bi:return{byteLength:4,components:1};case Of:case Bf:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?Kt("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function Lg(){let i=null,t=!1,e=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),e(r,o)}return{start:function(){t!==!0&&e!==null&&i!==null&&(n=i.requestAnimationFrame(s),t=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){i=r}}}function kv(i){let t=new WeakMap;function e(a,l){let c=a.array,h=a.usage,u=c.byteLength,f=i.createBuffer();i.bindBuffer(l,f),i.bufferData(l,c,h),a.onUploadCallback();let d;if(c instanceof Float32Array)d=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)d=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?d=i.HALF_FLOAT:d=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)d=i.SHORT;else if(c instanceof Uint32Array)d=i.UNSIGNED_INT;else if(c instanceof Int32Array)d=i.INT;else if(c instanceof Int8Array)d=i.BYTE;else if(c instanceof Uint8Array)d=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)d=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:f,type:d,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:u}}function n(a,l,c){let h=l.array,u=l.updateRanges;if(i.bindBuffer(c,a),u.length===0)i.bufferSubData(c,0,h);else{u.sort((d,p)=>d.start-p.start);let f=0;for(let d=1;d<u.length;d++){let p=u[f],y=u[d];y.start<=p.start+p.count+1?p.count=Math.max(p.count,y.start+y.count-p.start):(++f,u[f]=y)}u.length=f+1;for(let d=0,p=u.length;d<p;d++){let y=u[d];i.bufferSubData(c,y.start*h.BYTES_PER_ELEMENT,h,y.start,y.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),t.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=t.get(a);l&&(i.deleteBuffer(l.buffer),t.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=t.get(a);(!h||h.version<a.version)&&t.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=t.get(a);if(c===void 0)t.set(a,e(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var zv=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,Gv=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,Vv=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,Hv=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Wv=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,Xv=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,qv=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,Yv=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,$v=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,Zv=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,Kv=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,Jv=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,jv=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,Qv=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,tM=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,eM=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,nM=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,iM=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,sM=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,rM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,oM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,aM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,lM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,cM=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,hM=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,uM=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,fM=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,dM=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,pM=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,mM="gl_FragColor = linearToOutputTexel( gl_FragColor );",gM=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,_M=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,xM=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,yM=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,vM=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,MM=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,bM=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,SM=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,wM=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,EM=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,AM=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,TM=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,CM=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,RM=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,PM=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,IM=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,LM=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,NM=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,DM=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,FM=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,UM=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,OM=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,BM=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,kM=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,zM=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,GM=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,VM=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,HM=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,WM=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,XM=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,qM=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,YM=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,$M=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,ZM=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,KM=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,JM=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,jM=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,QM=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,tb=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,eb=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,nb=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,ib=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,sb=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,rb=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,ob=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,ab=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,lb=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,cb=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,hb=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,ub=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,fb=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,db=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,pb=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,mb=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,gb=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,_b=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,xb=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,yb=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,vb=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,Mb=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,bb=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,Sb=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,wb=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,Eb=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,Ab=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,Tb=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,Cb=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,Rb=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,Pb=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,Ib=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,Lb=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,Nb=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,Db=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,Fb=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Ub=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Ob=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,Bb=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,kb=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,zb=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Gb=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Vb=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Hb=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Wb=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Xb=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,qb=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,Yb=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,$b=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,Zb=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,Kb=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Jb=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,jb=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,Qb=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,tS=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,eS=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,nS=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,iS=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,sS=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,rS=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,oS=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,aS=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,lS=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,cS=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,hS=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,uS=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,fS=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,dS=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,pS=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,mS=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,gS=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,_S=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,xS=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,ue={alphahash_fragment:zv,alphahash_pars_fragment:Gv,alphamap_fragment:Vv,alphamap_pars_fragment:Hv,alphatest_fragment:Wv,alphatest_pars_fragment:Xv,aomap_fragment:qv,aomap_pars_fragment:Yv,batching_pars_vertex:$v,batching_vertex:Zv,begin_vertex:Kv,beginnormal_vertex:Jv,bsdfs:jv,iridescence_fragment:Qv,bumpmap_pars_fragment:tM,clipping_planes_fragment:eM,clipping_planes_pars_fragment:nM,clipping_planes_pars_vertex:iM,clipping_planes_vertex:sM,color_fragment:rM,color_pars_fragment:oM,color_pars_vertex:aM,color_vertex:lM,common:cM,defaultnormal_vertex:hM,displacementmap_pars_vertex:uM,displacementmap_vertex:fM,emissivemap_fragment:dM,emissivemap_pars_fragment:pM,colorspace_fragment:mM,colorspace_pars_fragment:gM,envmap_fragment:_M,envmap_common_pars_fragment:xM,envmap_pars_fragment:yM,envmap_pars_vertex:vM,envmap_physical_pars_fragment:IM,envmap_vertex:MM,fog_vertex:bM,fog_pars_vertex:SM,fog_fragment:wM,fog_pars_fragment:EM,gradientmap_pars_fragment:AM,lightmap_pars_fragment:TM,lights_lambert_fragment:CM,lights_lambert_pars_fragment:RM,lights_pars_begin:PM,lights_toon_fragment:LM,lights_toon_pars_fragment:NM,lights_phong_fragment:DM,lights_phong_pars_fragment:FM,lights_physical_fragment:UM,lights_physical_pars_fragment:OM,lights_fragment_begin:BM,lights_fragment_maps:kM,lights_fragment_end:zM,lightprobes_pars_fragment:GM,logdepthbuf_fragment:VM,logdepthbuf_pars_fragment:HM,logdepthbuf_pars_vertex:WM,logdepthbuf_vertex:XM,map_fragment:qM,map_pars_fragment:YM,map_particle_fragment:$M,map_particle_pars_fragment:ZM,metalnessmap_fragment:KM,metalnessmap_pars_fragment:JM,morphinstance_vertex:jM,morphcolor_vertex:QM,morphnormal_vertex:tb,morphtarget_pars_vertex:eb,morphtarget_vertex:nb,normal_fragment_begin:ib,normal_fragment_maps:sb,normal_pars_fragment:rb,normal_pars_vertex:ob,normal_vertex:ab,normalmap_pars_fragment:lb,clearcoat_normal_fragment_begin:cb,clearcoat_normal_fragment_maps:hb,clearcoat_pars_fragment:ub,iridescence_pars_fragment:fb,opaque_fragment:db,packing:pb,premultiplied_alpha_fragment:mb,project_vertex:gb,dithering_fragment:_b,dithering_pars_fragment:xb,roughnessmap_fragment:yb,roughnessmap_pars_fragment:vb,shadowmap_pars_fragment:Mb,shadowmap_pars_vertex:bb,shadowmap_vertex:Sb,shadowmask_pars_fragment:wb,skinbase_vertex:Eb,skinning_pars_vertex:Ab,skinning_vertex:Tb,skinnormal_vertex:Cb,specularmap_fragment:Rb,specularmap_pars_fragment:Pb,tonemapping_fragment:Ib,tonemapping_pars_fragment:Lb,transmission_fragment:Nb,transmission_pars_fragment:Db,uv_pars_fragment:Fb,uv_pars_vertex:Ub,uv_vertex:Ob,worldpos_vertex:Bb,background_vert:kb,background_frag:zb,backgroundCube_vert:Gb,backgroundCube_frag:Vb,cube_vert:Hb,cube_frag:Wb,depth_vert:Xb,depth_frag:qb,distance_vert:Yb,distance_frag:$b,equirect_vert:Zb,equirect_frag:Kb,linedashed_vert:Jb,linedashed_frag:jb,meshbasic_vert:Qb,meshbasic_frag:tS,meshlambert_vert:eS,meshlambert_frag:nS,meshmatcap_vert:iS,meshmatcap_frag:sS,meshnormal_vert:rS,meshnormal_frag:oS,meshphong_vert:aS,meshphong_frag:lS,meshphysical_vert:cS,meshphysical_frag:hS,meshtoon_vert:uS,meshtoon_frag:fS,points_vert:dS,points_frag:pS,shadow_vert:mS,shadow_frag:gS,sprite_vert:_S,sprite_frag:xS},It={common:{diffuse:{value:new Gt(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new ne},alphaMap:{value:null},alphaMapTransform:{value:new ne},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new ne}},envmap:{envMap:{value:null},envMapRotation:{value:new ne},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new ne}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new ne}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new ne},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new ne},normalScale:{value:new qt(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new ne},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new ne}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new ne}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new ne}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new Gt(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new Gt(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new ne},alphaTest:{value:0},uvTransform:{value:new ne}},sprite:{diffuse:{value:new Gt(16777215)},opacity:{value:1},center:{value:new qt(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new ne},alphaMap:{value:null},alphaMapTransform:{value:new ne},alphaTest:{value:0}}},ts={basic:{uniforms:Bn([It.common,It.specularmap,It.envmap,It.aomap,It.lightmap,It.fog]),vertexShader:ue.meshbasic_vert,fragmentShader:ue.meshbasic_frag},lambert:{uniforms:Bn([It.common,It.specularmap,It.envmap,It.aomap,It.lightmap,It.emissivemap,It.bumpmap,It.normalmap,It.displacementmap,It.fog,It.lights,{emissive:{value:new Gt(0)},envMapIntensity:{value:1}}]),vertexShader:ue.meshlambert_vert,fragmentShader:ue.meshlambert_frag},phong:{uniforms:Bn([It.common,It.specularmap,It.envmap,It.aomap,It.lightmap,It.emissivemap,It.bumpmap,It.normalmap,It.displacementmap,It.fog,It.lights,{emissive:{value:new Gt(0)},specular:{value:new Gt(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:ue.meshphong_vert,fragmentShader:ue.meshphong_frag},standard:{uniforms:Bn([It.common,It.envmap,It.aomap,It.lightmap,It.emissivemap,It.bumpmap,It.normalmap,It.displacementmap,It.roughnessmap,It.metalnessmap,It.fog,It.lights,{emissive:{value:new Gt(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:ue.meshphysical_vert,fragmentShader:ue.meshphysical_frag},toon:{uniforms:Bn([It.common,It.aomap,It.lightmap,It.emissivemap,It.bumpmap,It.normalmap,It.displacementmap,It.gradientmap,It.fog,It.lights,{emissive:{value:new Gt(0)}}]),vertexShader:ue.meshtoon_vert,fragmentShader:ue.meshtoon_frag},matcap:{uniforms:Bn([It.common,It.bumpmap,It.normalmap,It.displacementmap,It.fog,{matcap:{value:null}}]),vertexShader:ue.meshmatcap_vert,fragmentShader:ue.meshmatcap_frag},points:{uniforms:Bn([It.points,It.fog]),vertexShader:ue.points_vert,fragmentShader:ue.points_frag},dashed:{uniforms:Bn([It.common,It.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:ue.linedashed_vert,fragmentShader:ue.linedashed_frag},depth:{uniforms:Bn([It.common,It.displacementmap]),vertexShader:ue.depth_vert,fragmentShader:ue.depth_frag},normal:{uniforms:Bn([It.common,It.bumpmap,It.normalmap,It.displacementmap,{opacity:{value:1}}]),vertexShader:ue.meshnormal_vert,fragmentShader:ue.meshnormal_frag},sprite:{uniforms:Bn([It.sprite,It.fog]),vertexShader:ue.sprite_vert,fragmentShader:ue.sprite_frag},background:{uniforms:{uvTransform:{value:new ne},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:ue.background_vert,fragmentShader:ue.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new ne}},vertexShader:ue.backgroundCube_vert,fragmentShader:ue.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:ue.cube_vert,fragmentShader:ue.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:ue.equirect_vert,fragmentShader:ue.equirect_frag},distance:{uniforms:Bn([It.common,It.displacementmap,{referencePosition:{value:new z},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:ue.distance_vert,fragmentShader:ue.distance_frag},shadow:{uniforms:Bn([It.lights,It.fog,{color:{value:new Gt(0)},opacity:{value:1}}]),vertexShader:ue.shadow_vert,fragmentShader:ue.shadow_frag}};ts.physical={uniforms:Bn([ts.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new ne},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new ne},clearcoatNormalScale:{value:new qt(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new ne},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new ne},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new ne},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new ne},sheen:{value:0},sheenColor:{value:new Gt(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new ne},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new ne},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new ne},transmissionSamplerSize:{value:new qt},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new ne},attenuationDistance:{value:0},attenuationColor:{value:new Gt(0)},specularColor:{value:new Gt(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new ne},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new ne},anisotropyVector:{value:new qt},anisotropyMap:{value:null},anisotropyMapTransform:{value:new ne}}]),vertexShader:ue.meshphysical_vert,fragmentShader:ue.meshphysical_frag};var ih={r:0,b:0,g:0},yS=new Me,Ng=new ne;Ng.set(-1,0,0,0,1,0,0,0,1);function vS(i,t,e,n,s,r){let o=new Gt(0),a=s===!0?0:1,l,c,h=null,u=0,f=null;function d(v){let T=v.isScene===!0?v.background:null;if(T&&T.isTexture){let M=v.backgroundBlurriness>0;T=t.get(T,M)}return T}function p(v){let T=!1,M=d(v);M===null?m(o,a):M&&M.isColor&&(m(M,1),T=!0);let C=i.xr.getEnvironmentBlendMode();C==="additive"?e.buffers.color.setClear(0,0,0,1,r):C==="alpha-blend"&&e.buffers.color.setClear(0,0,0,0,r),(i.autoClear||T)&&(e.buffers.depth.setTest(!0),e.buffers.depth.setMask(!0),e.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function y(v,T){let M=d(T);M&&M.isCubeTexture?(c===void 0&&(c=new sn(new zs(1,1,1),new rn({name:"BackgroundCubeMaterial",uniforms:mr(ts.backgroundCube.uniforms),vertexShader:ts.backgroundCube.vertexShader,fragmentShader:ts.backgroundCube.fragmentShader,side:Nn,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(C,A,x){this.matrixWorld.copyPosition(x.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=M,c.material.uniforms.backgroundBlurriness.value=T.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=T.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(yS.makeRotationFromEuler(T.backgroundRotation)).transpose(),M.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(Ng),c.material.toneMapped=xe.getTransfer(M.colorSpace)!==Te,(h!==M||u!==M.version||f!==i.toneMapping)&&(c.material.needsUpdate=!0,h=M,u=M.version,f=i.toneMapping),c.layers.enableAll(),v.unshift(c,c.geometry,c.material,0,0,null)):M&&M.isTexture&&(l===void 0&&(l=new sn(new cr(2,2),new rn({name:"BackgroundMaterial",uniforms:mr(ts.background.uniforms),vertexShader:ts.background.vertexShader,fragmentShader:ts.background.fragmentShader,side:ji,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=M,l.material.uniforms.backgroundIntensity.value=T.backgroundIntensity,l.material.toneMapped=xe.getTransfer(M.colorSpace)!==Te,M.matrixAutoUpdate===!0&&M.updateMatrix(),l.material.uniforms.uvTransform.value.copy(M.matrix),(h!==M||u!==M.version||f!==i.toneMapping)&&(l.material.needsUpdate=!0,h=M,u=M.version,f=i.toneMapping),l.layers.enableAll(),v.unshift(l,l.geometry,l.material,0,0,null))}function m(v,T){v.getRGB(ih,Zf(i)),e.buffers.color.setClear(ih.r,ih.g,ih.b,T,r)}function g(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(v,T=1){o.set(v),a=T,m(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(v){a=v,m(o,a)},render:p,addToRenderList:y,dispose:g}}function MS(i,t){let e=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=f(null),r=s,o=!1;function a(N,G,W,L,X){let $=!1,H=u(N,L,W,G);r!==H&&(r=H,c(r.object)),$=d(N,L,W,X),$&&p(N,L,W,X),X!==null&&t.update(X,i.ELEMENT_ARRAY_BUFFER),($||o)&&(o=!1,M(N,G,W,L),X!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,t.get(X).buffer))}function l(){return i.createVertexArray()}function c(N){return i.bindVertexArray(N)}function h(N){return i.deleteVertexArray(N)}function u(N,G,W,L){let X=L.wireframe===!0,$=n[G.id];$===void 0&&($={},n[G.id]=$);let H=N.isInstancedMesh===!0?N.id:0,ct=$[H];ct===void 0&&(ct={},$[H]=ct);let J=ct[W.id];J===void 0&&(J={},ct[W.id]=J);let Q=J[X];return Q===void 0&&(Q=f(l()),J[X]=Q),Q}function f(N){let G=[],W=[],L=[];for(let X=0;X<e;X++)G[X]=0,W[X]=0,L[X]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:G,enabledAttributes:W,attributeDivisors:L,object:N,attributes:{},index:null}}function d(N,G,W,L){let X=r.attributes,$=G.attributes,H=0,ct=W.getAttributes();for(let J in ct)if(ct[J].location>=0){let st=X[J],ft=$[J];if(ft===void 0&&(J==="instanceMatrix"&&N.instanceMatrix&&(ft=N.instanceMatrix),J==="instanceColor"&&N.instanceColor&&(ft=N.instanceColor)),st===void 0||st.attribute!==ft||ft&&st.data!==ft.data)return!0;H++}return r.attributesNum!==H||r.index!==L}function p(N,G,W,L){let X={},$=G.attributes,H=0,ct=W.getAttributes();for(let J in ct)if(ct[J].location>=0){let st=$[J];st===void 0&&(J==="instanceMatrix"&&N.instanceMatrix&&(st=N.instanceMatrix),J==="instanceColor"&&N.instanceColor&&(st=N.instanceColor));let ft={};ft.attribute=st,st&&st.data&&(ft.data=st.data),X[J]=ft,H++}r.attributes=X,r.attributesNum=H,r.index=L}function y(){let N=r.newAttributes;for(let G=0,W=N.length;G<W;G++)N[G]=0}function m(N){g(N,0)}function g(N,G){let W=r.newAttributes,L=r.enabledAttributes,X=r.attributeDivisors;W[N]=1,L[N]===0&&(i.enableVertexAttribArray(N),L[N]=1),X[N]!==G&&(i.vertexAttribDivisor(N,G),X[N]=G)}function v(){let N=r.newAttributes,G=r.enabledAttributes;for(let W=0,L=G.length;W<L;W++)G[W]!==N[W]&&(i.disableVertexAttribArray(W),G[W]=0)}function T(N,G,W,L,X,$,H){H===!0?i.vertexAttribIPointer(N,G,W,X,$):i.vertexAttribPointer(N,G,W,L,X,$)}function M(N,G,W,L){y();let X=L.attributes,$=W.getAttributes(),H=G.defaultAttributeValues;for(let ct in $){let J=$[ct];if(J.location>=0){let Q=X[ct];if(Q===void 0&&(ct==="instanceMatrix"&&N.instanceMatrix&&(Q=N.instanceMatrix),ct==="instanceColor"&&N.instanceColor&&(Q=N.instanceColor)),Q!==void 0){let st=Q.normalized,ft=Q.itemSize,ut=t.get(Q);if(ut===void 0)continue;let tt=ut.buffer,mt=ut.type,xt=ut.bytesPerElement,Tt=mt===i.INT||mt===i.UNSIGNED_INT||Q.gpuType===xc;if(Q.isInterleavedBufferAttribute){let bt=Q.data,Wt=bt.isInterleavedBuffer===!0?bt.stride:bt.itemSize,re=Q.offset;if(bt.isInstancedInterleavedBuffer||bt.isInstancedBufferAttribute){for(let Vt=0;Vt<J.locationSize;Vt++)g(J.location+Vt,bt.meshPerAttribute);N.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=bt.meshPerAttribute*bt.count)}else for(let Vt=0;Vt<J.locationSize;Vt++)m(J.location+Vt);i.bindBuffer(i.ARRAY_BUFFER,tt);for(let Vt=0;Vt<J.locationSize;Vt++)T(J.location+Vt,ft/J.locationSize,mt,st,Wt*xt,(re+ft/J.locationSize*Vt)*xt,Tt)}else{if(Q.isInstancedBufferAttribute){for(let bt=0;bt<J.locationSize;bt++)g(J.location+bt,Q.meshPerAttribute);N.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=Q.meshPerAttribute*Q.count)}else for(let bt=0;bt<J.locationSize;bt++)m(J.location+bt);i.bindBuffer(i.ARRAY_BUFFER,tt);for(let bt=0;bt<J.locationSize;bt++)T(J.location+bt,ft/J.locationSize,mt,st,ft*xt,ft/J.locationSize*bt*xt,Tt)}}else if(H!==void 0){let st=H[ct];if(st!==void 0)switch(st.length){case 2:i.vertexAttrib2fv(J.location,st);break;case 3:i.vertexAttrib3fv(J.location,st);break;case 4:i.vertexAttrib4fv(J.location,st);break;default:i.vertexAttrib1fv(J.location,st)}}}}v()}function C(){k();for(let N in n){let G=n[N];for(let W in G){let L=G[W];for(let X in L){let $=L[X];for(let H in $)h($[H].object),delete $[H];delete L[X]}}delete n[N]}}function A(N){if(n[N.id]===void 0)return;let G=n[N.id];for(let W in G){let L=G[W];for(let X in L){let $=L[X];for(let H in $)h($[H].object),delete $[H];delete L[X]}}delete n[N.id]}function x(N){for(let G in n){let W=n[G];for(let L in W){let X=W[L];if(X[N.id]===void 0)continue;let $=X[N.id];for(let H in $)h($[H].object),delete $[H];delete X[N.id]}}}function E(N){for(let G in n){let W=n[G],L=N.isInstancedMesh===!0?N.id:0,X=W[L];if(X!==void 0){for(let $ in X){let H=X[$];for(let ct in H)h(H[ct].object),delete H[ct];delete X[$]}delete W[L],Object.keys(W).length===0&&delete n[G]}}}function k(){D(),o=!0,r!==s&&(r=s,c(r.object))}function D(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:k,resetDefaultState:D,dispose:C,releaseStatesOfGeometry:A,releaseStatesOfObject:E,releaseStatesOfProgram:x,initAttributes:y,enableAttribute:m,disableUnusedAttributes:v}}function bS(i,t,e){let n;function s(l){n=l}function r(l,c){i.drawArrays(n,l,c),e.update(c,n,1)}function o(l,c,h){h!==0&&(i.drawArraysInstanced(n,l,c,h),e.update(c,n,h))}function a(l,c,h){if(h===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,h);let f=0;for(let d=0;d<h;d++)f+=c[d];e.update(f,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function SS(i,t,e,n){let s;function r(){if(s!==void 0)return s;if(t.has("EXT_texture_filter_anisotropic")===!0){let x=t.get("EXT_texture_filter_anisotropic");s=i.getParameter(x.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(x){return!(x!==Ui&&n.convert(x)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(x){let E=x===Fi&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(x!==Jn&&x!==bi&&!E&&n.convert(x)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function l(x){if(x==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";x="mediump"}return x==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=e.precision!==void 0?e.precision:"highp",h=l(c);h!==c&&(Kt("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=e.reversedDepthBuffer===!0&&t.has("EXT_clip_control"),f=e.logarithmicDepthBuffer===!0&&u===!1;e.reversedDepthBuffer===!0&&u===!1&&Kt("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),e.logarithmicDepthBuffer===!0&&u===!0&&Kt("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let d=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),p=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),y=i.getParameter(i.MAX_TEXTURE_SIZE),m=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),g=i.getParameter(i.MAX_VERTEX_ATTRIBS),v=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),T=i.getParameter(i.MAX_VARYING_VECTORS),M=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),C=i.getParameter(i.MAX_SAMPLES),A=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:f,reversedDepthBuffer:u,maxTextures:d,maxVertexTextures:p,maxTextureSize:y,maxCubemapSize:m,maxAttributes:g,maxVertexUniforms:v,maxVaryings:T,maxFragmentUniforms:M,maxSamples:C,samples:A}}function wS(i){let t=this,e=null,n=0,s=!1,r=!1,o=new oi,a=new ne,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,f){let d=u.length!==0||f||n!==0||s;return s=f,n=u.length,d},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,f){e=h(u,f,0)},this.setState=function(u,f,d){let p=u.clippingPlanes,y=u.clipIntersection,m=u.clipShadows,g=i.get(u);if(!s||p===null||p.length===0||r&&!m)r?h(null):c();else{let v=r?0:n,T=v*4,M=g.clippingState||null;l.value=M,M=h(p,f,T,d);for(let C=0;C!==T;++C)M[C]=e[C];g.clippingState=M,this.numIntersection=y?this.numPlanes:0,this.numPlanes+=v}};function c(){l.value!==e&&(l.value=e,l.needsUpdate=n>0),t.numPlanes=n,t.numIntersection=0}function h(u,f,d,p){let y=u!==null?u.length:0,m=null;if(y!==0){if(m=l.value,p!==!0||m===null){let g=d+y*4,v=f.matrixWorldInverse;a.getNormalMatrix(v),(m===null||m.length<g)&&(m=new Float32Array(g));for(let T=0,M=d;T!==y;++T,M+=4)o.copy(u[T]).applyMatrix4(v,a),o.normal.toArray(m,M),m[M+3]=o.constant}l.value=m,l.needsUpdate=!0}return t.numPlanes=y,t.numIntersection=0,m}}var Ia=class extends li{constructor(t=1,e={}){super(t,t,e),this.isWebGLCubeRenderTarget=!0;let n={width:t,height:t,depth:1},s=[n,n,n,n,n,n];this.texture=new ca(s),this._setTextureOptions(e),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new zs(5,5,5),r=new rn({name:"CubemapFromEquirect",uniforms:mr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:Nn,blending:ur});r.uniforms.tEquirect.value=e;let o=new sn(s,r),a=e.minFilter;return e.minFilter===_s&&(e.minFilter=Xn),new uo(1,10,this).update(t,o),e.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(t,e=!0,n=!0,s=!0){let r=t.getRenderTarget();for(let o=0;o<6;o++)t.setRenderTarget(this,o),t.clear(e,n,s);t.setRenderTarget(r)}},ug=256,ES=3,AS=20,Dg=256,Fg=16,TS=3,CS=new z,RS=new Gt,rh=class i{constructor(t){this._renderer=t,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new uo(1,10,null),this._boxMesh=new sn(new zs(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(t,e=0,n=.1,s=100,r={}){let{size:o=256,position:a=CS}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);e>0&&(h.texture.mipmapsAutoUpdate=!1);let u=l.autoClear,f=l.autoClearColor,d=l.autoClearDepth,p=l.autoClearStencil,y=t.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,y===null&&(t.background=l.getClearColor(RS));let m=new uo(n,s,h);return m.position.copy(a),m.update(l,t),l.autoClear=u,l.autoClearColor=f,l.autoClearDepth=d,l.autoClearStencil=p,t.background=y,e>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,e)),this._applyPMREM(c),c}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=pg(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=dg(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(t,e){return e>0?1-Math.sqrt(1-t/e):0}_setSize(t){this._cubeSize=Math.max(ug,Yf(t))}_fromTexture(t,e){t.mapping===dr||t.mapping===go?this._setSize(t.image.length===0?ug:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4);let n=e||this._allocateTarget();return this._textureToCubemap(t),this._applyPMREM(n),n}_allocateTarget(){let t=this._cubeSize,e=fg(t,!1,!1),n=Math.log2(t)-ES;for(let s=0;s<=n;s++)e.texture.mipmaps.push({width:t>>s,height:t>>s});return e.texture.name="PMREM",e.texture.isPMREMTexture=!0,e}_getSourceTarget(t=!1){let e=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==e||t&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=fg(e,!0,t)),this._sourceTarget}_compileMaterial(t){this._boxMesh.material=t,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(t,e,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=t,r.activeMipmapLevel=e;let o=t.width>>e;t.viewport.set(0,0,o,o),r.update(this._renderer,s),t.viewport.set(0,0,t.width,t.height)}_textureToCubemap(t){let e;t.mapping===dr||t.mapping===go?(this._cubemapMaterial===null&&(this._cubemapMaterial=pg()),e=this._cubemapMaterial,e.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=dg()),e=this._equirectMaterial),e.uniforms.envMap.value=t,this._renderCube(this._getSourceTarget(),0,e)}_applyPMREM(t){this._ggxMaterial===null&&(this._ggxMaterial=PS(),this._integrationMaterial=IS());let e=this._cubeSize,n=t.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(e/Fg);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-TS)r.roughness.value=a,this._renderCube(t,o,this._integrationMaterial);else{let l=a>0?Math.log2(e)+.5*Math.log2(6/(Dg*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(t,o,this._ggxMaterial)}}}_blur(t,e){this._blurMaterial===null&&(this._blurMaterial=LS());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(e,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(t,0,n),s.envMap.value=t.texture,this._renderCube(r,0,n)}};function fg(i,t,e){return new Ia(i,{minFilter:_s,generateMipmaps:t,type:Fi,colorSpace:na,depthBuffer:e})}function La(i,t,e){return new rn({name:i,uniforms:t,vertexShader:ue.cube_vert,fragmentShader:e,side:Nn,blending:ur,depthTest:!1,depthWrite:!1})}function PS(){return La("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${Dg}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function IS(){return La("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:Fg}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function LS(){return La("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${AS}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function dg(){return La("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function pg(){return La("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function NS(i){let t=new WeakMap,e=new WeakMap,n=null;function s(f,d=!1){return f==null?null:d?o(f):r(f)}function r(f){if(f&&f.isTexture){let d=f.mapping;if(d===mc||d===gc)if(t.has(f)){let p=t.get(f).texture;return a(p,f.mapping)}else{let p=f.image;if(p&&p.height>0){let y=new Ia(p.height);return y.fromEquirectangularTexture(i,f),t.set(f,y),f.addEventListener("dispose",c),a(y.texture,f.mapping)}else return null}}return f}function o(f){if(f&&f.isTexture&&f.isPMREMTexture!==!0){let d=f.mapping,p=d===mc||d===gc,y=d===dr||d===go;if(p||y){let m=e.get(f),g=m!==void 0?m.texture.pmremVersion:0;if(f.isRenderTargetTexture&&f.pmremVersion!==g)return n===null&&(n=new rh(i)),m=p?n.fromEquirectangular(f,m):n.fromCubemap(f,m),m.texture.pmremVersion=f.pmremVersion,e.set(f,m),m.texture;if(m!==void 0)return m.texture;{let v=f.image;return p&&v&&v.height>0||y&&v&&l(v)?(n===null&&(n=new rh(i)),m=p?n.fromEquirectangular(f):n.fromCubemap(f),m.texture.pmremVersion=f.pmremVersion,e.set(f,m),f.addEventListener("dispose",h),m.texture):null}}}return f}function a(f,d){return d===mc?f.mapping=dr:d===gc&&(f.mapping=go),f}function l(f){let d=0,p=6;for(let y=0;y<p;y++)f[y]!==void 0&&d++;return d===p}function c(f){let d=f.target;d.removeEventListener("dispose",c);let p=t.get(d);p!==void 0&&(t.delete(d),p.dispose())}function h(f){let d=f.target;d.removeEventListener("dispose",h);let p=e.get(d);p!==void 0&&(e.delete(d),p.dispose())}function u(){t=new WeakMap,e=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:u}}function DS(i){let t={};function e(n){if(t[n]!==void 0)return t[n];let s=i.getExtension(n);return t[n]=s,s}return{has:function(n){return e(n)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(n){let s=e(n);return s===null&&jo("WebGLRenderer: "+n+" extension not supported."),s}}}function FS(i,t,e,n){let s={},r=new WeakMap,o=new FinalizationRegistry(p=>delete s[p]);function a(p){l(p.target)}function l(p){p.index!==null&&t.remove(p.index);for(let m in p.attributes)t.remove(p.attributes[m]);p.removeEventListener("dispose",a),delete s[p.id],o.unregister(p);let y=r.get(p);y&&(t.remove(y),r.delete(p)),n.releaseStatesOfGeometry(p),p.isInstancedBufferGeometry===!0&&delete p._maxInstanceCount,e.memory.geometries--}function c(p,y){return s[y.id]!==void 0||(y.addEventListener("dispose",a),s[y.id]=new WeakRef(y),o.register(y,y.id,y),e.memory.geometries++),y}function h(p){let y=p.attributes;for(let m in y)t.update(y[m],i.ARRAY_BUFFER)}function u(p){let y=p.index,m=p.attributes.position,g=0;if(m===void 0)return;let v=y!==null?y.array.length:m.array.length/3-1,T=m.count>=65535?aa:oa,M=new T(Math.ceil(v/3)*6,1),C=M.array;if(y!==null){let x=y.array;g=y.version;for(let E=0,k=0;E<v;E+=3){let D=x[E+0],N=x[E+1],G=x[E+2];C[k++]=D,C[k++]=N,C[k++]=N,C[k++]=G,C[k++]=G,C[k++]=D}}else{g=m.version;for(let x=0,E=0;x<v;x+=3){let k=x+0,D=x+1,N=x+2;C[E++]=k,C[E++]=D,C[E++]=D,C[E++]=N,C[E++]=N,C[E++]=k}}M.version=g;let A=r.get(p);A&&t.remove(A),r.set(p,M)}function f(p){let y=r.get(p);if(y){let m=p.index;m!==null&&y.version<m.version&&u(p)}else u(p);return r.get(p)}function d(){for(let p in s){let y=s[p].deref();y!==void 0&&l(y)}}return{get:c,update:h,getWireframeAttribute:f,dispose:d}}function US(i,t,e){let n;function s(u){n=u}let r,o;function a(u){r=u.type,o=u.bytesPerElement}function l(u,f){i.drawElements(n,f,r,u*o),e.update(f,n,1)}function c(u,f,d){d!==0&&(i.drawElementsInstanced(n,f,r,u*o,d),e.update(f,n,d))}function h(u,f,d){if(d===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,f,0,r,u,0,d);let y=0;for(let m=0;m<d;m++)y+=f[m];e.update(y,n,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function OS(i){let t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(e.calls++,o){case i.TRIANGLES:e.triangles+=a*(r/3);break;case i.LINES:e.lines+=a*(r/2);break;case i.LINE_STRIP:e.lines+=a*(r-1);break;case i.LINE_LOOP:e.lines+=a*r;break;case i.POINTS:e.points+=a*r;break;default:te("WebGLInfo: Unknown draw mode:",o);break}}function s(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:s,update:n}}function BS(i,t,e){let n=new WeakMap,s=new Ye;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,u=h!==void 0?h.length:0,f=n.get(a);if(f===void 0||f.count!==u){let k=function(){x.dispose(),n.delete(a),a.removeEventListener("dispose",k)};f!==void 0&&f.texture.dispose();let d=a.morphAttributes.position!==void 0,p=a.morphAttributes.normal!==void 0,y=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],g=a.morphAttributes.normal||[],v=a.morphAttributes.color||[],T=0;d===!0&&(T=1),p===!0&&(T=2),y===!0&&(T=3);let M=a.attributes.position.count*T,C=1;M>t.maxTextureSize&&(C=Math.ceil(M/t.maxTextureSize),M=t.maxTextureSize);let A=new Float32Array(M*C*4*u),x=new ra(A,M,C,u);x.type=bi,x.needsUpdate=!0;let E=T*4;for(let D=0;D<u;D++){let N=m[D],G=g[D],W=v[D],L=M*C*4*D;for(let X=0;X<N.count;X++){let $=X*E;d===!0&&(s.fromBufferAttribute(N,X),A[L+$+0]=s.x,A[L+$+1]=s.y,A[L+$+2]=s.z,A[L+$+3]=0),p===!0&&(s.fromBufferAttribute(G,X),A[L+$+4]=s.x,A[L+$+5]=s.y,A[L+$+6]=s.z,A[L+$+7]=0),y===!0&&(s.fromBufferAttribute(W,X),A[L+$+8]=s.x,A[L+$+9]=s.y,A[L+$+10]=s.z,A[L+$+11]=W.itemSize===4?s.w:1)}}f={count:u,texture:x,size:new qt(M,C)},n.set(a,f),a.addEventListener("dispose",k)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,e);else{let d=0;for(let y=0;y<c.length;y++)d+=c[y];let p=a.morphTargetsRelative?1:1-d;l.getUniforms().setValue(i,"morphTargetBaseInfluence",p),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",f.texture,e),l.getUniforms().setValue(i,"morphTargetsTextureSize",f.size)}return{update:r}}function kS(i,t,e,n,s){let r=new WeakMap;function o(c){let h=s.render.frame,u=c.geometry,f=t.get(c,u);if(r.get(f)!==h&&(t.update(f),r.set(f,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(e.update(c.instanceMatrix,i.ARRAY_BUFFER),c.instanceColor!==null&&e.update(c.instanceColor,i.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let d=c.skeleton;r.get(d)!==h&&(d.update(),r.set(d,h))}return f}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),n.releaseStatesOfObject(h),e.remove(h.instanceMatrix),h.instanceColor!==null&&e.remove(h.instanceColor)}return{update:o,dispose:a}}var zS={[Tf]:"LINEAR_TONE_MAPPING",[Cf]:"REINHARD_TONE_MAPPING",[Rf]:"CINEON_TONE_MAPPING",[Pf]:"ACES_FILMIC_TONE_MAPPING",[Lf]:"AGX_TONE_MAPPING",[Nf]:"NEUTRAL_TONE_MAPPING",[If]:"CUSTOM_TONE_MAPPING"};function GS(i,t,e,n,s,r){let o=new li(t,e,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new Be;h.setAttribute("position",new le([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new le([0,2,0,0,2,0],2));let u=new Jl({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),f=new sn(h,u),d=new ga(-1,1,1,-1,0,1),p=null,y=null,m=!1,g,v=null,T=[],M=!1;this.setSize=function(C,A){o.setSize(C,A),a!==null&&a.setSize(C,A),l!==null&&l.setSize(C,A);for(let x=0;x<T.length;x++){let E=T[x];E.setSize&&E.setSize(C,A)}},this.setEffects=function(C){T=C,M=T.length>0&&T[0].isRenderPass===!0;let A=o.width,x=o.height;T.length>0&&a===null&&(a=new li(A,x,{type:Fi,depthBuffer:!1,stencilBuffer:!1}),l=new li(A,x,{type:Fi,depthBuffer:!1,stencilBuffer:!1}));let E=s===!0&&T.some(k=>k.needsDepthTexture===!0);E!==(o.depthTexture!==null)&&(E===!0&&c===null&&(c=new gs(A,x),r===!0&&(c.format=xs,c.type=pr)),o.dispose(),o.depthTexture=E?c:null,o.resolveDepthBuffer=E,o.storeMultisampledDepthBuffer=E);for(let k=0;k<T.length;k++){let D=T[k];D.setSize&&D.setSize(A,x),E&&D.needsDepthTexture===!0&&D.setDepthTexture&&D.setDepthTexture(c)}},this.begin=function(C,A){if(m||C.toneMapping===Mi&&T.length===0)return!1;if(v=A,A!==null){let x=A.width,E=A.height;(o.width!==x||o.height!==E)&&this.setSize(x,E)}return M===!1&&C.setRenderTarget(o),g=C.toneMapping,C.toneMapping=Mi,!0},this.hasRenderPass=function(){return M},this.end=function(C,A){C.toneMapping=g,m=!0;let x=o,E=a;for(let k=0;k<T.length;k++){let D=T[k];D.enabled!==!1&&(D.render(C,E,x,A),D.needsSwap!==!1&&(x=E,E=E===a?l:a))}if(p!==C.outputColorSpace||y!==C.toneMapping){p=C.outputColorSpace,y=C.toneMapping,u.defines={},xe.getTransfer(p)===Te&&(u.defines.SRGB_TRANSFER="");let k=zS[y];k&&(u.defines[k]=""),u.needsUpdate=!0}u.uniforms.tDiffuse.value=x.texture,C.setRenderTarget(v),C.render(f,d),v=null,m=!1},this.isCompositing=function(){return m},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),u.dispose()}}var Ug=new Kn,Og=new gs(1,1),Bg=new ha(1),kg=new ra,zg=new $l,Gg=new ca,mg=[],gg=[],_g=new Float32Array(16),xg=new Float32Array(9),yg=new Float32Array(4);function vo(i,t,e){let n=i[0];if(n<=0||n>0)return i;let s=t*e,r=mg[s];if(r===void 0&&(r=new Float32Array(s),mg[s]=r),t!==0){n.toArray(r,0);for(let o=1,a=0;o!==t;++o)a+=e,i[o].toArray(r,a)}return r}function xn(i,t){if(i.length!==t.length)return!1;for(let e=0,n=i.length;e<n;e++)if(i[e]!==t[e])return!1;return!0}function yn(i,t){for(let e=0,n=t.length;e<n;e++)i[e]=t[e]}function ah(i,t){let e=gg[t];e===void 0&&(e=new Int32Array(t),gg[t]=e);for(let n=0;n!==t;++n)e[n]=i.allocateTextureUnit();return e}function VS(i,t){let e=this.cache;e[0]!==t&&(i.uniform1f(this.addr,t),e[0]=t)}function HS(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(xn(e,t))return;i.uniform2fv(this.addr,t),yn(e,t)}}function WS(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(i.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(xn(e,t))return;i.uniform3fv(this.addr,t),yn(e,t)}}function XS(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(xn(e,t))return;i.uniform4fv(this.addr,t),yn(e,t)}}function qS(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(xn(e,t))return;i.uniformMatrix2fv(this.addr,!1,t),yn(e,t)}else{if(xn(e,n))return;yg.set(n),i.uniformMatrix2fv(this.addr,!1,yg),yn(e,n)}}function YS(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(xn(e,t))return;i.uniformMatrix3fv(this.addr,!1,t),yn(e,t)}else{if(xn(e,n))return;xg.set(n),i.uniformMatrix3fv(this.addr,!1,xg),yn(e,n)}}function $S(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(xn(e,t))return;i.uniformMatrix4fv(this.addr,!1,t),yn(e,t)}else{if(xn(e,n))return;_g.set(n),i.uniformMatrix4fv(this.addr,!1,_g),yn(e,n)}}function ZS(i,t){let e=this.cache;e[0]!==t&&(i.uniform1i(this.addr,t),e[0]=t)}function KS(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2i(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(xn(e,t))return;i.uniform2iv(this.addr,t),yn(e,t)}}function JS(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(xn(e,t))return;i.uniform3iv(this.addr,t),yn(e,t)}}function jS(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4i(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(xn(e,t))return;i.uniform4iv(this.addr,t),yn(e,t)}}function QS(i,t){let e=this.cache;e[0]!==t&&(i.uniform1ui(this.addr,t),e[0]=t)}function tw(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(xn(e,t))return;i.uniform2uiv(this.addr,t),yn(e,t)}}function ew(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(xn(e,t))return;i.uniform3uiv(this.addr,t),yn(e,t)}}function nw(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(xn(e,t))return;i.uniform4uiv(this.addr,t),yn(e,t)}}function lh(i){return i.version===0&&(i.compareFunction=Hf,i.needsUpdate=!0),i}function iw(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=lh(Og):r=Ug,e.setTexture2D(t||r,s)}function sw(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture3D(t||zg,s)}function rw(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=lh(Bg):r=Gg,e.setTextureCube(t||r,s)}function ow(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture2DArray(t||kg,s)}function aw(i){switch(i){case 5126:return VS;case 35664:return HS;case 35665:return WS;case 35666:return XS;case 35674:return qS;case 35675:return YS;case 35676:return $S;case 5124:case 35670:return ZS;case 35667:case 35671:return KS;case 35668:case 35672:return JS;case 35669:case 35673:return jS;case 5125:return QS;case 36294:return tw;case 36295:return ew;case 36296:return nw;case 35678:case 36198:case 36298:case 36306:case 35682:return iw;case 35679:case 36299:case 36307:return sw;case 35680:case 36300:case 36308:case 36293:return rw;case 36289:case 36303:case 36311:case 36292:return ow}}function lw(i,t){i.uniform1fv(this.addr,t)}function cw(i,t){let e=vo(t,this.size,2);i.uniform2fv(this.addr,e)}function hw(i,t){let e=vo(t,this.size,3);i.uniform3fv(this.addr,e)}function uw(i,t){let e=vo(t,this.size,4);i.uniform4fv(this.addr,e)}function fw(i,t){let e=vo(t,this.size,4);i.uniformMatrix2fv(this.addr,!1,e)}function dw(i,t){let e=vo(t,this.size,9);i.uniformMatrix3fv(this.addr,!1,e)}function pw(i,t){let e=vo(t,this.size,16);i.uniformMatrix4fv(this.addr,!1,e)}function mw(i,t){i.uniform1iv(this.addr,t)}function gw(i,t){i.uniform2iv(this.addr,t)}function _w(i,t){i.uniform3iv(this.addr,t)}function xw(i,t){i.uniform4iv(this.addr,t)}function yw(i,t){i.uniform1uiv(this.addr,t)}function vw(i,t){i.uniform2uiv(this.addr,t)}function Mw(i,t){i.uniform3uiv(this.addr,t)}function bw(i,t){i.uniform4uiv(this.addr,t)}function Sw(i,t,e){let n=this.cache,s=t.length,r=ah(e,s);xn(n,r)||(i.uniform1iv(this.addr,r),yn(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=lh(Og):o=Ug;for(let a=0;a!==s;++a)e.setTexture2D(t[a]||o,r[a])}function ww(i,t,e){let n=this.cache,s=t.length,r=ah(e,s);xn(n,r)||(i.uniform1iv(this.addr,r),yn(n,r));for(let o=0;o!==s;++o)e.setTexture3D(t[o]||zg,r[o])}function Ew(i,t,e){let n=this.cache,s=t.length,r=ah(e,s);xn(n,r)||(i.uniform1iv(this.addr,r),yn(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=lh(Bg):o=Gg;for(let a=0;a!==s;++a)e.setTextureCube(t[a]||o,r[a])}function Aw(i,t,e){let n=this.cache,s=t.length,r=ah(e,s);xn(n,r)||(i.uniform1iv(this.addr,r),yn(n,r));for(let o=0;o!==s;++o)e.setTexture2DArray(t[o]||kg,r[o])}function Tw(i){switch(i){case 5126:return lw;case 35664:return cw;case 35665:return hw;case 35666:return uw;case 35674:return fw;case 35675:return dw;case 35676:return pw;case 5124:case 35670:return mw;case 35667:case 35671:return gw;case 35668:case 35672:return _w;case 35669:case 35673:return xw;case 5125:return yw;case 36294:return vw;case 36295:return Mw;case 36296:return bw;case 35678:case 36198:case 36298:case 36306:case 35682:return Sw;case 35679:case 36299:case 36307:return ww;case 35680:case 36300:case 36308:case 36293:return Ew;case 36289:case 36303:case 36311:case 36292:return Aw}}var ed=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.setValue=aw(e.type)}},nd=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=Tw(e.type)}},id=class{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(t,e[a.id],n)}}},Qf=/(\w+)(\])?(\[|\.)?/g;function vg(i,t){i.seq.push(t),i.map[t.id]=t}function Cw(i,t,e){let n=i.name,s=n.length;for(Qf.lastIndex=0;;){let r=Qf.exec(n),o=Qf.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){vg(e,c===void 0?new ed(a,i,t):new nd(a,i,t));break}else{let u=e.map[a];u===void 0&&(u=new id(a),vg(e,u)),e=u}}}var yo=class{constructor(t,e){this.seq=[],this.map={};let n=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=t.getActiveUniform(e,o),l=t.getUniformLocation(e,a.name);Cw(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===t.SAMPLER_2D_SHADOW||o.type===t.SAMPLER_CUBE_SHADOW||o.type===t.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(t,e,n,s){let r=this.map[e];r!==void 0&&r.setValue(t,n,s)}setOptional(t,e,n){let s=e[n];s!==void 0&&this.setValue(t,n,s)}static upload(t,e,n,s){for(let r=0,o=e.length;r!==o;++r){let a=e[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(t,l.value,s)}}static seqWithValue(t,e){let n=[];for(let s=0,r=t.length;s!==r;++s){let o=t[s];o.id in e&&n.push(o)}return n}};function Mg(i,t,e){let n=i.createShader(t);return i.shaderSource(n,e),i.compileShader(n),n}var Rw=37297,Pw=0;function Iw(i,t){let e=i.split(`
`),n=[],s=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===t?">":" "} ${a}: ${e[o]}`)}return n.join(`
`)}var bg=new ne;function Lw(i){xe._getMatrix(bg,xe.workingColorSpace,i);let t=`mat3( ${bg.elements.map(e=>e.toFixed(4))} )`;switch(xe.getTransfer(i)){case ia:return[t,"LinearTransferOETF"];case Te:return[t,"sRGBTransferOETF"];default:return Kt("WebGLProgram: Unsupported color space: ",i),[t,"LinearTransferOETF"]}}function Sg(i,t,e){let n=i.getShaderParameter(t,i.COMPILE_STATUS),r=(i.getShaderInfoLog(t)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return e.toUpperCase()+`

`+r+`

`+Iw(i.getShaderSource(t),a)}else return r}function Nw(i,t){let e=Lw(t);return[`vec4 ${i}( vec4 value ) {`,`	return ${e[1]}( vec4( ${e[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var Dw={[Tf]:"Linear",[Cf]:"Reinhard",[Rf]:"Cineon",[Pf]:"ACESFilmic",[Lf]:"AgX",[Nf]:"Neutral",[If]:"Custom"};function Fw(i,t){let e=Dw[t];return e===void 0?(Kt("WebGLProgram: Unsupported toneMapping:",t),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}var sh=new z;function Uw(){xe.getLuminanceCoefficients(sh);let i=sh.x.toFixed(4),t=sh.y.toFixed(4),e=sh.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${t}, ${e} );`,"	return dot( weights, rgb );","}"].join(`
`)}function Ow(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Pa).join(`
`)}function Bw(i){let t=[];for(let e in i){let n=i[e];n!==!1&&t.push("#define "+e+" "+n)}return t.join(`
`)}function kw(i,t){let e={},n=i.getProgramParameter(t,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(t,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),e[o]={type:r.type,location:i.getAttribLocation(t,o),locationSize:a}}return e}function Pa(i){return i!==""}function wg(i,t){let e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,t.numSunLights).replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,t.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,t.numLightProbeGrids)}function Eg(i,t){return i.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var zw=/^[ \t]*#include +<([\w\d./]+)>/gm;function sd(i){return i.replace(zw,Gw)}function Gw(i,t){let e=ue[t];if(e===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+t+">");return sd(e)}var Vw=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function Ag(i){return i.replace(Vw,Hw)}function Hw(i,t,e,n){let s="";for(let r=parseInt(t);r<parseInt(e);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function Tg(i){let t=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?t+=`
#define HIGH_PRECISION`:i.precision==="mediump"?t+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(t+=`
#define LOW_PRECISION`),t}var Ww={[hr]:"SHADOWMAP_TYPE_PCF",[po]:"SHADOWMAP_TYPE_VSM"};function Xw(i){return Ww[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var qw={[go]:"ENVMAP_MODE_REFRACTION"};function Yw(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":qw[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var $w={[pc]:"ENVMAP_BLENDING_MULTIPLY",[Wm]:"ENVMAP_BLENDING_MIX",[Xm]:"ENVMAP_BLENDING_ADD"};function Zw(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":$w[i.combine]||"ENVMAP_BLENDING_NONE"}function Kw(i,t,e,n){let s=i.getContext(),r=e.defines,o=e.vertexShader,a=e.fragmentShader,l=Xw(e),c=e.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=Yw(e),u=Zw(e),f=Ow(e),d=Bw(r),p=s.createProgram(),y,m,g=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(y=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d].filter(Pa).join(`
`),y.length>0&&(y+=`
`),m=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d].filter(Pa).join(`
`),m.length>0&&(m+=`
`)):(y=[Tg(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+h:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+e.diffuseRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexNormals?"#define HAS_NORMAL":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.sizeAttenuation?"#define USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Pa).join(`
`),m=[Tg(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+c:"",e.envMap?"#define "+h:"",e.envMap?"#define "+u:"",e.envMapPMREM?"#define ENVMAP_MAX_LOD "+e.envMapMaxLod+".0":"",e.envMapPMREM?"#define ENVMAP_SIZE "+e.envMapSize+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.retroreflection?"#define USE_RETROREFLECTION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor?"#define USE_COLOR":"",e.vertexAlphas||e.batchingColor?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==Mi?"#define TONE_MAPPING":"",e.toneMapping!==Mi?ue.tonemapping_pars_fragment:"",e.toneMapping!==Mi?Fw("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",ue.colorspace_pars_fragment,Nw("linearToOutputTexel",e.outputColorSpace),Uw(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(Pa).join(`
`)),o=sd(o),o=wg(o,e),o=Eg(o,e),a=sd(a),a=wg(a,e),a=Eg(a,e),o=Ag(o),a=Ag(a),e.isRawShaderMaterial!==!0&&(g=`#version 300 es
`,y=[f,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+y,m=["#define varying in",e.glslVersion===Wf?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===Wf?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+m);let v=g+y+o,T=g+m+a,M=Mg(s,s.VERTEX_SHADER,v),C=Mg(s,s.FRAGMENT_SHADER,T);s.attachShader(p,M),s.attachShader(p,C),e.index0AttributeName!==void 0?s.bindAttribLocation(p,0,e.index0AttributeName):e.hasPositionAttribute===!0&&s.bindAttribLocation(p,0,"position"),s.linkProgram(p);function A(D){if(i.debug.checkShaderErrors){let N=s.getProgramInfoLog(p)||"",G=s.getShaderInfoLog(M)||"",W=s.getShaderInfoLog(C)||"",L=N.trim(),X=G.trim(),$=W.trim(),H=!0,ct=!0;if(s.getProgramParameter(p,s.LINK_STATUS)===!1)if(H=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,p,M,C);else{let J=Sg(s,M,"vertex"),Q=Sg(s,C,"fragment");te("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(p,s.VALIDATE_STATUS)+`

Material Name: `+D.name+`
Material Type: `+D.type+`

Program Info Log: `+L+`
`+J+`
`+Q)}else L!==""?Kt("WebGLProgram: Program Info Log:",L):(X===""||$==="")&&(ct=!1);ct&&(D.diagnostics={runnable:H,programLog:L,vertexShader:{log:X,prefix:y},fragmentShader:{log:$,prefix:m}})}s.deleteShader(M),s.deleteShader(C),x=new yo(s,p),E=kw(s,p)}let x;this.getUniforms=function(){return x===void 0&&A(this),x};let E;this.getAttributes=function(){return E===void 0&&A(this),E};let k=e.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return k===!1&&(k=s.getProgramParameter(p,Rw)),k},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(p),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=Pw++,this.cacheKey=t,this.usedTimes=1,this.program=p,this.vertexShader=M,this.fragmentShader=C,this}var Jw=0,rd=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(t,e,n){let s=this._getShaderCacheForMaterial(t);return s.has(e)===!1&&(s.add(e),e.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(t){let e=this.materialCache.get(t);for(let n of e)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(t),this}getVertexShaderStage(t){return this._getShaderStage(t.vertexShader)}getFragmentShaderStage(t){return this._getShaderStage(t.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){let e=this.materialCache,n=e.get(t);return n===void 0&&(n=new Set,e.set(t,n)),n}_getShaderStage(t){let e=this.shaderCache,n=e.get(t);return n===void 0&&(n=new od(t),e.set(t,n)),n}},od=class{constructor(t){this.id=Jw++,this.code=t,this.usedTimes=0}};function jw(i){return i===Ys||i===Aa||i===Ta}function Qw(i,t,e,n,s,r){let o=new so,a=new rd,l=new Set,c=[],h=new Map,u=n.logarithmicDepthBuffer,f={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function d(x){return l.add(x),x===0?"uv":`uv${x}`}function p(x,E,k,D,N,G){let W=D.fog,L=N.geometry,X=x.isMeshStandardMaterial||x.isMeshLambertMaterial||x.isMeshPhongMaterial?D.environment:null,$=x.isMeshStandardMaterial||x.isMeshLambertMaterial&&!x.envMap||x.isMeshPhongMaterial&&!x.envMap,H=t.get(x.envMap||X,$),ct=f[x.type],J=n.precision;x.precision!==null&&(J=n.getMaxPrecision(x.precision),J!==x.precision&&Kt("WebGLProgram.getParameters:",x.precision,"not supported, using",J,"instead."));let Q=L.morphAttributes.position||L.morphAttributes.normal||L.morphAttributes.color,st=Q!==void 0?Q.length:0,ft=0;L.morphAttributes.position!==void 0&&(ft=1),L.morphAttributes.normal!==void 0&&(ft=2),L.morphAttributes.color!==void 0&&(ft=3);let ut,tt,mt,xt;if(ct){let Ct=ts[ct];ut=Ct.vertexShader,tt=Ct.fragmentShader}else{ut=x.vertexShader,tt=x.fragmentShader;let Ct=a.getVertexShaderStage(x),ae=a.getFragmentShaderStage(x);a.update(x,Ct,ae),mt=Ct.id,xt=ae.id}let Tt=i.getRenderTarget(),bt=i.state.buffers.depth.getReversed(),Wt=N.isInstancedMesh===!0,re=N.isBatchedMesh===!0,Vt=!!x.map,fe=!!x.matcap,ce=!!H,ie=ce&&H.isPMREMTexture===!0,Xe=!!x.aoMap,Oe=!!x.lightMap,on=!!x.bumpMap&&x.wireframe===!1,Le=!!x.normalMap,wn=!!x.displacementMap,ve=!!x.emissiveMap,gn=!!x.metalnessMap,Ze=!!x.roughnessMap,an=x.anisotropy>0,O=x.clearcoat>0,Rt=x.diffuseRoughness>0,Zt=x.dispersion>0,oe=x.retroreflectivity>0,St=x.iridescence>0,De=x.sheen>0,zt=x.transmission>0,$t=an&&!!x.anisotropyMap,R=O&&!!x.clearcoatMap,b=O&&!!x.clearcoatNormalMap,q=O&&!!x.clearcoatRoughnessMap,ht=Rt&&!!x.diffuseRoughnessMap,ot=St&&!!x.iridescenceMap,_t=St&&!!x.iridescenceThicknessMap,yt=De&&!!x.sheenColorMap,et=De&&!!x.sheenRoughnessMap,it=!!x.specularMap,pt=!!x.specularColorMap,U=!!x.specularIntensityMap,rt=zt&&!!x.transmissionMap,nt=zt&&!!x.thicknessMap,wt=!!x.gradientMap,gt=!!x.alphaMap,Mt=x.alphaTest>0,Ht=!!x.alphaHash,jt=!!x.extensions,lt=Mi;x.toneMapped&&(Tt===null||Tt.isXRRenderTarget===!0)&&(lt=i.toneMapping);let Ot=ie?H.isCompressedCubeTexture?H.image[0].mipmaps:H.mipmaps:null,Qt={shaderID:ct,shaderType:x.type,shaderName:x.name,vertexShader:ut,fragmentShader:tt,defines:x.defines,customVertexShaderID:mt,customFragmentShaderID:xt,isRawShaderMaterial:x.isRawShaderMaterial===!0,glslVersion:x.glslVersion,precision:J,batching:re,batchingColor:re&&N._colorsTexture!==null,instancing:Wt,instancingColor:Wt&&N.instanceColor!==null,instancingMorph:Wt&&N.morphTexture!==null,outputColorSpace:Tt===null?i.outputColorSpace:Tt.isXRRenderTarget===!0?Tt.texture.colorSpace:xe.workingColorSpace,alphaToCoverage:!!x.alphaToCoverage,map:Vt,matcap:fe,envMap:ce,envMapMode:ce&&H.mapping,envMapPMREM:ie,envMapMaxLod:ie?Ot.length-1:null,envMapSize:ie?Ot[0].width:null,aoMap:Xe,lightMap:Oe,bumpMap:on,normalMap:Le,displacementMap:wn,emissiveMap:ve,normalMapObjectSpace:Le&&x.normalMapType===$m,normalMapTangentSpace:Le&&x.normalMapType===eh,packedNormalMap:Le&&x.normalMapType===eh&&jw(x.normalMap.format),metalnessMap:gn,roughnessMap:Ze,anisotropy:an,anisotropyMap:$t,clearcoat:O,clearcoatMap:R,clearcoatNormalMap:b,clearcoatRoughnessMap:q,diffuseRoughness:Rt,diffuseRoughnessMap:ht,dispersion:Zt,retroreflection:oe,iridescence:St,iridescenceMap:ot,iridescenceThicknessMap:_t,sheen:De,sheenColorMap:yt,sheenRoughnessMap:et,specularMap:it,specularColorMap:pt,specularIntensityMap:U,transmission:zt,transmissionMap:rt,thicknessMap:nt,gradientMap:wt,opaque:x.transparent===!1&&x.blending===mo&&x.alphaToCoverage===!1,alphaMap:gt,alphaTest:Mt,alphaHash:Ht,combine:x.combine,mapUv:Vt&&d(x.map.channel),aoMapUv:Xe&&d(x.aoMap.channel),lightMapUv:Oe&&d(x.lightMap.channel),bumpMapUv:on&&d(x.bumpMap.channel),normalMapUv:Le&&d(x.normalMap.channel),displacementMapUv:wn&&d(x.displacementMap.channel),emissiveMapUv:ve&&d(x.emissiveMap.channel),metalnessMapUv:gn&&d(x.metalnessMap.channel),roughnessMapUv:Ze&&d(x.roughnessMap.channel),anisotropyMapUv:$t&&d(x.anisotropyMap.channel),clearcoatMapUv:R&&d(x.clearcoatMap.channel),clearcoatNormalMapUv:b&&d(x.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:q&&d(x.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:ht&&d(x.diffuseRoughnessMap.channel),iridescenceMapUv:ot&&d(x.iridescenceMap.channel),iridescenceThicknessMapUv:_t&&d(x.iridescenceThicknessMap.channel),sheenColorMapUv:yt&&d(x.sheenColorMap.channel),sheenRoughnessMapUv:et&&d(x.sheenRoughnessMap.channel),specularMapUv:it&&d(x.specularMap.channel),specularColorMapUv:pt&&d(x.specularColorMap.channel),specularIntensityMapUv:U&&d(x.specularIntensityMap.channel),transmissionMapUv:rt&&d(x.transmissionMap.channel),thicknessMapUv:nt&&d(x.thicknessMap.channel),alphaMapUv:gt&&d(x.alphaMap.channel),vertexTangents:!!L.attributes.tangent&&(Le||an),vertexNormals:!!L.attributes.normal,vertexColors:x.vertexColors,vertexAlphas:x.vertexColors===!0&&!!L.attributes.color&&L.attributes.color.itemSize===4,pointsUvs:N.isPoints===!0&&!!L.attributes.uv&&(Vt||gt),fog:!!W,useFog:x.fog===!0,fogExp2:!!W&&W.isFogExp2,flatShading:x.wireframe===!1&&(x.flatShading===!0||L.attributes.normal===void 0&&Le===!1&&(x.isMeshLambertMaterial||x.isMeshPhongMaterial||x.isMeshStandardMaterial||x.isMeshPhysicalMaterial)),sizeAttenuation:x.sizeAttenuation===!0,logarithmicDepthBuffer:u,reversedDepthBuffer:bt,skinning:N.isSkinnedMesh===!0,hasPositionAttribute:L.attributes.position!==void 0,morphTargets:L.morphAttributes.position!==void 0,morphNormals:L.morphAttributes.normal!==void 0,morphColors:L.morphAttributes.color!==void 0,morphTargetsCount:st,morphTextureStride:ft,numSunLights:E.sun.length,numDirLights:E.directional.length,numPointLights:E.point.length,numSpotLights:E.spot.length,numSpotLightMaps:E.spotLightMap.length,numRectAreaLights:E.rectArea.length,numHemiLights:E.hemi.length,numSunLightShadows:E.sunShadowMap.length,numDirLightShadows:E.directionalShadowMap.length,numPointLightShadows:E.pointShadowMap.length,numSpotLightShadows:E.spotShadowMap.length,numSpotLightShadowsWithMaps:E.numSpotLightShadowsWithMaps,numLightProbes:E.numLightProbes,numLightProbeGrids:G.filter(Ct=>Ct.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:x.dithering,shadowMapEnabled:i.shadowMap.enabled&&k.length>0,shadowMapType:i.shadowMap.type,toneMapping:lt,decodeVideoTexture:Vt&&x.map.isVideoTexture===!0&&xe.getTransfer(x.map.colorSpace)===Te,decodeVideoTextureEmissive:ve&&x.emissiveMap.isVideoTexture===!0&&xe.getTransfer(x.emissiveMap.colorSpace)===Te,premultipliedAlpha:x.premultipliedAlpha,doubleSided:x.side===vi,flipSided:x.side===Nn,useDepthPacking:x.depthPacking>=0,depthPacking:x.depthPacking||0,index0AttributeName:x.index0AttributeName,extensionClipCullDistance:jt&&x.extensions.clipCullDistance===!0&&e.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(jt&&x.extensions.multiDraw===!0||re)&&e.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:e.has("KHR_parallel_shader_compile"),customProgramCacheKey:x.customProgramCacheKey()};return Qt.vertexUv1s=l.has(1),Qt.vertexUv2s=l.has(2),Qt.vertexUv3s=l.has(3),l.clear(),Qt}function y(x){let E=[];if(x.shaderID?E.push(x.shaderID):(E.push(x.customVertexShaderID),E.push(x.customFragmentShaderID)),x.defines!==void 0)for(let k in x.defines)E.push(k),E.push(x.defines[k]);return x.isRawShaderMaterial===!1&&(m(E,x),g(E,x),E.push(i.outputColorSpace)),E.push(x.customProgramCacheKey),E.join()}function m(x,E){x.push(E.precision),x.push(E.outputColorSpace),x.push(E.envMapMode),x.push(E.envMapPMREM),x.push(E.envMapMaxLod),x.push(E.envMapSize),x.push(E.mapUv),x.push(E.alphaMapUv),x.push(E.lightMapUv),x.push(E.aoMapUv),x.push(E.bumpMapUv),x.push(E.normalMapUv),x.push(E.displacementMapUv),x.push(E.emissiveMapUv),x.push(E.metalnessMapUv),x.push(E.roughnessMapUv),x.push(E.anisotropyMapUv),x.push(E.clearcoatMapUv),x.push(E.clearcoatNormalMapUv),x.push(E.clearcoatRoughnessMapUv),x.push(E.diffuseRoughnessMapUv),x.push(E.iridescenceMapUv),x.push(E.iridescenceThicknessMapUv),x.push(E.sheenColorMapUv),x.push(E.sheenRoughnessMapUv),x.push(E.specularMapUv),x.push(E.specularColorMapUv),x.push(E.specularIntensityMapUv),x.push(E.transmissionMapUv),x.push(E.thicknessMapUv),x.push(E.combine),x.push(E.fogExp2),x.push(E.sizeAttenuation),x.push(E.morphTargetsCount),x.push(E.numSunLights),x.push(E.numDirLights),x.push(E.numPointLights),x.push(E.numSpotLights),x.push(E.numSpotLightMaps),x.push(E.numHemiLights),x.push(E.numRectAreaLights),x.push(E.numSunLightShadows),x.push(E.numDirLightShadows),x.push(E.numPointLightShadows),x.push(E.numSpotLightShadows),x.push(E.numSpotLightShadowsWithMaps),x.push(E.numLightProbes),x.push(E.numLightProbeGrids),x.push(E.shadowMapType),x.push(E.toneMapping),x.push(E.numClippingPlanes),x.push(E.numClipIntersection),x.push(E.depthPacking)}function g(x,E){o.disableAll(),E.instancing&&o.enable(0),E.instancingColor&&o.enable(1),E.instancingMorph&&o.enable(2),E.matcap&&o.enable(3),E.envMap&&o.enable(4),E.normalMapObjectSpace&&o.enable(5),E.normalMapTangentSpace&&o.enable(6),E.clearcoat&&o.enable(7),E.iridescence&&o.enable(8),E.alphaTest&&o.enable(9),E.vertexColors&&o.enable(10),E.vertexAlphas&&o.enable(11),E.vertexUv1s&&o.enable(12),E.vertexUv2s&&o.enable(13),E.vertexUv3s&&o.enable(14),E.vertexTangents&&o.enable(15),E.anisotropy&&o.enable(16),E.alphaHash&&o.enable(17),E.batching&&o.enable(18),E.dispersion&&o.enable(19),E.retroreflection&&o.enable(24),E.diffuseRoughness&&o.enable(25),E.batchingColor&&o.enable(20),E.gradientMap&&o.enable(21),E.packedNormalMap&&o.enable(22),E.vertexNormals&&o.enable(23),x.push(o.mask),o.disableAll(),E.fog&&o.enable(0),E.useFog&&o.enable(1),E.flatShading&&o.enable(2),E.logarithmicDepthBuffer&&o.enable(3),E.reversedDepthBuffer&&o.enable(4),E.skinning&&o.enable(5),E.morphTargets&&o.enable(6),E.morphNormals&&o.enable(7),E.morphColors&&o.enable(8),E.premultipliedAlpha&&o.enable(9),E.shadowMapEnabled&&o.enable(10),E.doubleSided&&o.enable(11),E.flipSided&&o.enable(12),E.useDepthPacking&&o.enable(13),E.dithering&&o.enable(14),E.transmission&&o.enable(15),E.sheen&&o.enable(16),E.opaque&&o.enable(17),E.pointsUvs&&o.enable(18),E.decodeVideoTexture&&o.enable(19),E.decodeVideoTextureEmissive&&o.enable(20),E.alphaToCoverage&&o.enable(21),E.numLightProbeGrids>0&&o.enable(22),E.hasPositionAttribute&&o.enable(23),x.push(o.mask)}function v(x){let E=f[x.type],k;if(E){let D=ts[E];k=Ca.clone(D.uniforms)}else k=x.uniforms;return k}function T(x,E){let k=h.get(E);return k!==void 0?++k.usedTimes:(k=new Kw(i,E,x,s),c.push(k),h.set(E,k)),k}function M(x){if(--x.usedTimes===0){let E=c.indexOf(x);c[E]=c[c.length-1],c.pop(),h.delete(x.cacheKey),x.destroy()}}function C(x){a.remove(x)}function A(){a.dispose()}return{getParameters:p,getProgramCacheKey:y,getUniforms:v,acquireProgram:T,releaseProgram:M,releaseShaderCache:C,programs:c,dispose:A}}function t1(){let i=new WeakMap;function t(o){return i.has(o)}function e(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:t,get:e,remove:n,update:s,dispose:r}}function e1(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.material.id!==t.material.id?i.material.id-t.material.id:i.materialVariant!==t.materialVariant?i.materialVariant-t.materialVariant:i.z!==t.z?i.z-t.z:i.id-t.id}function Cg(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.z!==t.z?t.z-i.z:i.id-t.id}function Rg(){let i=[],t=0,e=[],n=[],s=[];function r(){t=0,e.length=0,n.length=0,s.length=0}function o(f){let d=0;return f.isInstancedMesh&&(d+=2),f.isSkinnedMesh&&(d+=1),d}function a(f,d,p,y,m,g){let v=i[t];return v===void 0?(v={id:f.id,object:f,geometry:d,material:p,materialVariant:o(f),groupOrder:y,renderOrder:f.renderOrder,z:m,group:g},i[t]=v):(v.id=f.id,v.object=f,v.geometry=d,v.material=p,v.materialVariant=o(f),v.groupOrder=y,v.renderOrder=f.renderOrder,v.z=m,v.group=g),t++,v}function l(f,d,p,y,m,g,v){v.reversedDepth===!0&&(m=-m);let T=a(f,d,p,y,m,g);p.transmission>0?n.push(T):p.transparent===!0?s.push(T):e.push(T)}function c(f,d,p,y,m,g){let v=a(f,d,p,y,m,g);p.transmission>0?n.unshift(v):p.transparent===!0?s.unshift(v):e.unshift(v)}function h(f,d){e.length>1&&e.sort(f||e1),n.length>1&&n.sort(d||Cg),s.length>1&&s.sort(d||Cg)}function u(){for(let f=t,d=i.length;f<d;f++){let p=i[f];if(p.id===null)break;p.id=null,p.object=null,p.geometry=null,p.material=null,p.group=null}}return{opaque:e,transmissive:n,transparent:s,init:r,push:l,unshift:c,finish:u,sort:h}}function n1(){let i=new WeakMap;function t(n,s){let r=i.get(n),o;return r===void 0?(o=new Rg,i.set(n,[o])):s>=r.length?(o=new Rg,r.push(o)):o=r[s],o}function e(){i=new WeakMap}return{get:t,dispose:e}}function i1(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={direction:new z,color:new Gt};break;case"SpotLight":e={position:new z,direction:new z,color:new Gt,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new z,color:new Gt,distance:0,decay:0};break;case"HemisphereLight":e={direction:new z,skyColor:new Gt,groundColor:new Gt};break;case"RectAreaLight":e={color:new Gt,position:new z,halfWidth:new z,halfHeight:new z};break}return i[t.id]=e,e}}}function s1(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new qt};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new qt};break;case"PointLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new qt,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[t.id]=e,e}}}var r1=0;function o1(i,t){return(t.castShadow?2:0)-(i.castShadow?2:0)+(t.map?1:0)-(i.map?1:0)}function a1(i){let t=new i1,e=s1(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new z);let s=new z,r=new Me,o=new Me;function a(c){let h=0,u=0,f=0;for(let G=0;G<9;G++)n.probe[G].set(0,0,0);let d=0,p=0,y=0,m=0,g=0,v=0,T=0,M=0,C=0,A=0,x=0,E=0,k=0,D=0;c.sort(o1);for(let G=0,W=c.length;G<W;G++){let L=c[G],X=L.color,$=L.intensity,H=L.distance,ct=null;if(L.shadow&&L.shadow.map&&(L.shadow.map.texture.format===Ys?ct=L.shadow.map.texture:ct=L.shadow.map.depthTexture||L.shadow.map.texture),L.isAmbientLight)h+=X.r*$,u+=X.g*$,f+=X.b*$;else if(L.isLightProbe){for(let J=0;J<9;J++)n.probe[J].addScaledVector(L.sh.coefficients[J],$);D++}else if(L.isSunLight){let J=t.get(L);if(J.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let Q=L.shadow,st=e.get(L);st.shadowIntensity=Q.intensity,st.shadowBias=Q.bias,st.shadowNormalBias=Q.normalBias,st.shadowRadius=Q.radius,st.shadowMapSize.copy(Q.mapSize).multiply(Q.getFrameExtents()),n.sunShadow[p]=st,n.sunShadowMap[p]=ct;let ft=Q.getViewportCount();for(let ut=0;ut<ft;ut++)n.sunShadowMatrix[y+ut]=Q.getMatrix(ut),n.sunShadowCascade[y+ut]=Q._cascadeData[ut];y+=ft,p++}n.sun[d]=J,d++}else if(L.isDirectionalLight){let J=t.get(L);if(J.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let Q=L.shadow,st=e.get(L);st.shadowIntensity=Q.intensity,st.shadowBias=Q.bias,st.shadowNormalBias=Q.normalBias,st.shadowRadius=Q.radius,st.shadowMapSize=Q.mapSize,n.directionalShadow[m]=st,n.directionalShadowMap[m]=ct,n.directionalShadowMatrix[m]=L.shadow.matrix,C++}n.directional[m]=J,m++}else if(L.isSpotLight){let J=t.get(L);J.position.setFromMatrixPosition(L.matrixWorld),J.color.copy(X).multiplyScalar($),J.distance=H,J.coneCos=Math.cos(L.angle),J.penumbraCos=Math.cos(L.angle*(1-L.penumbra)),J.decay=L.decay,n.spot[v]=J;let Q=L.shadow;if(L.map&&(n.spotLightMap[E]=L.map,E++,Q.updateMatrices(L),L.castShadow&&k++),n.spotLightMatrix[v]=Q.matrix,L.castShadow){let st=e.get(L);st.shadowIntensity=Q.intensity,st.shadowBias=Q.bias,st.shadowNormalBias=Q.normalBias,st.shadowRadius=Q.radius,st.shadowMapSize=Q.mapSize,n.spotShadow[v]=st,n.spotShadowMap[v]=ct,x++}v++}else if(L.isRectAreaLight){let J=t.get(L);J.color.copy(X).multiplyScalar($),J.halfWidth.set(L.width*.5,0,0),J.halfHeight.set(0,L.height*.5,0),n.rectArea[T]=J,T++}else if(L.isPointLight){let J=t.get(L);if(J.color.copy(L.color).multiplyScalar(L.intensity),J.distance=L.distance,J.decay=L.decay,L.castShadow){let Q=L.shadow,st=e.get(L);st.shadowIntensity=Q.intensity,st.shadowBias=Q.bias,st.shadowNormalBias=Q.normalBias,st.shadowRadius=Q.radius,st.shadowMapSize=Q.mapSize,st.shadowCameraNear=Q.camera.near,st.shadowCameraFar=Q.camera.far,n.pointShadow[g]=st,n.pointShadowMap[g]=ct,n.pointShadowMatrix[g]=L.shadow.matrix,A++}n.point[g]=J,g++}else if(L.isHemisphereLight){let J=t.get(L);J.skyColor.copy(L.color).multiplyScalar($),J.groundColor.copy(L.groundColor).multiplyScalar($),n.hemi[M]=J,M++}}T>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=It.LTC_FLOAT_1,n.rectAreaLTC2=It.LTC_FLOAT_2):(n.rectAreaLTC1=It.LTC_HALF_1,n.rectAreaLTC2=It.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=u,n.ambient[2]=f;let N=n.hash;(N.sunLength!==d||N.directionalLength!==m||N.pointLength!==g||N.spotLength!==v||N.rectAreaLength!==T||N.hemiLength!==M||N.numSunShadows!==p||N.numDirectionalShadows!==C||N.numPointShadows!==A||N.numSpotShadows!==x||N.numSpotMaps!==E||N.numLightProbes!==D)&&(n.sun.length=d,n.directional.length=m,n.spot.length=v,n.rectArea.length=T,n.point.length=g,n.hemi.length=M,n.sunShadow.length=p,n.sunShadowMap.length=p,n.sunShadowMatrix.length=y,n.sunShadowCascade.length=y,n.directionalShadow.length=C,n.directionalShadowMap.length=C,n.directionalShadowMatrix.length=C,n.pointShadow.length=A,n.pointShadowMap.length=A,n.pointShadowMatrix.length=A,n.spotShadow.length=x,n.spotShadowMap.length=x,n.spotLightMatrix.length=x+E-k,n.spotLightMap.length=E,n.numSpotLightShadowsWithMaps=k,n.numLightProbes=D,N.sunLength=d,N.directionalLength=m,N.pointLength=g,N.spotLength=v,N.rectAreaLength=T,N.hemiLength=M,N.numSunShadows=p,N.numDirectionalShadows=C,N.numPointShadows=A,N.numSpotShadows=x,N.numSpotMaps=E,N.numLightProbes=D,n.version=r1++)}function l(c,h){let u=0,f=0,d=0,p=0,y=0,m=0,g=h.matrixWorldInverse;for(let v=0,T=c.length;v<T;v++){let M=c[v];if(M.isSunLight){let C=n.sun[u];C.direction.setFromMatrixPosition(M.matrixWorld),C.direction.transformDirection(g),u++}else if(M.isDirectionalLight){let C=n.directional[f];C.direction.setFromMatrixPosition(M.matrixWorld),s.setFromMatrixPosition(M.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(g),f++}else if(M.isSpotLight){let C=n.spot[p];C.position.setFromMatrixPosition(M.matrixWorld),C.position.applyMatrix4(g),C.direction.setFromMatrixPosition(M.matrixWorld),s.setFromMatrixPosition(M.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(g),p++}else if(M.isRectAreaLight){let C=n.rectArea[y];C.position.setFromMatrixPosition(M.matrixWorld),C.position.applyMatrix4(g),o.identity(),r.copy(M.matrixWorld),r.premultiply(g),o.extractRotation(r),C.halfWidth.set(M.width*.5,0,0),C.halfHeight.set(0,M.height*.5,0),C.halfWidth.applyMatrix4(o),C.halfHeight.applyMatrix4(o),y++}else if(M.isPointLight){let C=n.point[d];C.position.setFromMatrixPosition(M.matrixWorld),C.position.applyMatrix4(g),d++}else if(M.isHemisphereLight){let C=n.hemi[m];C.direction.setFromMatrixPosition(M.matrixWorld),C.direction.transformDirection(g),m++}}}return{setup:a,setupView:l,state:n}}function Pg(i){let t=new a1(i),e=[],n=[],s=[];function r(u){h.camera=u,e.length=0,n.length=0,s.length=0}function o(u){u.isLightProbeGrid?s.push(u):e.push(u)}function a(u){n.push(u)}function l(){t.setup(e),s.sort((u,f)=>u.priority-f.priority||u.id-f.id)}function c(u){t.setupView(e,u)}let h={lightsArray:e,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:t,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function l1(i){let t=new WeakMap;function e(s,r=0){let o=t.get(s),a;return o===void 0?(a=new Pg(i),t.set(s,[a])):r>=o.length?(a=new Pg(i),o.push(a)):a=o[r],a}function n(){t=new WeakMap}return{get:e,dispose:n}}var c1=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,h1=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,u1=[new z(1,0,0),new z(-1,0,0),new z(0,1,0),new z(0,-1,0),new z(0,0,1),new z(0,0,-1)],f1=[new z(0,-1,0),new z(0,-1,0),new z(0,0,1),new z(0,0,-1),new z(0,-1,0),new z(0,-1,0)],Ig=new Me,Ra=new z,td=new z;function d1(i,t,e){let n=new ks,s=new qt,r=new qt,o=new Ye,a=new co,l=new jl,c={},h=e.maxTextureSize,u={[ji]:Nn,[Nn]:ji,[vi]:vi},f=new rn({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new qt},radius:{value:4}},vertexShader:c1,fragmentShader:h1}),d=f.clone();d.defines.HORIZONTAL_PASS=1;let p=new Be;p.setAttribute("position",new nn(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let y=new sn(p,f),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=hr;let g=this.type;this.render=function(A,x,E){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||A.length===0)return;this.type===Cm&&(Kt("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=hr);let k=i.getRenderTarget(),D=i.getActiveCubeFace(),N=i.getActiveMipmapLevel(),G=i.state;G.setBlending(ur),G.buffers.depth.getReversed()===!0?G.buffers.color.setClear(0,0,0,0):G.buffers.color.setClear(1,1,1,1),G.buffers.depth.setTest(!0),G.setScissorTest(!1);let W=g!==this.type;W&&x.traverse(function(L){L.material&&(Array.isArray(L.material)?L.material.forEach(X=>X.needsUpdate=!0):L.material.needsUpdate=!0)});for(let L=0,X=A.length;L<X;L++){let $=A[L],H=$.shadow;if(H===void 0){Kt("WebGLShadowMap:",$,"has no shadow.");continue}if(H.autoUpdate===!1&&H.needsUpdate===!1)continue;s.copy(H.mapSize);let ct=H.getFrameExtents();s.multiply(ct),r.copy(H.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/ct.x),s.x=r.x*ct.x,H.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/ct.y),s.y=r.y*ct.y,H.mapSize.y=r.y));let J=i.state.buffers.depth.getReversed();if(H.camera._reversedDepth=J,H.map===null||W===!0){if(H.map!==null&&(H.map.depthTexture!==null&&(H.map.depthTexture.dispose(),H.map.depthTexture=null),H.map.dispose()),this.type===po){if($.isPointLight){Kt("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}H.map=new li(s.x,s.y,{format:Ys,type:Fi,minFilter:Xn,magFilter:Xn,generateMipmaps:!1}),H.map.texture.name=$.name+".shadowMap",H.map.depthTexture=new gs(s.x,s.y,bi),H.map.depthTexture.name=$.name+".shadowMapDepth",H.map.depthTexture.format=ps,H.map.depthTexture.compareFunction=null,H.map.depthTexture.minFilter=Pn,H.map.depthTexture.magFilter=Pn}else $.isPointLight?(H.map=new Ia(s.x),H.map.depthTexture=new ha(s.x,Di)):(H.map=new li(s.x,s.y),H.map.depthTexture=new gs(s.x,s.y,Di)),H.map.depthTexture.name=$.name+".shadowMap",H.map.depthTexture.format=ps,this.type===hr?(H.map.depthTexture.compareFunction=J?Vf:Gf,H.map.depthTexture.minFilter=Xn,H.map.depthTexture.magFilter=Xn):(H.map.depthTexture.compareFunction=null,H.map.depthTexture.minFilter=Pn,H.map.depthTexture.magFilter=Pn);H.camera.updateProjectionMatrix()}H.map.isWebGLCubeRenderTarget!==!0&&(H.map.width!==s.x||H.map.height!==s.y)&&H.map.setSize(s.x,s.y);let Q=H.map.isWebGLCubeRenderTarget?6:H.getViewportCount();$.isPointLight!==!0&&H.updateMatrices($,E);let st=(H.camera.layers.mask&4294967294)!==0?H.camera.layers:E.layers;for(let ft=0;ft<Q;ft++){let ut=H.getCamera(ft);if($.isPointLight){let tt=H.camera,mt=H.matrix,xt=$.distance||tt.far;xt!==tt.far&&(tt.far=xt,tt.updateProjectionMatrix()),Ra.setFromMatrixPosition($.matrixWorld),tt.position.copy(Ra),td.copy(tt.position),td.add(u1[ft]),tt.up.copy(f1[ft]),tt.lookAt(td),tt.updateMatrixWorld(),mt.makeTranslation(-Ra.x,-Ra.y,-Ra.z),Ig.multiplyMatrices(tt.projectionMatrix,tt.matrixWorldInverse),H._frustum.setFromProjectionMatrix(Ig,tt.coordinateSystem,tt.reversedDepth)}if(H.map.isWebGLCubeRenderTarget)i.setRenderTarget(H.map,ft),i.clear();else{ft===0&&(i.setRenderTarget(H.map),i.clear());let tt=H.getViewport(ft);o.set(r.x*tt.x,r.y*tt.y,r.x*tt.z,r.y*tt.w),G.viewport(o)}n=H.getFrustum(ft),M(x,E,ut,$,st,this.type)}H.isPointLightShadow!==!0&&this.type===po&&v(H,E),H.needsUpdate=!1}g=this.type,m.needsUpdate=!1,i.setRenderTarget(k,D,N)};function v(A,x){let E=t.update(y);f.defines.VSM_SAMPLES!==A.blurSamples&&(f.defines.VSM_SAMPLES=A.blurSamples,d.defines.VSM_SAMPLES=A.blurSamples,f.needsUpdate=!0,d.needsUpdate=!0),A.mapPass===null?A.mapPass=new li(s.x,s.y,{format:Ys,type:Fi}):(A.mapPass.width!==A.map.width||A.mapPass.height!==A.map.height)&&A.mapPass.setSize(A.map.width,A.map.height),f.uniforms.shadow_pass.value=A.map.depthTexture,f.uniforms.resolution.value.set(A.map.width,A.map.height),f.uniforms.radius.value=A.radius,i.setRenderTarget(A.mapPass),i.clear(),i.renderBufferDirect(x,null,E,f,y,null),d.uniforms.shadow_pass.value=A.mapPass.texture,d.uniforms.resolution.value.set(A.map.width,A.map.height),d.uniforms.radius.value=A.radius,i.setRenderTarget(A.map),i.clear(),i.renderBufferDirect(x,null,E,d,y,null)}function T(A,x,E,k){let D=null,N=E.isPointLight===!0?A.customDistanceMaterial:A.customDepthMaterial;if(N!==void 0)D=N;else if(D=E.isPointLight===!0?l:a,i.localClippingEnabled&&x.clipShadows===!0&&Array.isArray(x.clippingPlanes)&&x.clippingPlanes.length!==0||x.displacementMap&&x.displacementScale!==0||x.alphaMap&&x.alphaTest>0||x.map&&x.alphaTest>0||x.alphaToCoverage===!0){let G=D.uuid,W=x.uuid,L=c[G];L===void 0&&(L={},c[G]=L);let X=L[W];X===void 0&&(X=D.clone(),L[W]=X,x.addEventListener("dispose",C)),D=X}if(D.visible=x.visible,D.wireframe=x.wireframe,k===po?D.side=x.shadowSide!==null?x.shadowSide:x.side:D.side=x.shadowSide!==null?x.shadowSide:u[x.side],D.alphaMap=x.alphaMap,D.alphaTest=x.alphaToCoverage===!0?.5:x.alphaTest,D.map=x.map,D.clipShadows=x.clipShadows,D.clippingPlanes=x.clippingPlanes,D.clipIntersection=x.clipIntersection,D.displacementMap=x.displacementMap,D.displacementScale=x.displacementScale,D.displacementBias=x.displacementBias,D.wireframeLinewidth=x.wireframeLinewidth,D.linewidth=x.linewidth,E.isPointLight===!0&&D.isMeshDistanceMaterial===!0){let G=i.properties.get(D);G.light=E}return D}function M(A,x,E,k,D,N){if(A.visible===!1)return;if(A.layers.test(D)&&(A.isMesh||A.isLine||A.isPoints)&&(A.castShadow||A.receiveShadow&&N===po)&&(!A.frustumCulled||A.intersectsFrustum(n))){A.modelViewMatrix.multiplyMatrices(E.matrixWorldInverse,A.matrixWorld);let L=t.update(A),X=A.material;if(Array.isArray(X)){let $=L.groups;for(let H=0,ct=$.length;H<ct;H++){let J=$[H],Q=X[J.materialIndex];if(Q&&Q.visible){let st=T(A,Q,k,N);A.onBeforeShadow(i,A,x,E,L,st,J),i.renderBufferDirect(E,null,L,st,A,J),A.onAfterShadow(i,A,x,E,L,st,J)}}}else if(X.visible){let $=T(A,X,k,N);A.onBeforeShadow(i,A,x,E,L,$,null),i.renderBufferDirect(E,null,L,$,A,null),A.onAfterShadow(i,A,x,E,L,$,null)}}let W=A.children;for(let L=0,X=W.length;L<X;L++)M(W[L],x,E,k,D,N)}function C(A){A.target.removeEventListener("dispose",C);for(let E in c){let k=c[E],D=A.target.uuid;D in k&&(k[D].dispose(),delete k[D])}}}function p1(i,t){function e(){let U=!1,rt=new Ye,nt=null,wt=new Ye(0,0,0,0);return{setMask:function(gt){nt!==gt&&!U&&(i.colorMask(gt,gt,gt,gt),nt=gt)},setLocked:function(gt){U=gt},setClear:function(gt,Mt,Ht,jt,lt){lt===!0&&(gt*=jt,Mt*=jt,Ht*=jt),rt.set(gt,Mt,Ht,jt),wt.equals(rt)===!1&&(i.clearColor(gt,Mt,Ht,jt),wt.copy(rt))},reset:function(){U=!1,nt=null,wt.set(-1,0,0,0)}}}function n(){let U=!1,rt=!1,nt=null,wt=null,gt=null;return{setReversed:function(Mt){if(rt!==Mt){let Ht=t.get("EXT_clip_control");Mt?Ht.clipControlEXT(Ht.LOWER_LEFT_EXT,Ht.ZERO_TO_ONE_EXT):Ht.clipControlEXT(Ht.LOWER_LEFT_EXT,Ht.NEGATIVE_ONE_TO_ONE_EXT),rt=Mt;let jt=gt;gt=null,this.setClear(jt)}},getReversed:function(){return rt},setTest:function(Mt){Mt?bt(i.DEPTH_TEST):Wt(i.DEPTH_TEST)},setMask:function(Mt){nt!==Mt&&!U&&(i.depthMask(Mt),nt=Mt)},setFunc:function(Mt){if(rt&&(Mt=rg[Mt]),wt!==Mt){switch(Mt){case Ul:i.depthFunc(i.NEVER);break;case Ol:i.depthFunc(i.ALWAYS);break;case Bl:i.depthFunc(i.LESS);break;case Qr:i.depthFunc(i.LEQUAL);break;case kl:i.depthFunc(i.EQUAL);break;case zl:i.depthFunc(i.GEQUAL);break;case Gl:i.depthFunc(i.GREATER);break;case Vl:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}wt=Mt}},setLocked:function(Mt){U=Mt},setClear:function(Mt){gt!==Mt&&(gt=Mt,rt&&(Mt=1-Mt),i.clearDepth(Mt))},reset:function(){U=!1,nt=null,wt=null,gt=null,rt=!1}}}function s(){let U=!1,rt=null,nt=null,wt=null,gt=null,Mt=null,Ht=null,jt=null,lt=null;return{setTest:function(Ot){U||(Ot?bt(i.STENCIL_TEST):Wt(i.STENCIL_TEST))},setMask:function(Ot){rt!==Ot&&!U&&(i.stencilMask(Ot),rt=Ot)},setFunc:function(Ot,Qt,Ct){(nt!==Ot||wt!==Qt||gt!==Ct)&&(i.stencilFunc(Ot,Qt,Ct),nt=Ot,wt=Qt,gt=Ct)},setOp:function(Ot,Qt,Ct){(Mt!==Ot||Ht!==Qt||jt!==Ct)&&(i.stencilOp(Ot,Qt,Ct),Mt=Ot,Ht=Qt,jt=Ct)},setLocked:function(Ot){U=Ot},setClear:function(Ot){lt!==Ot&&(i.clearStencil(Ot),lt=Ot)},reset:function(){U=!1,rt=null,nt=null,wt=null,gt=null,Mt=null,Ht=null,jt=null,lt=null}}}let r=new e,o=new n,a=new s,l={},c=new WeakMap,h={},u={},f={},d=new WeakMap,p=[],y=null,m=!1,g=null,v=null,T=null,M=null,C=null,A=null,x=null,E=new Gt(0,0,0),k=0,D=!1,N=null,G=null,W=null,L=null,X=null,$=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),H=!1,ct=0,J=i.getParameter(i.VERSION);J.indexOf("WebGL")!==-1?(ct=parseFloat(/^WebGL (\d)/.exec(J)[1]),H=ct>=1):J.indexOf("OpenGL ES")!==-1&&(ct=parseFloat(/^OpenGL ES (\d)/.exec(J)[1]),H=ct>=2);let Q=null,st={},ft=i.getParameter(i.SCISSOR_BOX),ut=i.getParameter(i.VIEWPORT),tt=new Ye().fromArray(ft),mt=new Ye().fromArray(ut);function xt(U,rt,nt,wt){let gt=new Uint8Array(4),Mt=i.createTexture();i.bindTexture(U,Mt),i.texParameteri(U,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(U,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let Ht=0;Ht<nt;Ht++)U===i.TEXTURE_3D||U===i.TEXTURE_2D_ARRAY?i.texImage3D(rt,0,i.RGBA,1,1,wt,0,i.RGBA,i.UNSIGNED_BYTE,gt):i.texImage2D(rt+Ht,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,gt);return Mt}let Tt={};Tt[i.TEXTURE_2D]=xt(i.TEXTURE_2D,i.TEXTURE_2D,1),Tt[i.TEXTURE_CUBE_MAP]=xt(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),Tt[i.TEXTURE_2D_ARRAY]=xt(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),Tt[i.TEXTURE_3D]=xt(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),bt(i.DEPTH_TEST),o.setFunc(Qr),on(!1),Le(Mf),bt(i.CULL_FACE),Xe(ur);function bt(U){h[U]!==!0&&(i.enable(U),h[U]=!0)}function Wt(U){h[U]!==!1&&(i.disable(U),h[U]=!1)}function re(U,rt){return f[U]!==rt?(i.bindFramebuffer(U,rt),f[U]=rt,U===i.DRAW_FRAMEBUFFER&&(f[i.FRAMEBUFFER]=rt),U===i.FRAMEBUFFER&&(f[i.DRAW_FRAMEBUFFER]=rt),!0):!1}function Vt(U,rt){let nt=p,wt=!1;if(U){nt=d.get(rt),nt===void 0&&(nt=[],d.set(rt,nt));let gt=U.textures;if(nt.length!==gt.length||nt[0]!==i.COLOR_ATTACHMENT0){for(let Mt=0,Ht=gt.length;Mt<Ht;Mt++)nt[Mt]=i.COLOR_ATTACHMENT0+Mt;nt.length=gt.length,wt=!0}}else nt[0]!==i.BACK&&(nt[0]=i.BACK,wt=!0);wt&&i.drawBuffers(nt)}function fe(U){return y!==U?(i.useProgram(U),y=U,!0):!1}let ce={[fr]:i.FUNC_ADD,[Rm]:i.FUNC_SUBTRACT,[Pm]:i.FUNC_REVERSE_SUBTRACT};ce[Im]=i.MIN,ce[Lm]=i.MAX;let ie={[fc]:i.ZERO,[dc]:i.ONE,[Nm]:i.SRC_COLOR,[Ef]:i.SRC_ALPHA,[km]:i.SRC_ALPHA_SATURATE,[Om]:i.DST_COLOR,[Fm]:i.DST_ALPHA,[Dm]:i.ONE_MINUS_SRC_COLOR,[Af]:i.ONE_MINUS_SRC_ALPHA,[Bm]:i.ONE_MINUS_DST_COLOR,[Um]:i.ONE_MINUS_DST_ALPHA,[zm]:i.CONSTANT_COLOR,[Gm]:i.ONE_MINUS_CONSTANT_COLOR,[Vm]:i.CONSTANT_ALPHA,[Hm]:i.ONE_MINUS_CONSTANT_ALPHA};function Xe(U,rt,nt,wt,gt,Mt,Ht,jt,lt,Ot){if(U===ur){m===!0&&(Wt(i.BLEND),m=!1);return}if(m===!1&&(bt(i.BLEND),m=!0),U!==uc){if(U!==g||Ot!==D){if((v!==fr||C!==fr)&&(i.blendEquation(i.FUNC_ADD),v=fr,C=fr),Ot)switch(U){case mo:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case bf:i.blendFunc(i.ONE,i.ONE);break;case Sf:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case wf:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:te("WebGLState: Invalid blending: ",U);break}else switch(U){case mo:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case bf:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case Sf:te("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case wf:te("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:te("WebGLState: Invalid blending: ",U);break}T=null,M=null,A=null,x=null,E.set(0,0,0),k=0,g=U,D=Ot}return}gt=gt||rt,Mt=Mt||nt,Ht=Ht||wt,(rt!==v||gt!==C)&&(i.blendEquationSeparate(ce[rt],ce[gt]),v=rt,C=gt),(nt!==T||wt!==M||Mt!==A||Ht!==x)&&(i.blendFuncSeparate(ie[nt],ie[wt],ie[Mt],ie[Ht]),T=nt,M=wt,A=Mt,x=Ht),(jt.equals(E)===!1||lt!==k)&&(i.blendColor(jt.r,jt.g,jt.b,lt),E.copy(jt),k=lt),g=U,D=!1}function Oe(U,rt){U.side===vi?Wt(i.CULL_FACE):bt(i.CULL_FACE);let nt=U.side===Nn;rt&&(nt=!nt),on(nt),U.blending===mo&&U.transparent===!1?Xe(ur):Xe(U.blending,U.blendEquation,U.blendSrc,U.blendDst,U.blendEquationAlpha,U.blendSrcAlpha,U.blendDstAlpha,U.blendColor,U.blendAlpha,U.premultipliedAlpha),o.setFunc(U.depthFunc),o.setTest(U.depthTest),o.setMask(U.depthWrite),r.setMask(U.colorWrite);let wt=U.stencilWrite;a.setTest(wt),wt&&(a.setMask(U.stencilWriteMask),a.setFunc(U.stencilFunc,U.stencilRef,U.stencilFuncMask),a.setOp(U.stencilFail,U.stencilZFail,U.stencilZPass)),ve(U.polygonOffset,U.polygonOffsetFactor,U.polygonOffsetUnits),U.alphaToCoverage===!0?bt(i.SAMPLE_ALPHA_TO_COVERAGE):Wt(i.SAMPLE_ALPHA_TO_COVERAGE)}function on(U){N!==U&&(U?i.frontFace(i.CW):i.frontFace(i.CCW),N=U)}function Le(U){U!==Am?(bt(i.CULL_FACE),U!==G&&(U===Mf?i.cullFace(i.BACK):U===Tm?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):Wt(i.CULL_FACE),G=U}function wn(U){U!==W&&(H&&i.lineWidth(U),W=U)}function ve(U,rt,nt){U?(bt(i.POLYGON_OFFSET_FILL),(L!==rt||X!==nt)&&(L=rt,X=nt,o.getReversed()&&(rt=-rt,nt=-nt),i.polygonOffset(rt,nt))):Wt(i.POLYGON_OFFSET_FILL)}function gn(U){U?bt(i.SCISSOR_TEST):Wt(i.SCISSOR_TEST)}function Ze(U){U===void 0&&(U=i.TEXTURE0+$-1),Q!==U&&(i.activeTexture(U),Q=U)}function an(U,rt,nt){nt===void 0&&(Q===null?nt=i.TEXTURE0+$-1:nt=Q);let wt=st[nt];wt===void 0&&(wt={type:void 0,texture:void 0},st[nt]=wt),(wt.type!==U||wt.texture!==rt)&&(Q!==nt&&(i.activeTexture(nt),Q=nt),i.bindTexture(U,rt||Tt[U]),wt.type=U,wt.texture=rt)}function O(){let U=st[Q];U!==void 0&&U.type!==void 0&&(i.bindTexture(U.type,null),U.type=void 0,U.texture=void 0)}function Rt(){try{i.compressedTexImage2D(...arguments)}catch(U){te("WebGLState:",U)}}function Zt(){try{i.compressedTexImage3D(...arguments)}catch(U){te("WebGLState:",U)}}function oe(){try{i.texSubImage2D(...arguments)}catch(U){te("WebGLState:",U)}}function St(){try{i.texSubImage3D(...arguments)}catch(U){te("WebGLState:",U)}}function De(){try{i.compressedTexSubImage2D(...arguments)}catch(U){te("WebGLState:",U)}}function zt(){try{i.compressedTexSubImage3D(...arguments)}catch(U){te("WebGLState:",U)}}function $t(){try{i.texStorage2D(...arguments)}catch(U){te("WebGLState:",U)}}function R(){try{i.texStorage3D(...arguments)}catch(U){te("WebGLState:",U)}}function b(){try{i.texImage2D(...arguments)}catch(U){te("WebGLState:",U)}}function q(){try{i.texImage3D(...arguments)}catch(U){te("WebGLState:",U)}}function ht(U){return u[U]!==void 0?u[U]:i.getParameter(U)}function ot(U,rt){u[U]!==rt&&(i.pixelStorei(U,rt),u[U]=rt)}function _t(U){tt.equals(U)===!1&&(i.scissor(U.x,U.y,U.z,U.w),tt.copy(U))}function yt(U){mt.equals(U)===!1&&(i.viewport(U.x,U.y,U.z,U.w),mt.copy(U))}function et(U,rt){let nt=c.get(rt);nt===void 0&&(nt=new WeakMap,c.set(rt,nt));let wt=nt.get(U);wt===void 0&&(wt=i.getUniformBlockIndex(rt,U.name),i.uniformBlockBinding(rt,wt,wt),nt.set(U,wt))}function it(U,rt,nt){let gt=c.get(rt).get(U);l[gt]!==nt&&(i.bindBufferBase(i.UNIFORM_BUFFER,gt,nt),l[gt]=nt)}function pt(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),h={},u={},Q=null,st={},f={},l={},d=new WeakMap,p=[],y=null,m=!1,g=null,v=null,T=null,M=null,C=null,A=null,x=null,E=new Gt(0,0,0),k=0,D=!1,N=null,G=null,W=null,L=null,X=null,tt.set(0,0,i.canvas.width,i.canvas.height),mt.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:bt,disable:Wt,bindFramebuffer:re,drawBuffers:Vt,useProgram:fe,setBlending:Xe,setMaterial:Oe,setFlipSided:on,setCullFace:Le,setLineWidth:wn,setPolygonOffset:ve,setScissorTest:gn,activeTexture:Ze,bindTexture:an,unbindTexture:O,compressedTexImage2D:Rt,compressedTexImage3D:Zt,texImage2D:b,texImage3D:q,pixelStorei:ot,getParameter:ht,updateUBOMapping:et,uniformBlockBinding:it,texStorage2D:$t,texStorage3D:R,texSubImage2D:oe,texSubImage3D:St,compressedTexSubImage2D:De,compressedTexSubImage3D:zt,scissor:_t,viewport:yt,reset:pt}}function m1(i,t,e,n,s,r,o){let a=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new qt,h=new WeakMap,u=new Set,f,d=new WeakMap,p=new Set,y=new FinalizationRegistry(R=>p.delete(R)),m=!1;try{m=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(R,b){return m?new OffscreenCanvas(R,b):sa("canvas")}function v(R,b,q){let ht=1,ot=$t(R);if((ot.width>q||ot.height>q)&&(ht=q/Math.max(ot.width,ot.height)),ht<1)if(typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&R instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&R instanceof ImageBitmap||typeof VideoFrame<"u"&&R instanceof VideoFrame){let _t=Math.floor(ht*ot.width),yt=Math.floor(ht*ot.height);f===void 0&&(f=g(_t,yt));let et=b?g(_t,yt):f;return et.width=_t,et.height=yt,et.getContext("2d").drawImage(R,0,0,_t,yt),Kt("WebGLRenderer: Texture has been resized from ("+ot.width+"x"+ot.height+") to ("+_t+"x"+yt+")."),et}else return"data"in R&&Kt("WebGLRenderer: Image in DataTexture is too big ("+ot.width+"x"+ot.height+")."),R;return R}function T(R){return R.generateMipmaps}function M(R){i.generateMipmap(R)}function C(R){return R.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:R.isWebGL3DRenderTarget?i.TEXTURE_3D:R.isWebGLArrayRenderTarget||R.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function A(R,b,q,ht,ot,_t=!1){if(R!==null){if(i[R]!==void 0)return i[R];Kt("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+R+"'")}let yt;ht&&(yt=t.get("EXT_texture_norm16"),yt||Kt("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let et=b;if(b===i.RED&&(q===i.FLOAT&&(et=i.R32F),q===i.HALF_FLOAT&&(et=i.R16F),q===i.UNSIGNED_BYTE&&(et=i.R8),q===i.UNSIGNED_SHORT&&yt&&(et=yt.R16_EXT),q===i.SHORT&&yt&&(et=yt.R16_SNORM_EXT)),b===i.RED_INTEGER&&(q===i.UNSIGNED_BYTE&&(et=i.R8UI),q===i.UNSIGNED_SHORT&&(et=i.R16UI),q===i.UNSIGNED_INT&&(et=i.R32UI),q===i.BYTE&&(et=i.R8I),q===i.SHORT&&(et=i.R16I),q===i.INT&&(et=i.R32I)),b===i.RG&&(q===i.FLOAT&&(et=i.RG32F),q===i.HALF_FLOAT&&(et=i.RG16F),q===i.UNSIGNED_BYTE&&(et=i.RG8),q===i.UNSIGNED_SHORT&&yt&&(et=yt.RG16_EXT),q===i.SHORT&&yt&&(et=yt.RG16_SNORM_EXT)),b===i.RG_INTEGER&&(q===i.UNSIGNED_BYTE&&(et=i.RG8UI),q===i.UNSIGNED_SHORT&&(et=i.RG16UI),q===i.UNSIGNED_INT&&(et=i.RG32UI),q===i.BYTE&&(et=i.RG8I),q===i.SHORT&&(et=i.RG16I),q===i.INT&&(et=i.RG32I)),b===i.RGB_INTEGER&&(q===i.UNSIGNED_BYTE&&(et=i.RGB8UI),q===i.UNSIGNED_SHORT&&(et=i.RGB16UI),q===i.UNSIGNED_INT&&(et=i.RGB32UI),q===i.BYTE&&(et=i.RGB8I),q===i.SHORT&&(et=i.RGB16I),q===i.INT&&(et=i.RGB32I)),b===i.RGBA_INTEGER&&(q===i.UNSIGNED_BYTE&&(et=i.RGBA8UI),q===i.UNSIGNED_SHORT&&(et=i.RGBA16UI),q===i.UNSIGNED_INT&&(et=i.RGBA32UI),q===i.BYTE&&(et=i.RGBA8I),q===i.SHORT&&(et=i.RGBA16I),q===i.INT&&(et=i.RGBA32I)),b===i.RGB&&(q===i.UNSIGNED_SHORT&&yt&&(et=yt.RGB16_EXT),q===i.SHORT&&yt&&(et=yt.RGB16_SNORM_EXT),q===i.UNSIGNED_INT_5_9_9_9_REV&&(et=i.RGB9_E5),q===i.UNSIGNED_INT_10F_11F_11F_REV&&(et=i.R11F_G11F_B10F)),b===i.RGBA){let it=_t?ia:xe.getTransfer(ot);q===i.FLOAT&&(et=i.RGBA32F),q===i.HALF_FLOAT&&(et=i.RGBA16F),q===i.UNSIGNED_BYTE&&(et=it===Te?i.SRGB8_ALPHA8:i.RGBA8),q===i.UNSIGNED_SHORT&&yt&&(et=yt.RGBA16_EXT),q===i.SHORT&&yt&&(et=yt.RGBA16_SNORM_EXT),q===i.UNSIGNED_SHORT_4_4_4_4&&(et=i.RGBA4),q===i.UNSIGNED_SHORT_5_5_5_1&&(et=i.RGB5_A1)}return(et===i.R16F||et===i.R32F||et===i.RG16F||et===i.RG32F||et===i.RGBA16F||et===i.RGBA32F)&&t.get("EXT_color_buffer_float"),et}function x(R,b){let q;return R?b===null||b===Di||b===pr?q=i.DEPTH24_STENCIL8:b===bi?q=i.DEPTH32F_STENCIL8:b===_o&&(q=i.DEPTH24_STENCIL8,Kt("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):b===null||b===Di||b===pr?q=i.DEPTH_COMPONENT24:b===bi?q=i.DEPTH_COMPONENT32F:b===_o&&(q=i.DEPTH_COMPONENT16),q}function E(R,b){return T(R)===!0||R.isFramebufferTexture&&R.minFilter!==Pn&&R.minFilter!==Xn?Math.log2(Math.max(b.width,b.height))+1:R.mipmaps.length>0?R.mipmaps.length:R.isCompressedTexture&&Array.isArray(R.image)?b.mipmaps.length:1}function k(R){let b=new WeakRef(R);n.get(R).__ref=b,p.add(b),y.register(R,b,b)}function D(R){let b=n.get(R).__ref;b!==void 0&&(p.delete(b),y.unregister(b))}function N(R){W(R.target)}function G(R){L(R.target)}function W(R){R.removeEventListener("dispose",N),D(R),$(R),R.isVideoTexture&&h.delete(R),R.isHTMLTexture&&u.delete(R)}function L(R){R.removeEventListener("dispose",G),D(R),ct(R)}function X(){for(let R of p){let b=R.deref();b!==void 0&&(b.isRenderTarget===!0?L(b):W(b))}p.clear(),u.clear()}function $(R){let b=n.get(R);if(b.__webglInit===void 0)return;let q=R.source,ht=d.get(q);if(ht){let ot=ht[b.__cacheKey];ot.usedTimes--,ot.usedTimes===0&&H(R),Object.keys(ht).length===0&&d.delete(q)}n.remove(R)}function H(R){let b=n.get(R);i.deleteTexture(b.__webglTexture);let q=R.source,ht=d.get(q);delete ht[b.__cacheKey],o.memory.textures--}function ct(R){let b=n.get(R);b.__depthDisposeCallback&&b.__depthDisposeCallback();let q=R.depthTexture;if(q&&q.renderTarget===R&&W(q),R.isWebGLCubeRenderTarget)for(let ot=0;ot<6;ot++){if(Array.isArray(b.__webglFramebuffer[ot]))for(let _t=0;_t<b.__webglFramebuffer[ot].length;_t++)i.deleteFramebuffer(b.__webglFramebuffer[ot][_t]);else i.deleteFramebuffer(b.__webglFramebuffer[ot]);b.__webglDepthbuffer&&i.deleteRenderbuffer(b.__webglDepthbuffer[ot])}else{if(Array.isArray(b.__webglFramebuffer))for(let ot=0;ot<b.__webglFramebuffer.length;ot++)i.deleteFramebuffer(b.__webglFramebuffer[ot]);else i.deleteFramebuffer(b.__webglFramebuffer);if(b.__webglDepthbuffer&&i.deleteRenderbuffer(b.__webglDepthbuffer),b.__webglMultisampledFramebuffer&&i.deleteFramebuffer(b.__webglMultisampledFramebuffer),b.__webglColorRenderbuffer)for(let ot=0;ot<b.__webglColorRenderbuffer.length;ot++)b.__webglColorRenderbuffer[ot]&&i.deleteRenderbuffer(b.__webglColorRenderbuffer[ot]);b.__webglDepthRenderbuffer&&i.deleteRenderbuffer(b.__webglDepthRenderbuffer)}let ht=R.textures;for(let ot=0,_t=ht.length;ot<_t;ot++){let yt=n.get(ht[ot]);yt.__webglTexture&&(i.deleteTexture(yt.__webglTexture),o.memory.textures--),n.remove(ht[ot])}n.remove(R)}let J=0;function Q(){J=0}function st(){return J}function ft(R){J=R}function ut(){let R=J;return R>=s.maxTextures&&Kt("WebGLTextures: Trying to use "+(R+1)+" texture units while this GPU supports only "+s.maxTextures),J+=1,R}function tt(R){let b=[];return b.push(R.wrapS),b.push(R.wrapT),b.push(R.wrapR||0),b.push(R.magFilter),b.push(R.minFilter),b.push(R.anisotropy),b.push(R.internalFormat),b.push(R.format),b.push(R.type),b.push(R.generateMipmaps),b.push(R.mipmapsAutoUpdate),b.push(R.premultiplyAlpha),b.push(R.flipY),b.push(R.unpackAlignment),b.push(R.colorSpace),b.join()}function mt(R,b){let q=n.get(R);if(R.isVideoTexture&&De(R),R.isRenderTargetTexture===!1&&R.isExternalTexture!==!0&&R.version>0&&q.__version!==R.version){let ht=R.image;if(ht===null)Kt("WebGLRenderer: Texture marked for update but no image data found.");else if(ht.complete===!1)Kt("WebGLRenderer: Texture marked for update but image is incomplete");else{Oe(q,R,b);return}}else R.isExternalTexture&&(q.__webglTexture=R.sourceTexture?R.sourceTexture:null);e.bindTexture(i.TEXTURE_2D,q.__webglTexture,i.TEXTURE0+b)}function xt(R,b){let q=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&q.__version!==R.version){Oe(q,R,b);return}else R.isExternalTexture&&(q.__webglTexture=R.sourceTexture?R.sourceTexture:null);e.bindTexture(i.TEXTURE_2D_ARRAY,q.__webglTexture,i.TEXTURE0+b)}function Tt(R,b){let q=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&q.__version!==R.version){Oe(q,R,b);return}e.bindTexture(i.TEXTURE_3D,q.__webglTexture,i.TEXTURE0+b)}function bt(R,b){let q=n.get(R);if(R.version>0&&q.__version!==R.version){on(q,R,b);return}e.bindTexture(i.TEXTURE_CUBE_MAP,q.__webglTexture,i.TEXTURE0+b)}let Wt={[Hl]:i.REPEAT,[Zi]:i.CLAMP_TO_EDGE,[Wl]:i.MIRRORED_REPEAT},re={[Pn]:i.NEAREST,[qm]:i.NEAREST_MIPMAP_NEAREST,[Ma]:i.NEAREST_MIPMAP_LINEAR,[Xn]:i.LINEAR,[_c]:i.LINEAR_MIPMAP_NEAREST,[_s]:i.LINEAR_MIPMAP_LINEAR},Vt={[Km]:i.NEVER,[Hf]:i.ALWAYS,[Jm]:i.LESS,[Gf]:i.LEQUAL,[jm]:i.EQUAL,[Vf]:i.GEQUAL,[Qm]:i.GREATER,[tg]:i.NOTEQUAL};function fe(R,b){if(b.type===bi&&t.has("OES_texture_float_linear")===!1&&(b.magFilter===Xn||b.magFilter===_c||b.magFilter===Ma||b.magFilter===_s||b.minFilter===Xn||b.minFilter===_c||b.minFilter===Ma||b.minFilter===_s)&&Kt("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(R,i.TEXTURE_WRAP_S,Wt[b.wrapS]),i.texParameteri(R,i.TEXTURE_WRAP_T,Wt[b.wrapT]),(R===i.TEXTURE_3D||R===i.TEXTURE_2D_ARRAY)&&i.texParameteri(R,i.TEXTURE_WRAP_R,Wt[b.wrapR]),i.texParameteri(R,i.TEXTURE_MAG_FILTER,re[b.magFilter]),i.texParameteri(R,i.TEXTURE_MIN_FILTER,re[b.minFilter]),b.compareFunction&&(i.texParameteri(R,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(R,i.TEXTURE_COMPARE_FUNC,Vt[b.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(b.magFilter===Pn||b.minFilter!==Ma&&b.minFilter!==_s||b.type===bi&&t.has("OES_texture_float_linear")===!1)return;if(b.anisotropy>1||n.get(b).__currentAnisotropy){let q=t.get("EXT_texture_filter_anisotropic");i.texParameterf(R,q.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(b.anisotropy,s.getMaxAnisotropy())),n.get(b).__currentAnisotropy=b.anisotropy}}}function ce(R,b){let q=!1;R.__webglInit===void 0&&(R.__webglInit=!0,b.addEventListener("dispose",N),k(b));let ht=b.source,ot=d.get(ht);ot===void 0&&(ot={},d.set(ht,ot));let _t=tt(b);if(_t!==R.__cacheKey){ot[_t]===void 0&&(ot[_t]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,q=!0),ot[_t].usedTimes++;let yt=ot[R.__cacheKey];yt!==void 0&&(ot[R.__cacheKey].usedTimes--,yt.usedTimes===0&&H(b)),R.__cacheKey=_t,R.__webglTexture=ot[_t].texture}return q}function ie(R,b,q){return Math.floor(Math.floor(R/q)/b)}function Xe(R,b,q,ht){let _t=R.updateRanges;if(_t.length===0)e.texSubImage2D(i.TEXTURE_2D,0,0,0,b.width,b.height,q,ht,b.data);else{_t.sort((U,rt)=>U.start-rt.start);let yt=0;for(let U=1;U<_t.length;U++){let rt=_t[yt],nt=_t[U],wt=rt.start+rt.count,gt=ie(nt.start,b.width,4),Mt=ie(rt.start,b.width,4);nt.start<=wt+1&&gt===Mt&&ie(nt.start+nt.count-1,b.width,4)===gt?rt.count=Math.max(rt.count,nt.start+nt.count-rt.start):(++yt,_t[yt]=nt)}_t.length=yt+1;let et=e.getParameter(i.UNPACK_ROW_LENGTH),it=e.getParameter(i.UNPACK_SKIP_PIXELS),pt=e.getParameter(i.UNPACK_SKIP_ROWS);e.pixelStorei(i.UNPACK_ROW_LENGTH,b.width);for(let U=0,rt=_t.length;U<rt;U++){let nt=_t[U],wt=Math.floor(nt.start/4),gt=Math.ceil(nt.count/4),Mt=wt%b.width,Ht=Math.floor(wt/b.width),jt=gt,lt=1;e.pixelStorei(i.UNPACK_SKIP_PIXELS,Mt),e.pixelStorei(i.UNPACK_SKIP_ROWS,Ht),e.texSubImage2D(i.TEXTURE_2D,0,Mt,Ht,jt,lt,q,ht,b.data)}R.clearUpdateRanges(),e.pixelStorei(i.UNPACK_ROW_LENGTH,et),e.pixelStorei(i.UNPACK_SKIP_PIXELS,it),e.pixelStorei(i.UNPACK_SKIP_ROWS,pt)}}function Oe(R,b,q){let ht=i.TEXTURE_2D;(b.isDataArrayTexture||b.isCompressedArrayTexture)&&(ht=i.TEXTURE_2D_ARRAY),b.isData3DTexture&&(ht=i.TEXTURE_3D);let ot=ce(R,b),_t=b.source;e.bindTexture(ht,R.__webglTexture,i.TEXTURE0+q);let yt=n.get(_t);if(_t.version!==yt.__version||ot===!0){if(e.activeTexture(i.TEXTURE0+q),(typeof ImageBitmap<"u"&&b.image instanceof ImageBitmap)===!1){let lt=xe.getPrimaries(xe.workingColorSpace),Ot=b.colorSpace===ys?null:xe.getPrimaries(b.colorSpace),Qt=b.colorSpace===ys||lt===Ot?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,b.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,b.premultiplyAlpha),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,Qt)}e.pixelStorei(i.UNPACK_ALIGNMENT,b.unpackAlignment);let it=v(b.image,!1,s.maxTextureSize);it=zt(b,it);let pt=r.convert(b.format,b.colorSpace),U=r.convert(b.type),rt=A(b.internalFormat,pt,U,b.normalized,b.colorSpace,b.isVideoTexture);fe(ht,b);let nt,wt=b.mipmaps,gt=b.isVideoTexture!==!0,Mt=yt.__version===void 0||ot===!0,Ht=_t.dataReady,jt=E(b,it);if(b.isDepthTexture)rt=x(b.format===xs,b.type),Mt&&(gt?e.texStorage2D(i.TEXTURE_2D,1,rt,it.width,it.height):e.texImage2D(i.TEXTURE_2D,0,rt,it.width,it.height,0,pt,U,null));else if(b.isDataTexture)if(wt.length>0){gt&&Mt&&e.texStorage2D(i.TEXTURE_2D,jt,rt,wt[0].width,wt[0].height);for(let lt=0,Ot=wt.length;lt<Ot;lt++)nt=wt[lt],gt?Ht&&e.texSubImage2D(i.TEXTURE_2D,lt,0,0,nt.width,nt.height,pt,U,nt.data):e.texImage2D(i.TEXTURE_2D,lt,rt,nt.width,nt.height,0,pt,U,nt.data);b.generateMipmaps=!1}else gt?(Mt&&e.texStorage2D(i.TEXTURE_2D,jt,rt,it.width,it.height),Ht&&Xe(b,it,pt,U)):e.texImage2D(i.TEXTURE_2D,0,rt,it.width,it.height,0,pt,U,it.data);else if(b.isCompressedTexture)if(b.isCompressedArrayTexture){gt&&Mt&&e.texStorage3D(i.TEXTURE_2D_ARRAY,jt,rt,wt[0].width,wt[0].height,it.depth);for(let lt=0,Ot=wt.length;lt<Ot;lt++)if(nt=wt[lt],b.format!==Ui)if(pt!==null)if(gt){if(Ht)if(b.layerUpdates.size>0){let Qt=jf(nt.width,nt.height,b.format,b.type);for(let Ct of b.layerUpdates){let ae=nt.data.subarray(Ct*Qt/nt.data.BYTES_PER_ELEMENT,(Ct+1)*Qt/nt.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,lt,0,0,Ct,nt.width,nt.height,1,pt,ae)}}else e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,lt,0,0,0,nt.width,nt.height,it.depth,pt,nt.data)}else e.compressedTexImage3D(i.TEXTURE_2D_ARRAY,lt,rt,nt.width,nt.height,it.depth,0,nt.data,0,0);else Kt("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else gt?Ht&&e.texSubImage3D(i.TEXTURE_2D_ARRAY,lt,0,0,0,nt.width,nt.height,it.depth,pt,U,nt.data):e.texImage3D(i.TEXTURE_2D_ARRAY,lt,rt,nt.width,nt.height,it.depth,0,pt,U,nt.data);b.layerUpdates.size>0&&b.clearLayerUpdates()}else{gt&&Mt&&e.texStorage2D(i.TEXTURE_2D,jt,rt,wt[0].width,wt[0].height);for(let lt=0,Ot=wt.length;lt<Ot;lt++)nt=wt[lt],b.format!==Ui?pt!==null?gt?Ht&&e.compressedTexSubImage2D(i.TEXTURE_2D,lt,0,0,nt.width,nt.height,pt,nt.data):e.compressedTexImage2D(i.TEXTURE_2D,lt,rt,nt.width,nt.height,0,nt.data):Kt("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):gt?Ht&&e.texSubImage2D(i.TEXTURE_2D,lt,0,0,nt.width,nt.height,pt,U,nt.data):e.texImage2D(i.TEXTURE_2D,lt,rt,nt.width,nt.height,0,pt,U,nt.data)}else if(b.isDataArrayTexture)if(gt){if(Mt&&e.texStorage3D(i.TEXTURE_2D_ARRAY,jt,rt,it.width,it.height,it.depth),Ht)if(b.layerUpdates.size>0){let lt=jf(it.width,it.height,b.format,b.type);for(let Ot of b.layerUpdates){let Qt=it.data.subarray(Ot*lt/it.data.BYTES_PER_ELEMENT,(Ot+1)*lt/it.data.BYTES_PER_ELEMENT);e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,Ot,it.width,it.height,1,pt,U,Qt)}b.clearLayerUpdates()}else e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,it.width,it.height,it.depth,pt,U,it.data)}else e.texImage3D(i.TEXTURE_2D_ARRAY,0,rt,it.width,it.height,it.depth,0,pt,U,it.data);else if(b.isData3DTexture)gt?(Mt&&e.texStorage3D(i.TEXTURE_3D,jt,rt,it.width,it.height,it.depth),Ht&&e.texSubImage3D(i.TEXTURE_3D,0,0,0,0,it.width,it.height,it.depth,pt,U,it.data)):e.texImage3D(i.TEXTURE_3D,0,rt,it.width,it.height,it.depth,0,pt,U,it.data);else if(b.isFramebufferTexture){if(Mt)if(gt)e.texStorage2D(i.TEXTURE_2D,jt,rt,it.width,it.height);else{let lt=it.width,Ot=it.height;for(let Qt=0;Qt<jt;Qt++)e.texImage2D(i.TEXTURE_2D,Qt,rt,lt,Ot,0,pt,U,null),lt>>=1,Ot>>=1}}else if(b.isHTMLTexture){if("texElementImage2D"in i){let lt=i.canvas;if(lt.hasAttribute("layoutsubtree")||lt.setAttribute("layoutsubtree","true"),it.parentNode!==lt){lt.appendChild(it),u.add(b),lt.onpaint=Ot=>{let Qt=Ot.changedElements;for(let Ct of u)Qt.includes(Ct.image)&&(Ct.needsUpdate=!0)},lt.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,it);else{let Qt=i.RGBA,Ct=i.RGBA,ae=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,Qt,Ct,ae,it)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(wt.length>0){if(gt&&Mt){let lt=$t(wt[0]);e.texStorage2D(i.TEXTURE_2D,jt,rt,lt.width,lt.height)}for(let lt=0,Ot=wt.length;lt<Ot;lt++)nt=wt[lt],gt?Ht&&e.texSubImage2D(i.TEXTURE_2D,lt,0,0,pt,U,nt):e.texImage2D(i.TEXTURE_2D,lt,rt,pt,U,nt);b.generateMipmaps=!1}else if(gt){if(Mt){let lt=$t(it);e.texStorage2D(i.TEXTURE_2D,jt,rt,lt.width,lt.height)}Ht&&e.texSubImage2D(i.TEXTURE_2D,0,0,0,pt,U,it)}else e.texImage2D(i.TEXTURE_2D,0,rt,pt,U,it);T(b)&&b.mipmapsAutoUpdate===!0&&M(ht),yt.__version=_t.version,b.onUpdate&&b.onUpdate(b)}R.__version=b.version}function on(R,b,q){if(b.image.length!==6)return;let ht=ce(R,b),ot=b.source;e.bindTexture(i.TEXTURE_CUBE_MAP,R.__webglTexture,i.TEXTURE0+q);let _t=n.get(ot);if(ot.version!==_t.__version||ht===!0){e.activeTexture(i.TEXTURE0+q);let yt=xe.getPrimaries(xe.workingColorSpace),et=b.colorSpace===ys?null:xe.getPrimaries(b.colorSpace),it=b.colorSpace===ys||yt===et?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,b.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,b.premultiplyAlpha),e.pixelStorei(i.UNPACK_ALIGNMENT,b.unpackAlignment),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,it);let pt=b.isCompressedTexture||b.image[0].isCompressedTexture,U=b.image[0]&&b.image[0].isDataTexture,rt=[];for(let Ct=0;Ct<6;Ct++)!pt&&!U?rt[Ct]=v(b.image[Ct],!0,s.maxCubemapSize):rt[Ct]=U?b.image[Ct].image:b.image[Ct],rt[Ct]=zt(b,rt[Ct]);let nt=rt[0],wt=r.convert(b.format,b.colorSpace),gt=r.convert(b.type),Mt=A(b.internalFormat,wt,gt,b.normalized,b.colorSpace),Ht=b.isVideoTexture!==!0,jt=_t.__version===void 0||ht===!0,lt=ot.dataReady,Ot=E(b,nt);fe(i.TEXTURE_CUBE_MAP,b);let Qt;if(b.isDepthTexture){if(Mt=x(b.format===xs,b.type),jt)if(Ht)e.texStorage2D(i.TEXTURE_CUBE_MAP,1,Mt,nt.width,nt.height);else for(let Ct=0;Ct<6;Ct++)e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,0,Mt,nt.width,nt.height,0,wt,gt,null)}else if(pt){Ht&&jt&&e.texStorage2D(i.TEXTURE_CUBE_MAP,Ot,Mt,nt.width,nt.height);for(let Ct=0;Ct<6;Ct++){Qt=rt[Ct].mipmaps;for(let ae=0;ae<Qt.length;ae++){let ke=Qt[ae];b.format!==Ui?wt!==null?Ht?lt&&e.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,ae,0,0,ke.width,ke.height,wt,ke.data):e.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,ae,Mt,ke.width,ke.height,0,ke.data):Kt("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Ht?lt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,ae,0,0,ke.width,ke.height,wt,gt,ke.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,ae,Mt,ke.width,ke.height,0,wt,gt,ke.data)}}}else{if(Qt=b.mipmaps,Ht&&jt){Qt.length>0&&Ot++;let Ct=$t(rt[0]);e.texStorage2D(i.TEXTURE_CUBE_MAP,Ot,Mt,Ct.width,Ct.height)}for(let Ct=0;Ct<6;Ct++)if(U){Ht?lt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,0,0,0,rt[Ct].width,rt[Ct].height,wt,gt,rt[Ct].data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,0,Mt,rt[Ct].width,rt[Ct].height,0,wt,gt,rt[Ct].data);for(let ae=0;ae<Qt.length;ae++){let kn=Qt[ae].image[Ct].image;Ht?lt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,ae+1,0,0,kn.width,kn.height,wt,gt,kn.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,ae+1,Mt,kn.width,kn.height,0,wt,gt,kn.data)}}else{Ht?lt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,0,0,0,wt,gt,rt[Ct]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,0,Mt,wt,gt,rt[Ct]);for(let ae=0;ae<Qt.length;ae++){let ke=Qt[ae];Ht?lt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,ae+1,0,0,wt,gt,ke.image[Ct]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,ae+1,Mt,wt,gt,ke.image[Ct])}}}T(b)&&b.mipmapsAutoUpdate===!0&&M(i.TEXTURE_CUBE_MAP),_t.__version=ot.version,b.onUpdate&&b.onUpdate(b)}R.__version=b.version}function Le(R,b,q,ht,ot,_t){let yt=r.convert(q.format,q.colorSpace),et=r.convert(q.type),it=A(q.internalFormat,yt,et,q.normalized,q.colorSpace),pt=n.get(b),U=n.get(q);if(U.__renderTarget=b,!pt.__hasExternalTextures){let rt=Math.max(1,b.width>>_t),nt=Math.max(1,b.height>>_t);ot===i.TEXTURE_3D||ot===i.TEXTURE_2D_ARRAY?e.texImage3D(ot,_t,it,rt,nt,b.depth,0,yt,et,null):e.texImage2D(ot,_t,it,rt,nt,0,yt,et,null)}e.bindFramebuffer(i.FRAMEBUFFER,R),St(b)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,ht,ot,U.__webglTexture,0,oe(b)):(ot===i.TEXTURE_2D||ot>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&ot<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,ht,ot,U.__webglTexture,_t),e.bindFramebuffer(i.FRAMEBUFFER,null)}function wn(R,b,q){if(i.bindRenderbuffer(i.RENDERBUFFER,R),b.depthBuffer){let ht=b.depthTexture,ot=ht&&ht.isDepthTexture?ht.type:null,_t=x(b.stencilBuffer,ot),yt=b.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;St(b)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,oe(b),_t,b.width,b.height):q?i.renderbufferStorageMultisample(i.RENDERBUFFER,oe(b),_t,b.width,b.height):i.renderbufferStorage(i.RENDERBUFFER,_t,b.width,b.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,yt,i.RENDERBUFFER,R)}else{let ht=b.textures;for(let ot=0;ot<ht.length;ot++){let _t=ht[ot],yt=r.convert(_t.format,_t.colorSpace),et=r.convert(_t.type),it=A(_t.internalFormat,yt,et,_t.normalized,_t.colorSpace);St(b)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,oe(b),it,b.width,b.height):q?i.renderbufferStorageMultisample(i.RENDERBUFFER,oe(b),it,b.width,b.height):i.renderbufferStorage(i.RENDERBUFFER,it,b.width,b.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function ve(R,b,q){let ht=b.isWebGLCubeRenderTarget===!0;if(e.bindFramebuffer(i.FRAMEBUFFER,R),!(b.depthTexture&&b.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let ot=n.get(b.depthTexture);ot.__renderTarget=b;let _t=ht?b.depthTexture.image[0]:b.depthTexture.image;(!ot.__webglTexture||_t.width!==b.width||_t.height!==b.height)&&(_t.width=b.width,_t.height=b.height,b.depthTexture.needsUpdate=!0),ht?bt(b.depthTexture,0):mt(b.depthTexture,0);let yt=ot.__webglTexture,et=oe(b),it=ht?i.TEXTURE_CUBE_MAP_POSITIVE_X+q:i.TEXTURE_2D,pt=b.depthTexture.format===xs?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(b.depthTexture.format===ps)St(b)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pt,it,yt,0,et):i.framebufferTexture2D(i.FRAMEBUFFER,pt,it,yt,0);else if(b.depthTexture.format===xs)St(b)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pt,it,yt,0,et):i.framebufferTexture2D(i.FRAMEBUFFER,pt,it,yt,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function gn(R){let b=n.get(R),q=R.isWebGLCubeRenderTarget===!0;if(b.__boundDepthTexture!==R.depthTexture){let ht=R.depthTexture;if(b.__depthDisposeCallback&&b.__depthDisposeCallback(),ht){let ot=()=>{delete b.__boundDepthTexture,delete b.__depthDisposeCallback,ht.removeEventListener("dispose",ot)};ht.addEventListener("dispose",ot),b.__depthDisposeCallback=ot}b.__boundDepthTexture=ht}if(R.depthTexture&&!b.__autoAllocateDepthBuffer)if(q)for(let ht=0;ht<6;ht++)ve(b.__webglFramebuffer[ht],R,ht);else R.texture.mipmaps.length>0?ve(b.__webglFramebuffer[0],R,0):ve(b.__webglFramebuffer,R,0);else if(q){b.__webglDepthbuffer=[];for(let ht=0;ht<6;ht++)if(e.bindFramebuffer(i.FRAMEBUFFER,b.__webglFramebuffer[ht]),b.__webglDepthbuffer[ht]===void 0)b.__webglDepthbuffer[ht]=i.createRenderbuffer(),wn(b.__webglDepthbuffer[ht],R,!1);else{let ot=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,_t=b.__webglDepthbuffer[ht];i.bindRenderbuffer(i.RENDERBUFFER,_t),i.framebufferRenderbuffer(i.FRAMEBUFFER,ot,i.RENDERBUFFER,_t)}}else if(R.texture.mipmaps.length>0?e.bindFramebuffer(i.FRAMEBUFFER,b.__webglFramebuffer[0]):e.bindFramebuffer(i.FRAMEBUFFER,b.__webglFramebuffer),b.__webglDepthbuffer===void 0)b.__webglDepthbuffer=i.createRenderbuffer(),wn(b.__webglDepthbuffer,R,!1);else{let ot=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,_t=b.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,_t),i.framebufferRenderbuffer(i.FRAMEBUFFER,ot,i.RENDERBUFFER,_t)}e.bindFramebuffer(i.FRAMEBUFFER,null)}function Ze(R,b,q){let ht=n.get(R);b!==void 0&&Le(ht.__webglFramebuffer,R,R.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),q!==void 0&&gn(R)}function an(R){let b=R.texture,q=n.get(R),ht=n.get(b);R.addEventListener("dispose",G),k(R);let ot=R.textures,_t=R.isWebGLCubeRenderTarget===!0,yt=ot.length>1;if(yt||(ht.__webglTexture===void 0&&(ht.__webglTexture=i.createTexture()),ht.__version=b.version,o.memory.textures++),_t){q.__webglFramebuffer=[];for(let et=0;et<6;et++)if(b.mipmaps.length>0){q.__webglFramebuffer[et]=[];for(let it=0;it<b.mipmaps.length;it++)q.__webglFramebuffer[et][it]=i.createFramebuffer()}else q.__webglFramebuffer[et]=i.createFramebuffer()}else{if(b.mipmaps.length>0){q.__webglFramebuffer=[];for(let et=0;et<b.mipmaps.length;et++)q.__webglFramebuffer[et]=i.createFramebuffer()}else q.__webglFramebuffer=i.createFramebuffer();if(yt)for(let et=0,it=ot.length;et<it;et++){let pt=n.get(ot[et]);pt.__webglTexture===void 0&&(pt.__webglTexture=i.createTexture(),o.memory.textures++)}if(R.samples>0&&St(R)===!1){q.__webglMultisampledFramebuffer=i.createFramebuffer(),q.__webglColorRenderbuffer=[],e.bindFramebuffer(i.FRAMEBUFFER,q.__webglMultisampledFramebuffer);for(let et=0;et<ot.length;et++){let it=ot[et];q.__webglColorRenderbuffer[et]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,q.__webglColorRenderbuffer[et]);let pt=r.convert(it.format,it.colorSpace),U=r.convert(it.type),rt=A(it.internalFormat,pt,U,it.normalized,it.colorSpace,R.isXRRenderTarget===!0),nt=oe(R);i.renderbufferStorageMultisample(i.RENDERBUFFER,nt,rt,R.width,R.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+et,i.RENDERBUFFER,q.__webglColorRenderbuffer[et])}i.bindRenderbuffer(i.RENDERBUFFER,null),R.depthBuffer&&(q.__webglDepthRenderbuffer=i.createRenderbuffer(),wn(q.__webglDepthRenderbuffer,R,!0)),e.bindFramebuffer(i.FRAMEBUFFER,null)}}if(_t){e.bindTexture(i.TEXTURE_CUBE_MAP,ht.__webglTexture),fe(i.TEXTURE_CUBE_MAP,b);for(let et=0;et<6;et++)if(b.mipmaps.length>0)for(let it=0;it<b.mipmaps.length;it++)Le(q.__webglFramebuffer[et][it],R,b,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+et,it);else Le(q.__webglFramebuffer[et],R,b,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+et,0);T(b)?M(i.TEXTURE_CUBE_MAP):b.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,b.mipmaps.length-1),e.unbindTexture()}else if(yt){for(let et=0,it=ot.length;et<it;et++){let pt=ot[et],U=n.get(pt),rt=i.TEXTURE_2D;(R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(rt=R.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(rt,U.__webglTexture),fe(rt,pt),Le(q.__webglFramebuffer,R,pt,i.COLOR_ATTACHMENT0+et,rt,0),T(pt)&&M(rt)}e.unbindTexture()}else{let et=i.TEXTURE_2D;if((R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(et=R.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(et,ht.__webglTexture),fe(et,b),b.mipmaps.length>0)for(let it=0;it<b.mipmaps.length;it++)Le(q.__webglFramebuffer[it],R,b,i.COLOR_ATTACHMENT0,et,it);else Le(q.__webglFramebuffer,R,b,i.COLOR_ATTACHMENT0,et,0);T(b)?M(et):b.mipmaps.length>0&&i.texParameteri(et,i.TEXTURE_MAX_LEVEL,b.mipmaps.length-1),e.unbindTexture()}R.depthBuffer&&gn(R)}function O(R){let b=R.textures;for(let q=0,ht=b.length;q<ht;q++){let ot=b[q];if(T(ot)&&ot.mipmapsAutoUpdate===!0){let _t=C(R),yt=n.get(ot).__webglTexture;e.bindTexture(_t,yt),M(_t),e.unbindTexture()}}}let Rt=[];function Zt(R){if(R.samples>0){if(St(R)===!1){let b=R.textures,q=R.width,ht=R.height,ot=i.COLOR_BUFFER_BIT,_t=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,yt=n.get(R),et=b.length>1;if(et)for(let pt=0;pt<b.length;pt++)e.bindFramebuffer(i.FRAMEBUFFER,yt.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+pt,i.RENDERBUFFER,null),e.bindFramebuffer(i.FRAMEBUFFER,yt.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+pt,i.TEXTURE_2D,null,0);e.bindFramebuffer(i.READ_FRAMEBUFFER,yt.__webglMultisampledFramebuffer),R.texture.mipmaps.length>0?e.bindFramebuffer(i.DRAW_FRAMEBUFFER,yt.__webglFramebuffer[0]):e.bindFramebuffer(i.DRAW_FRAMEBUFFER,yt.__webglFramebuffer);for(let pt=0;pt<b.length;pt++){if(R.resolveDepthBuffer&&(R.depthBuffer&&(ot|=i.DEPTH_BUFFER_BIT),R.stencilBuffer&&R.resolveStencilBuffer&&(ot|=i.STENCIL_BUFFER_BIT)),et){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,yt.__webglColorRenderbuffer[pt]);let U=n.get(b[pt]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,U,0)}i.blitFramebuffer(0,0,q,ht,0,0,q,ht,ot,i.NEAREST),l===!0&&(Rt.length=0,Rt.push(i.COLOR_ATTACHMENT0+pt),R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&Rt.push(_t),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,Rt))}if(e.bindFramebuffer(i.READ_FRAMEBUFFER,null),e.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),et)for(let pt=0;pt<b.length;pt++){e.bindFramebuffer(i.FRAMEBUFFER,yt.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+pt,i.RENDERBUFFER,yt.__webglColorRenderbuffer[pt]);let U=n.get(b[pt]).__webglTexture;e.bindFramebuffer(i.FRAMEBUFFER,yt.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+pt,i.TEXTURE_2D,U,0)}e.bindFramebuffer(i.DRAW_FRAMEBUFFER,yt.__webglMultisampledFramebuffer)}else if(R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&l){let b=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[b])}}}function oe(R){return Math.min(s.maxSamples,R.samples)}function St(R){let b=n.get(R);return R.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&b.__useRenderToTexture!==!1}function De(R){let b=o.render.frame;h.get(R)!==b&&(h.set(R,b),R.update())}function zt(R,b){let q=R.colorSpace,ht=R.format,ot=R.type;return R.isCompressedTexture===!0||R.isVideoTexture===!0||q!==na&&q!==ys&&(xe.getTransfer(q)===Te?(ht!==Ui||ot!==Jn)&&Kt("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):te("WebGLTextures: Unsupported texture color space:",q)),b}function $t(R){return typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement?(c.width=R.naturalWidth||R.width,c.height=R.naturalHeight||R.height):typeof VideoFrame<"u"&&R instanceof VideoFrame?(c.width=R.displayWidth,c.height=R.displayHeight):(c.width=R.width,c.height=R.height),c}this.allocateTextureUnit=ut,this.resetTextureUnits=Q,this.getTextureUnits=st,this.setTextureUnits=ft,this.setTexture2D=mt,this.setTexture2DArray=xt,this.setTexture3D=Tt,this.setTextureCube=bt,this.rebindTextures=Ze,this.setupRenderTarget=an,this.updateRenderTargetMipmap=O,this.updateMultisampleRenderTarget=Zt,this.setupDepthRenderbuffer=gn,this.setupFrameBufferTexture=Le,this.useMultisampledRTT=St,this.dispose=X}function g1(i,t){function e(n,s=ys){let r,o=xe.getTransfer(s);if(n===Jn)return i.UNSIGNED_BYTE;if(n===yc)return i.UNSIGNED_SHORT_4_4_4_4;if(n===vc)return i.UNSIGNED_SHORT_5_5_5_1;if(n===Of)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===Bf)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===Ff)return i.BYTE;if(n===Uf)return i.SHORT;if(n===_o)return i.UNSIGNED_SHORT;if(n===xc)return i.INT;if(n===Di)return i.UNSIGNED_INT;if(n===bi)return i.FLOAT;if(n===Fi)return i.HALF_FLOAT;if(n===kf)return i.ALPHA;if(n===zf)return i.RGB;if(n===Ui)return i.RGBA;if(n===ps)return i.DEPTH_COMPONENT;if(n===xs)return i.DEPTH_STENCIL;if(n===Mc)return i.RED;if(n===bc)return i.RED_INTEGER;if(n===Ys)return i.RG;if(n===Sc)return i.RG_INTEGER;if(n===wc)return i.RGBA_INTEGER;if(n===ba||n===Sa||n===wa||n===Ea)if(o===Te)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===ba)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===Sa)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===wa)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===Ea)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===ba)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===Sa)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===wa)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===Ea)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===Ec||n===Ac||n===Tc||n===Cc)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===Ec)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===Ac)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===Tc)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===Cc)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===Rc||n===Pc||n===Ic||n===Lc||n===Nc||n===Aa||n===Dc)if(r=t.get("WEBGL_compressed_texture_etc"),r!==null){if(n===Rc||n===Pc)return o===Te?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===Ic)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===Lc)return r.COMPRESSED_R11_EAC;if(n===Nc)return r.COMPRESSED_SIGNED_R11_EAC;if(n===Aa)return r.COMPRESSED_RG11_EAC;if(n===Dc)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===Fc||n===Uc||n===Oc||n===Bc||n===kc||n===zc||n===Gc||n===Vc||n===Hc||n===Wc||n===Xc||n===qc||n===Yc||n===$c)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(n===Fc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===Uc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===Oc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===Bc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===kc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===zc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===Gc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===Vc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===Hc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===Wc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===Xc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===qc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===Yc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===$c)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===Zc||n===Kc||n===Jc)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(n===Zc)return o===Te?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===Kc)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===Jc)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===jc||n===Qc||n===Ta||n===th)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(n===jc)return r.COMPRESSED_RED_RGTC1_EXT;if(n===Qc)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===Ta)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===th)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===pr?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:e}}var _1=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,x1=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,ad=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e){if(this.texture===null){let n=new ua(t.texture);(t.depthNear!==e.depthNear||t.depthFar!==e.depthFar)&&(this.depthNear=t.depthNear,this.depthFar=t.depthFar),this.texture=n}}getMesh(t){if(this.texture!==null&&this.mesh===null){let e=t.cameras[0].viewport,n=new rn({vertexShader:_1,fragmentShader:x1,uniforms:{depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new sn(new cr(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},ld=class extends Ni{constructor(t,e){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,u=null,f=null,d=null,p=null,y=typeof XRWebGLBinding<"u",m=new ad,g={},v=e.getContextAttributes(),T=null,M=null,C=[],A=[],x=new qt,E=null,k=null,D=new Wn;D.viewport=new Ye;let N=new Wn;N.viewport=new Ye;let G=[D,N],W=new hc,L=null,X=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(tt){let mt=C[tt];return mt===void 0&&(mt=new ro,C[tt]=mt),mt.getTargetRaySpace()},this.getControllerGrip=function(tt){let mt=C[tt];return mt===void 0&&(mt=new ro,C[tt]=mt),mt.getGripSpace()},this.getHand=function(tt){let mt=C[tt];return mt===void 0&&(mt=new ro,C[tt]=mt),mt.getHandSpace()};function $(tt){let mt=A.indexOf(tt.inputSource);if(mt===-1)return;let xt=C[mt];xt!==void 0&&(xt.update(tt.inputSource,tt.frame,c||o),xt.dispatchEvent({type:tt.type,data:tt.inputSource}))}function H(){s.removeEventListener("select",$),s.removeEventListener("selectstart",$),s.removeEventListener("selectend",$),s.removeEventListener("squeeze",$),s.removeEventListener("squeezestart",$),s.removeEventListener("squeezeend",$),s.removeEventListener("end",H),s.removeEventListener("inputsourceschange",ct);for(let tt=0;tt<C.length;tt++){let mt=A[tt];mt!==null&&(A[tt]=null,C[tt].disconnect(mt))}L=null,X=null,m.reset();for(let tt in g)delete g[tt];if(t.setRenderTarget(T),d=null,f=null,u=null,s=null,M=null,ut.stop(),n.isPresenting=!1,t.setPixelRatio(E),t.setSize(x.width,x.height,!1),k!==null){let tt=k.camera;tt.fov=k.fov,tt.zoom=k.zoom,tt.updateProjectionMatrix(),k=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(tt){r=tt,n.isPresenting===!0&&Kt("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(tt){a=tt,n.isPresenting===!0&&Kt("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(tt){c=tt},this.getBaseLayer=function(){return f!==null?f:d},this.getBinding=function(){return u===null&&y&&(u=new XRWebGLBinding(s,e)),u},this.getFrame=function(){return p},this.getSession=function(){return s},this.setSession=async function(tt){if(s=tt,s!==null){if(T=t.getRenderTarget(),s.addEventListener("select",$),s.addEventListener("selectstart",$),s.addEventListener("selectend",$),s.addEventListener("squeeze",$),s.addEventListener("squeezestart",$),s.addEventListener("squeezeend",$),s.addEventListener("end",H),s.addEventListener("inputsourceschange",ct),v.xrCompatible!==!0&&await e.makeXRCompatible(),E=t.getPixelRatio(),t.getSize(x),y&&"createProjectionLayer"in XRWebGLBinding.prototype){let xt=null,Tt=null,bt=null;v.depth&&(bt=v.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,xt=v.stencil?xs:ps,Tt=v.stencil?pr:Di);let Wt={colorFormat:e.RGBA8,depthFormat:bt,scaleFactor:r};u=this.getBinding(),f=u.createProjectionLayer(Wt),s.updateRenderState({layers:[f]}),t.setPixelRatio(1),t.setSize(f.textureWidth,f.textureHeight,!1),M=new li(f.textureWidth,f.textureHeight,{format:Ui,type:Jn,depthTexture:new gs(f.textureWidth,f.textureHeight,Tt,void 0,void 0,void 0,void 0,void 0,void 0,xt),stencilBuffer:v.stencil,colorSpace:t.outputColorSpace,samples:v.antialias?4:0,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}else{let xt={antialias:v.antialias,alpha:!0,depth:v.depth,stencil:v.stencil,framebufferScaleFactor:r};d=new XRWebGLLayer(s,e,xt),s.updateRenderState({baseLayer:d}),t.setPixelRatio(1),t.setSize(d.framebufferWidth,d.framebufferHeight,!1),M=new li(d.framebufferWidth,d.framebufferHeight,{format:Ui,type:Jn,colorSpace:t.outputColorSpace,stencilBuffer:v.stencil,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}M.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),ut.setContext(s),ut.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return m.getDepthTexture()};function ct(tt){for(let mt=0;mt<tt.removed.length;mt++){let xt=tt.removed[mt],Tt=A.indexOf(xt);Tt>=0&&(A[Tt]=null,C[Tt].disconnect(xt))}for(let mt=0;mt<tt.added.length;mt++){let xt=tt.added[mt],Tt=A.indexOf(xt);if(Tt===-1){for(let Wt=0;Wt<C.length;Wt++)if(Wt>=A.length){A.push(xt),Tt=Wt;break}else if(A[Wt]===null){A[Wt]=xt,Tt=Wt;break}if(Tt===-1)break}let bt=C[Tt];bt&&bt.connect(xt)}}function J(tt,mt){mt===null?tt.matrixWorld.copy(tt.matrix):tt.matrixWorld.multiplyMatrices(mt.matrixWorld,tt.matrix),tt.matrixWorldInverse.copy(tt.matrixWorld).invert()}this.updateCamera=function(tt){if(s===null)return;let mt=tt.near,xt=tt.far;m.texture!==null&&(m.depthNear>0&&(mt=m.depthNear),m.depthFar>0&&(xt=m.depthFar)),W.near=N.near=D.near=mt,W.far=N.far=D.far=xt,(L!==W.near||X!==W.far)&&(s.updateRenderState({depthNear:W.near,depthFar:W.far}),L=W.near,X=W.far),W.layers.mask=tt.layers.mask|6,D.layers.mask=W.layers.mask&-5,N.layers.mask=W.layers.mask&-3;let Tt=tt.parent,bt=W.cameras;J(W,Tt);for(let Wt=0;Wt<bt.length;Wt++)J(bt[Wt],Tt);W.projectionMatrix.copy(D.projectionMatrix),W.projectionMatrixInverse.copy(D.projectionMatrixInverse),k===null&&tt.isPerspectiveCamera&&(k={camera:tt,fov:tt.fov,zoom:tt.zoom}),Q(tt,W,Tt)};function Q(tt,mt,xt){xt===null?tt.matrix.copy(mt.matrixWorld):(tt.matrix.copy(xt.matrixWorld),tt.matrix.invert(),tt.matrix.multiply(mt.matrixWorld)),tt.matrix.decompose(tt.position,tt.quaternion,tt.scale),tt.updateMatrixWorld(!0),tt.projectionMatrix.copy(mt.projectionMatrix),tt.projectionMatrixInverse.copy(mt.projectionMatrixInverse),tt.isPerspectiveCamera&&(tt.fov=no*2*Math.atan(1/tt.projectionMatrix.elements[5]),tt.zoom=1)}this.getCamera=function(){return W},this.getFoveation=function(){if(!(f===null&&d===null))return l},this.setFoveation=function(tt){l=tt,f!==null&&(f.fixedFoveation=tt),d!==null&&d.fixedFoveation!==void 0&&(d.fixedFoveation=tt)},this.hasDepthSensing=function(){return m.texture!==null},this.getDepthSensingMesh=function(){return m.getMesh(W)},this.getCameraTexture=function(tt){return g[tt]};let st=null;function ft(tt,mt){if(h=mt.getViewerPose(c||o),p=mt,h!==null){let xt=h.views;d!==null&&(t.setRenderTargetFramebuffer(M,d.framebuffer),t.setRenderTarget(M));let Tt=!1;xt.length!==W.cameras.length&&(W.cameras.length=0,Tt=!0);for(let Vt=0;Vt<xt.length;Vt++){let fe=xt[Vt],ce=null;if(d!==null)ce=d.getViewport(fe);else{let Xe=u.getViewSubImage(f,fe);ce=Xe.viewport,Vt===0&&(t.setRenderTargetTextures(M,Xe.colorTexture,Xe.depthStencilTexture),t.setRenderTarget(M))}let ie=G[Vt];ie===void 0&&(ie=new Wn,ie.layers.enable(Vt),ie.viewport=new Ye,G[Vt]=ie),ie.matrix.fromArray(fe.transform.matrix),ie.matrix.decompose(ie.position,ie.quaternion,ie.scale),ie.projectionMatrix.fromArray(fe.projectionMatrix),ie.projectionMatrixInverse.copy(ie.projectionMatrix).invert(),ie.viewport.set(ce.x,ce.y,ce.width,ce.height),Vt===0&&(W.matrix.copy(ie.matrix),W.matrix.decompose(W.position,W.quaternion,W.scale)),Tt===!0&&W.cameras.push(ie)}let bt=s.enabledFeatures;if(bt&&bt.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&y){u=n.getBinding();let Vt=u.getDepthInformation(xt[0]);Vt&&Vt.isValid&&Vt.texture&&m.init(Vt,s.renderState)}if(bt&&bt.includes("camera-access")&&y){t.state.unbindTexture(),u=n.getBinding();for(let Vt=0;Vt<xt.length;Vt++){let fe=xt[Vt].camera;if(fe){let ce=g[fe];ce||(ce=new ua,g[fe]=ce);let ie=u.getCameraImage(fe);ce.sourceTexture=ie}}}}for(let xt=0;xt<C.length;xt++){let Tt=A[xt],bt=C[xt];Tt!==null&&bt!==void 0&&bt.update(Tt,mt,c||o)}st&&st(tt,mt),mt.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:mt}),p=null}let ut=new Lg;ut.setAnimationLoop(ft),this.setAnimationLoop=function(tt){st=tt},this.dispose=function(){}}},y1=new Me,Vg=new ne;Vg.set(-1,0,0,0,1,0,0,0,1);function v1(i,t){function e(m,g){m.matrixAutoUpdate===!0&&m.updateMatrix(),g.value.copy(m.matrix)}function n(m,g){g.color.getRGB(m.fogColor.value,Zf(i)),g.isFog?(m.fogNear.value=g.near,m.fogFar.value=g.far):g.isFogExp2&&(m.fogDensity.value=g.density)}function s(m,g,v,T,M){g.isNodeMaterial?g.uniformsNeedUpdate=!1:g.isMeshBasicMaterial?r(m,g):g.isMeshLambertMaterial?(r(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshToonMaterial?(r(m,g),u(m,g)):g.isMeshPhongMaterial?(r(m,g),h(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshStandardMaterial?(r(m,g),f(m,g),g.isMeshPhysicalMaterial&&d(m,g,M)):g.isMeshMatcapMaterial?(r(m,g),p(m,g)):g.isMeshDepthMaterial?r(m,g):g.isMeshDistanceMaterial?(r(m,g),y(m,g)):g.isMeshNormalMaterial?r(m,g):g.isLineBasicMaterial?(o(m,g),g.isLineDashedMaterial&&a(m,g)):g.isPointsMaterial?l(m,g,v,T):g.isSpriteMaterial?c(m,g):g.isShadowMaterial?(m.color.value.copy(g.color),m.opacity.value=g.opacity):g.isShaderMaterial&&(g.uniformsNeedUpdate=!1)}function r(m,g){m.opacity.value=g.opacity,g.color&&m.diffuse.value.copy(g.color),g.emissive&&m.emissive.value.copy(g.emissive).multiplyScalar(g.emissiveIntensity),g.map&&(m.map.value=g.map,e(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.bumpMap&&(m.bumpMap.value=g.bumpMap,e(g.bumpMap,m.bumpMapTransform),m.bumpScale.value=g.bumpScale,g.side===Nn&&(m.bumpScale.value*=-1)),g.normalMap&&(m.normalMap.value=g.normalMap,e(g.normalMap,m.normalMapTransform),m.normalScale.value.copy(g.normalScale),g.side===Nn&&m.normalScale.value.negate()),g.displacementMap&&(m.displacementMap.value=g.displacementMap,e(g.displacementMap,m.displacementMapTransform),m.displacementScale.value=g.displacementScale,m.displacementBias.value=g.displacementBias),g.emissiveMap&&(m.emissiveMap.value=g.emissiveMap,e(g.emissiveMap,m.emissiveMapTransform)),g.specularMap&&(m.specularMap.value=g.specularMap,e(g.specularMap,m.specularMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest);let v=t.get(g),T=v.envMap,M=v.envMapRotation;T&&(m.envMap.value=T,m.envMapRotation.value.setFromMatrix4(y1.makeRotationFromEuler(M)).transpose(),T.isCubeTexture&&T.isRenderTargetTexture===!1&&m.envMapRotation.value.premultiply(Vg),m.reflectivity.value=g.reflectivity,m.ior.value=g.ior,m.refractionRatio.value=g.refractionRatio),g.lightMap&&(m.lightMap.value=g.lightMap,m.lightMapIntensity.value=g.lightMapIntensity,e(g.lightMap,m.lightMapTransform)),g.aoMap&&(m.aoMap.value=g.aoMap,m.aoMapIntensity.value=g.aoMapIntensity,e(g.aoMap,m.aoMapTransform))}function o(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,g.map&&(m.map.value=g.map,e(g.map,m.mapTransform))}function a(m,g){m.dashSize.value=g.dashSize,m.totalSize.value=g.dashSize+g.gapSize,m.scale.value=g.scale}function l(m,g,v,T){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.size.value=g.size*v,m.scale.value=T*.5,g.map&&(m.map.value=g.map,e(g.map,m.uvTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function c(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.rotation.value=g.rotation,g.map&&(m.map.value=g.map,e(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function h(m,g){m.specular.value.copy(g.specular),m.shininess.value=Math.max(g.shininess,1e-4)}function u(m,g){g.gradientMap&&(m.gradientMap.value=g.gradientMap)}function f(m,g){m.metalness.value=g.metalness,g.metalnessMap&&(m.metalnessMap.value=g.metalnessMap,e(g.metalnessMap,m.metalnessMapTransform)),m.roughness.value=g.roughness,g.roughnessMap&&(m.roughnessMap.value=g.roughnessMap,e(g.roughnessMap,m.roughnessMapTransform)),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)}function d(m,g,v){m.ior.value=g.ior,g.diffuseRoughness>0&&(m.diffuseRoughness.value=g.diffuseRoughness,g.diffuseRoughnessMap&&(m.diffuseRoughnessMap.value=g.diffuseRoughnessMap,e(g.diffuseRoughnessMap,m.diffuseRoughnessMapTransform))),g.sheen>0&&(m.sheenColor.value.copy(g.sheenColor).multiplyScalar(g.sheen),m.sheenRoughness.value=g.sheenRoughness,g.sheenColorMap&&(m.sheenColorMap.value=g.sheenColorMap,e(g.sheenColorMap,m.sheenColorMapTransform)),g.sheenRoughnessMap&&(m.sheenRoughnessMap.value=g.sheenRoughnessMap,e(g.sheenRoughnessMap,m.sheenRoughnessMapTransform))),g.clearcoat>0&&(m.clearcoat.value=g.clearcoat,m.clearcoatRoughness.value=g.clearcoatRoughness,g.clearcoatMap&&(m.clearcoatMap.value=g.clearcoatMap,e(g.clearcoatMap,m.clearcoatMapTransform)),g.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=g.clearcoatRoughnessMap,e(g.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),g.clearcoatNormalMap&&(m.clearcoatNormalMap.value=g.clearcoatNormalMap,e(g.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(g.clearcoatNormalScale),g.side===Nn&&m.clearcoatNormalScale.value.negate())),g.dispersion>0&&(m.dispersion.value=g.dispersion),g.retroreflectivity>0&&(m.retroreflectivity.value=g.retroreflectivity),g.iridescence>0&&(m.iridescence.value=g.iridescence,m.iridescenceIOR.value=g.iridescenceIOR,m.iridescenceThicknessMinimum.value=g.iridescenceThicknessMinimum,m.iridescenceThicknessMaximum.value=g.iridescenceThicknessMaximum,g.iridescenceMap&&(m.iridescenceMap.value=g.iridescenceMap,e(g.iridescenceMap,m.iridescenceMapTransform)),g.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=g.iridescenceThicknessMap,e(g.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),g.transmission>0&&(m.transmission.value=g.transmission,m.transmissionSamplerMap.value=v.texture,m.transmissionSamplerSize.value.set(v.width,v.height),g.transmissionMap&&(m.transmissionMap.value=g.transmissionMap,e(g.transmissionMap,m.transmissionMapTransform)),m.thickness.value=g.thickness,g.thicknessMap&&(m.thicknessMap.value=g.thicknessMap,e(g.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=g.attenuationDistance,m.attenuationColor.value.copy(g.attenuationColor)),g.anisotropy>0&&(m.anisotropyVector.value.set(g.anisotropy*Math.cos(g.anisotropyRotation),g.anisotropy*Math.sin(g.anisotropyRotation)),g.anisotropyMap&&(m.anisotropyMap.value=g.anisotropyMap,e(g.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=g.specularIntensity,m.specularColor.value.copy(g.specularColor),g.specularColorMap&&(m.specularColorMap.value=g.specularColorMap,e(g.specularColorMap,m.specularColorMapTransform)),g.specularIntensityMap&&(m.specularIntensityMap.value=g.specularIntensityMap,e(g.specularIntensityMap,m.specularIntensityMapTransform))}function p(m,g){g.matcap&&(m.matcap.value=g.matcap)}function y(m,g){let v=t.get(g).light;m.referencePosition.value.setFromMatrixPosition(v.matrixWorld),m.nearDistance.value=v.shadow.camera.near,m.farDistance.value=v.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function M1(i,t,e,n){let s={},r={};function o(v,T){let M=T.program;n.uniformBlockBinding(v,M,s[v.id])}function a(v,T){let M=s[v.id];M===void 0&&(p(v),M=l(v),s[v.id]=M,v.addEventListener("dispose",m));let C=T.program;n.updateUBOMapping(v,C);let A=t.render.frame;r[v.id]!==A&&(c(v),r[v.id]=A)}function l(v){let T=i.createBuffer(),M=v.__size,C=v.usage;return i.bindBuffer(i.UNIFORM_BUFFER,T),i.bufferData(i.UNIFORM_BUFFER,M,C),i.bindBuffer(i.UNIFORM_BUFFER,null),T}function c(v){let T=s[v.id],M=v.uniforms,C=v.__cache;i.bindBuffer(i.UNIFORM_BUFFER,T);for(let A=0,x=M.length;A<x;A++){let E=M[A];if(Array.isArray(E))for(let k=0,D=E.length;k<D;k++)h(E[k],A,k,C);else h(E,A,0,C)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function h(v,T,M,C){if(f(v,T,M,C)===!0){let A=v.__offset,x=v.value;if(Array.isArray(x)){let E=0;for(let k=0;k<x.length;k++){let D=x[k],N=y(D,!0);u(D,v.__data,E),E+=N.storage/Float32Array.BYTES_PER_ELEMENT}}else u(x,v.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,A,v.__data)}}function u(v,T,M){typeof v=="number"||typeof v=="boolean"?T[M]=v:v.isMatrix3?(T[M]=v.elements[0],T[M+1]=v.elements[1],T[M+2]=v.elements[2],T[M+3]=0,T[M+4]=v.elements[3],T[M+5]=v.elements[4],T[M+6]=v.elements[5],T[M+7]=0,T[M+8]=v.elements[6],T[M+9]=v.elements[7],T[M+10]=v.elements[8],T[M+11]=0):ArrayBuffer.isView(v)?T.set(v.subarray(0,T.length-M),M):v.toArray(T,M)}function f(v,T,M,C){let A=v.value,x=T+"_"+M;if(Array.isArray(A)){C[x]===void 0&&(C[x]=[]);let E=C[x],k=!1;for(let D=0;D<A.length;D++)d(A[D],E,D)===!0&&(k=!0);return k}return d(A,C,x)}function d(v,T,M){if(T[M]===void 0)return typeof v=="number"||typeof v=="boolean"?T[M]=v:ArrayBuffer.isView(v)?T[M]=v.slice():T[M]=v.clone(),!0;{let C=T[M];if(typeof v=="number"||typeof v=="boolean"){if(C!==v)return T[M]=v,!0}else{if(ArrayBuffer.isView(v))return!0;if(C.equals(v)===!1)return C.copy(v),!0}}return!1}function p(v){let T=v.uniforms,M=0,C=16;for(let x=0,E=T.length;x<E;x++){let k=Array.isArray(T[x])?T[x]:[T[x]];for(let D=0,N=k.length;D<N;D++){let G=k[D],W=Array.isArray(G.value)?G.value:[G.value],L=Array.isArray(T[x])||Array.isArray(G.value),X=M;for(let H=0,ct=W.length;H<ct;H++){let J=W[H],Q=y(J,L),st=M%C,ft=st%Q.boundary,ut=st+ft;M+=ft,ut!==0&&C-ut<Q.storage&&(M+=C-ut),H===0&&(X=M),M+=Q.storage}let $=G.type==="int"?Int32Array:G.type==="uint"?Uint32Array:Float32Array;G.__data=new $((M-X)/Float32Array.BYTES_PER_ELEMENT),G.__offset=X}}let A=M%C;return A>0&&(M+=C-A),v.__size=M,v.__cache={},this}function y(v,T){let M={boundary:0,storage:0};return typeof v=="number"||typeof v=="boolean"?(M.boundary=4,M.storage=4):v.isVector2?(M.boundary=8,M.storage=8):v.isVector3||v.isColor?(M.boundary=16,M.storage=12):v.isVector4?(M.boundary=16,M.storage=16):v.isMatrix3?(M.boundary=16,M.storage=48):v.isMatrix4?(M.boundary=16,M.storage=64):v.isTexture?Kt("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(v)?(M.boundary=16,M.storage=v.byteLength):Kt("WebGLRenderer: Unsupported uniform value type.",v),T===!0&&(M.boundary=16,M.storage=Math.ceil(M.storage/16)*16),M}function m(v){let T=v.target;T.removeEventListener("dispose",m),i.deleteBuffer(s[T.id]),delete s[T.id],delete r[T.id]}function g(){for(let v in s)i.deleteBuffer(s[v]);s={},r={}}return{bind:o,update:a,dispose:g}}var b1=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),Qi=null;function S1(){return Qi===null&&(Qi=new la(b1,16,16,Ys,Fi),Qi.name="DFG_LUT",Qi.minFilter=Xn,Qi.magFilter=Xn,Qi.wrapS=Zi,Qi.wrapT=Zi,Qi.generateMipmaps=!1,Qi.needsUpdate=!0),Qi}var oh=class{constructor(t={}){let{canvas:e=ng(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:f=!1,outputBufferType:d=Jn}=t;this.isWebGLRenderer=!0;let p;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");p=n.getContextAttributes().alpha}else p=o;let y=d,m=new Set([wc,Sc,bc]),g=new Set([Jn,Di,_o,pr,yc,vc]),v=new Uint32Array(4),T=new Int32Array(4),M={textures:[],min:[],max:[],resolution:[]},C=null,A=null,x=[],E=[],k=null;this.domElement=e,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=Mi,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let D=this,N=!1,G=null,W=null,L=null,X=null;this._outputColorSpace=Ln;let $=0,H=0,ct=null,J=-1,Q=null,st=new Ye,ft=new Ye,ut=null,tt=new Gt(0),mt=0,xt=e.width,Tt=e.height,bt=1,Wt=null,re=null,Vt=new Ye(0,0,xt,Tt),fe=new Ye(0,0,xt,Tt),ce=!1,ie=new ks,Xe=new Kl,Oe=!1,on=!1,Le=new Me,wn=new z,ve=new Ye,gn={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},Ze=!1;function an(){return ct===null?bt:1}let O=n;function Rt(w,B){return e.getContext(w,B)}let Zt,oe,St,De,zt,$t,R,b,q,ht,ot,_t,yt,et,it,pt,U,rt,nt,wt,gt,Mt,Ht;try{let w={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in e&&e.setAttribute("data-engine",`three.js r${"187"}`),e.addEventListener("webglcontextlost",Ot,!1),e.addEventListener("webglcontextrestored",Qt,!1),e.addEventListener("webglcontextcreationerror",Ct,!1),O===null){let B="webgl2";if(O=Rt(B,w),O===null)throw Rt(B)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}jt()}catch(w){throw e.removeEventListener("webglcontextlost",Ot,!1),e.removeEventListener("webglcontextrestored",Qt,!1),e.removeEventListener("webglcontextcreationerror",Ct,!1),te("WebGLRenderer: "+w.message),w}function jt(){Zt=new DS(O),Zt.init(),gt=new g1(O,Zt),oe=new SS(O,Zt,t,gt),St=new p1(O,Zt),oe.reversedDepthBuffer&&f&&St.buffers.depth.setReversed(!0),W=O.createFramebuffer(),L=O.createFramebuffer(),X=O.createFramebuffer(),De=new OS(O),zt=new t1,$t=new m1(O,Zt,St,zt,oe,gt,De),R=new NS(D),b=new kv(O),Mt=new MS(O,b),q=new FS(O,b,De,Mt),ht=new kS(O,q,b,Mt,De),rt=new BS(O,oe,$t),it=new wS(zt),ot=new Qw(D,R,Zt,oe,Mt,it),_t=new v1(D,zt),yt=new n1,et=new l1(Zt),U=new vS(D,R,St,ht,p,l),pt=new d1(D,ht,oe),Ht=new M1(O,De,oe,St),nt=new bS(O,Zt,De),wt=new US(O,Zt,De),De.programs=ot.programs,D.capabilities=oe,D.extensions=Zt,D.properties=zt,D.renderLists=yt,D.shadowMap=pt,D.state=St,D.info=De}y!==Jn&&(k=new GS(y,e.width,e.height,a,s,r));let lt=new ld(D,O);this.xr=lt,this.getContext=function(){return O},this.getContextAttributes=function(){return O.getContextAttributes()},this.forceContextLoss=function(){let w=Zt.get("WEBGL_lose_context");w&&w.loseContext()},this.forceContextRestore=function(){let w=Zt.get("WEBGL_lose_context");w&&w.restoreContext()},this.getPixelRatio=function(){return bt},this.setPixelRatio=function(w){w!==void 0&&(bt=w,this.setSize(xt,Tt,!1))},this.getSize=function(w){return w.set(xt,Tt)},this.setSize=function(w,B,j=!0){if(lt.isPresenting){Kt("WebGLRenderer: Can't change size while VR device is presenting.");return}xt=w,Tt=B,e.width=Math.floor(w*bt),e.height=Math.floor(B*bt),j===!0&&(e.style.width=w+"px",e.style.height=B+"px"),k!==null&&k.setSize(e.width,e.height),this.setViewport(0,0,w,B)},this.getDrawingBufferSize=function(w){return w.set(xt*bt,Tt*bt).floor()},this.setDrawingBufferSize=function(w,B,j){xt=w,Tt=B,bt=j,e.width=Math.floor(w*j),e.height=Math.floor(B*j),this.setViewport(0,0,w,B)},this.setEffects=function(w){if(y===Jn){te("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(w){for(let B=0;B<w.length;B++)if(w[B].isOutputPass===!0){Kt("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}k.setEffects(w||[])},this.getCurrentViewport=function(w){return w.copy(st)},this.getViewport=function(w){return w.copy(Vt)},this.setViewport=function(w,B,j,Y){w.isVector4?Vt.set(w.x,w.y,w.z,w.w):Vt.set(w,B,j,Y),St.viewport(st.copy(Vt).multiplyScalar(an()).round())},this.getScissor=function(w){return w.copy(fe)},this.setScissor=function(w,B,j,Y){w.isVector4?fe.set(w.x,w.y,w.z,w.w):fe.set(w,B,j,Y),St.scissor(ft.copy(fe).multiplyScalar(an()).round())},this.getScissorTest=function(){return ce},this.setScissorTest=function(w){St.setScissorTest(ce=w)},this.setOpaqueSort=function(w){Wt=w},this.setTransparentSort=function(w){re=w},this.getClearColor=function(w){return w.copy(U.getClearColor())},this.setClearColor=function(){U.setClearColor(...arguments)},this.getClearAlpha=function(){return U.getClearAlpha()},this.setClearAlpha=function(){U.setClearAlpha(...arguments)},this.clear=function(w=!0,B=!0,j=!0){let Y=0;if(w){let Z=!1;if(ct!==null){let Et=ct.texture.format;Z=m.has(Et)}if(Z){let Et=ct.texture.type,Pt=g.has(Et),At=U.getClearColor(),Lt=U.getClearAlpha(),kt=At.r,ee=At.g,de=At.b;Pt?(v[0]=kt,v[1]=ee,v[2]=de,v[3]=Lt,O.clearBufferuiv(O.COLOR,0,v)):(T[0]=kt,T[1]=ee,T[2]=de,T[3]=Lt,O.clearBufferiv(O.COLOR,0,T))}else Y|=O.COLOR_BUFFER_BIT}B&&(Y|=O.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),j&&(Y|=O.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),Y!==0&&O.clear(Y)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(w){w.setRenderer(this),G=w},this.dispose=function(){e.removeEventListener("webglcontextlost",Ot,!1),e.removeEventListener("webglcontextrestored",Qt,!1),e.removeEventListener("webglcontextcreationerror",Ct,!1),U.dispose(),yt.dispose(),et.dispose(),$t.dispose(),zt.dispose(),R.dispose(),ht.dispose(),q.dispose(),Mt.dispose(),Ht.dispose(),ot.dispose(),lt.dispose(),lt.removeEventListener("sessionstart",$a),lt.removeEventListener("sessionend",zi),is.stop()};function Ot(w){w.preventDefault(),Xf("WebGLRenderer: Context Lost."),N=!0}function Qt(){Xf("WebGLRenderer: Context Restored."),N=!1;let w=De.autoReset,B=pt.enabled,j=pt.autoUpdate,Y=pt.needsUpdate,Z=pt.type;jt(),De.autoReset=w,pt.enabled=B,pt.autoUpdate=j,pt.needsUpdate=Y,pt.type=Z}function Ct(w){te("WebGLRenderer: A WebGL context could not be created. Reason: ",w.statusMessage)}function ae(w){let B=w.target;B.removeEventListener("dispose",ae),ke(B)}function ke(w){kn(w),zt.remove(w)}function kn(w){let B=zt.get(w).programs;B!==void 0&&(B.forEach(function(j){ot.releaseProgram(j)}),w.isShaderMaterial&&ot.releaseShaderCache(w))}this.renderBufferDirect=function(w,B,j,Y,Z,Et){B===null&&(B=gn);let Pt=Z.isMesh&&Z.matrixWorld.determinantAffine()<0,At=ko(w,B,j,Y,Z);St.setMaterial(Y,Pt);let Lt=j.index,kt=1;if(Y.wireframe===!0){if(Lt=q.getWireframeAttribute(j),Lt===void 0)return;kt=2}let ee=j.drawRange,de=j.attributes.position,Bt=ee.start*kt,pe=(ee.start+ee.count)*kt;Et!==null&&(Bt=Math.max(Bt,Et.start*kt),pe=Math.min(pe,(Et.start+Et.count)*kt)),Lt!==null?(Bt=Math.max(Bt,0),pe=Math.min(pe,Lt.count)):de!=null&&(Bt=Math.max(Bt,0),pe=Math.min(pe,de.count));let $e=pe-Bt;if($e<0||$e===1/0)return;Mt.setup(Z,Y,At,j,Lt);let Re,Pe=nt;if(Lt!==null&&(Re=b.get(Lt),Pe=wt,Pe.setIndex(Re)),Z.isMesh)Y.wireframe===!0?(St.setLineWidth(Y.wireframeLinewidth*an()),Pe.setMode(O.LINES)):Pe.setMode(O.TRIANGLES);else if(Z.isLine){let _n=Y.linewidth;_n===void 0&&(_n=1),St.setLineWidth(_n*an()),Z.isLineSegments?Pe.setMode(O.LINES):Z.isLineLoop?Pe.setMode(O.LINE_LOOP):Pe.setMode(O.LINE_STRIP)}else Z.isPoints?Pe.setMode(O.POINTS):Z.isSprite&&Pe.setMode(O.TRIANGLES);if(Z.isBatchedMesh)if(Zt.get("WEBGL_multi_draw"))Pe.renderMultiDraw(Z._multiDrawStarts,Z._multiDrawCounts,Z._multiDrawCount);else{let _n=Z._multiDrawStarts,Ft=Z._multiDrawCounts,ln=Z._multiDrawCount,_e=Lt?b.get(Lt).bytesPerElement:1,rs=zt.get(Y).currentProgram.getUniforms();for(let cn=0;cn<ln;cn++)rs.setValue(O,"_gl_DrawID",cn),Pe.render(_n[cn]/_e,Ft[cn])}else if(Z.isInstancedMesh)Pe.renderInstances(Bt,$e,Z.count);else if(j.isInstancedBufferGeometry){let _n=j._maxInstanceCount!==void 0?j._maxInstanceCount:1/0,Ft=Math.min(j.instanceCount,_n);Pe.renderInstances(Bt,$e,Ft)}else Pe.render(Bt,$e)};function Uo(w,B,j,Y){G!==null&&w.isNodeMaterial&&G.setObject(Y,w),Oe===!0&&it.setState(w,j,!1),w.transparent===!0&&w.side===vi&&w.forceSinglePass===!1?(w.side=Nn,w.needsUpdate=!0,Gi(w,B,Y),w.side=ji,w.needsUpdate=!0,Gi(w,B,Y),w.side=vi):Gi(w,B,Y)}this.compile=function(w,B,j=null){j===null&&(j=w),G!==null&&G.renderStart(w,B,j),A=et.get(j),A.init(B),E.push(A),j.traverseVisible(function(Z){Z.isLight&&Z.layers.test(B.layers)&&(A.pushLight(Z),Z.castShadow&&A.pushShadow(Z))}),w!==j&&w.traverseVisible(function(Z){Z.isLight&&Z.layers.test(B.layers)&&(A.pushLight(Z),Z.castShadow&&A.pushShadow(Z))}),A.setupLights(),G!==null&&G.updateLights(A.state.lightsArray),on=this.localClippingEnabled,Oe=it.init(this.clippingPlanes,on),Oe===!0&&it.setGlobalState(this.clippingPlanes,B),G!==null&&pt.render(A.state.shadowsArray,j,B);let Y=new Set;return w.traverse(function(Z){if(!(Z.isMesh||Z.isPoints||Z.isLine||Z.isSprite))return;let Et=Z.material;if(Et)if(Array.isArray(Et))for(let Pt=0;Pt<Et.length;Pt++){let At=Et[Pt];Uo(At,j,B,Z),Y.add(At)}else Uo(Et,j,B,Z),Y.add(Et)}),A=E.pop(),G!==null&&G.renderEnd(),Y},this.compileAsync=function(w,B,j=null){let Y=this.compile(w,B,j);return new Promise(Z=>{function Et(){if(Y.forEach(function(Pt){let Lt=zt.get(Pt).currentProgram;(Lt===void 0||Lt.isReady())&&Y.delete(Pt)}),Y.size===0){Z(w);return}setTimeout(Et,10)}Zt.get("KHR_parallel_shader_compile")!==null?Et():setTimeout(Et,10)})};let Sr=null;function Pu(w){Sr&&Sr(w)}function $a(){is.stop()}function zi(){is.start()}let is=new Lg;is.setAnimationLoop(Pu),typeof self<"u"&&is.setContext(self),this.setAnimationLoop=function(w){Sr=w,lt.setAnimationLoop(w),w===null?is.stop():is.start()},lt.addEventListener("sessionstart",$a),lt.addEventListener("sessionend",zi),this.render=function(w,B){if(B!==void 0&&B.isCamera!==!0){te("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(N===!0)return;G!==null&&G.renderStart(w,B);let j=lt.enabled===!0&&lt.isPresenting===!0,Y=k!==null&&(ct===null||j)&&k.begin(D,ct);if(w.matrixWorldAutoUpdate===!0&&w.updateMatrixWorld(),B.parent===null&&B.matrixWorldAutoUpdate===!0&&B.updateMatrixWorld(),lt.enabled===!0&&lt.isPresenting===!0&&(k===null||k.isCompositing()===!1)&&(lt.cameraAutoUpdate===!0&&lt.updateCamera(B),B=lt.getCamera()),w.isScene===!0&&w.onBeforeRender(D,w,B,ct),A=et.get(w,E.length),A.init(B),A.state.textureUnits=$t.getTextureUnits(),E.push(A),Le.multiplyMatrices(B.projectionMatrix,B.matrixWorldInverse),B.isArrayCamera?Xe.setFromArrayCamera(B):ie.setFromProjectionMatrix(Le,xi,B.reversedDepth),on=this.localClippingEnabled,Oe=it.init(this.clippingPlanes,on),C=yt.get(w,x.length),C.init(),x.push(C),this.info.render.frame++,lt.enabled===!0&&lt.isPresenting===!0){let Pt=D.xr.getDepthSensingMesh();Pt!==null&&ss(Pt,B,-1/0,D.sortObjects)}ss(w,B,0,D.sortObjects),C.finish(),G!==null&&G.updateLights(A.state.lightsArray),D.sortObjects===!0&&C.sort(Wt,re),Ze=lt.enabled===!1||lt.isPresenting===!1||lt.hasDepthSensing()===!1,Ze&&U.addToRenderList(C,w),this.info.autoReset===!0&&this.info.reset(),Oe===!0&&it.beginShadows();let Z=A.state.shadowsArray;if(pt.render(Z,w,B),Oe===!0&&it.endShadows(),(Y&&k.hasRenderPass())===!1){let Pt=C.opaque,At=C.transmissive;if(A.setupLights(),B.isArrayCamera){let Lt=B.cameras;if(At.length>0)for(let kt=0,ee=Lt.length;kt<ee;kt++){let de=Lt[kt];Ti(Pt,At,w,de)}Ze&&U.render(w);for(let kt=0,ee=Lt.length;kt<ee;kt++){let de=Lt[kt];Oo(C,w,de,de.viewport)}}else At.length>0&&Ti(Pt,At,w,B),Ze&&U.render(w),Oo(C,w,B)}ct!==null&&H===0&&($t.updateMultisampleRenderTarget(ct),$t.updateRenderTargetMipmap(ct)),Y&&k.end(D),w.isScene===!0&&w.onAfterRender(D,w,B),Mt.resetDefaultState(),J=-1,Q=null,E.pop(),E.length>0?(A=E[E.length-1],$t.setTextureUnits(A.state.textureUnits),Oe===!0&&it.setGlobalState(D.clippingPlanes,A.state.camera)):A=null,x.pop(),x.length>0?C=x[x.length-1]:C=null,G!==null&&G.renderEnd()};function ss(w,B,j,Y){if(w.visible===!1)return;if(w.layers.test(B.layers)){if(w.isGroup)j=w.renderOrder;else if(w.isLOD)w.autoUpdate===!0&&w.update(B);else if(w.isLight)A.pushLight(w),w.castShadow&&A.pushShadow(w);else if(w.isSprite){let Pt=B.isArrayCamera?Xe:ie;if(!w.frustumCulled||w.intersectsFrustum(Pt)){Y&&ve.setFromMatrixPosition(w.matrixWorld).applyMatrix4(Le);let At=ht.update(w),Lt=w.material;Lt.visible&&C.push(w,At,Lt,j,ve.z,null,B)}}else if(w.isMesh||w.isLine||w.isPoints){let Pt=B.isArrayCamera?Xe:ie;if(!w.frustumCulled||w.intersectsFrustum(Pt)){let At=ht.update(w),Lt=w.material;if(Y&&(w.boundingSphere!==void 0?(w.boundingSphere===null&&w.computeBoundingSphere(),ve.copy(w.boundingSphere.center)):(At.boundingSphere===null&&At.computeBoundingSphere(),ve.copy(At.boundingSphere.center)),ve.applyMatrix4(w.matrixWorld).applyMatrix4(Le)),Array.isArray(Lt)){let kt=At.groups;for(let ee=0,de=kt.length;ee<de;ee++){let Bt=kt[ee],pe=Lt[Bt.materialIndex];pe&&pe.visible&&C.push(w,At,pe,j,ve.z,Bt,B)}}else Lt.visible&&C.push(w,At,Lt,j,ve.z,null,B)}}}let Et=w.children;for(let Pt=0,At=Et.length;Pt<At;Pt++)ss(Et[Pt],B,j,Y)}function Oo(w,B,j,Y){let{opaque:Z,transmissive:Et,transparent:Pt}=w;A.setupLightsView(j),Oe===!0&&it.setGlobalState(D.clippingPlanes,j),Y&&St.viewport(st.copy(Y)),Z.length>0&&Ke(Z,B,j),Et.length>0&&Ke(Et,B,j),Pt.length>0&&Ke(Pt,B,j),St.buffers.depth.setTest(!0),St.buffers.depth.setMask(!0),St.buffers.color.setMask(!0),St.setPolygonOffset(!1)}function Ti(w,B,j,Y){if((j.isScene===!0?j.overrideMaterial:null)!==null)return;if(A.state.transmissionRenderTarget[Y.id]===void 0){let Bt=Zt.has("EXT_color_buffer_half_float")||Zt.has("EXT_color_buffer_float");A.state.transmissionRenderTarget[Y.id]=new li(1,1,{generateMipmaps:!0,type:Bt?Fi:Jn,minFilter:_s,samples:Math.max(4,oe.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:xe.workingColorSpace})}let Et=A.state.transmissionRenderTarget[Y.id],Pt=Y.viewport||st;Et.setSize(Pt.z*D.transmissionResolutionScale,Pt.w*D.transmissionResolutionScale);let At=D.getRenderTarget(),Lt=D.getActiveCubeFace(),kt=D.getActiveMipmapLevel();D.setRenderTarget(Et),D.getClearColor(tt),mt=D.getClearAlpha(),mt<1&&D.setClearColor(16777215,.5),D.clear(),Ze&&U.render(j);let ee=D.toneMapping;D.toneMapping=Mi;let de=Y.viewport;if(Y.viewport!==void 0&&(Y.viewport=void 0),A.setupLightsView(Y),Oe===!0&&it.setGlobalState(D.clippingPlanes,Y),Ke(w,j,Y),$t.updateMultisampleRenderTarget(Et),$t.updateRenderTargetMipmap(Et),Zt.has("WEBGL_multisampled_render_to_texture")===!1){let Bt=!1;for(let pe=0,$e=B.length;pe<$e;pe++){let Re=B[pe],{object:Pe,geometry:_n,material:Ft,group:ln}=Re;if(Ft.side===vi&&Pe.layers.test(Y.layers)){let _e=Ft.side;Ft.side=Nn,Ft.needsUpdate=!0,tn(Pe,j,Y,_n,Ft,ln),Ft.side=_e,Ft.needsUpdate=!0,Bt=!0}}Bt===!0&&($t.updateMultisampleRenderTarget(Et),$t.updateRenderTargetMipmap(Et))}D.setRenderTarget(At,Lt,kt),D.setClearColor(tt,mt),de!==void 0&&(Y.viewport=de),D.toneMapping=ee}function Ke(w,B,j){let Y=B.isScene===!0?B.overrideMaterial:null;for(let Z=0,Et=w.length;Z<Et;Z++){let Pt=w[Z],{object:At,geometry:Lt,group:kt}=Pt,ee=Pt.material;ee.allowOverride===!0&&Y!==null&&(ee=Y),At.layers.test(j.layers)&&tn(At,B,j,Lt,ee,kt)}}function tn(w,B,j,Y,Z,Et){G!==null&&Z.isNodeMaterial&&G.setObject(w,Z),w.onBeforeRender(D,B,j,Y,Z,Et),w.modelViewMatrix.multiplyMatrices(j.matrixWorldInverse,w.matrixWorld),w.normalMatrix.getNormalMatrix(w.modelViewMatrix),Z.onBeforeRender(D,B,j,Y,w,Et),Z.transparent===!0&&Z.side===vi&&Z.forceSinglePass===!1?(Z.side=Nn,Z.needsUpdate=!0,D.renderBufferDirect(j,B,Y,Z,w,Et),Z.side=ji,Z.needsUpdate=!0,D.renderBufferDirect(j,B,Y,Z,w,Et),Z.side=vi):D.renderBufferDirect(j,B,Y,Z,w,Et),w.onAfterRender(D,B,j,Y,Z,Et)}function en(w){let B=0;for(let j of w)j.texture!==null&&B++;return B}function Gi(w,B,j){B.isScene!==!0&&(B=gn);let Y=zt.get(w),Z=A.state.lights,Et=A.state.shadowsArray,Pt=Z.state.version,At=ot.getParameters(w,Z.state,Et,B,j,A.state.lightProbeGridArray),Lt=ot.getProgramCacheKey(At),kt=Y.programs;Y.environment=w.isMeshStandardMaterial||w.isMeshLambertMaterial||w.isMeshPhongMaterial?B.environment:null,Y.fog=B.fog;let ee=w.isMeshStandardMaterial||w.isMeshLambertMaterial&&!w.envMap||w.isMeshPhongMaterial&&!w.envMap;Y.envMap=R.get(w.envMap||Y.environment,ee),Y.envMapRotation=Y.environment!==null&&w.envMap===null?B.environmentRotation:w.envMapRotation,kt===void 0&&(w.addEventListener("dispose",ae),kt=new Map,Y.programs=kt,Y.programVariants=new Map);let de=kt.get(Lt);if(de!==void 0){if(Y.currentProgram===de&&Y.lightsStateVersion===Pt)return Bo(w,At),de}else At.uniforms=ot.getUniforms(w),G!==null&&w.isNodeMaterial&&G.build(w,j,At),w.onBeforeCompile(At,D),de=ot.acquireProgram(At,Lt),kt.set(Lt,de),Y.uniforms=At.uniforms;let Bt=Y.uniforms;return(!w.isShaderMaterial&&!w.isRawShaderMaterial||w.clipping===!0)&&(Bt.clippingPlanes=it.uniform),Bo(w,At),Y.needsLights=As(w),Y.lightsStateVersion=Pt,Y.needsLights&&(Bt.ambientLightColor.value=Z.state.ambient,Bt.lightProbe.value=Z.state.probe,Bt.sunLights.value=Z.state.sun,Bt.sunLightShadows.value=Z.state.sunShadow,Bt.directionalLights.value=Z.state.directional,Bt.directionalLightShadows.value=Z.state.directionalShadow,Bt.spotLights.value=Z.state.spot,Bt.spotLightShadows.value=Z.state.spotShadow,Bt.rectAreaLights.value=Z.state.rectArea,Bt.ltc_1.value=Z.state.rectAreaLTC1,Bt.ltc_2.value=Z.state.rectAreaLTC2,Bt.pointLights.value=Z.state.point,Bt.pointLightShadows.value=Z.state.pointShadow,Bt.hemisphereLights.value=Z.state.hemi,Bt.sunShadowMatrix.value=Z.state.sunShadowMatrix,Bt.sunShadowCascade.value=Z.state.sunShadowCascade,Bt.directionalShadowMatrix.value=Z.state.directionalShadowMatrix,Bt.spotLightMatrix.value=Z.state.spotLightMatrix,Bt.spotLightMap.value=Z.state.spotLightMap,Bt.pointShadowMatrix.value=Z.state.pointShadowMatrix),Y.numLightProbeGrids=en(A.state.lightProbeGridArray),Y.currentProgram=de,Y.uniformsList=null,de}function Qn(w,B,j,Y,Z){let Et=zt.get(w),Pt=Et.currentProgram.id+","+Y+","+Z,At=Et.programVariants.get(Pt);return At===void 0?(At=Gi(w,B,j),Et.programVariants.set(Pt,At)):(Et.currentProgram=At,Et.uniformsList=null,Et.outputColorSpace=Y,Et.toneMapping=Z),At}function Es(w){if(w.uniformsList===null){let B=w.currentProgram.getUniforms();w.uniformsList=yo.seqWithValue(B.seq,w.uniforms)}return w.uniformsList}function Bo(w,B){let j=zt.get(w);j.outputColorSpace=B.outputColorSpace,j.batching=B.batching,j.batchingColor=B.batchingColor,j.instancing=B.instancing,j.instancingColor=B.instancingColor,j.instancingMorph=B.instancingMorph,j.skinning=B.skinning,j.morphTargets=B.morphTargets,j.morphNormals=B.morphNormals,j.morphColors=B.morphColors,j.morphTargetsCount=B.morphTargetsCount,j.numClippingPlanes=B.numClippingPlanes,j.numIntersection=B.numClipIntersection,j.vertexAlphas=B.vertexAlphas,j.vertexTangents=B.vertexTangents,j.toneMapping=B.toneMapping}function ko(w,B,j,Y,Z){B.isScene!==!0&&(B=gn),$t.resetTextureUnits();let Et=B.fog,Pt=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial?B.environment:null,At=ct===null?D.outputColorSpace:ct.isXRRenderTarget===!0?ct.texture.colorSpace:xe.workingColorSpace,Lt=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial&&!Y.envMap||Y.isMeshPhongMaterial&&!Y.envMap,kt=R.get(Y.envMap||Pt,Lt),ee=Y.vertexColors===!0&&!!j.attributes.color&&j.attributes.color.itemSize===4,de=!!j.attributes.tangent&&(!!Y.normalMap||Y.anisotropy>0),Bt=!!j.morphAttributes.position,pe=!!j.morphAttributes.normal,$e=!!j.morphAttributes.color,Re=Mi;Y.toneMapped&&(ct===null||ct.isXRRenderTarget===!0)&&(Re=D.toneMapping);let Pe=j.morphAttributes.position||j.morphAttributes.normal||j.morphAttributes.color,_n=Pe!==void 0?Pe.length:0,Ft=zt.get(Y),ln=A.state.lights;if(Oe===!0&&(on===!0||w!==Q)){let Ie=w===Q&&Y.id===J;it.setState(Y,w,Ie)}let _e=!1,rs=!1;Y.version===Ft.__version?Ft.needsLights&&Ft.lightsStateVersion!==ln.state.version||Z.isBatchedMesh&&Ft.batching===!1||!Z.isBatchedMesh&&Ft.batching===!0||Z.isBatchedMesh&&Ft.batchingColor===!0&&Z._colorsTexture===null||Z.isBatchedMesh&&Ft.batchingColor===!1&&Z._colorsTexture!==null||Z.isInstancedMesh&&Ft.instancing===!1||!Z.isInstancedMesh&&Ft.instancing===!0||Z.isSkinnedMesh&&Ft.skinning===!1||!Z.isSkinnedMesh&&Ft.skinning===!0||Z.isInstancedMesh&&Ft.instancingColor===!0&&Z.instanceColor===null||Z.isInstancedMesh&&Ft.instancingColor===!1&&Z.instanceColor!==null||Z.isInstancedMesh&&Ft.instancingMorph===!0&&Z.morphTexture===null||Z.isInstancedMesh&&Ft.instancingMorph===!1&&Z.morphTexture!==null||Ft.envMap!==kt||Y.fog===!0&&Ft.fog!==Et||Ft.numClippingPlanes!==void 0&&(Ft.numClippingPlanes!==it.numPlanes||Ft.numIntersection!==it.numIntersection)||Ft.vertexAlphas!==ee||Ft.vertexTangents!==de||Ft.morphTargets!==Bt||Ft.morphNormals!==pe||Ft.morphColors!==$e||Ft.morphTargetsCount!==_n||Ft.numLightProbeGrids!==en(A.state.lightProbeGridArray)?_e=!0:(Ft.outputColorSpace!==At||Ft.toneMapping!==Re)&&(rs=!0):(_e=!0,Ft.__version=Y.version);let cn=Ft.currentProgram;(_e===!0||rs===!0)&&(cn=rs===!0?Qn(Y,B,Z,At,Re):Gi(Y,B,Z),G&&Y.isNodeMaterial&&G.onUpdateProgram(Y,cn,Ft));let Ar=!1,Vi=!1,os=!1,he=cn.getUniforms(),Je=Ft.uniforms;if(St.useProgram(cn.program)&&(Ar=!0,Vi=!0,os=!0),Y.id!==J&&(J=Y.id,Vi=!0),Ar||Q!==w){St.buffers.depth.getReversed()&&w.reversedDepth!==!0&&(w._reversedDepth=!0,w.updateProjectionMatrix()),he.setValue(O,"projectionMatrix",w.projectionMatrix),he.setValue(O,"viewMatrix",w.matrixWorldInverse);let hn=he.map.cameraPosition;hn!==void 0&&hn.setValue(O,wn.setFromMatrixPosition(w.matrixWorld)),oe.logarithmicDepthBuffer&&he.setValue(O,"logDepthBufFC",2/(Math.log(w.far+1)/Math.LN2)),(Y.isMeshPhongMaterial||Y.isMeshToonMaterial||Y.isMeshLambertMaterial||Y.isMeshBasicMaterial||Y.isMeshStandardMaterial||Y.isShaderMaterial)&&he.setValue(O,"isOrthographic",w.isOrthographicCamera===!0),Q!==w&&(Q=w,Vi=!0,os=!0)}if(Ft.needsLights&&(ln.state.sunShadowMap.length>0&&he.setValue(O,"sunShadowMap",ln.state.sunShadowMap,$t),ln.state.directionalShadowMap.length>0&&he.setValue(O,"directionalShadowMap",ln.state.directionalShadowMap,$t),ln.state.spotShadowMap.length>0&&he.setValue(O,"spotShadowMap",ln.state.spotShadowMap,$t),ln.state.pointShadowMap.length>0&&he.setValue(O,"pointShadowMap",ln.state.pointShadowMap,$t)),Z.isSkinnedMesh){he.setOptional(O,Z,"bindMatrix"),he.setOptional(O,Z,"bindMatrixInverse");let Ie=Z.skeleton;Ie&&(Ie.boneTexture===null&&Ie.computeBoneTexture(),he.setValue(O,"boneTexture",Ie.boneTexture,$t))}Z.isBatchedMesh&&(he.setOptional(O,Z,"batchingTexture"),he.setValue(O,"batchingTexture",Z._matricesTexture,$t),he.setOptional(O,Z,"batchingIdTexture"),he.setValue(O,"batchingIdTexture",Z._indirectTexture,$t),he.setOptional(O,Z,"batchingColorTexture"),Z._colorsTexture!==null&&he.setValue(O,"batchingColorTexture",Z._colorsTexture,$t));let zn=j.morphAttributes;if((zn.position!==void 0||zn.normal!==void 0||zn.color!==void 0)&&rt.update(Z,j,cn),(Vi||Ft.receiveShadow!==Z.receiveShadow)&&(Ft.receiveShadow=Z.receiveShadow,he.setValue(O,"receiveShadow",Z.receiveShadow)),(Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial)&&Y.envMap===null&&B.environment!==null&&(Je.envMapIntensity.value=B.environmentIntensity),Je.dfgLUT!==void 0&&(Je.dfgLUT.value=S1()),Vi){if(he.setValue(O,"toneMappingExposure",D.toneMappingExposure),Ft.needsLights&&wr(Je,os),Et&&Y.fog===!0&&_t.refreshFogUniforms(Je,Et),_t.refreshMaterialUniforms(Je,Y,bt,Tt,A.state.transmissionRenderTarget[w.id]),Ft.needsLights&&Ft.numLightProbeGrids>0){let Ie=M,hn=0;for(let Dn of A.state.lightProbeGridArray)Dn.texture!==null&&(Ie.textures[hn]=Dn.texture,Ie.min[hn]=Dn.boundingBox.min,Ie.max[hn]=Dn.boundingBox.max,Ie.resolution[hn]=Dn.resolution,hn++);for(let Dn in Ie)Ie[Dn].length=hn;Je.probesSH.value=Ie.textures,Je.probesMin.value=Ie.min,Je.probesMax.value=Ie.max,Je.probesResolution.value=Ie.resolution}yo.upload(O,Es(Ft),Je,$t)}if(Y.isShaderMaterial&&Y.uniformsNeedUpdate===!0&&(yo.upload(O,Es(Ft),Je,$t),Y.uniformsNeedUpdate=!1),Y.isSpriteMaterial&&he.setValue(O,"center",Z.center),he.setValue(O,"modelViewMatrix",Z.modelViewMatrix),he.setValue(O,"normalMatrix",Z.normalMatrix),he.setValue(O,"modelMatrix",Z.matrixWorld),Y.uniformsGroups!==void 0){let Ie=Y.uniformsGroups;for(let hn=0,Dn=Ie.length;hn<Dn;hn++){let Za=Ie[hn];Ht.update(Za,cn),Ht.bind(Za,cn)}}return cn}function wr(w,B){w.ambientLightColor.needsUpdate=B,w.lightProbe.needsUpdate=B,w.sunLights.needsUpdate=B,w.sunLightShadows.needsUpdate=B,w.directionalLights.needsUpdate=B,w.directionalLightShadows.needsUpdate=B,w.pointLights.needsUpdate=B,w.pointLightShadows.needsUpdate=B,w.spotLights.needsUpdate=B,w.spotLightShadows.needsUpdate=B,w.rectAreaLights.needsUpdate=B,w.hemisphereLights.needsUpdate=B}function As(w){return w.isMeshLambertMaterial||w.isMeshToonMaterial||w.isMeshPhongMaterial||w.isMeshStandardMaterial||w.isShadowMaterial||w.isShaderMaterial&&w.lights===!0}this.getActiveCubeFace=function(){return $},this.getActiveMipmapLevel=function(){return H},this.getRenderTarget=function(){return ct},this.setRenderTargetTextures=function(w,B,j){let Y=zt.get(w);Y.__autoAllocateDepthBuffer=w.resolveDepthBuffer===!1,Y.__autoAllocateDepthBuffer===!1&&(Y.__useRenderToTexture=!1),zt.get(w.texture).__webglTexture=B,zt.get(w.depthTexture).__webglTexture=Y.__autoAllocateDepthBuffer?void 0:j,Y.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(w,B){let j=zt.get(w);j.__webglFramebuffer=B,j.__useDefaultFramebuffer=B===void 0},this.setRenderTarget=function(w,B=0,j=0){ct=w,$=B,H=j;let Y=null,Z=!1,Et=!1;if(w){let At=zt.get(w);if(At.__useDefaultFramebuffer!==void 0){St.bindFramebuffer(O.FRAMEBUFFER,At.__webglFramebuffer),st.copy(w.viewport),ft.copy(w.scissor),ut=w.scissorTest,St.viewport(st),St.scissor(ft),St.setScissorTest(ut),J=-1;return}else if(At.__webglFramebuffer===void 0)$t.setupRenderTarget(w);else if(At.__hasExternalTextures)$t.rebindTextures(w,zt.get(w.texture).__webglTexture,zt.get(w.depthTexture).__webglTexture);else if(w.depthBuffer){let ee=w.depthTexture;if(At.__boundDepthTexture!==ee){if(ee!==null&&zt.has(ee)&&(w.width!==ee.image.width||w.height!==ee.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");$t.setupDepthRenderbuffer(w)}}let Lt=w.texture;(Lt.isData3DTexture||Lt.isDataArrayTexture||Lt.isCompressedArrayTexture)&&(Et=!0);let kt=zt.get(w).__webglFramebuffer;w.isWebGLCubeRenderTarget?(Array.isArray(kt[B])?Y=kt[B][j]:Y=kt[B],Z=!0):w.samples>0&&$t.useMultisampledRTT(w)===!1?Y=zt.get(w).__webglMultisampledFramebuffer:Array.isArray(kt)?Y=kt[j]:Y=kt,st.copy(w.viewport),ft.copy(w.scissor),ut=w.scissorTest}else st.copy(Vt).multiplyScalar(bt).floor(),ft.copy(fe).multiplyScalar(bt).floor(),ut=ce;if(j!==0&&(Y=W),St.bindFramebuffer(O.FRAMEBUFFER,Y)&&St.drawBuffers(w,Y),St.viewport(st),St.scissor(ft),St.setScissorTest(ut),Z){let At=zt.get(w.texture);O.framebufferTexture2D(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_CUBE_MAP_POSITIVE_X+B,At.__webglTexture,j)}else if(Et){let At=B;for(let Lt=0;Lt<w.textures.length;Lt++){let kt=zt.get(w.textures[Lt]);O.framebufferTextureLayer(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0+Lt,kt.__webglTexture,j,At)}}else if(w!==null&&j!==0){let At=zt.get(w.texture);O.framebufferTexture2D(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,At.__webglTexture,j)}J=-1};function Er(w){let B=zt.get(w);return(B.__readFormat!==w.format||B.__readType!==w.type)&&(B.__readFormat=w.format,B.__readType=w.type,B.__formatReadable=oe.textureFormatReadable(w.format),B.__typeReadable=oe.textureTypeReadable(w.type)),B}this.readRenderTargetPixels=function(w,B,j,Y,Z,Et,Pt,At=0){if(!(w&&w.isWebGLRenderTarget)){te("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Lt=zt.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Pt!==void 0&&(Lt=Lt[Pt],Array.isArray(Lt)&&(Lt=Lt[0])),Lt){St.bindFramebuffer(O.FRAMEBUFFER,Lt);try{let kt=w.textures[At],ee=kt.format,de=kt.type;w.textures.length>1&&O.readBuffer(O.COLOR_ATTACHMENT0+At);let Bt=Er(kt);if(Bt.__formatReadable===!1){te("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Bt.__typeReadable===!1){te("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}B>=0&&B<=w.width-Y&&j>=0&&j<=w.height-Z&&O.readPixels(B,j,Y,Z,gt.convert(ee),gt.convert(de),Et)}finally{let kt=ct!==null?zt.get(ct).__webglFramebuffer:null;St.bindFramebuffer(O.FRAMEBUFFER,kt)}}},this.readRenderTargetPixelsAsync=async function(w,B,j,Y,Z,Et,Pt,At=0){if(!(w&&w.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Lt=zt.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Pt!==void 0&&(Lt=Lt[Pt],Array.isArray(Lt)&&(Lt=Lt[0])),Lt)if(B>=0&&B<=w.width-Y&&j>=0&&j<=w.height-Z){St.bindFramebuffer(O.FRAMEBUFFER,Lt);let kt=w.textures[At],ee=kt.format,de=kt.type;w.textures.length>1&&O.readBuffer(O.COLOR_ATTACHMENT0+At);let Bt=Er(kt);if(Bt.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Bt.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let pe=O.createBuffer();O.bindBuffer(O.PIXEL_PACK_BUFFER,pe),O.bufferData(O.PIXEL_PACK_BUFFER,Et.byteLength,O.STREAM_READ),O.readPixels(B,j,Y,Z,gt.convert(ee),gt.convert(de),0),O.bindBuffer(O.PIXEL_PACK_BUFFER,null);let $e=ct!==null?zt.get(ct).__webglFramebuffer:null;St.bindFramebuffer(O.FRAMEBUFFER,$e);let Re=O.fenceSync(O.SYNC_GPU_COMMANDS_COMPLETE,0);return O.flush(),await sg(O,Re,4),O.bindBuffer(O.PIXEL_PACK_BUFFER,pe),O.getBufferSubData(O.PIXEL_PACK_BUFFER,0,Et),O.bindBuffer(O.PIXEL_PACK_BUFFER,null),O.deleteBuffer(pe),O.deleteSync(Re),Et}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(w,B=null,j=0){let Y=Math.pow(2,-j),Z=Math.floor(w.image.width*Y),Et=Math.floor(w.image.height*Y),Pt=B!==null?B.x:0,At=B!==null?B.y:0;$t.setTexture2D(w,0),O.copyTexSubImage2D(O.TEXTURE_2D,j,0,0,Pt,At,Z,Et),St.unbindTexture()},this.copyTextureToTexture=function(w,B,j=null,Y=null,Z=0,Et=0){let Pt,At,Lt,kt,ee,de,Bt,pe,$e,Re=w.isCompressedTexture?w.mipmaps[Et]:w.image;if(j!==null)Pt=j.max.x-j.min.x,At=j.max.y-j.min.y,Lt=j.isBox3?j.max.z-j.min.z:1,kt=j.min.x,ee=j.min.y,de=j.isBox3?j.min.z:0;else{let he=Math.pow(2,-Z);Pt=Math.floor(Re.width*he),At=Math.floor(Re.height*he),w.isDataArrayTexture?Lt=Re.depth:w.isData3DTexture?Lt=Math.floor(Re.depth*he):Lt=1,kt=0,ee=0,de=0}Y!==null?(Bt=Y.x,pe=Y.y,$e=Y.z):(Bt=0,pe=0,$e=0);let Pe=gt.convert(B.format),_n=gt.convert(B.type),Ft;B.isData3DTexture?($t.setTexture3D(B,0),Ft=O.TEXTURE_3D):B.isDataArrayTexture||B.isCompressedArrayTexture?($t.setTexture2DArray(B,0),Ft=O.TEXTURE_2D_ARRAY):($t.setTexture2D(B,0),Ft=O.TEXTURE_2D),St.activeTexture(O.TEXTURE0),St.pixelStorei(O.UNPACK_FLIP_Y_WEBGL,B.flipY),St.pixelStorei(O.UNPACK_PREMULTIPLY_ALPHA_WEBGL,B.premultiplyAlpha),St.pixelStorei(O.UNPACK_ALIGNMENT,B.unpackAlignment);let ln=St.getParameter(O.UNPACK_ROW_LENGTH),_e=St.getParameter(O.UNPACK_IMAGE_HEIGHT),rs=St.getParameter(O.UNPACK_SKIP_PIXELS),cn=St.getParameter(O.UNPACK_SKIP_ROWS),Ar=St.getParameter(O.UNPACK_SKIP_IMAGES);St.pixelStorei(O.UNPACK_ROW_LENGTH,Re.width),St.pixelStorei(O.UNPACK_IMAGE_HEIGHT,Re.height),St.pixelStorei(O.UNPACK_SKIP_PIXELS,kt),St.pixelStorei(O.UNPACK_SKIP_ROWS,ee),St.pixelStorei(O.UNPACK_SKIP_IMAGES,de);let Vi=w.isDataArrayTexture||w.isData3DTexture,os=B.isDataArrayTexture||B.isData3DTexture;if(w.isDepthTexture){let he=zt.get(w),Je=zt.get(B),zn=zt.get(he.__renderTarget),Ie=zt.get(Je.__renderTarget);St.bindFramebuffer(O.READ_FRAMEBUFFER,zn.__webglFramebuffer),St.bindFramebuffer(O.DRAW_FRAMEBUFFER,Ie.__webglFramebuffer);for(let hn=0;hn<Lt;hn++)Vi&&(O.framebufferTextureLayer(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,zt.get(w).__webglTexture,Z,de+hn),O.framebufferTextureLayer(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,zt.get(B).__webglTexture,Et,$e+hn)),O.blitFramebuffer(kt,ee,kt+Pt,ee+At,Bt,pe,Bt+Pt,pe+At,O.DEPTH_BUFFER_BIT,O.NEAREST);St.bindFramebuffer(O.READ_FRAMEBUFFER,null),St.bindFramebuffer(O.DRAW_FRAMEBUFFER,null)}else if(Z!==0||w.isRenderTargetTexture||zt.has(w)){let he=zt.get(w),Je=zt.get(B);St.bindFramebuffer(O.READ_FRAMEBUFFER,L),St.bindFramebuffer(O.DRAW_FRAMEBUFFER,X);for(let zn=0;zn<Lt;zn++)Vi?O.framebufferTextureLayer(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,he.__webglTexture,Z,de+zn):O.framebufferTexture2D(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,he.__webglTexture,Z),os?O.framebufferTextureLayer(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,Je.__webglTexture,Et,$e+zn):O.framebufferTexture2D(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,Je.__webglTexture,Et),Z!==0?O.blitFramebuffer(kt,ee,kt+Pt,ee+At,Bt,pe,Bt+Pt,pe+At,O.COLOR_BUFFER_BIT,O.NEAREST):os?O.copyTexSubImage3D(Ft,Et,Bt,pe,$e+zn,kt,ee,Pt,At):O.copyTexSubImage2D(Ft,Et,Bt,pe,kt,ee,Pt,At);St.bindFramebuffer(O.READ_FRAMEBUFFER,null),St.bindFramebuffer(O.DRAW_FRAMEBUFFER,null)}else os?w.isDataTexture||w.isData3DTexture?O.texSubImage3D(Ft,Et,Bt,pe,$e,Pt,At,Lt,Pe,_n,Re.data):B.isCompressedArrayTexture?O.compressedTexSubImage3D(Ft,Et,Bt,pe,$e,Pt,At,Lt,Pe,Re.data):O.texSubImage3D(Ft,Et,Bt,pe,$e,Pt,At,Lt,Pe,_n,Re):w.isDataTexture?O.texSubImage2D(O.TEXTURE_2D,Et,Bt,pe,Pt,At,Pe,_n,Re.data):w.isCompressedTexture?O.compressedTexSubImage2D(O.TEXTURE_2D,Et,Bt,pe,Re.width,Re.height,Pe,Re.data):O.texSubImage2D(O.TEXTURE_2D,Et,Bt,pe,Pt,At,Pe,_n,Re);St.pixelStorei(O.UNPACK_ROW_LENGTH,ln),St.pixelStorei(O.UNPACK_IMAGE_HEIGHT,_e),St.pixelStorei(O.UNPACK_SKIP_PIXELS,rs),St.pixelStorei(O.UNPACK_SKIP_ROWS,cn),St.pixelStorei(O.UNPACK_SKIP_IMAGES,Ar),Et===0&&B.generateMipmaps===!0&&B.mipmapsAutoUpdate===!0&&O.generateMipmap(Ft),St.unbindTexture()},this.initRenderTarget=function(w){zt.get(w).__webglFramebuffer===void 0&&$t.setupRenderTarget(w)},this.initTexture=function(w){w.isCubeTexture?$t.setTextureCube(w,0):w.isData3DTexture?$t.setTexture3D(w,0):w.isDataArrayTexture||w.isCompressedArrayTexture?$t.setTexture2DArray(w,0):$t.setTexture2D(w,0),St.unbindTexture()},this.resetState=function(){$=0,H=0,ct=null,St.reset(),Mt.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return xi}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;let e=this.getContext();e.drawingBufferColorSpace=xe._getDrawingBufferColorSpace(t),e.unpackColorSpace=xe._getUnpackColorSpace()}};var Hg=["#1b6ca8","#d1495b","#edae49","#3a7d44","#7d5ba6","#30a5bf","#8d5524","#52606d"],ch=i=>Hg[i%Hg.length],Na={reactions:"#2f7fd6",loops:"#9256c9",forces:"#e2602f",weight:"#3f9b52"},hh=["#d8434e","#3f9b52","#2f6fd6"],Wg="#0f9fa8",Xg="#e08a1e";var qg="#d1495b",Mo={light:{paper:"#eef1f5",floor:"#f8f9fb",rules:"#c9d1db",shadow:"#28323f",shade:.3,ink:"#1f2933",muted:"#5b6672",halo:"rgba(248, 249, 251, 0.88)"},dark:{paper:"#13171c",floor:"#1d232b",rules:"#3a4450",shadow:"#000000",shade:.5,ink:"#e8ecf1",muted:"#9aa7b5",halo:"rgba(19, 23, 28, 0.82)"}},uh=i=>new Gt().setRGB(i[0],i[1],i[2],Ln);function fh(i,t=!1){let e=i[0].index!==null,n=new Set(Object.keys(i[0].attributes)),s=new Set(Object.keys(i[0].morphAttributes)),r={},o={},a=i[0].morphTargetsRelative,l=new Be;l.morphTargetsRelative=a;let c=0;for(let h=0;h<i.length;++h){let u=i[h],f=0,d=0;if(e!==(u.index!==null))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". All geometries must have compatible attributes; make sure index attribute exists among all geometries, or in none of them."),null;for(let p in u.attributes){if(!n.has(p))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+'. All geometries must have compatible attributes; make sure "'+p+'" attribute exists among all geometries, or in none of them.'),null;r[p]===void 0&&(r[p]=[]),r[p].push(u.attributes[p]),f++}if(f!==n.size)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". Make sure all geometries have the same number of attributes."),null;if(a!==u.morphTargetsRelative)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". .morphTargetsRelative must be consistent throughout all geometries."),null;for(let p in u.morphAttributes){if(!s.has(p))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+".  .morphAttributes must be consistent throughout all geometries."),null;if(u.morphAttributes[p].length!==i[0].morphAttributes[p].length)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+'. All geometries must have the same number of morph targets for the "'+p+'" morph attribute.'),null;o[p]===void 0&&(o[p]=[]),o[p].push(u.morphAttributes[p]),d++}if(d!==s.size)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". Make sure all geometries have the same number of morph attributes."),null;if(t){let p;if(e)p=u.index.count;else if(u.attributes.position!==void 0)p=u.attributes.position.count;else return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". The geometry must have either an index or a position attribute"),null;l.addGroup(c,p,h),c+=p}}if(e){let h=0,u=[];for(let f=0;f<i.length;++f){let d=i[f].index;for(let p=0;p<d.count;++p)u.push(d.getX(p)+h);h+=i[f].attributes.position.count}l.setIndex(u)}for(let h in r){let u=Yg(r[h]);if(!u)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed while trying to merge the "+h+" attribute."),null;l.setAttribute(h,u)}for(let h in o){let u=o[h][0].length;if(u!==0){l.morphAttributes=l.morphAttributes||{},l.morphAttributes[h]=[];for(let f=0;f<u;++f){let d=[];for(let y=0;y<o[h].length;++y)d.push(o[h][y][f]);let p=Yg(d);if(!p)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed while trying to merge the "+h+" morphAttribute."),null;l.morphAttributes[h].push(p)}}}return l}function Yg(i){let t,e,n,s=-1,r=0;for(let c=0;c<i.length;++c){let h=i[c];if(t===void 0&&(t=h.array.constructor),t!==h.array.constructor)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.array must be of consistent array types across matching attributes."),null;if(e===void 0&&(e=h.itemSize),e!==h.itemSize)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.itemSize must be consistent across matching attributes."),null;if(n===void 0&&(n=h.normalized),n!==h.normalized)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.normalized must be consistent across matching attributes."),null;if(s===-1&&(s=h.gpuType),s!==h.gpuType)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.gpuType must be consistent across matching attributes."),null;r+=h.count*e}let o=new t(r),a=new nn(o,e,n),l=0;for(let c=0;c<i.length;++c){let h=i[c];if(h.isInterleavedBufferAttribute){let u=l/e;for(let f=0,d=h.count;f<d;f++)for(let p=0;p<e;p++){let y=h.getComponent(f,p);a.setComponent(f+u,p,y)}}else o.set(h.array,l);l+=h.count*e}return s!==void 0&&(a.gpuType=s),a}var Zg=i=>i>2e3?10:i>300?16:32;function dh(i,t){let e=t/2;switch(i){case"box":return Da(t<16?w1():new zs(1,1,1),(n,s,r)=>[n,s,r]);case"sphere":return Da(new ao(1,t,Math.max(6,e)).rotateX(Math.PI/2),(n,s,r)=>[n,s,r]);case"cylinder":return Da($s(new yi(1,1,1,t)),(n,s,r)=>[n,s,Math.sign(r)]);case"tube":return Da($s(new yi(1,1,1,t,1,!0)),(n,s)=>[n,s,0]);case"dome":return Da($s(new ao(1,t,Math.max(4,e/2),0,2*Math.PI,0,Math.PI/2)),(n,s,r)=>[n,s,r]);default:throw new Error(`unknown shape '${i}'`)}}function w1(){let i=new Be,t=[0,1,2,3,4,5,6,7].flatMap(n=>[0,1,2].map(s=>(n>>s&1)-.5));i.setAttribute("position",new le(t,3));let e=[0,2,3,1,4,5,7,6,0,1,5,4,2,6,7,3,0,4,6,2,1,3,7,5];return i.setIndex([0,4,8,12,16,20].flatMap(n=>[0,1,2,0,2,3].map(s=>e[n+s]))),i}var $s=i=>i.rotateX(Math.PI/2);function Da(i,t){let e=i.attributes.position,n=new Float32Array(3*e.count);for(let s=0;s<e.count;s++){let r=t(e.getX(s),e.getY(s),e.getZ(s)),o=Math.hypot(...r)||1;for(let a=0;a<3;a++)n[3*s+a]=r[a]/o}return i.setAttribute("outward",new le(n,3)),i.deleteAttribute("uv"),i}function cd(i,t,e=10){let n=new yi(i,i,1-t,e).translate(0,(1-t)/2,0),s=new Gs(2.6*i,t,e+4).translate(0,1-t/2,0);return $s(fh([n,s]))}var hd=(i,t)=>{let{r:e,g:n,b:s}=new Gt(t),r=i.attributes.position.count,o=new Float32Array(3*r);for(let a=0;a<r;a++)o.set([e,n,s],3*a);return i.setAttribute("color",new le(o,3)),i.deleteAttribute("uv"),i};function Kg(){let[i,t,e]=hh;return fh([hd(cd(.03,.24).rotateY(Math.PI/2),i),hd(cd(.03,.24).rotateX(-Math.PI/2),t),hd(cd(.03,.24),e)])}function Jg(i){let t=(a,l=.025)=>$s(new yi(l,l,a,8)),e=(a,l)=>$s(new Gs(.07,.2,12).rotateX(l?0:Math.PI)).translate(0,0,a),n=1.6*Math.PI,s=()=>[new lo(.26,.025,8,32,n),new Gs(.075,.2,12).translate(.26,.06,0).rotateZ(n)],r=()=>new lo(.26,.022,8,36);return fh({turns:()=>[t(1),...s()],slides:()=>[t(.8),e(.5,!0),e(-.5,!1)],screws:()=>[t(.8),e(.5,!0),e(-.5,!1),...s()],swivels:()=>[r(),r().rotateX(Math.PI/2),r().rotateY(Math.PI/2)],glides:()=>[t(.5).translate(0,0,.25),...[0,1,2,3].map(a=>t(.64,.02).rotateX(Math.PI/2).translate(.32,0,0).rotateZ(a*Math.PI/2))],shifts:()=>[t(.6),t(.6).rotateX(Math.PI/2),t(.6).rotateY(Math.PI/2)]}[i]())}var jg=()=>$s(new yi(1,1,1,12).translate(0,.5,0)),Qg=()=>$s(new Gs(1,1,16).translate(0,.5,0)),E1=Math.cos(35*Math.PI/180);function t0(i,t,e){let n=Math.floor(t.length/3),s=new Uint32Array(3*n);for(let f=0;f<n;f++)s[3*f]=t[3*f],s[3*f+1]=t[3*f+(e?2:1)],s[3*f+2]=t[3*f+(e?1:2)];let r=A1(i,s,n),o=T1(i),a=C1(o,s,i.length/3),l=new Float32Array(9*n),c=new Float32Array(9*n),h=new Float32Array(9*n);for(let f=0;f<3*n;f++){let d=Math.floor(f/3);for(let y=0;y<3;y++)l[3*f+y]=i[3*s[f]+y];let p=o[s[f]];$g(r,a,p,d,E1,c,3*f,e),$g(r,a,p,d,-2,h,3*f,e)}let u=new Be;return u.setAttribute("position",new le(l,3)),u.setAttribute("normal",new le(c,3)),u.setAttribute("outward",new le(h,3)),u}function A1(i,t,e){let n=new Float32Array(4*e);for(let s=0;s<e;s++){let[r,o,a]=[3*t[3*s],3*t[3*s+1],3*t[3*s+2]],[l,c,h]=[i[o]-i[r],i[o+1]-i[r+1],i[o+2]-i[r+2]],[u,f,d]=[i[a]-i[r],i[a+1]-i[r+1],i[a+2]-i[r+2]],p=[c*d-h*f,h*u-l*d,l*f-c*u];n.set(p,4*s),n[4*s+3]=Math.hypot(...p)}return n}function T1(i){let t=i.length/3,e=new Uint32Array(Float32Array.from(i,r=>r+0).buffer),n=new Int32Array(2**Math.ceil(Math.log2(2*t+2))).fill(-1),s=new Uint32Array(t);for(let r=0;r<t;r++){let o=e[3*r]*73856093^e[3*r+1]*19349663^e[3*r+2]*83492791;o=(o^o>>>15)>>>0;let a=o&n.length-1;for(;;){n[a]<0&&(n[a]=r);let c=n[a];if(e[3*c]===e[3*r]&&e[3*c+1]===e[3*r+1]&&e[3*c+2]===e[3*r+2]){s[r]=c;break}a=a+1&n.length-1}}return s}function C1(i,t,e){let n=new Uint32Array(e+1);for(let o of t)n[i[o]+1]++;for(let o=0;o<e;o++)n[o+1]+=n[o];let s=n.slice(),r=new Uint32Array(t.length);for(let o=0;o<t.length;o++)r[s[i[t[o]]]++]=Math.floor(o/3);return{starts:n,faces:r}}function $g(i,t,e,n,s,r,o,a){let[l,c,h]=[0,0,0],u=4*n;for(let d=t.starts[e];d<t.starts[e+1];d++){let p=4*t.faces[d];i[u]*i[p]+i[u+1]*i[p+1]+i[u+2]*i[p+2]>=s*i[u+3]*i[p+3]&&(l+=i[p],c+=i[p+1],h+=i[p+2])}let f=(a?-1:1)*(Math.hypot(l,c,h)||1);r[o]=l/f,r[o+1]=c/f,r[o+2]=h/f}function Fa(i,t,e,n,s){let[r,o,a,l]=n,c=2/(r*r+o*o+a*a+l*l||1),[h,u,f]=s;i[t]=h*(1-c*(o*o+a*a)),i[t+1]=u*c*(r*o-a*l),i[t+2]=f*c*(r*a+o*l),i[t+3]=e[0],i[t+4]=h*c*(r*o+a*l),i[t+5]=u*(1-c*(r*r+a*a)),i[t+6]=f*c*(o*a-r*l),i[t+7]=e[1],i[t+8]=h*c*(r*a-o*l),i[t+9]=u*c*(o*a+r*l),i[t+10]=f*(1-c*(r*r+o*o)),i[t+11]=e[2]}function vs(i,t){let e=Math.floor(i.length/7);for(let n=0,s=0,r=0;n<e;n++,s+=7,r+=12){let o=i[s+3],a=i[s+4],l=i[s+5],c=i[s+6],h=o*o+a*a+l*l+c*c,u=i[s]+i[s+1]+i[s+2]+h,f=u-u===0&&h>0?2/h:NaN;t[r]=1-f*(a*a+l*l),t[r+1]=f*(o*a-l*c),t[r+2]=f*(o*l+a*c),t[r+3]=i[s]+0*f,t[r+4]=f*(o*a+l*c),t[r+5]=1-f*(o*o+l*l),t[r+6]=f*(a*l-o*c),t[r+7]=i[s+1]+0*f,t[r+8]=f*(o*l-a*c),t[r+9]=f*(a*l+o*c),t[r+10]=1-f*(o*o+a*a),t[r+11]=i[s+2]+0*f}}function bo(i){let t=new Float64Array(12*(i+1)).fill(NaN);return Fa(t,12*i,[0,0,0],[0,0,0,1],[1,1,1]),t}function e0(i,t,e,n,s,r){let o=i[t]-i[t]===0;for(let a=0;a<3;a++){let l=o?i[t+4*a]:0,c=o?i[t+4*a+1]:0,h=o?i[t+4*a+2]:0;s[r+a]=l*e[n]+c*e[n+4]+h*e[n+8],s[r+a+4]=l*e[n+1]+c*e[n+5]+h*e[n+9],s[r+a+8]=l*e[n+2]+c*e[n+6]+h*e[n+10],s[r+a+12]=o?l*e[n+3]+c*e[n+7]+h*e[n+11]+i[t+4*a+3]:0}s[r+15]=1}function wi(i,t,e,n,s,r,o){r[o]=i[t]*e+i[t+1]*n+i[t+2]*s+i[t+3],r[o+1]=i[t+4]*e+i[t+5]*n+i[t+6]*s+i[t+7],r[o+2]=i[t+8]*e+i[t+9]*n+i[t+10]*s+i[t+11]}function ph(i){let t=Math.hypot(...i)||1,[e,n,s]=i.map(o=>o/t);if(s<-.999999)return[1,0,0,0];let r=Math.sqrt((1+s)/2);return[-n/(2*r),e/(2*r),0,r]}function So(i,t){return[i[3]*t[0]+i[0]*t[3]+i[1]*t[2]-i[2]*t[1],i[3]*t[1]-i[0]*t[2]+i[1]*t[3]+i[2]*t[0],i[3]*t[2]+i[0]*t[1]-i[1]*t[0]+i[2]*t[3],i[3]*t[3]-i[0]*t[0]-i[1]*t[1]-i[2]*t[2]]}function Ua(i,t,e,n,s,r,o,a){let l=e[n]-i[t],c=e[n+1]-i[t+1],h=e[n+2]-i[t+2],u=Math.sqrt(l*l+c*c+h*h);if(!(u>0)||!Number.isFinite(u))return o.fill(0,a,a+15),o[a+15]=1,u;let f=l/u,d=c/u,p=h/u,y=p<0?-1:1,m=-1/(y+p),g=f*d*m;return o[a]=s*(1+y*f*f*m),o[a+1]=s*y*g,o[a+2]=s*-y*f,o[a+4]=s*g,o[a+5]=s*(y+d*d*m),o[a+6]=s*-d,o[a+8]=r*f,o[a+9]=r*d,o[a+10]=r*p,o[a+12]=i[t],o[a+13]=i[t+1],o[a+14]=i[t+2],o[a+3]=o[a+7]=o[a+11]=0,o[a+15]=1,u}var R1=.3,P1=[1,1.5,2,2.5,3,4,5,6,8,10],mh={shaft:.0045,head:.0125,long:.034},I1=.001;function ud({kind:i,group:t}){return i==="moment"?"moments":t==="loops"?"reactions":t}var gh=class{constructor(t){this.size=t>0&&Number.isFinite(t)?t:1,this.largest={force:0,moment:0},this.factor=1}see(t){for(let{kind:e,values:n}of t){let s=this.largest[e]**2;for(let r=3;r<n.length;r+=6){let o=n[r]**2+n[r+1]**2+n[r+2]**2;o>s&&Number.isFinite(o)&&(s=o)}this.largest[e]=Math.sqrt(s)}}perMetre(t){let e=this.largest[t]/(R1*this.size);if(!(e>0))return 1;let n=10**Math.floor(Math.log10(e)),s=r=>Math.abs(Math.log(r*n/e));return P1.reduce((r,o)=>s(o)<s(r)?o:r)*n/this.factor}text(t,e){let n=10**Math.floor(Math.log10(.7*this.size));return`${wo(n,"m")} \u2259 ${wo(this.perMetre(t)*n,e)}`}},n0=[[1e9,"G"],[1e6,"M"],[1e3,"k"],[1,""],[.001,"m"],[1e-6,"\xB5"]];function wo(i,t){let e=Math.abs(i)*1.000000001,[n,s]=n0.find(([r])=>e>=r)??n0.at(-1);return`${Number((i/n).toPrecision(3))} ${s}${t}`}var _h=class{constructor(t,e,n){Object.assign(this,{figure:t,materials:e,scales:n}),this.on=new Set,this.set(t.run.arrows??[])}set(t){let e=t.length===this.list?.length&&t.every((n,s)=>L1(n,this.list[s]));this.list=t,this.scales.see(t),!e&&(this.shafts?.removeFromParent(),this.heads?.removeFromParent(),this.shafts=this.make(jg(),1),this.heads=this.make(Qg(),2),this.ends=new Float64Array(6),this.show())}make(t,e){let n=new Ji(t,this.materials.mark(),e*this.list.length);n.instanceMatrix.setUsage(Si),n.frustumCulled=!1,n.raycast=()=>{};let s=new Float32Array(3*e*this.list.length);return this.list.forEach(({group:r,kind:o},a)=>{let l=new Gt(Na[r]??Na.forces);o==="moment"&&l.lerp(new Gt("#ffffff"),.3);for(let c=0;c<e;c++)l.toArray(s,3*(e*a+c))}),n.instanceColor=new On(s,3),n}toggle(t,e){e?this.on.add(t):this.on.delete(t),this.show()}show(){let t=this.list.some(e=>this.on.has(ud(e)));for(let e of[this.shafts,this.heads])t?this.figure.marks.add(e):e.removeFromParent()}get shown(){return this.shafts.parent!==null}update(t){let{figure:e,list:n,on:s,scales:r,ends:o}=this,a=r.size,l={force:r.perMetre("force"),moment:r.perMetre("moment")},{index:c,part:h}=zu(e.run,t);n.forEach((u,f)=>{let d=u.kind==="moment"?2:1,{values:p}=u,y=p.length>6,m=y?6*c:0,g=y&&h>0?m+6:m,v=A=>g===m?p[m+A]:p[m+A]+h*(p[g+A]-p[m+A]),T=0;for(let A=0;A<3;A++){let x=v(A+3)/l[u.kind];o[A]=v(A),o[A+3]=o[A]+x,T+=x*x}let M=Math.sqrt(T),C=s.has(ud(u))&&M>I1*a;this.draw(f,C?M:NaN,d,a)}),this.shafts.instanceMatrix.needsUpdate=this.heads.instanceMatrix.needsUpdate=!0}draw(t,e,n,s){let{ends:r}=this,o=this.shafts.instanceMatrix.array,a=this.heads.instanceMatrix.array;e>0||r.fill(NaN);let l=Math.min(mh.long*s,.6/n*e),c=Math.max(.35,l/(mh.long*s));Ua(r,0,r,3,mh.shaft*s*c,e-n*l+.5*l,o,16*t);for(let h=0;h<2;h++){let u=32*t+16*h;if(h>=n){a.fill(0,u,u+15);continue}Ua(r,0,r,3,mh.head*s*c,l,a,u);let f=(e-(h+1)*l)/l;for(let d=0;d<3;d++)a[u+12+d]+=f*a[u+8+d]}}drawn(){if(!this.shown)return[];let t=this.shafts.instanceMatrix.array,e=this.heads.instanceMatrix.array;return this.list.flatMap((n,s)=>{let[r,o]=[16*s,32*s];if(!e[o+8]&&!e[o+9]&&!e[o+10])return[];let a=[...t.subarray(r+12,r+15)],l=[0,1,2].map(y=>e[o+12+y]+e[o+8+y]),c=Math.hypot(...l.map((y,m)=>y-a[m]))*this.scales.perMetre(n.kind),{group:h,name:u,kind:f,unit:d,body:p}=n;return[{run:this.figure.index,group:h,name:u,kind:f,unit:d,body:p,from:a,to:l,value:c}]})}},L1=(i,t)=>i.kind===t.kind&&i.group===t.group&&i.name===t.name;function i0(i,t,e){let n=new Map;for(let{visible:s,overlays:r}of i)for(let o of s&&r.arrows?.list||[]){let{group:a,kind:l,unit:c}=o;t[ud(o)]&&n.set(`${a} ${l}`,{group:a,kind:l,unit:c,text:e.text(l,c)})}return[...n.values()]}var s0=2e5,N1=200,D1=500;function F1(i){let t=i.bodies.length,e=Array.from({length:t+1},()=>[1/0,1/0,1/0,-1/0,-1/0,-1/0]),n=new Float64Array(3),s=(r,o)=>{let a=e[r<0?t:r];for(let l=0;l<3;l++)if(!Number.isFinite(o[l]))return;for(let l=0;l<3;l++)a[l]=Math.min(a[l],o[l]),a[l+3]=Math.max(a[l+3],o[l])};for(let r of i.solids){let[o,a]=O1(r,i),l=U1(r.at,r.turn);for(let c=0;c<8;c++){let[h,u,f]=[0,1,2].map(d=>c>>d&1?a[d]:o[d]);wi(l,0,h,u,f,n,0),s(r.body,n)}}for(let r of i.stretches)s(r.body,r.at),s(r.other,r.other_at);return i.bodies.forEach((r,o)=>{e[o][0]>e[o][3]&&(s(o,[0,0,0]),s(o,r.center??[0,0,0]))}),e}function U1(i,t){let e=new Float64Array(24);return vs([...i,...t],e),e}function O1(i,t){let[e,n,s]=i.size,o={box:[e/2,n/2,s/2],sphere:[e,e,e],cylinder:[e,e,n/2],capsule:[e,e,n/2+e]}[i.shape];if(o)return[o.map(h=>-h),o];let a=t.meshes[i.mesh]?.points??[],l=[1/0,1/0,1/0],c=[-1/0,-1/0,-1/0];for(let h=0;h<a.length;h++){let u=a[h]*i.size[h%3];l[h%3]=Math.min(l[h%3],u),c[h%3]=Math.max(c[h%3],u)}return[l,c]}var xh=class{constructor(t,e){this.boxes=F1(e),this.count=e.bodies.length,this.places=bo(this.count);let n=this.count>D1;this.each=n?this.balls():this.corners();let s=this.each.points.length/4,r=Math.max(1,t.frames),o=Math.max(2,Math.min(N1,r,Math.floor(s0/Math.max(1,s)))),a=new Float32Array(7*this.count),l=[];for(let c=0;c<Math.min(o,r);c++){let h=o>1?c/(o-1):0;vs(t.pose(t.from+h*(t.to-t.from),a),this.places),l.push(this.at(this.places))}this.points=r0(l)}corners(){let t=[],e=[];return this.boxes.forEach((n,s)=>{if(n[0]<=n[3])for(let r=0;r<8;r++)t.push(...[0,1,2].map(o=>n[o+(r>>o&1?3:0)]),0),e.push(12*s)}),{points:t,bodies:e}}balls(){let t=[],e=[];return this.boxes.forEach((n,s)=>{if(!(n[0]<=n[3]))return;let r=[0,1,2].map(o=>(n[o]+n[o+3])/2);t.push(...r,Math.hypot(n[3]-n[0],n[4]-n[1],n[5]-n[2])/2),e.push(12*s)}),{points:t,bodies:e}}at(t){let{points:e,bodies:n}=this.each,s=new Float32Array(e.length),r=0;for(let o=0;o<n.length;o++){wi(t,n[o],e[4*o],e[4*o+1],e[4*o+2],s,r),s[r+3]=e[4*o+3];let a=s[r]+s[r+1]+s[r+2];a-a===0&&(r+=4)}return s.subarray(0,r)}add(t){this.points=r0([this.points.length>4*s0?B1(this.points):this.points,this.at(t)])}};function r0(i){let t=new Float32Array(i.reduce((n,s)=>n+s.length,0)),e=0;for(let n of i)t.set(n,e),e+=n.length;return t}function B1(i){let[t,e]=Zs(i,[[1,0,0],[0,1,0],[0,0,1]]),n=[];for(let s=0;s<8;s++)n.push(...[0,1,2].map(r=>s>>r&1?e[r]:t[r]),0);return Float32Array.from(n)}function Zs(i,t){let e=t.map(()=>1/0),n=t.map(()=>-1/0);for(let s=0;s<i.length;s+=4)for(let r=0;r<t.length;r++){let[o,a,l]=t[r],c=o*i[s]+a*i[s+1]+l*i[s+2];e[r]=Math.min(e[r],c-i[s+3]),n[r]=Math.max(n[r],c+i[s+3])}return[e,n]}function o0(i,t){let e=i/t;if(!(e>0)||!Number.isFinite(e))return 1;let n=10**Math.floor(Math.log10(e)),s=r=>Math.abs(Math.log(r*n/e));return[1,2,5,10].reduce((r,o)=>s(o)<s(r)?o:r)*n}var fd=1024,Ms=class{constructor(t,e,n,s){if(this.pieces=n,this.bodies=Int32Array.from(n,r=>12*(r.body<0?s:r.body)),this.locals=new Float64Array(12*n.length),n.forEach((r,o)=>Fa(this.locals,12*o,r.at,r.turn,r.scale)),this.instances=new Ji(t,e,n.length),this.instances.instanceMatrix.setUsage(Si),this.mesh=this.instances,this.mesh.frustumCulled=!1,n.some(r=>r.colour)){let r=new Float32Array(3*n.length);n.forEach((o,a)=>o.colour.toArray(r,3*a)),this.instances.instanceColor=new On(r,3)}}update(t){let{bodies:e,locals:n}=this,s=this.instances.instanceMatrix;for(let r=0;r<e.length;r++)e0(t,e[r],n,12*r,s.array,16*r);s.needsUpdate=!0,this.instances.boundingSphere=null}paint(t){let e=this.instances.instanceColor;this.pieces.forEach((n,s)=>t(n).toArray(e.array,3*s)),e.needsUpdate=!0}intersections(t){return this.instances.matrixWorld.copy(this.mesh.matrixWorld),t.intersectObject(this.instances,!1)}dispose(){this.mesh.removeFromParent(),this.instances.dispose()}},yh=class extends Ms{constructor(t,e,n,s){super(t,e,n,s),this.unit=t.attributes.position.array;let r=new Be;this.points=new nn(new Float32Array(this.unit.length*n.length),3).setUsage(Si),r.setAttribute("position",this.points),r.setAttribute("colour",new nn(new Float32Array(this.points.array.length),3)),this.corners=t.index.array;let o=new Uint32Array(this.corners.length*n.length);r.setIndex(new nn(o,1).setUsage(Si)),this.depths=new Float32Array(n.length),this.counts=new Uint32Array(fd+1),this.mesh=new sn(r,e),this.mesh.frustumCulled=!1,this.mesh.raycast=()=>{},this.paint(a=>a.colour)}update(t){super.update(t);let{unit:e}=this,n=this.points.array,s=this.instances.instanceMatrix.array;for(let r=0,o=0;r<s.length;r+=16){let[a,l,c]=[s[r],s[r+1],s[r+2]],[h,u,f]=[s[r+4],s[r+5],s[r+6]],[d,p,y]=[s[r+8],s[r+9],s[r+10]],[m,g,v]=[s[r+12],s[r+13],s[r+14]];for(let T=0;T<e.length;T+=3,o+=3){let M=e[T],C=e[T+1],A=e[T+2];n[o]=a*M+h*C+d*A+m,n[o+1]=l*M+u*C+p*A+g,n[o+2]=c*M+f*C+y*A+v}}this.points.needsUpdate=!0}sort(t,e,n){let{corners:s,counts:r,depths:o}=this,a=this.instances.instanceMatrix.array,l=o.length,[c,h]=[1/0,-1/0];for(let p=0,y=12;p<l;p++,y+=16){let m=t*a[y]+e*a[y+1]+n*a[y+2];o[p]=m,m<c&&(c=m),m>h&&(h=m)}let u=h>c?(fd-1)/(h-c):0;r.fill(0);for(let p=0;p<l;p++)r[Math.floor((o[p]-c)*u)+1]++;for(let p=0;p<fd;p++)r[p+1]+=r[p];let f=this.mesh.geometry.index,d=this.unit.length/3;for(let p=0;p<l;p++){let y=s.length*r[Math.floor((o[p]-c)*u)]++;for(let m=0;m<s.length;m++)f.array[y++]=p*d+s[m]}f.needsUpdate=!0}paint(t){super.paint(t);let e=this.instances.instanceColor.array,n=this.mesh.geometry.attributes.colour,s=this.unit.length;for(let r=0;r<n.array.length;r++)n.array[r]=e[3*Math.floor(r/s)+r%3];n.needsUpdate=!0}dispose(){super.dispose(),this.mesh.geometry.dispose()}};function vh(i,t,e){let n=new Map;for(let s of i){let r=t(s);n.has(r)||n.set(r,[]),n.get(r).push(s)}return[...n.values()].map(e)}var k1=.62,z1=[1,0,0,0],G1=400,V1=.5,Mh=class{constructor(t,e){this.machine=t;let n=t.solids.length+t.stretches.length;this.sides=Zg(n),this.isMerged=e&&n>G1,this.known=new Map,this.pieces=t.solids.flatMap((s,r)=>H1(s,r,t))}lighting(t){return t==="mesh"?"pixel":t==="box"&&this.sides<16?"face":"vertex"}of(t){let e=a0(t);if(!this.known.has(e)){let n=t.mesh>=0?this.machine.meshes[t.mesh]:null,s=n?t0(n.points,n.faces,t.mirrored):dh(t.kind,this.sides);this.known.set(e,s)}return this.known.get(e)}},a0=i=>`${i.kind} ${i.mesh} ${i.mirrored}`;function H1(i,t,e){let{body:n,at:s,turn:r,size:o,shape:a}=i,[l,c,h,u]=i.colour;if(![...s,...r,...o].every(Number.isFinite))return[];let d={body:n,at:s,turn:r,solid:t,mesh:-1,mirrored:!1,colour:uh([l,c,h]),opacity:Math.round(100*(u??1))/100},[p,y,m]=o,g=v=>W1(s,r,v);switch(a){case"box":return[{...d,kind:"box",scale:[p,y,m]}];case"sphere":return[{...d,kind:"sphere",scale:[p,p,p]}];case"cylinder":return[{...d,kind:"cylinder",scale:[p,p,y]}];case"capsule":return[{...d,kind:"tube",scale:[p,p,y]},{...d,kind:"dome",scale:[p,p,p],at:g(y/2)},{...d,kind:"dome",scale:[p,p,p],at:g(-y/2),turn:So(r,z1)}];case"mesh":return e.meshes[i.mesh]?[{...d,kind:"mesh",mesh:i.mesh,mirrored:p*y*m<0,scale:[p,y,m]}]:[];default:return[]}}function W1(i,[t,e,n,s],r){return[i[0]+r*2*(t*n+e*s),i[1]+r*2*(e*n-t*s),i[2]+r*(1-2*(t*t+e*e))]}var Ks=class{constructor(t,e,{body:n=null,ghost:s=0,outline:r=!1}={}){let o=n===null?t.pieces:t.pieces.filter(c=>c.body===n),a=t.machine.bodies.length,l=t.isMerged&&!s&&!r;this.batches=vh(o,c=>`${a0(c)} ${c.opacity}`,c=>{let[{opacity:h,kind:u}]=c,f=l&&u!=="mesh"?"face":t.lighting(u),d=r?e.outline:e.solid(s?s*h:h,{by:f,isGhost:s>0}),p=t.of(c[0]),y=l&&p.index?yh:Ms,m=new y(p,d,c,a),g=!s&&!r&&h>=V1;return m.mesh.castShadow=g,m})}addTo(t){for(let{mesh:e}of this.batches)t.add(e);return this}update(t){for(let e of this.batches)e.update(t)}sort({x:t,y:e,z:n}){for(let s of this.batches)s.sort?.(t,e,n)}tint(t){let e=new Gt;for(let n of this.batches)n.paint(s=>t?e.copy(s.colour).lerp(t,k1):s.colour)}dispose(){for(let t of this.batches)t.dispose()}};var Js=7,X1=18,q1=.17,Y1=.62,l0=`
  attribute vec4 coil;
  const float ends = 0.07;
  float turnAt(float s) {
    return 6.283185307 * coil.z * clamp((s - ends) / (1.0 - 2.0 * ends), 0.0, 1.0);
  }
  vec3 wire(float s) {
    float wide = coil.y * smoothstep(0.0, ends, s) * smoothstep(0.0, ends, 1.0 - s);
    return vec3(wide * cos(turnAt(s)), wide * sin(turnAt(s)), coil.x * s);
  }
  vec3 bentNormal() {
    vec3 along = normalize(wire(position.x + 0.002) - wire(position.x - 0.002));
    vec3 side = normalize(cross(along, vec3(cos(turnAt(position.x)), sin(turnAt(position.x)), 0.0)));
    return position.y * cross(side, along) + position.z * side;
  }
  vec3 bentPoint() {
    float thick = min(coil.w, 0.45 * abs(coil.x) / max(coil.z, 1.0));
    return wire(position.x) + thick * bentNormal();
  }`;function $1(){let i=new co;return i.onBeforeCompile=t=>{t.vertexShader=t.vertexShader.replace("#include <common>",`#include <common>
${l0}`).replace("#include <begin_vertex>","vec3 transformed = bentPoint();")},i}function Z1(i){let t=Math.ceil(X1*(i+1)),e=[],n=[];for(let r=0;r<=t;r++)for(let o=0;o<Js;o++){let a=2*Math.PI*o/Js;if(e.push(r/t,Math.cos(a),Math.sin(a)),r===t)continue;let[l,c]=[r*Js+o,r*Js+(o+1)%Js];n.push(l,c,l+Js,c,c+Js,l+Js)}let s=new Be;return s.setAttribute("position",new le(e,3)),s.setIndex(n),s}var dd=class{constructor(t,e,n,s){this.stretches=t,this.isCoil=t[0].kind==="coil";let r=l=>12*(l<0?e:l);this.from=t.map(l=>r(l.body)),this.to=t.map(l=>r(l.other)),this.ends=new Float64Array(6);let o=t.length,a=Math.round(100*(t[0].colour[3]??1))/100;if(this.isCoil){let l=Z1(t[0].turns);this.coil=new On(new Float32Array(4*o),4).setUsage(Si),t.forEach(({radius:c,turns:h},u)=>this.coil.array.set([0,c,h,q1*c],4*u)),l.setAttribute("coil",this.coil),this.mesh=new Ji(l,s.solid(a,{bend:l0}),o),this.mesh.customDepthMaterial=$1()}else{let l=new yi(1,1,1,n).translate(0,.5,0).rotateX(Math.PI/2);this.mesh=new Ji(l,s.solid(a),o)}this.mesh.instanceMatrix.setUsage(Si),this.mesh.frustumCulled=!1,this.mesh.castShadow=!0,this.mesh.raycast=()=>{},this.mesh.instanceColor=new On(new Float32Array(3*o),3)}update(t){let{ends:e,stretches:n,isCoil:s}=this,r=this.mesh.instanceMatrix;for(let o=0;o<n.length;o++){let{at:a,other_at:l,radius:c}=n[o];wi(t,this.from[o],a[0],a[1],a[2],e,0),wi(t,this.to[o],l[0],l[1],l[2],e,3);let h=Math.sqrt((e[3]-e[0])**2+(e[4]-e[1])**2+(e[5]-e[2])**2);Ua(e,0,e,3,s?1:c,s?1:h,r.array,16*o),s&&(this.coil.array[4*o]=h)}r.needsUpdate=!0,s&&(this.coil.needsUpdate=!0)}tint(t){let e=new Gt,n=this.mesh.instanceColor;this.stretches.forEach((s,r)=>{e.copy(uh(s.colour)),t&&e.lerp(t,Y1),e.toArray(n.array,3*r)}),n.needsUpdate=!0}},bh=class{constructor(t,e,n){let s=new Map;for(let r of t.stretches){let o=`${r.kind} ${r.kind==="coil"?r.turns:""} ${r.colour[3]}`;s.has(o)||s.set(o,[]),s.get(o).push(r)}this.rows=[...s.values()].map(r=>new dd(r,t.bodies.length,e,n))}addTo(t){for(let{mesh:e}of this.rows)t.add(e);return this}update(t){for(let e of this.rows)e.update(t)}tint(t){for(let e of this.rows)e.tint(t)}};var Sh=class{constructor(t,e,n,s,r){Object.assign(this,{run:t,index:e,machine:n,shapes:s,materials:r}),this.count=n.bodies.length,this.poses=new Float32Array(7*this.count),this.places=bo(this.count),this.solids=new Ks(s,r),this.stretches=new bh(n,s.sides,r),this.group=new Zn,this.marks=new Zn;for(let{mesh:o}of[...this.solids.batches,...this.stretches.rows])o.onBeforeRender=pd(e);this.solids.addTo(this.group),this.stretches.addTo(this.group),this.shift=new z,this.colour=new Gt(ch(e)),this.extent=new xh(t,n),this.anchors=Float64Array.from({length:3*this.count},(o,a)=>{let l=this.extent.boxes[Math.floor(a/3)];return(l[a%3]+l[a%3+3])/2}),this.given=null,this.middle=new z,this.half=new z,this.radius=0}get visible(){return this.group.visible}set visible(t){this.group.visible=this.marks.visible=t}place(t,e,n){this.shift.set(t,e,n),this.group.position.copy(this.shift),this.marks.position.copy(this.shift)}tint(t){this.solids.tint(t?this.colour:null),this.stretches.tint(t?this.colour:null)}setTime(t){this.given?this.poses.set(this.given.subarray(0,this.poses.length)):this.run.pose(t,this.poses),vs(this.poses,this.places),this.solids.update(this.places),this.stretches.update(this.places),this.findBall()}findBall(){let{points:t,bodies:e}=this.extent.each,[n,s]=[K1,J1];n.fill(1/0),s.fill(-1/0);for(let r=0;r<e.length;r++){wi(this.places,e[r],t[4*r],t[4*r+1],t[4*r+2],Oa,0);let o=t[4*r+3];for(let a=0;a<3;a++)Oa[a]-o<n[a]&&(n[a]=Oa[a]-o),Oa[a]+o>s[a]&&(s[a]=Oa[a]+o)}this.radius=n[0]<=s[0]?Math.hypot(s[0]-n[0],s[1]-n[1],s[2]-n[2])/2:0,this.radius>0&&(this.middle.set((n[0]+s[0])/2,(n[1]+s[1])/2,(n[2]+s[2])/2),this.half.set((s[0]-n[0])/2,(s[1]-n[1])/2,(s[2]-n[2])/2))}isPlaced(t){return Number.isFinite(this.places[this.offset(t)])}offset(t){return 12*(t<0?this.count:t)}pointOf(t,e,n){return wi(this.places,this.offset(t),e[0],e[1],e[2],n,0),n}anchor(t,e){let{anchors:n}=this;return wi(this.places,12*t,n[3*t],n[3*t+1],n[3*t+2],e,0),e}},K1=new Float64Array(3),J1=new Float64Array(3),Oa=new Float64Array(3);function pd(i){return(t,e,n,s,r)=>{r.uniforms.behind.value!==i&&(r.uniforms.behind.value=i,r.uniformsNeedUpdate=!0)}}var md={value:new qt(1,1)},gd={value:1};function h0(i,t,e){md.value.set(i,t),gd.value=e}var u0=`
  attribute vec3 start;
  attribute vec3 end;
  uniform vec2 size;
  uniform float ratio;
  void strip(float wide) {
    vec4 a = projectionMatrix * modelViewMatrix * vec4(start, 1.0);
    vec4 b = projectionMatrix * modelViewMatrix * vec4(end, 1.0);
    // what is behind the camera has no place in the picture: cut just before it
    float near = 1e-4 * max(abs(a.w), abs(b.w));
    if (a.w < near) a = mix(a, b, clamp((near - a.w) / (b.w - a.w), 0.0, 1.0));
    if (b.w < near) b = mix(b, a, clamp((near - b.w) / (a.w - b.w), 0.0, 1.0));
    vec2 along = (b.xy / b.w - a.xy / a.w) * size;
    along = length(along) > 1e-6 ? normalize(along) : vec2(1.0, 0.0);
    vec2 away = vec2(-along.y, along.x) * position.y + along * (2.0 * position.x - 1.0) * 0.4;
    gl_Position = position.x < 0.5 ? a : b;
    gl_Position.xy += away * ratio * wide / size * gl_Position.w;
  }`,j1=[0,-1,0,1,-1,0,1,1,0,0,1,0];function _d(i){let t=new Be,e=new Float32Array(12*i),n=new Uint32Array(6*i);for(let s=0;s<i;s++)e.set(j1,12*s),n.set([4*s,4*s+1,4*s+2,4*s,4*s+2,4*s+3],6*s);return t.setAttribute("position",new le(e,3)),t.setAttribute("start",new nn(new Float32Array(12*i),3)),t.setAttribute("end",new nn(new Float32Array(12*i),3)),t.setIndex(new nn(n,1)),t}function wh(i,t,e,n,s,r){let{start:o,end:a}=i.attributes;for(let l=0;l<12;l++)o.array[12*t+l]=e[n+l%3],a.array[12*t+l]=s[r+l%3]}function xd(i,t){let e=new sn(i,t);return e.frustumCulled=!1,e.raycast=()=>{},e}function f0(i,t,e,n){return new rn({transparent:!0,depthWrite:!1,toneMapped:!1,uniforms:{size:md,ratio:gd,wide:{value:t},now:{value:1/0},colour:{value:new Gt(i)},opacity:{value:new qt(e,n)}},vertexShader:`
      ${u0}
      attribute float when;
      uniform float wide;
      uniform float now;
      varying float time;
      void main() {
        time = when;
        strip(time > now ? 0.55 * wide : wide);
      }`,fragmentShader:`
      uniform vec3 colour;
      uniform vec2 opacity;
      uniform float now;
      varying float time;
      void main() {
        gl_FragColor = vec4(colour, time > now ? opacity.y : opacity.x);
        #include <colorspace_fragment>
      }`})}var Eh=class{constructor(t,e,{colour:n,wide:s=2.5}){let r=[];for(let l=0;l+5<t.length;l+=3){let c=0;for(let h=0;h<6;h++)c+=t[l+h];Number.isFinite(c)&&r.push(l)}let o=_d(r.length),a=new Float32Array(4*r.length);r.forEach((l,c)=>{wh(o,c,t,l,t,l+3);let[h,u]=[e[l/3],e[l/3+1]];a.set([h,u,u,h],4*c)}),o.setAttribute("when",new le(a,1)),this.mesh=xd(o,f0(n,s,.95,.35))}set now(t){this.mesh.material.uniforms.now.value=t}dispose(){this.mesh.removeFromParent(),this.mesh.geometry.dispose(),this.mesh.material.dispose()}},Ah=class{constructor(t,e,n){let s=_d(t);s.setAttribute("when",new le(new Float32Array(4*t),1)),this.mesh=xd(s,f0(e,n,.95,.95))}set(t,e,n){let s=e[0]+e[1]+e[2]+n[0]+n[1]+n[2];Number.isFinite(s)?wh(this.mesh.geometry,t,e,0,n,0):wh(this.mesh.geometry,t,c0,0,c0,0)}update(){let{start:t,end:e}=this.mesh.geometry.attributes;t.needsUpdate=e.needsUpdate=!0}},c0=[0,0,0],Th=class{constructor(){let t=new rn({uniforms:{size:md,ratio:gd},vertexShader:`
        ${u0}
        attribute vec3 paint;
        varying vec3 colour;
        void main() {
          colour = paint;
          strip(1.15);
        }`,fragmentShader:`
        varying vec3 colour;
        void main() { gl_FragColor = vec4(colour, 1.0); }`,depthTest:!1,depthWrite:!1,toneMapped:!1});this.mesh=xd(new Be,t)}draw(t){this.mesh.geometry.dispose(),this.mesh.geometry=_d(t.length/6);for(let e=0;6*e<t.length;e++)wh(this.mesh.geometry,e,t,6*e,t,6*e+3)}paint(t){let e=new Float32Array(2*t.length);for(let n=0;6*n<t.length;n++){let[s,r]=[t.slice(6*n,6*n+3),t.slice(6*n+3,6*n+6)];e.set([...s,...r,...r,...s],12*n)}this.mesh.geometry.setAttribute("paint",new le(e,3))}};var bs={toKey:{value:new z(0,0,1)},toEye:{value:new z(0,0,1)},upward:{value:new z(0,0,1)},texel:{value:0},soft:{value:1}},d0=`
  #if defined(USE_SHADOWMAP) && NUM_DIR_LIGHT_SHADOWS > 0
    uniform sampler2DShadow directionalShadowMap[NUM_DIR_LIGHT_SHADOWS];
    struct DirectionalLightShadow {
      float shadowIntensity;
      float shadowBias;
      float shadowNormalBias;
      float shadowRadius;
      vec2 shadowMapSize;
    };
    uniform DirectionalLightShadow directionalLightShadows[NUM_DIR_LIGHT_SHADOWS];
    uniform float soft;
    varying vec3 shadowAt;
    float sunlight() {
      vec3 at = shadowAt;
      if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
      at.z += directionalLightShadows[0].shadowBias;
      if (soft < 0.5) return texture(directionalShadowMap[0], at);
      vec2 wide = vec2(1.2) / directionalLightShadows[0].shadowMapSize;
      float sum = 0.0;
      for (int x = -1; x <= 1; x++) {
        for (int y = -1; y <= 1; y++) sum += texture(directionalShadowMap[0], vec3(at.xy + vec2(x, y) * wide, at.z));
      }
      return sum / 9.0;
    }
  #else
    float sunlight() { return 1.0; }
  #endif`,p0=`
  #if defined(USE_SHADOWMAP) && NUM_DIR_LIGHT_SHADOWS > 0
    uniform mat4 directionalShadowMatrix[NUM_DIR_LIGHT_SHADOWS];
    varying vec3 shadowAt;
    void placeShadow(vec4 world) { shadowAt = (directionalShadowMatrix[0] * world).xyz; }
  #else
    void placeShadow(vec4 world) {}
  #endif`,Q1=`
  vec3 onScreen(vec3 light) {
    vec3 a = sqrt(light);
    vec3 b = sqrt(a);
    return clamp(0.662002687 * a + 0.68412206 * b - 0.323583601 * sqrt(b) - 0.022541147 * light, 0.0, 1.0);
  }`,m0=`
  uniform vec3 toKey;
  uniform vec3 toEye;
  uniform vec3 upward;
  /* light without the key, and from the key */
  vec2 shine(vec3 normal) {
    float sky = 0.3 + 0.12 * dot(normal, upward) + 0.18 * max(0.0, dot(normal, toEye));
    return vec2(sky, 0.55 * max(0.0, dot(normal, toKey)));
  }`,tE=`
  #include <common>
  uniform float texel;
  uniform float behind;
  #if defined(BY_PIXEL) || defined(BY_FACE)
    varying vec3 facing;
  #else
    varying vec2 light;
  #endif
  varying vec3 paint;
  #ifndef USE_INSTANCING
    attribute vec3 colour;
  #endif
  ${p0}
  ${m0}
  //BEND
  void main() {
    #ifdef USE_INSTANCING
      vec4 world = modelMatrix * (instanceMatrix * vec4(POSITION, 1.0));
      paint = instanceColor;
    #else
      vec4 world = modelMatrix * vec4(position, 1.0);
      paint = colour;
    #endif
    gl_Position = projectionMatrix * viewMatrix * world;
    gl_Position.z += 2e-5 * behind * gl_Position.w;
    #ifdef BY_FACE
      facing = world.xyz - cameraPosition;
    #else
      mat3 turn = mat3(instanceMatrix);
      vec3 squares = vec3(dot(turn[0], turn[0]), dot(turn[1], turn[1]), dot(turn[2], turn[2]));
      vec3 facingHere = normalize(turn * (NORMAL / max(squares, vec3(1e-30))));
      #ifdef BY_PIXEL
        facing = facingHere;
      #else
        light = shine(facingHere);
      #endif
      world.xyz += texel * facingHere;
    #endif
    placeShadow(world);
  }`,eE=`
  #include <common>
  uniform float opacity;
  uniform vec3 fade;
  uniform float faded;
  #if defined(BY_PIXEL) || defined(BY_FACE)
    varying vec3 facing;
    ${m0}
  #else
    varying vec2 light;
  #endif
  varying vec3 paint;
  ${Q1}
  ${d0}
  void main() {
    #ifdef BY_FACE
      vec2 light = shine(normalize(cross(dFdx(facing), dFdy(facing))));
    #elif defined(BY_PIXEL)
      vec3 normal = normalize(facing);
      vec2 light = shine(gl_FrontFacing ? normal : -normal);
    #endif
    float sun = light.y > 0.0 ? sunlight() : 0.0;
    gl_FragColor = vec4(onScreen(mix(paint * (light.x + sun * light.y), fade, faded)), opacity);
  }`;function g0({opacity:i,by:t="vertex",isGhost:e=!1,bend:n=""}){let s=i<1,r=tE.replace("//BEND",n).replace("NORMAL /",n?"bentNormal() /":"normal /").replace("POSITION",n?"bentPoint()":"position"),o=new rn({uniforms:Ca.merge([It.lights,{opacity:{value:i},behind:{value:0},fade:{value:new Gt("#9aa5b1")},faded:{value:e?.45:0}}]),vertexShader:r,fragmentShader:eE,defines:t==="vertex"?{}:{[`BY_${t.toUpperCase()}`]:""},lights:!0,transparent:s,depthWrite:!s||e,side:t==="pixel"?vi:ji,toneMapped:!1});return Object.assign(o.uniforms,bs),o}function _0(){let i=new rn({uniforms:Ca.merge([It.lights,{colour:{value:new Gt},shade:{value:.3}}]),vertexShader:`
      #include <common>
      ${p0}
      void main() {
        vec4 world = modelMatrix * vec4(position, 1.0);
        gl_Position = projectionMatrix * viewMatrix * world;
        placeShadow(world);
      }`,fragmentShader:`
      #include <common>
      uniform vec3 colour;
      uniform float shade;
      ${d0}
      void main() {
        float dark = 1.0 - sunlight();
        if (dark <= 0.0) discard;
        gl_FragColor = vec4(colour, shade * dark);
        #include <colorspace_fragment>
      }`,lights:!0,blending:uc,blendSrcAlpha:fc,blendDstAlpha:dc,depthTest:!1,depthWrite:!1,toneMapped:!1});return i.uniforms.soft=bs.soft,i}var x0=()=>new rn({vertexShader:`
      attribute vec3 paint;
      varying vec3 colour;
      void main() {
        colour = paint;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }`,fragmentShader:`
      varying vec3 colour;
      void main() { gl_FragColor = vec4(colour, 1.0); }`,depthTest:!1,depthWrite:!1,toneMapped:!1});var y0=12,gr=48,v0=16,nE=1.7,iE=i=>Math.max(0,1-i*i)**1.5,Ch=class{constructor(t){this.level=t,this.step=1,this.radius=0,this.sheet=new sn(sE(),x0()),this.rules=new Th,this.shade=new sn(new cr(2,2),_0()),this.group=new Zn,[this.sheet,this.rules.mesh,this.shade].forEach((e,n)=>{Object.assign(e,{renderOrder:n-9,frustumCulled:!1,raycast:()=>{}}),this.group.add(e)}),this.group.matrixAutoUpdate=!1,this.shares=[]}place(t,e,n){let{right:s,away:r,up:o}=this.level,a=Math.max(n[0]-e[0],n[1]-e[1],.8*(n[2]-e[2]),1e-6);this.step=o0(a,8),this.radius=nE*a,this.height=t;let l=[(e[0]+n[0])/2,(e[1]+n[1])/2];this.middle=l.map(d=>this.step*Math.round(d/this.step));let c=[0,1,2].map(d=>this.middle[0]*s[d]+this.middle[1]*r[d]+t*o[d]),[h,u,f]=[s,r,o].map(d=>new z(...d));this.group.matrix.copy(new Me().makeBasis(h,u,f)).setPosition(...c),this.group.matrixWorldNeedsUpdate=!0,this.sheet.scale.setScalar(this.radius),this.rule(),this.setTheme(this.theme??"light")}rule(){let t=[];this.shares=[];let{radius:e,step:n}=this;for(let s=-Math.floor(e/n);s*n<=e;s++){let r=s*n,o=Math.sqrt(Math.max(0,e*e-r*r));for(let a=0;a<v0;a++){let l=[a,a+1].map(c=>o*(2*c/v0-1));for(let c of l)t.push(r,c,0);for(let c of l)t.push(c,r,0);for(let c=0;c<2;c++)for(let h of l)this.shares.push(Math.hypot(r,h)/e)}}this.rules.draw(t)}setTheme(t){this.theme=t;let{paper:e,floor:n,rules:s,shadow:r,shade:o}=Mo[t],a=this.sheet.geometry;a.setAttribute("paint",new le(M0(a.userData.shares,n,e),3)),this.rules.paint(M0(this.shares,s,e)),this.shade.material.uniforms.colour.value.set(r),this.shade.material.uniforms.shade.value=o}fitShade(t,e,n){let{right:s,away:r,up:o}=this.level,a=f=>t.x*f[0]+t.y*f[1]+t.z*f[2],l=f=>n.dot(new z(...f))/n.dot(new z(...o)),c=a(o)-this.height,h=[s,r].map((f,d)=>a(f)-c*l(f)-this.middle[d]);this.shade.position.set(h[0],h[1],0);let u=e*Math.hypot(1,l(s),l(r));this.shade.scale.set(u,u,1)}isBelow(t){let{up:e}=this.level;return t.x*e[0]+t.y*e[1]+t.z*e[2]>this.height}};function sE(){let i=[0,0,0],t=[0],e=[];for(let s=1;s<=y0;s++)for(let r=0;r<gr;r++){let o=s/y0,a=2*Math.PI*r/gr;i.push(o*Math.cos(a),o*Math.sin(a),0),t.push(o);let l=1+(s-1)*gr,[c,h]=[l+r,l+(r+1)%gr];s===1?e.push(0,c,h):e.push(c-gr,c,h,c-gr,h,h-gr)}let n=new Be;return n.setAttribute("position",new le(i,3)),n.setIndex(e),n.userData.shares=t,n}function M0(i,t,e){let[n,s]=[t,e].map(o=>new Gt(o).getRGB({},Ln)),r=new Float32Array(3*i.length);return i.forEach((o,a)=>{let l=iE(o);["r","g","b"].forEach((c,h)=>r[3*a+h]=l*n[c]+(1-l)*s[c])}),r}var Rh='12px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif',rE=`600 ${Rh.replace("12px","13px")}`,b0=60,S0=42,Eo={wide:190,high:76};function oE(i){let t=[...String(i)].map(e=>/[\p{C}\p{Zl}\p{Zp}]/u.test(e)?"\uFFFD":e);return t.length>S0?`${t.slice(0,S0-1).join("")}\u2026`:t.join("")}var Ph=class{constructor(t){this.canvas=w0(t),this.compass=w0(t),Object.assign(this.compass.style,{left:"8px",top:"auto",bottom:"8px"}),this.pen=this.canvas.getContext("2d"),this.boxes=new Float64Array(4*b0),this.setTheme("light"),this.used=0,this.wrote=!1,this.written=[]}setTheme(t){this.theme=Mo[t]}resize(t,e){Object.assign(this,{wide:t,high:e,ratio:Math.min(window.devicePixelRatio||1,2)}),E0(this.canvas,t,e,this.ratio),this.compassState="",E0(this.compass,Eo.wide,Eo.high,this.ratio)}begin(){this.wrote&&this.pen.clearRect(0,0,this.canvas.width,this.canvas.height),this.wrote=!1,this.used=0,this.written.length=0}end(){this.wrote!==this.shown&&(this.shown=this.wrote,this.canvas.style.display=this.wrote?"block":"none")}label(t,e,n,{bold:s=!1,colour:r=null,above:o=0}={}){if(this.used>=b0||!(e>-80&&e<this.wide+80&&n>-20&&n<this.high+20))return!1;let{pen:a,boxes:l,theme:c}=this;a.setTransform(this.ratio,0,0,this.ratio,0,0),a.font=s?rE:Rh;let h=oE(t),u=a.measureText(h).width+10,f=s?20:18,d=Math.round(e-u/2),p=Math.round(n-f/2-o);for(let y=0;y<this.used;y++)if(!(d>l[4*y+2]||l[4*y]>d+u||p>l[4*y+3]||l[4*y+1]>p+f))return!1;return l.set([d,p,d+u,p+f],4*this.used++),a.fillStyle=c.halo,a.beginPath(),a.roundRect(d,p,u,f,4),a.fill(),a.fillStyle=r??c.ink,a.textBaseline="middle",a.fillText(h,d+5,p+f/2+.5),this.wrote=!0,this.written.push({text:h,x:e,y:n}),!0}drawCompass(t,e){let{ratio:n,theme:s}=this,r=t.matrixWorldInverse.elements,o=`${[0,1,2,4,5,6,8,9,10].map(f=>r[f].toFixed(3))} ${e} ${n} ${s.ink}`;if(o===this.compassState)return;this.compassState=o;let a=this.compass.getContext("2d");a.setTransform(n,0,0,n,0,0),a.clearRect(0,0,Eo.wide,Eo.high);let[l,c,h]=[36,Eo.high-38,24],u=[0,1,2].map(f=>({c:f,right:r[4*f],up:r[4*f+1],near:r[4*f+2]}));u.sort((f,d)=>f.near-d.near),a.lineWidth=2,a.lineCap="round",a.textAlign="center",a.textBaseline="middle",a.font=`600 ${Rh.replace("12px","11px")}`;for(let{c:f,right:d,up:p}of u){a.strokeStyle=a.fillStyle=hh[f],a.beginPath(),a.moveTo(l,c),a.lineTo(l+h*d,c-h*p),a.stroke();let y=Math.hypot(d,p),m=y>.15?1+8/(h*y):1.4;a.fillText("xyz"[f],l+h*d*m,c-h*p*m)}e&&(a.font=Rh.replace("12px","11px"),a.textAlign="left",a.fillStyle=s.muted,a.fillText(`a square is ${wo(e,"m")}`,74,Eo.high-12))}};function w0(i){let t=document.createElement("canvas");return Object.assign(t.style,{position:"absolute",left:"0",top:"0",pointerEvents:"none"}),t.setAttribute("aria-hidden","true"),i.append(t),t}function E0(i,t,e,n){i.width=Math.max(1,Math.round(t*n)),i.height=Math.max(1,Math.round(e*n)),i.style.width=`${t}px`,i.style.height=`${e}px`}var A0=.12,aE=4;function T0(i,t,{right:e,away:n}){for(let h of i)h.place(0,0,0);let s=i.filter(h=>h.visible&&h.extent.points.length);if(t!=="side"||s.length<2)return;let r=s.map(h=>Zs(h.extent.points,[e,n])),o=[0,1].map(h=>Math.max(...r.map(([u,f])=>f[h]-u[h]))),a=[e,n],l=s.length<=aE?s.length:Math.ceil(Math.sqrt(s.length)),c=o.map(h=>(1+A0)*h+A0*Math.max(...o));s.forEach((h,u)=>{let f=[0,0];f[0]=u%l*c[0],f[1]=Math.floor(u/l)*c[1];for(let d of[0,1]){let p=y=>(r[y][0][d]+r[y][1][d])/2;f[d]+=p(0)-p(u)}h.place(...[0,1,2].map(d=>f[0]*a[0][d]+f[1]*a[1][d]))})}function yd(i){let t=i.filter(n=>n.visible).map(({extent:n,shift:s})=>{if(!s.lengthSq())return n.points;let r=n.points.slice();for(let o=0;o<r.length;o+=4)r[o]+=s.x,r[o+1]+=s.y,r[o+2]+=s.z;return r});if(t.length===1)return t[0];let e=new Float32Array(t.reduce((n,s)=>n+s.length,0));return t.reduce((n,s)=>(e.set(s,n),n+s.length),0),e}function C0(i,t){let e=Math.max(...t.map((s,r)=>s-i[r])),n=i[2];return n<=.5*e?Math.min(n,0):n-.05*e}function R0(i,t){let e=0;for(let n of i){if(!n.visible||!(n.radius>0))continue;if(Ba.copy(n.middle).add(n.shift),!e){t.copy(Ba),e=n.radius;continue}let s=t.distanceTo(Ba);if(s+n.radius<=e)continue;if(s+e<=n.radius){t.copy(Ba),e=n.radius;continue}let r=(s+e+n.radius)/2;t.lerp(Ba,(r-e)/s),e=r}return e}var Ba=new z;var lE=(i,t)=>i[0]*t[0]+i[1]*t[1]+i[2]*t[2],cE=(i,t)=>[i[1]*t[2]-i[2]*t[1],i[2]*t[0]-i[0]*t[2],i[0]*t[1]-i[1]*t[0]],P0=i=>i.map(t=>t/Math.hypot(...i));function I0(i){let e=i?.length===3&&i.every(Number.isFinite)&&Math.hypot(...i)>0?P0(i):[0,0,1],n=Math.abs(e[0])<.9?[1,0,0]:[0,1,0],s=P0(n.map((r,o)=>r-lE(n,e)*e[o]));return{up:e,right:s,away:cE(e,s)}}var Ih=class{constructor(){this.known=new Map,this.outline=hE()}solid(t,{by:e="vertex",isGhost:n=!1,bend:s=""}={}){return this.find(`solid ${t} ${e} ${n} ${s}`,()=>g0({opacity:t,by:e,isGhost:n,bend:s}))}mark(t=1,e=!1){return this.find(`mark ${t} ${e}`,()=>{let n=t<1;return new fa({opacity:t,transparent:n,depthWrite:!n,vertexColors:e})})}find(t,e){return this.known.has(t)||this.known.set(t,e()),this.known.get(t)}};function hE(){return new rn({side:Nn,toneMapped:!1,uniforms:{colour:{value:new z(1,.25,.01)},size:{value:new qt(1,1)},wide:{value:3}},vertexShader:`
      attribute vec3 outward;
      uniform vec2 size;
      uniform float wide;
      void main() {
        mat3 turn = mat3(instanceMatrix);
        vec3 square = vec3(dot(turn[0], turn[0]), dot(turn[1], turn[1]), dot(turn[2], turn[2]));
        vec3 away = turn * (outward / max(square, vec3(1e-30)));
        gl_Position = projectionMatrix * modelViewMatrix * instanceMatrix * vec4(position, 1.0);
        vec2 across = (projectionMatrix * modelViewMatrix * vec4(away, 0.0)).xy * size;
        gl_Position.xy += normalize(across + vec2(1e-9)) * wide * 2.0 / size * gl_Position.w;
      }`,fragmentShader:`
      uniform vec3 colour;
      void main() {
        gl_FragColor = vec4(colour, 1.0);
        #include <colorspace_fragment>
      }`})}var pn=new z,L0=new Float64Array(3);function Lh(i,t,e,n,s){return pn.set(t[0],t[1],t[2]).add(i.shift).project(e),pn.z>-1&&pn.z<1?(pn.x=(pn.x+1)/2*n,pn.y=(1-pn.y)/2*s,pn.x>-50&&pn.x<n+50&&pn.y>-20&&pn.y<s+20):!1}function vd(i,t,e){let{camera:n}=t.orbit,{wide:s,high:r}=i,o=t.figures.filter(a=>a.visible);if(i.begin(),t.layout==="side"&&o.length>1)for(let a of o)uE(i,a,t,n);if(t.selected){let{run:a,body:l}=t.selected,c=t.figures[a];c.visible&&l>=0&&Lh(c,c.anchor(l,L0),n,s,r)&&i.label(c.machine.bodies[l].name,pn.x,pn.y,{bold:!0,above:22})}if(t.on.loops)for(let a of o)fE(i,a,n);t.on.names&&dE(i,o,n,e,t.selected),i.end()}function uE(i,t,e,n){let{up:s}=e.level,r=[0,1,2].reduce((a,l)=>a+Math.abs(s[l])*t.half.getComponent(l),0),o=[0,1,2].map(a=>t.middle.getComponent(a)+r*s[a]);Lh(t,o,n,i.wide,i.high)&&i.label(t.run.label,pn.x,Math.max(14,pn.y-22),{bold:!0})}function fE(i,t,e){let{loops:n}=t.overlays;n?.loops.forEach((s,r)=>{if(!Lh(t,n.points.subarray(3*r,3*r+3),e,i.wide,i.high))return;let o=n.isOpen(r)?`: open by ${wo(n.gaps[r],"m")}`:"";i.label(`${s.name}${o}`,pn.x,pn.y,{above:20})})}function dE(i,t,e,n,s){let r=[];for(let o of t)for(let a=0;a<o.count;a++){if(s?.run===o.index&&s.body===a||!Lh(o,o.anchor(a,L0),e,i.wide,i.high))continue;let l=o.index*1e6+a;r.push({id:l,name:o.machine.bodies[a].name,x:pn.x,y:pn.y,rank:pn.z-(n.has(l)?1:0)})}r.sort((o,a)=>o.rank-a.rank),n.clear();for(let{id:o,name:a,x:l,y:c}of r.slice(0,2e3))i.label(a,l,c)&&n.add(o)}var pE={position:"absolute",inset:"auto 10% 50% 10%",margin:"0",padding:"1em",borderRadius:"8px",textAlign:"center",font:"16px/1.4 system-ui, sans-serif",color:"#7a1420",background:"#fdecee",zIndex:"1"},Nh=class{constructor(t){this.element=document.createElement("p"),this.element.setAttribute("role","alert"),Object.assign(this.element.style,pE),t.append(this.element),this.say("")}say(t){this.element.textContent=t,this.element.hidden=!t}};var mE=6,gE=15e3,_E=.2,Dh=class{constructor(t){let{run:e,shapes:n,materials:s}=t;this.group=new Zn;let r=Math.max(1,n.pieces.length),o=Math.min(mE,e.frames,Math.max(1,Math.floor(gE/r))),a=new Float32Array(7*t.count),l=bo(t.count);this.solids=[];for(let c=0;c<o;c++){let h=o>1?c/(o-1):.5;vs(e.pose(e.from+h*(e.to-e.from),a),l);let u=new Ks(n,s,{ghost:_E}).addTo(this.group);u.update(l);for(let{mesh:f}of u.batches)f.onBeforeRender=pd(t.index+c+1);this.solids.push(u)}t.group.add(this.group)}dispose(){for(let t of this.solids)t.dispose();this.group.removeFromParent()}};var xE=0,yE=1,N0=2,Md=new rn({transparent:!0,depthTest:!1,depthWrite:!1,toneMapped:!1,uniforms:{size:{value:new qt(1,1)},ratio:{value:1}},vertexShader:`
    attribute vec3 place;
    attribute float kind;
    uniform vec2 size;
    uniform float ratio;
    varying vec2 at;
    varying float sign;
    varying float radius;
    void main() {
      sign = kind;
      radius = (kind < 0.5 ? 7.0 : kind < 1.5 ? 11.0 : 8.0) * ratio;
      at = position.xy * (radius + 2.0);
      gl_Position = projectionMatrix * modelViewMatrix * vec4(place, 1.0);
      gl_Position.xy += at * 2.0 / size * gl_Position.w;
    }`,fragmentShader:`
    uniform float ratio;
    varying vec2 at;
    varying float sign;
    varying float radius;
    void main() {
      float far = length(at);
      float inside = clamp(radius - far + 0.5, 0.0, 1.0);
      vec4 colour;
      if (sign < 1.5) {
        float border = clamp(far - (radius - 1.5 * ratio) + 0.5, 0.0, 1.0);
        float quarter = clamp((at.y < 0.0 ? -at.x : at.x) + 0.5, 0.0, 1.0);
        vec3 dark = sign < 0.5 ? vec3(0.012, 0.016, 0.022) : vec3(0.55, 0.03, 0.02);
        colour = vec4(mix(mix(dark, vec3(1.0), quarter), dark, border), inside);
      } else {
        float ring = 1.0 - clamp(abs(far - radius + 2.0 * ratio) - 1.6 * ratio + 0.5, 0.0, 1.0);
        float dot = clamp(2.2 * ratio - far + 0.5, 0.0, 1.0);
        colour = vec4(0.29, 0.09, 0.56, max(ring, dot));
      }
      if (colour.a <= 0.0) discard;
      gl_FragColor = colour;
      #include <colorspace_fragment>
    }`});function D0(i,t,e){Md.uniforms.size.value.set(i,t),Md.uniforms.ratio.value=e}var ka=class{constructor(t){let e=new xa;e.setAttribute("position",new le([-1,-1,0,1,-1,0,1,1,0,-1,1,0],3)),e.setIndex([0,1,2,0,2,3]),this.places=new On(new Float32Array(3*t.length),3).setUsage(Si),e.setAttribute("place",this.places),e.setAttribute("kind",new On(Float32Array.from(t),1)),e.instanceCount=t.length,this.mesh=new sn(e,Md),this.mesh.frustumCulled=!1,this.mesh.renderOrder=3,this.mesh.raycast=()=>{}}set(t,e){let{array:n}=this.places,s=Number.isFinite(e[0]+e[1]+e[2]);for(let r=0;r<3;r++)n[3*t+r]=s?e[r]:1e30}update(){this.places.needsUpdate=!0}},Fh=class{constructor(t){this.figure=t,this.bodies=[],t.machine.bodies.forEach(({mass:e,center:n},s)=>{e>0&&n?.every(Number.isFinite)&&this.bodies.push({body:s,mass:e,center:n})}),this.total=this.bodies.reduce((e,{mass:n})=>e+n,0),this.signs=new ka([...this.bodies.map(()=>xE),...this.bodies.length>1?[yE]:[]]),this.mesh=this.signs.mesh,this.whole=new Float64Array(3),this.point=new Float64Array(3)}update(){let{bodies:t,figure:e,point:n,signs:s,total:r,whole:o}=this;o.fill(0),t.forEach(({body:a,mass:l,center:c},h)=>{e.pointOf(a,c,n),s.set(h,n);for(let u=0;u<3;u++)o[u]+=l/r*n[u]}),t.length>1&&s.set(t.length,o),s.update()}};var vE=1e-4,ME=new Set(["Revolute","Ball","Gimbal","Universal","Fixed"]),bE=new Set(["Prismatic","Cylindrical","Helical","TelescopicUniversal","BallInCylinder"]),Uh=class{constructor(t){this.figure=t,this.loops=t.machine.loops;let e=this.loops.length;this.signs=new ka(Array(2*e).fill(N0)),this.links=new Ah(e,"#9256c9",2),this.meshes=[this.signs.mesh,this.links.mesh],this.gaps=new Float64Array(e).fill(NaN),this.points=new Float64Array(3*e),this.a=new Float64Array(3),this.b=new Float64Array(3),this.axes=this.loops.map(n=>{let s=new Float64Array(12);return Fa(s,0,[0,0,0],So(n.other_turn,ph(n.axis??[0,0,1])),[1,1,1]),[s[2],s[6],s[10]]})}update(){let{a:t,b:e,figure:n,signs:s}=this;this.loops.forEach((r,o)=>{n.pointOf(r.body,r.at,t),n.pointOf(r.other,r.other_at,e),s.set(2*o,t),s.set(2*o+1,e),this.links.set(o,t,e);for(let a=0;a<3;a++)this.points[3*o+a]=(t[a]+e[a])/2;this.gaps[o]=this.gap(r,o)}),s.update(),this.links.update()}gap(t,e){let{a:n,b:s,figure:r}=this,o=(n[0]-s[0])**2+(n[1]-s[1])**2+(n[2]-s[2])**2;if(ME.has(t.kind))return Math.sqrt(o);if(!bE.has(t.kind))return NaN;let a=r.offset(t.other),l=0;for(let c=0;c<3;c++){let h=0;for(let u=0;u<3;u++)h+=r.places[a+4*c+u]*this.axes[e][u];l+=h*(n[c]-s[c])}return Math.sqrt(Math.max(0,o-l*l))}isOpen(t){let e=vE*(this.figure.machine.size||1);return this.gaps[t]>e&&!(this.figure.run.gaps?.[t]<=e)}};var Sd=[0,0,0,1],SE={Revolute:["turns"],Prismatic:["slides"],Cylindrical:["screws"],Helical:["screws"],Ball:["swivels"],Gimbal:["swivels"],Universal:["swivels"],TelescopicUniversal:["swivels","slides"],BallInCylinder:["swivels","slides"],BallOnPlane:["swivels","glides"],EdgeOnPlane:["glides"],Planar:["glides","turns"],Translational:["shifts"]};function F0(i){return(i.size>0&&Number.isFinite(i.size)?i.size:1)*Math.min(.11,Math.max(.012,.4/Math.sqrt(i.bodies.length+1)))}var bd=new Map,wd=(i,t)=>(bd.has(i)||bd.set(i,t()),bd.get(i));function U0({machine:i,count:t},e){let n=.75*F0(i),s=i.bodies.map((o,a)=>({body:a,at:[0,0,0],turn:Sd,scale:[n,n,n]})),r=1.5*n;return s.push({body:-1,at:[0,0,0],turn:Sd,scale:[r,r,r]}),[new Ms(wd("triad",Kg),e.mark(1,!0),s,t)]}function O0({machine:i,count:t},e){let n=1.2*F0(i),s=[],r=(o,a,l,c,h,u)=>{let f=SE[c]??(h?["turns"]:[]),d=h?So(l,ph(h)):l,p=new Gt(u?Xg:Wg);for(let y of f)s.push({body:o,at:a,turn:d,scale:[n,n,n],colour:p,sign:y})};i.bodies.forEach(({joint:o},a)=>{o&&r(a,[0,0,0],Sd,o.kind,o.axis,o.driven)});for(let o of i.loops)r(o.body,o.at,o.turn,o.kind,o.axis,!1);return vh(s,o=>o.sign,o=>{let[{sign:a}]=o;return new Ms(wd(a,()=>Jg(a)),e.mark(),o,t)})}function B0({machine:i,count:t},e){let n=new Gt("#4f8fd6"),s=[];if(i.bodies.forEach(({ellipsoid:o,center:a},l)=>{if(!o||![...o.radii,...a].every(Number.isFinite))return;let c=Math.max(...o.radii),h=o.radii.map(u=>Math.max(u,.01*c));s.push({body:l,at:a,turn:o.turn,scale:h,colour:n})}),!s.length)return[];let r=s.length>500?12:28;return[new Ms(wd(`ball ${r}`,()=>dh("sphere",r)),e.mark(.45),s,t)]}var wE=4e3,Oh=class{constructor(t,e){this.figure=t,this.colour=e,this.lines=new Map,this.shown=!1;let{tip:n,bodies:s}=t.machine;n&&n.body<s.length&&this.set(n.body,n.at,!0)}set(t,e,n){let s=`${t} ${e.join(" ")}`;this.lines.get(s)?.dispose(),this.lines.delete(s),n&&this.lines.set(s,this.draw(t,e)),this.show(this.shown)}draw(t,e){let{run:n}=this.figure,s=Math.min(wE,n.frames),r=new Float32Array(3*s),o=new Float32Array(s),a=new Float64Array(12),l=7*n.bodies;for(let c=0;c<s;c++){let h=s>1?Math.round(c*(n.frames-1)/(s-1)):0,u=h*l+7*t;vs(n.poses.subarray(u,u+7),a),wi(a,0,e[0],e[1],e[2],r,3*c),o[c]=n.from+h/Math.max(1,n.frames-1)*(n.to-n.from)}return new Eh(r,o,{colour:this.colour})}show(t){this.shown=t;for(let{mesh:e}of this.lines.values())t?this.figure.marks.add(e):e.removeFromParent()}update(t){for(let e of this.lines.values())e.now=t}};var Ed={frames:U0,axes:O0,ellipsoids:B0},EE=new Set(["reactions","moments","forces","weight"]),Bh=class{constructor(t,e,n,s){Object.assign(this,{figure:t,materials:e,scales:n,colour:s}),this.on={}}show(t,e){this.on[t]=e;let{figure:n,materials:s}=this;if(t in Ed){this[t]??=e?Ed[t](n,s):null;for(let{mesh:r}of this[t]??[])Ad(r,n.marks,e)}else if(EE.has(t))this.arrows??=e?new _h(n,s,this.scales):null,this.arrows?.toggle(t,e);else if(t==="centers")this.centers??=e?new Fh(n):null,this.centers&&Ad(this.centers.mesh,n.marks,e);else if(t==="loops"){this.loops??=e&&n.machine.loops.length?new Uh(n):null;for(let r of this.loops?.meshes??[])Ad(r,n.marks,e)}else t==="trails"&&(e||this.trails)?this.makeTrails().show(e):t==="ghosts"&&(this.ghosts?.dispose(),this.ghosts=e&&n.run.frames>1?new Dh(n):null)}makeTrails(){return this.trails??=new Oh(this.figure,this.colour),this.trails}trail(t,e,n){let s=this.makeTrails();s.set(t,e,n),s.show(!!this.on.trails)}setArrows(t){this.arrows?this.arrows.set(t):this.figure.run.arrows=t}outlineBody(t){if(this.outline?.dispose(),this.outline=null,t===null)return;let{shapes:e,group:n,places:s}=this.figure;this.outline=new Ks(e,this.materials,{body:t,outline:!0}).addTo(n),this.outline.update(s)}update(t){let{places:e}=this.figure;for(let n of Object.keys(Ed))if(this.on[n])for(let s of this[n]??[])s.update(e);this.on.centers&&this.centers?.update(),this.on.loops&&this.loops?.update(),this.on.trails&&this.trails?.update(t),this.arrows?.shown&&this.arrows.update(t),this.outline?.update(e)}};function Ad(i,t,e){e?t.add(i):i.removeFromParent()}var AE=55.55555555555556,TE=8,CE=1e3,kh=class{constructor(t){this.scene=t,this.last=-1/0,this.slow=0,this.coarse=1,this.keepShadows=!1,this.steps=[.8,"shadows",.64,.5]}get isSoftware(){return!!this.scene.stage?.isSoftware}get fine(){return Math.min(window.devicePixelRatio||1,2)}get sharp(){return this.isSoftware?this.scene.bodyCount>CE?1:2:this.fine}next(t){clearTimeout(this.timer);let e=this.last>-1/0;return this.watch(e?t-this.last:0),this.last=t,this.isSoftware?Math.min(1,this.sharp)*this.coarse:this.sharp*(e?this.coarse:1)}idle(){this.last=-1/0,clearTimeout(this.timer),this.scene.ratio<this.sharp&&(this.timer=setTimeout(()=>this.scene.draw(this.sharp),150))}watch(t){if(this.slow=t>AE?this.slow+1:0,this.slow<TE||!this.steps.length)return;this.slow=0;let e=this.steps.shift();e!=="shadows"?this.coarse=e:this.scene.on.shadows&&!this.keepShadows&&this.scene.dropShadows()}stop(){clearTimeout(this.timer)}};var za=new ya;function k0(i,t,e){e.updateMatrixWorld(),za.setFromCamera(new qt(2*i-1,1-2*t),e)}function z0(i,t,e,n){k0(t,e,n);let s=null,r=1/0;for(let o of i)if(o.visible){o.group.updateMatrixWorld();for(let a of o.solids.batches)for(let{instanceId:l,distance:c,point:h}of a.intersections(za)){if(!(c<r))continue;r=c;let u=h.clone().sub(o.shift).toArray();s={run:o.index,body:a.pieces[l].body,point:u}}}return s}function G0(i,t,e,n,s){k0(e,n,s);let r=s.getWorldDirection(new z),a=new z(...i).add(t).sub(za.ray.origin).dot(r)/za.ray.direction.dot(r);return za.ray.at(a,new z).sub(t).toArray()}var RE=5;function V0(i,t){let e=null;i.addEventListener("pointerdown",n=>{e=n.isPrimary&&n.button===0?[n.offsetX,n.offsetY]:null}),i.addEventListener("pointerup",n=>{let s=e&&Math.hypot(n.offsetX-e[0],n.offsetY-e[1])<=RE;e=null,s&&t(n.offsetX,n.offsetY)})}function H0(i,{stage:t,ink:e,wide:n}){let s=i.getContext("2d");s.imageSmoothingQuality="high";let r=t?[t.canvas,e.canvas]:[e.canvas];for(let h of r)(h!==e.canvas||e.wrote)&&s.drawImage(h,0,0,i.width,i.height);let o=i.width/n,{compass:a}=e,[l,c]=[a.clientWidth*o,a.clientHeight*o];s.drawImage(a,8*o,i.height-c-8*o,l,c)}var W0=i=>new Promise(t=>i.toBlob(t,"image/png"));function X0(i,t){for(let{instances:e,pieces:n,locals:s}of i.solids.batches){let r=n.findIndex(l=>l.body===t&&l.scale.every(c=>c!==0));if(r<0)continue;let o=new Me;if(e.getMatrixAt(r,o),o.determinant()===0)return null;let a=new Me().set(...s.subarray(12*r,12*r+12),0,0,0,1);return o.multiply(a.invert()).transpose().toArray()}return null}var Td={right:-.6,back:.62,up:1.25},q0=1.25,zh=class{constructor(t){this.isSoftware=PE(),this.renderer=new oh({antialias:!this.isSoftware,powerPreference:"high-performance"}),this.renderer.toneMapping=Mi,this.renderer.shadowMap.type=hr,this.renderer.shadowMap.autoUpdate=!1,this.renderer.autoClear=!1,this.renderer.info.autoReset=!1,Object.assign(this.canvas.style,{display:"block",touchAction:"none",outlineOffset:"-2px"}),this.canvas.setAttribute("role","img"),this.canvas.setAttribute("aria-label","The machine in motion; drag to turn it, scroll to zoom."),this.level=t,this.solids=new oo,this.marks=new oo,this.light()}light(){let{right:t,away:e,up:n}=this.level,s=(o,a,l)=>new z(...[0,1,2].map(c=>o*t[c]+a*e[c]+l*n[c]));this.toLight=bs.toKey.value,this.key=new ho,this.solids.add(this.key,this.key.target);let{shadow:r}=this.key;r.mapSize.setScalar(this.isSoftware?1024:2048),r.camera.up.copy(s(1,0,0)),bs.upward.value.copy(s(0,0,1)),this.markLight=new ho("#ffffff",1.2),this.marks.add(new _a("#ffffff",2.1),this.markLight,this.markLight.target)}aim(t){let e=new z(...this.level.up),n=t.getWorldDirection(new z).negate().projectOnPlane(e).normalize(),s=e.clone().cross(n);this.toLight.copy(e).multiplyScalar(Td.up).addScaledVector(n,Td.back).addScaledVector(s,Td.right),this.toLight.normalize()}get canvas(){return this.renderer.domElement}onLoss(t,e){this.canvas.addEventListener("webglcontextlost",n=>{n.preventDefault(),t()}),this.canvas.addEventListener("webglcontextrestored",e)}setTheme(t){this.solids.background=new Gt(Mo[t].paper)}resize(t,e,n){this.renderer.setPixelRatio(n),this.renderer.setSize(t,e,!0)}set shadows(t){this.renderer.shadowMap.enabled=t,this.key.castShadow=t}fitShadows(t,e,n){if(!(e>0)||!Number.isFinite(e))return 0;let s=q0**Math.ceil(Math.log(e*1.02)/Math.log(q0)),{camera:r,mapSize:o}=this.key.shadow,a=Math.max(0,new z(...this.level.up).dot(t)-n)/this.toLight.dot(new z(...this.level.up)),l=2*s+Math.min(a+s,40*s);if(r.right!==s||Math.abs(r.far-l)>.05*l){Object.assign(r,{left:-s,right:s,top:s,bottom:-s,near:0,far:1.1*l}),r.updateProjectionMatrix();let c=2*s/o.x;bs.texel.value=1.2*c,this.key.shadow.bias=-c/l}return this.key.target.position.copy(t),this.key.position.copy(t).addScaledVector(this.toLight,s),this.renderer.shadowMap.needsUpdate=!0,s}draw(t){let{renderer:e}=this,n=t.getWorldDirection(bs.toEye.value);this.markLight.position.copy(t.position),this.markLight.target.position.copy(t.position).add(n),n.negate(),e.info.reset(),e.clear(),e.render(this.solids,t),this.marks.children.some(s=>s.isGroup&&s.visible&&s.children.length)&&(e.clearDepth(),e.render(this.marks,t))}dispose(){this.renderer.dispose(),this.canvas.remove()}};function PE(){let i=document.createElement("canvas").getContext("webgl2");if(!i)return!1;let t=i.getExtension("WEBGL_debug_renderer_info"),e=String(i.getParameter(t?t.UNMASKED_RENDERER_WEBGL:i.RENDERER));return i.getExtension("WEBGL_lose_context")?.loseContext(),/swiftshader|llvmpipe|software|basic render/i.test(e)}var Y0={type:"change"},Rd={type:"start"},Z0={type:"end"},Gh=new lr,$0=new oi,IE=Math.cos(70*nh.DEG2RAD),vn=new z,jn=2*Math.PI,Ee={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},Cd=1e-6,Vh=class extends va{constructor(t,e=null){super(t,e),this.state=Ee.NONE,this.target=new z,this.cursor=new z,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:Xs.ROTATE,MIDDLE:Xs.DOLLY,RIGHT:Xs.PAN},this.touches={ONE:qs.ROTATE,TWO:qs.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new z,this._lastQuaternion=new ai,this._lastTargetPosition=new z,this._quat=new ai().setFromUnitVectors(t.up,new z(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new fo,this._sphericalDelta=new fo,this._scale=1,this._panOffset=new z,this._rotateStart=new qt,this._rotateEnd=new qt,this._rotateDelta=new qt,this._panStart=new qt,this._panEnd=new qt,this._panDelta=new qt,this._dollyStart=new qt,this._dollyEnd=new qt,this._dollyDelta=new qt,this._dollyDirection=new z,this._mouse=new qt,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=NE.bind(this),this._onPointerDown=LE.bind(this),this._onPointerUp=DE.bind(this),this._onContextMenu=GE.bind(this),this._onMouseWheel=OE.bind(this),this._onKeyDown=BE.bind(this),this._onTouchStart=kE.bind(this),this._onTouchMove=zE.bind(this),this._onMouseDown=FE.bind(this),this._onMouseMove=UE.bind(this),this._interceptControlDown=VE.bind(this),this._interceptControlUp=HE.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(t){this._cursorStyle=t,t==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(t){super.connect(t),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=Ee.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(t){t.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=t}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(Y0),this.update(),this.state=Ee.NONE}pan(t,e){this._pan(t,e),this.update()}dollyIn(t){this._dollyIn(t),this.update()}dollyOut(t){this._dollyOut(t),this.update()}rotateLeft(t){this._rotateLeft(t),this.update()}rotateUp(t){this._rotateUp(t),this.update()}update(t=null){let e=this.object.position;vn.copy(e).sub(this.target),vn.applyQuaternion(this._quat),this._spherical.setFromVector3(vn),this.autoRotate&&this.state===Ee.NONE&&this._rotateLeft(this._getAutoRotationAngle(t)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=jn:n>Math.PI&&(n-=jn),s<-Math.PI?s+=jn:s>Math.PI&&(s-=jn),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(vn.setFromSpherical(this._spherical),vn.applyQuaternion(this._quatInverse),e.copy(this.target).add(vn),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=vn.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new z(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new z(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=vn.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(Gh.origin.copy(this.object.position),Gh.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(Gh.direction))<IE?this.object.lookAt(this.target):($0.setFromNormalAndCoplanarPoint(this.object.up,this.target),Gh.intersectPlane($0,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>Cd||8*(1-this._lastQuaternion.dot(this.object.quaternion))>Cd||this._lastTargetPosition.distanceToSquared(this.target)>Cd?(this.dispatchEvent(Y0),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(t){return t!==null?jn/60*this.autoRotateSpeed*t:jn/60/60*this.autoRotateSpeed}_getZoomScale(t){let e=Math.abs(t*.01);return Math.pow(.95,this.zoomSpeed*e)}_rotateLeft(t){this._sphericalDelta.theta-=t}_rotateUp(t){this._sphericalDelta.phi-=t}_panLeft(t,e){vn.setFromMatrixColumn(e,0),vn.multiplyScalar(-t),this._panOffset.add(vn)}_panUp(t,e){this.screenSpacePanning===!0?vn.setFromMatrixColumn(e,1):(vn.setFromMatrixColumn(e,0),vn.crossVectors(this.object.up,vn)),vn.multiplyScalar(t),this._panOffset.add(vn)}_pan(t,e){let n=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;vn.copy(s).sub(this.target);let r=vn.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*t*r/n.clientHeight,this.object.matrix),this._panUp(2*e*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(t*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(e*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(t,e){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),s=t-n.left,r=e-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(t){return Math.max(this.minDistance,Math.min(this.maxDistance,t))}_handleMouseDownRotate(t){this._rotateStart.set(t.clientX,t.clientY)}_handleMouseDownDolly(t){this._updateZoomParameters(t.clientX,t.clientY),this._dollyStart.set(t.clientX,t.clientY)}_handleMouseDownPan(t){this._panStart.set(t.clientX,t.clientY)}_handleMouseMoveRotate(t){this._rotateEnd.set(t.clientX,t.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(jn*this._rotateDelta.x/e.clientHeight),this._rotateUp(jn*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(t){this._dollyEnd.set(t.clientX,t.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(t){this._panEnd.set(t.clientX,t.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(t){this._updateZoomParameters(t.clientX,t.clientY),t.deltaY<0?this._dollyIn(this._getZoomScale(t.deltaY)):t.deltaY>0&&this._dollyOut(this._getZoomScale(t.deltaY)),this.update()}_handleKeyDown(t){let e=!1;switch(t.code){case this.keys.UP:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(jn*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),e=!0;break;case this.keys.BOTTOM:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(-jn*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),e=!0;break;case this.keys.LEFT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(jn*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),e=!0;break;case this.keys.RIGHT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(-jn*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),e=!0;break}e&&(t.preventDefault(),this.update())}_handleTouchStartRotate(t){if(this._pointers.length===1)this._rotateStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(t){if(this._pointers.length===1)this._panStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panStart.set(n,s)}}_handleTouchStartDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enablePan&&this._handleTouchStartPan(t)}_handleTouchStartDollyRotate(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enableRotate&&this._handleTouchStartRotate(t)}_handleTouchMoveRotate(t){if(this._pointers.length==1)this._rotateEnd.set(t.pageX,t.pageY);else{let n=this._getSecondPointerPosition(t),s=.5*(t.pageX+n.x),r=.5*(t.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(jn*this._rotateDelta.x/e.clientHeight),this._rotateUp(jn*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(t){if(this._pointers.length===1)this._panEnd.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(t.pageX+e.x)*.5,a=(t.pageY+e.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enablePan&&this._handleTouchMovePan(t)}_handleTouchMoveDollyRotate(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enableRotate&&this._handleTouchMoveRotate(t)}_addPointer(t){this._pointers.push(t.pointerId)}_removePointer(t){delete this._pointerPositions[t.pointerId];for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId){this._pointers.splice(e,1);return}}_isTrackingPointer(t){for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId)return!0;return!1}_trackPointer(t){let e=this._pointerPositions[t.pointerId];e===void 0&&(e=new qt,this._pointerPositions[t.pointerId]=e),e.set(t.pageX,t.pageY)}_getSecondPointerPosition(t){let e=t.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[e]}_customWheelEvent(t){let e=t.deltaMode,n={clientX:t.clientX,clientY:t.clientY,deltaY:t.deltaY};switch(e){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return t.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function LE(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function NE(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function DE(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(Z0),this.state=Ee.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let t=this._pointers[0],e=this._pointerPositions[t];this._onTouchStart({pointerId:t,pageX:e.x,pageY:e.y});break}}function FE(i){let t;switch(i.button){case 0:t=this.mouseButtons.LEFT;break;case 1:t=this.mouseButtons.MIDDLE;break;case 2:t=this.mouseButtons.RIGHT;break;default:t=-1}switch(t){case Xs.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=Ee.DOLLY;break;case Xs.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Ee.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Ee.ROTATE}break;case Xs.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Ee.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Ee.PAN}break;default:this.state=Ee.NONE}this.state!==Ee.NONE&&this.dispatchEvent(Rd)}function UE(i){switch(this.state){case Ee.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case Ee.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case Ee.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function OE(i){this.enabled===!1||this.enableZoom===!1||this.state!==Ee.NONE||(i.preventDefault(),this.dispatchEvent(Rd),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(Z0))}function BE(i){this.enabled!==!1&&this._handleKeyDown(i)}function kE(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case qs.ROTATE:if(this.enableRotate===!1){this.state=Ee.NONE;break}this._handleTouchStartRotate(i),this.state=Ee.TOUCH_ROTATE;break;case qs.PAN:if(this.enablePan===!1){this.state=Ee.NONE;break}this._handleTouchStartPan(i),this.state=Ee.TOUCH_PAN;break;default:this.state=Ee.NONE}break;case 2:switch(this.touches.TWO){case qs.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=Ee.TOUCH_DOLLY_PAN;break;case qs.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=Ee.TOUCH_DOLLY_ROTATE;break;default:this.state=Ee.NONE}break;default:this.state=Ee.NONE}this.state!==Ee.NONE&&this.dispatchEvent(Rd)}function zE(i){switch(this._trackPointer(i),this.state){case Ee.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case Ee.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case Ee.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case Ee.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=Ee.NONE}}function GE(i){this.enabled!==!1&&i.preventDefault()}function VE(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function HE(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var WE=32,K0=20*Math.PI/180,Pd=[-55,-35,35,55].map(i=>i*Math.PI/180),XE=-80*Math.PI/180,qE=1.1,YE=1.08,Hh=class{constructor(t,e){Object.assign(this,{figure:t,body:e}),this.now=new Float64Array(3).fill(NaN),this.last=new z(NaN,NaN,NaN),this.by=new z,this.moved()}moved(){let[t,e,n]=this.figure.anchor(this.body,this.now);return Number.isFinite(t+e+n)?(this.by.set(t,e,n).sub(this.last),this.last.set(t,e,n),Number.isFinite(this.by.x)?this.by:null):null}},Wh=class{constructor(t,e,n){Object.assign(this,{element:t,level:e,changed:n}),this.camera=new Wn(WE,1,.01,100),this.camera.up.set(...e.up),this.camera.position.set(...e.away.map(s=>-s)),this.makeControls(),this.radius=1,this.followed=null}makeControls(){let t=this.controls?.target.clone();this.controls?.dispose(),this.controls=new Vh(this.camera,this.element),t&&this.controls.target.copy(t),this.controls.zoomToCursor=!0,this.controls.addEventListener("change",this.changed)}get state(){let{camera:t,controls:e}=this;return{eye:t.position.toArray(),target:e.target.toArray(),up:t.up.toArray(),angle:t.fov}}set({eye:t,target:e,up:n,angle:s}){let r=o=>o?.length===3&&o.every(Number.isFinite);if(r(n)&&Math.hypot(...n)>0){let o=new z(...n).normalize();o.distanceTo(this.camera.up)>1e-6&&(this.camera.up.copy(o),this.makeControls())}r(t)&&this.camera.position.set(...t),r(e)&&this.controls.target.set(...e),s>0&&s<170&&(this.camera.fov=s),this.camera.updateProjectionMatrix(),this.controls.update()}resize(t,e){this.camera.aspect=t/Math.max(1,e),this.camera.updateProjectionMatrix()}look(t,e,n=!1){let s={front:[0,-1,0],back:[0,1,0],left:[-1,0,0],right:[1,0,0],top:[0,-1e-4,1],bottom:[0,-1e-4,-1]},[r,o,a]=s[t]??this.corner(e,n),{right:l,away:c,up:h}=this.level,u=new z(...[0,1,2].map(f=>r*l[f]+o*c[f]+a*h[f]));this.camera.up.distanceTo(new z(...h))>1e-6&&(this.camera.up.set(...h),this.makeControls()),this.fit(e,u.normalize())}corner(t,e){let{right:n,away:s}=this.level,r=[0,0,0,0,0],o=Math.max(1,t.length/4);for(let g=0;g<t.length;g+=4){let v=n[0]*t[g]+n[1]*t[g+1]+n[2]*t[g+2],T=s[0]*t[g]+s[1]*t[g+1]+s[2]*t[g+2];[v,T,v*v,v*T,T*T].forEach((M,C)=>r[C]+=M/o)}let[a,l,c,h,u]=r,f=g=>{let[v,T]=[-Math.sin(g),Math.cos(g)];return v*v*(c-a*a)+2*v*T*(h-a*l)+T*T*(u-l*l)},d=Pd.reduce((g,v)=>f(v)>f(g)?v:g),p=f(d)>qE*f(Pd[0])?d:Pd[0],y=e?XE:p,m=Math.cos(K0);return[m*Math.cos(y),m*Math.sin(y),Math.sin(K0)]}fit(t,e=null){let{camera:n,controls:s}=this,r=(e??n.position.clone().sub(s.target).normalize()).clone();r.lengthSq()>0||r.set(...this.level.away).negate(),t.length||(t=Float32Array.of(0,0,0,1));let o=r.clone().negate(),a=o.clone().cross(n.up).normalize(),l=a.clone().cross(o),c=Math.tan(n.fov*Math.PI/360)/YE,h=c*n.aspect,u=[];for(let[C,A]of[[a,h],[l,c]]){let x=Math.hypot(1,A);for(let E of[1,-1])u.push(C.clone().multiplyScalar(E).addScaledVector(o,-A).divideScalar(x).toArray())}let[,f]=Zs(t,u),d=(C,A,x)=>{let E=Math.hypot(1,x);return{across:(C-A)*E/2,along:-(C+A)*E/(2*x)}},p=d(f[0],f[1],h),y=d(f[2],f[3],c),[m,g]=Zs(t,[o.toArray()]),v=Math.min(p.along,y.along),T=(m[0]+g[0])/2,M=1e-6*(1+Math.abs(T));T-v>M||(v=T-Math.max(M,this.radius)),n.position.copy(a).multiplyScalar(p.across).addScaledVector(l,y.across).addScaledVector(o,v),s.target.copy(n.position).addScaledVector(o,T-v),s.update()}keepUp(){let t=this.followed?.moved();t&&(this.camera.position.add(t),this.controls.target.add(t),this.controls.update())}clip(t,e,n){this.radius=e;let{camera:s,controls:r}=this,o=s.position.distanceTo(t);s.far=o+Math.max(3*e,2*n),s.near=Math.max(o-3*e,s.far/4e3),r.minDistance=.01*e,r.maxDistance=60*e,s.updateProjectionMatrix()}};var $E="names frames axes loops centers trails reactions moments forces weight ellipsoids ghosts grid shadows".split(" "),ZE="This browser gives no 3D graphics (WebGL), so the machine cannot be drawn; plots and numbers still work.",KE="The browser has taken the 3D graphics away; they come back by themselves, or when the page is loaded again.",JE=12,jE=2e3,QE=[[-1,-1,0],[1,1,1]],qh=class{constructor(t,e){Object.assign(this,{parent:t,model:e,time:-1/0,layout:"overlay",selected:null}),this.on=Object.fromEntries($E.map(n=>[n,!1])),this.onSelect=()=>{},this.onNote=()=>{},this.level=I0(e.up),this.hasGround=(e.gravity??[]).some(n=>n!==0),this.kept=new Set,this.sorted=new z,this.unsorted=0,this.ball={middle:new z,radius:1},getComputedStyle(t).position==="static"&&(t.style.position="relative"),this.makeStage(),this.materials=new Ih,this.makeFigures(),this.pace=new kh(this),this.orbit=new Wh(this.stage?.canvas??t,this.level,()=>this.request()),this.ink=new Ph(t),this.listen(),this.setTheme("light"),this.on.grid=this.hasGround,this.on.shadows=this.bodyCount<=jE,this.stage&&(this.stage.shadows=this.on.shadows),this.setTime(Math.min(...e.runs.map(n=>n.from))),this.arrange(),this.resize(),this.view("corner"),this.stage?.aim(this.orbit.camera)}makeStage(){this.notice=new Nh(this.parent);try{this.stage=new zh(this.level)}catch{this.stage=null,this.notice.say(ZE);return}this.parent.append(this.stage.canvas),this.stage.onLoss(()=>{this.lost=!0,this.notice.say(KE)},()=>{this.lost=!1,this.notice.say(""),this.setTime(this.time)})}makeFigures(){let{machines:t,runs:e}=this.model,n=t.map(s=>new Mh(s,!!this.stage?.isSoftware));this.figures=e.map((s,r)=>new Sh(s,r,t[s.machine],n[s.machine],this.materials)),this.bodyCount=this.figures.reduce((s,r)=>s+r.count,0),this.scales=new gh(Math.max(...t.map(({size:s})=>Number.isFinite(s)?s:0)));for(let s of this.figures){let r=e.length>1?ch(s.index):qg;s.overlays=new Bh(s,this.materials,this.scales,r),s.run.arrows&&this.scales.see(s.run.arrows),this.stage?.solids.add(s.group),this.stage?.marks.add(s.marks)}this.floor=new Ch(this.level),this.stage?.solids.add(this.floor.group)}listen(){this.watcher=new ResizeObserver(()=>this.resize()),this.watcher.observe(this.parent),this.stage&&V0(this.stage.canvas,(t,e)=>{let n=this.pick(t,e);this.select(n&&n.body>=0?{run:n.run,body:n.body}:null),this.onSelect(this.selected)})}setTime(t){this.time=t;for(let e of this.figures)e.visible&&e.setTime(t);this.orbit.keepUp(),this.stale=!0,this.request()}setPoses(t,e){let n=this.figures[t];n.given=e,n.setTime(this.time),n.radius>0&&n.middle.distanceTo(this.ball.middle)+n.radius>1.2*this.ball.radius&&e&&(n.extent.add(n.places),this.arrange()),this.orbit.keepUp(),this.stale=!0,this.request()}setArrows(t,e){this.figures[t].overlays.setArrows(e),this.scales.see(e),this.stale=!0,this.request()}show(t,e){if(t in this.on){this.on[t]=e,t==="shadows"&&(this.pace.keepShadows=e,this.stage&&(this.stage.shadows=e));for(let{overlays:n}of this.figures)n.show(t,e);this.stale=!0,this.request()}}trail(t,e,n,s){this.figures[t].overlays.trail(e,n??[0,0,0],s),this.stale=!0,this.request()}setTheme(t){this.theme=t==="dark"?"dark":"light",this.stage?.setTheme(this.theme),this.floor.setTheme(this.theme),this.ink?.setTheme(this.theme),this.request()}setLayout(t){this.layout=t==="side"?"side":"overlay",this.arrange(),this.view(this.figures.length>1?"corner":"fit")}setRunVisible(t,e){let n=this.figures[t];n.visible=e,e&&n.setTime(this.time),this.arrange()}arrange(){T0(this.figures,this.layout,this.level);let t=this.layout==="side"?null:this.figures.findIndex(l=>l.visible);this.figures.forEach((l,c)=>l.tint(t!==null&&c!==t));let{right:e,away:n,up:s}=this.level,[r,o]=Zs(yd(this.figures),[e,n,s]);r[0]<=o[0]||([r,o]=QE),this.floor.place(C0(r,o),r,o);let a=r.map((l,c)=>(l+o[c])/2);this.ball.middle.set(...[0,1,2].map(l=>a[0]*e[l]+a[1]*n[l]+a[2]*s[l])),this.ball.radius=Math.max(1e-6,Math.hypot(...o.map((l,c)=>l-r[c]))/2),this.stale=!0,this.request()}view(t){let e=yd(this.figures);this.orbit.radius=this.ball.radius,t==="fit"?this.orbit.fit(e):this.orbit.look(t,e,this.layout==="side"&&this.figures.length>1),this.request()}get camera(){return this.orbit.state}setCamera(t){this.orbit.set(t),this.request()}setOrbit(t){this.orbit.controls.enabled=t}follow(t,e=null){let n=this.figures[t];this.orbit.followed=e!==null&&e>=0&&n?.count>e?new Hh(n,e):null}pick(t,e){return z0(this.figures,t/this.wide,e/this.high,this.orbit.camera)}pointAt(t,e,n,s=0){return G0(n,this.figures[s].shift,t/this.wide,e/this.high,this.orbit.camera)}select(t){for(let{overlays:n}of this.figures)n.outlineBody(null);let e=t&&this.figures[t.run];this.selected=e&&t.body>=0&&t.body<e.count?{run:t.run,body:t.body}:null,this.selected&&e.overlays.outlineBody(t.body),this.request()}arrowScale(t){t>0&&Number.isFinite(t)&&(this.scales.factor=t),this.stale=!0,this.request()}arrowLegend(){return i0(this.figures,this.on,this.scales)}arrows(){return this.refresh(),this.figures.flatMap(t=>t.visible?t.overlays.arrows?.drawn()??[]:[])}poseOf(t,e){return X0(this.figures[t],e)}screenOf(t){let{camera:e}=this.orbit;e.updateMatrixWorld();let n=new z(...t).project(e);return[(n.x+1)/2*this.wide,(1-n.y)/2*this.high]}labels(){return this.refresh(),vd(this.ink,this,this.kept),this.ink.written.map(t=>({...t}))}resize(){this.wide=Math.max(1,this.parent.clientWidth),this.high=Math.max(1,this.parent.clientHeight),this.orbit.resize(this.wide,this.high),this.ink.resize(this.wide,this.high),this.ratio=null,this.request()}setRatio(t){if(t===this.ratio)return;this.ratio=t;let[e,n]=[this.wide*t,this.high*t];this.stage.resize(this.wide,this.high,t),h0(e,n,t),D0(e,n,t),this.materials.outline.uniforms.size.value.set(e,n),this.materials.outline.uniforms.wide.value=2.5*t}request(){this.changed=!0,this.handle??=requestAnimationFrame(t=>this.frame(t))}frame(t){if(this.handle=null,!this.changed){this.pace.idle();return}this.changed=!1,this.draw(this.pace.next(t)),this.handle=requestAnimationFrame(e=>this.frame(e))}refresh(){if(!this.stale)return;this.stale=!1;for(let n of this.figures)n.visible&&n.overlays.update(this.time);let t=R0(this.figures,Id);if(!this.stage||!this.on.shadows)return;let e=this.stage.fitShadows(Id,t,this.floor.height);this.floor.fitShade(Id,e,this.stage.toLight)}sort(){if(this.orbit.camera.getWorldDirection(Xh),this.unsorted+=this.stale?1:0,!(this.unsorted<JE&&this.sorted.distanceToSquared(Xh)<.02)){this.unsorted=0,this.sorted.copy(Xh);for(let t of this.figures)t.visible&&t.solids.sort(Xh)}}draw(t){if(!this.stage||this.lost)return;this.setRatio(t),bs.soft.value=t>=this.pace.sharp?1:0,this.sort(),this.refresh();let{group:e}=this.floor;e.visible=this.on.grid&&this.hasGround&&this.floor.isBelow(this.orbit.camera.position),this.floor.shade.visible=this.on.shadows,this.orbit.clip(this.ball.middle,this.ball.radius,e.visible?this.floor.radius:0),this.stage.draw(this.orbit.camera),vd(this.ink,this,this.kept),this.ink.drawCompass(this.orbit.camera,e.visible?this.floor.step:0)}dropShadows(){this.on.shadows=this.stage.shadows=!1,this.onNote("Shadows are off, because drawing is slow here.")}toBlob(){let t=document.createElement("canvas");return[t.width,t.height]=this.pictureSize(),this.paint(t),W0(t)}pictureSize(){let t=this.pace.fine;return[Math.round(this.wide*t),Math.round(this.high*t)]}paint(t){this.draw(this.pace.sharp),H0(t,this)}dispose(){cancelAnimationFrame(this.handle),this.pace.stop(),this.watcher?.disconnect(),this.orbit.controls.dispose(),this.stage?.dispose();for(let t of[this.ink.canvas,this.ink.compass,this.notice.element])t.remove()}},Id=new z,Xh=new z;var Yh=class{constructor(t,e,n){this._model=t,this._choose=n,this._run=0,this._closed=new Set,this._active=0,this._selected=null;let s=e.panel({name:"bodies",title:"Bodies",icon:"tree",key:"B",opened:()=>this._fill()});this._search=F("input",{class:"search",attributes:{type:"search",placeholder:"Search bodies and joints","aria-label":"Search bodies and joints"}}),this._search.addEventListener("input",()=>{this._active=0,this._fill()}),this._pick=F("select",{attributes:{"aria-label":"Run"}}),t.runs.forEach((r,o)=>this._pick.append(F("option",{text:r.label,attributes:{value:o}}))),this._pick.addEventListener("change",()=>{this._run=Number(this._pick.value),this._fill()}),this._space=F("div",{class:"space"}),this._tree=F("div",{class:"tree",attributes:{role:"tree",tabindex:0,"aria-label":"Bodies"}},this._space),this._count=F("p",{class:"quiet",attributes:{role:"status"}}),this._tree.addEventListener("scroll",()=>this._draw()),this._tree.addEventListener("keydown",r=>this._key(r)),this._tree.addEventListener("click",r=>this._click(r)),new ResizeObserver(()=>this._draw()).observe(this._tree),new Set(t.runs.map(r=>r.machine)).size>1&&s.append(this._pick),s.append(this._search,this._tree,this._count),s.classList.add("bodies")}select(t){if(this._selected=t,t&&t.run!==this._run&&(this._run=t.run,this._pick.value=String(t.run)),this._fill(),!t)return;this._unfold(t.body);let e=this._rows.findIndex(n=>n.body===t.body);e>=0&&this._reach(e)}get _bodies(){return this._model.machines[this._model.runs[this._run].machine].bodies}_fill(){let t=this._bodies,e=this._search.value.trim().toLowerCase();e?(this._rows=[],t.forEach((n,s)=>{`${n.name}
${n.joint?.name??""}
${n.joint?.kind??""}`.toLowerCase().includes(e)&&this._rows.push({body:s,level:0,children:0})}),this._count.textContent=`${this._rows.length} of ${t.length} bodies`):(this._rows=this._unfolded(t),this._count.textContent=t.length===1?"1 body":`${t.length} bodies`),this._active=Math.max(0,Math.min(this._active,this._rows.length-1)),this._drawn="",this._tree.style.height=`${this._rows.length*this._height()}px`,this._draw()}_unfolded(t){let e=t.map(()=>[]),n=[];t.forEach((o,a)=>(o.parent<0?n:e[o.parent]).push(a));let s=[],r=n.reverse().map(o=>({body:o,level:0}));for(;r.length;){let{body:o,level:a}=r.pop();if(s.push({body:o,level:a,children:e[o].length}),!this._closed.has(o))for(let l of e[o].toReversed())r.push({body:l,level:a+1})}return s}_unfold(t){let e=!1;for(let n=this._bodies[t].parent;n>=0;n=this._bodies[n].parent)e=this._closed.delete(n)||e;e&&this._fill()}_draw(){if(!this._rows||!this._tree.clientHeight)return;let t=this._height(),e=Math.max(0,Math.floor(this._tree.scrollTop/t)-4),n=Math.min(this._rows.length,Math.ceil((this._tree.scrollTop+this._tree.clientHeight)/t)+4),s=`${e} ${n} ${this._active} ${this._selected?.body} ${this._selected?.run} ${t}`;s!==this._drawn&&(this._drawn=s,this._space.style.height=`${this._rows.length*t}px`,this._space.replaceChildren(...this._rows.slice(e,n).map((r,o)=>this._row(r,e+o,t))),this._tree.setAttribute("aria-activedescendant",this._rows.length?`body-${this._rows[this._active].body}`:""))}_row(t,e,n){let s=this._bodies[t.body],r=this._selected?.body===t.body&&this._selected?.run===this._run,o=F("div",{class:`row${e===this._active?" active":""}`,attributes:{role:"treeitem",id:`body-${t.body}`,"aria-level":t.level+1,"aria-selected":String(r),"aria-expanded":t.children?String(!this._closed.has(t.body)):null},data:{row:e}});o.style.top=`${e*n}px`,o.style.paddingLeft=`${6+14*Math.min(t.level,9)}px`;let a=F("span",{class:`fold${this._closed.has(t.body)?"":" unfolded"}`,data:{fold:t.body}});return t.children&&a.append(ii("right")),o.append(a,F("span",{class:"name",text:s.name}),F("span",{class:"kind",text:s.joint?.kind??""})),o}_height(){return parseFloat(getComputedStyle(this._tree).getPropertyValue("--row"))||28}_reach(t){this._active=Math.max(0,Math.min(t,this._rows.length-1));let e=this._height(),n=this._active*e;n<this._tree.scrollTop?this._tree.scrollTop=n:n+e>this._tree.scrollTop+this._tree.clientHeight&&(this._tree.scrollTop=n+e-this._tree.clientHeight),this._draw()}_fold(t,e){e?this._closed.add(t):this._closed.delete(t),this._fill()}_click(t){let e=t.target.closest("[data-fold]");if(e&&e.firstChild){let s=Number(e.dataset.fold);this._fold(s,!this._closed.has(s));return}let n=t.target.closest("[data-row]");n&&(this._reach(Number(n.dataset.row)),this._choose({run:this._run,body:this._rows[this._active].body}))}_key(t){let e=this._rows?.[this._active];if(!e||t.ctrlKey||t.metaKey||t.altKey)return;let n=Math.max(1,Math.floor(this._tree.clientHeight/this._height())-1),s={ArrowDown:1,ArrowUp:-1,PageDown:n,PageUp:-n,Home:-1/0,End:1/0},r=e.children&&!this._closed.has(e.body);if(t.key in s)this._reach(this._active+s[t.key]);else if(t.key==="ArrowRight"&&e.children&&!r)this._fold(e.body,!1);else if(t.key==="ArrowRight"&&r)this._reach(this._active+1);else if(t.key==="ArrowLeft"&&r)this._fold(e.body,!0);else if(t.key==="ArrowLeft")this._reach(Math.max(0,this._rows.findIndex(o=>o.body===this._bodies[e.body].parent)));else if(t.key==="Enter"||t.key===" ")this._choose({run:this._run,body:e.body});else return;t.preventDefault(),t.stopPropagation()}};function tA(i,t){if(i.frames<2)return{row:0,part:0};let e=(t-i.from)/(i.to-i.from)*(i.frames-1);if(e<-1e-6||e>i.frames-1+1e-6)return null;let n=Math.min(i.frames-2,Math.max(0,Math.floor(e)));return{row:n,part:Math.min(1,Math.max(0,e-n))}}function J0(i,t,e,{row:n,part:s}){let r=i[n*t+e];return s===0?r:r+s*(i[(n+1)*t+e]-r)}function Zh(i,t,e){let{times:n}=i,s=n.length-1;if(s<1)return t.values[0];let r=1e-6*(n[s]-n[0]);if(e<n[0]-r||e>n[s]+r)return NaN;let[o,a]=[0,s];for(;a-o>1;){let c=o+a>>1;n[c]<=e?o=c:a=c}let l=Math.min(1,Math.max(0,(e-n[o])/(n[o+1]-n[o])));return J0(t.values,1,0,{row:o,part:l})}function j0(i,t,e){let n=tA(i,e);if(!n)return null;let s=[0,1,2,3,4,5].map(r=>J0(t.values,6,r,n));return{point:s.slice(0,3),vector:s.slice(3)}}var Ld=new Map;function $h(i,t,e,n){let s=i.machines[t.machine].bodies.length;Ld.has(s)||Ld.set(s,new Float32Array(7*s));let r=Ld.get(s);return t.pose(n,r),[r[7*e],r[7*e+1],r[7*e+2]]}function Q0(i,t,e,n){if(t.frames<2)return NaN;let s=(t.to-t.from)/(t.frames-1),r=Math.min(t.to,Math.max(t.from,n)+s/2),o=Math.max(t.from,r-s),a=$h(i,t,e,o),l=$h(i,t,e,o+s);return Math.hypot(l[0]-a[0],l[1]-a[1],l[2]-a[2])/s}var t_=i=>Math.hypot(...i);var Kh=class{constructor(t,e,n,s){Object.assign(this,{_model:t,_shell:e,_clock:n,_actions:s}),this._live=[],this._element=F("section",{class:"card",attributes:{"aria-label":"Selected body"}}),this._element.hidden=!0,e.corner.append(this._element),this._update=$n(80,()=>{if(!this._element.hidden)for(let r of this._live)r(this._clock.time)}),n.onTime(this._update)}show(t){if(this._live=[],this._element.hidden=!t,this._shell.root.classList.toggle("selected",!!t),!t)return;let e=this._model.runs[t.run],n=this._model.machines[e.machine].bodies,s=n[t.body],r=s.parent<0?null:n[s.parent],o=Yt({label:"Close",icon:"close",key:"Esc",class:"small",press:()=>this._actions.select(null)});ja(this._element).append(F("div",{class:"title"},F("h2",{text:s.name}),o),F("div",{class:"body"},this._model.runs.length>1?F("p",{class:"quiet",text:e.label}):null,Fr([["Parent",r?this._link(r.name,{run:t.run,body:s.parent}):"ground"],["Joint",this._joint(s.joint)],["Mass",`${fn(s.mass)} kg`],["Centre of mass",`${s.center.map(a=>fn(a,3)).join(", ")} m`],["Origin",this._now(a=>`${$h(this._model,e,t.body,a).map(l=>l.toFixed(3).replace("-","\u2212")).join(", ")} m`)],...e.frames>1?[["Speed",this._now(a=>Yi(Q0(this._model,e,t.body,a),"m/s",3))]]:[]]),this._coordinates(e,s),this._reactions(e,t.body),this._buttons(t,e,s)));for(let a of this._live)a(this._clock.time)}refresh(){this._update()}_link(t,e){return F("button",{class:"link",text:t,attributes:{type:"button"},on:{click:()=>this._actions.select(e)}})}_joint(t){return t?`${t.name?`${t.name}, `:""}${t.kind}${t.driven?", driven":""}`:"none"}_now(t){let e=F("span",{class:"now-value"});return this._live.push(n=>{e.textContent=t(n)}),e}_coordinates(t,e){let n=[];for(let[s,r]of[["coordinates",e.joint?.q??[]],["velocities",e.joint?.u??[]]])for(let o of r){let a=t.series.find(l=>l.group===s&&l.name===o);a&&n.push([o,this._now(l=>eA(Zh(t,a,l),a.unit))])}return n.length?F("div",{},F("h3",{text:"Coordinates now"}),Fr(n)):null}_reactions(t,e){let n=[];return t.arrows.forEach((s,r)=>{if(s.body!==e||s.group==="weight")return;let o=a=>{let l=j0(t,t.arrows[r],a);return l?Yi(t_(l.vector),s.unit):"\u2013"};n.push([`${s.name}, ${s.kind}`,this._now(o)])}),n.length?F("div",{},F("h3",{text:"Forces now"}),Fr(n)):null}_buttons(t,e,n){let s=Nd(e,n.joint?.q??[],["coordinates"]),r=nA(e,this._model.machines[e.machine],t.body),o=F("div",{class:"actions"}),a=Yt({label:"Let the camera follow this body",text:"Follow",icon:"aim",press:()=>l(a,this._actions.follow(t))}),l=(c,h)=>c.setAttribute("aria-pressed",String(h));if(l(a,this._actions.isFollowed(t)),o.append(a),e.frames>1){let c=Yt({label:"Draw the trail of its centre of mass",text:"Trail",icon:"trail",press:()=>l(c,this._actions.trail(t))});l(c,this._actions.hasTrail(t)),o.append(c),s.length&&o.append(Yt({label:"Plot its coordinates",text:"Coordinates",icon:"plot",press:()=>this._actions.plot(t.run,s)})),r.length&&o.append(Yt({label:"Plot its reactions",text:"Reactions",icon:"plot",press:()=>this._actions.plot(t.run,r)}))}return o}};function eA(i,t){return t==="rad"?`${Ur(i)} rad  (${Ur(i*180/Math.PI,4)}\xB0)`:Yi(i,t)}function Nd(i,t,e){let n=[];return i.series.forEach((s,r)=>{e.includes(s.group)&&t.includes(s.name)&&n.push(r)}),n}function nA(i,t,e){let n=t.loops.filter(r=>r.body===e||r.other===e).flatMap(({name:r})=>[`${r}: force`,`${r}: moment`]),s=t.bodies[e].joint?.name;return[...s?Nd(i,[s],["reaction forces","reaction moments"]):[],...Nd(i,n,["loops"])]}var Dd=[1e-4,2e-4,5e-4,.001,.002,.005,.01,.02,.05,.1,.2,.5,1,2,5,10,20,50,100,200,500,1e3];function e_(i){let t=i.filter(e=>e.frames>1);return t.length?{from:Math.min(...t.map(e=>e.from)),to:Math.max(...t.map(e=>e.to)),step:Math.min(...t.map(e=>(e.to-e.from)/(e.frames-1)))}:{from:i[0]?.from??0,to:i[0]?.from??0,step:0}}function Jh(i){if(i>=2&&i<=60)return 1;let t=i<2?i/4:i/60;return Dd.findLast(e=>e<=t)??Dd[0]}function Fd(i){return Dd.filter(t=>t>=Math.min(.05,Jh(i)/5)&&t<=Math.max(20,Jh(i)*5))}var jh=class{constructor(t,{speed:e,loop:n}){Object.assign(this,t),this.time=t.from,this.speed=e,this.loop=n,this.playing=!1,this._timeListeners=[],this._stateListeners=[],this._still=[],this._last=0,this._frame=this._frame.bind(this)}get duration(){return this.to-this.from}onTime(t){return this._timeListeners.push(t),()=>{this._timeListeners=this._timeListeners.filter(e=>e!==t)}}onState(t){this._stateListeners.push(t)}onceStill(t){this.playing?this._still.push(t):t()}play(){this.playing||this.duration<=0||(this.time>=this.to&&this._set(this.from),this.playing=!0,this._last=0,requestAnimationFrame(this._frame),this._tell())}pause(){if(this.playing){this.playing=!1,this._tell();for(let t of this._still.splice(0))t()}}playOrPause(){this.playing?this.pause():this.play()}seek(t){Number.isFinite(t)&&this._set(Math.min(this.to,Math.max(this.from,t)))}stepFrames(t){if(this.pause(),this.step<=0)return;let e=(this.time-this.from)/this.step,n=Math.round(e),s=Math.abs(e-n)<1e-6?n:t>0?Math.floor(e):Math.ceil(e);this.seek(this.from+(s+t)*this.step)}setSpeed(t){this.speed=t,this._tell()}changeSpeed(t){let e=Fd(this.duration),n=t>0?e.find(s=>s>this.speed*1.001):e.findLast(s=>s<this.speed/1.001);n&&this.setSpeed(n)}setLoop(t){this.loop=t,this._tell()}_frame(t){if(!this.playing)return;let e=this._last?Math.min(.25,(t-this._last)/1e3):0;this._last=t;let n=this.time+e*this.speed;if(n>=this.to)if(this.loop)n=this.from+(n-this.from)%this.duration;else{this._set(this.to),this.pause();return}this._set(n),requestAnimationFrame(this._frame)}_set(t){this.time=t;for(let e of this._timeListeners)e(t)}_tell(){for(let t of this._stateListeners)t()}};function Qh(i,t){let e=document.createElement("a");e.href=URL.createObjectURL(i),e.download=t,document.body.append(e),e.click(),e.remove(),setTimeout(()=>URL.revokeObjectURL(e.href),6e4)}function n_(i){return i.normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu,"-").replace(/^-+|-+$/g,"").slice(0,60)||"bough"}async function i_(i){try{return await navigator.clipboard.writeText(i),!0}catch{return!1}}function Ud(i){if(i==null||Number.isNaN(i))return"";if(typeof i=="number")return String(i);let t=/^[=+\-@\t\r]/.test(i)?`'${i}`:i;return/[",\n\r]/.test(t)?`"${t.replaceAll('"','""')}"`:t}var iA=["video/mp4;codecs=avc1.640028","video/webm;codecs=vp9","video/webm;codecs=vp8","video/webm","video/mp4"];function s_(){return typeof MediaRecorder>"u"?null:iA.find(i=>MediaRecorder.isTypeSupported(i))??null}var Od=i=>i.startsWith("video/mp4")?"mp4":"webm";function r_(i,t,e){let n=document.createElement("canvas"),s=i.pictureSize();[n.width,n.height]=s.map(m=>2*Math.floor(m/2));let r=()=>i.paint(n),o=t.loop,a=!1;t.pause(),t.setLoop(!1),t.seek(t.from),r();let l=n.captureStream(60),c=new MediaRecorder(l,{mimeType:e,videoBitsPerSecond:12e6}),h=[];c.addEventListener("dataavailable",m=>h.push(m.data));let u=setInterval(r,50),f=t.onTime(r),d=new Promise(m=>{c.addEventListener("stop",()=>{clearInterval(u),f(),l.getTracks().forEach(g=>g.stop()),t.setLoop(o),m(a?null:new Blob(h,{type:e.split(";")[0]}))})}),p=()=>{c.state!=="inactive"&&c.stop()};return c.start(500),setTimeout(()=>{a||(t.play(),t.onceStill(()=>setTimeout(p,300)))},300),{done:d,stop:()=>{a=!0,t.pause(),p()}}}var tu=class{constructor(t,e,n,s){Object.assign(this,{_model:t,_shell:e,_clock:n,_plots:s}),this._stem=n_(t.title);let r=e.panel({name:"save",title:"Export",icon:"save",key:"S",opened:()=>this._write()});this._length=F("p",{class:"quiet"});let o=F("div",{class:"exports"});o.append(Yt({label:"Picture of the view (PNG)",text:"Picture (PNG)",icon:"camera",press:()=>this.picture()})),n.duration>0&&o.append(this._filmButton(),this._length),t.runs.some(a=>a.series.length)&&o.append(Yt({label:"Plotted series as a table (CSV)",text:"Plotted series (CSV)",icon:"table",press:()=>this.table()})),this._text=F("textarea",{class:"camera",attributes:{readonly:!0,rows:5,"aria-label":"Camera as JSON",spellcheck:"false"}}),n.onState(()=>this._write()),r.append(o,F("h3",{text:"Camera"}),F("p",{class:"quiet",text:"For pictures and films from Python: run.animate(camera=\u2026)"}),this._text,Yt({label:"Copy the camera",text:"Copy camera",icon:"copy",press:()=>this.camera()}))}attach(t){this._scene=t}async picture(){Qh(await this._scene.toBlob(),`${this._stem}.png`)}table(){let t=this._plots.table();if(!t){this._shell.tell("No series is plotted: add one to a plot first.");return}let e=[t.head.map(Ud).join(","),...t.rows.map(n=>n.map(Ud).join(","))];Qh(new Blob([`${e.join(`\r
`)}\r
`],{type:"text/csv;charset=utf-8"}),`${this._stem}.csv`)}async camera(){this._writeCamera();let t=await i_(this._text.value);t||this._text.select(),this._shell.tell(t?"The camera is copied.":"Copy the marked text by Ctrl+C: this browser does not let the page do it.")}_write(){this._writeCamera(),this._length.textContent=`One pass at the present speed: ${tl(this._clock.duration/this._clock.speed)}`}_writeCamera(){this._scene&&(this._text.value=sA(this._scene.camera))}_filmButton(){let t=s_(),e="Film of one pass",n=t?`Film (${Od(t).toUpperCase()})`:"Film",s=Yt({label:e,text:n,icon:"film",press:()=>this._film(t,s)});return t||(s.disabled=!0,s.dataset.tip="This browser cannot record films"),s}async _film(t,e){if(this._recording){this._recording.stop();return}let n=e.querySelector("span"),s=n.textContent;this._recording=r_(this._scene,this._clock,t),e.classList.add("recording"),n.textContent="Recording: stop";let r=await this._recording.done;this._recording=null,e.classList.remove("recording"),n.textContent=s,r&&Qh(r,`${this._stem}.${Od(t)}`)}};function sA(i){let t=e=>`[${e.map(n=>Number(n.toPrecision(5))).join(", ")}]`;return`{"eye": ${t(i.eye)},
 "target": ${t(i.target)},
 "up": ${t(i.up)},
 "angle": ${Number(i.angle.toPrecision(5))}}`}var Bd=["eye","target","up"];function kd(i=location.hash){let t=new URLSearchParams(i.replace(/^#/,"")),e=t.has("t")?Number(t.get("t")):NaN,n={};for(let o of Bd){let a=(t.get(o)??"").split(",").map(Number);a.length===3&&a.every(Number.isFinite)&&t.get(o)&&(n[o]=a)}let s=Number(t.get("angle")),r=Bd.every(o=>n[o])&&s>0&&s<180;return{time:Number.isFinite(e)?e:null,camera:r?{...n,angle:s}:null}}function o_(i,t){let e=[`t=${Number(i.toPrecision(7))}`];if(t){for(let n of Bd)e.push(`${n}=${t[n].map(s=>Number(s.toPrecision(5))).join(",")}`);e.push(`angle=${Number(t.angle.toPrecision(5))}`)}try{history.replaceState(null,"",`#${e.join("&")}`)}catch{}}function a_(i,t,e){let n=F("div",{class:"hover",attributes:{"aria-hidden":"true"}});n.hidden=!0,t.stage.append(n);let s=!1,r=$n(90,(o,a)=>{let l=t.stage.getBoundingClientRect(),c=s?e.pick(o-l.left,a-l.top):null;if(n.hidden=!c||c.body<0,t.stage.classList.toggle("over-body",!n.hidden),n.hidden)return;let h=i.runs[c.run],u=i.machines[h.machine].bodies[c.body];n.textContent=i.runs.length>1?`${u.name} \xB7 ${h.label}`:u.name,n.style.transform=`translate(${Math.min(o-l.left+14,l.width-n.offsetWidth-6)}px, ${a-l.top+16}px)`});t.stage.addEventListener("pointermove",o=>{s=o.pointerType==="mouse"&&o.buttons===0,(s||!n.hidden)&&r(o.clientX,o.clientY)}),t.stage.addEventListener("pointerleave",()=>{s=!1,r(0,0)})}var rA=["#1b6ca8","#c23b4e","#a06600","#2f7a3c","#7d5ba6","#0f7a90","#8d5524","#52606d"],oA=["#5aa9e6","#f07f8e","#edae49","#6fbf7c","#b596dc","#4fc3dc","#c9935f","#a3b0bd"];function es(i,t){let e=t==="dark"?oA:rA;return e[i%e.length]}var aA={completed:"done",failed:"warning",interrupted:"warning",pose:"pose"};function nu(i){return F("span",{class:`status ${i.status}`},ii(aA[i.status]??"info"),F("span",{text:i.status}))}var eu=class{constructor(t,e,n){if(this._theme=n,this.visible=t.runs.map(()=>!0),this._swatches=[],this._inputs=[],this._listeners=[],this.layout=t.view.layout==="side"?"side":"overlay",t.runs.length<2)return;e.panel({name:"runs",title:"Runs",icon:"layers",key:"U"}).append(this._layouts(),this._list(t),this._all()),n.onChange(()=>this._colour()),this._colour()}attach(t){this._scene=t,t.setLayout(this.layout)}onChange(t){this._listeners.push(t)}_layouts(){let t=F("div",{class:"choice",attributes:{role:"radiogroup","aria-label":"Layout"}});for(let[e,n]of[["overlay","Overlaid"],["side","Side by side"]]){let s=F("input",{attributes:{type:"radio",name:"layout",value:e,checked:this.layout===e}});s.addEventListener("change",()=>{this.layout=e,this._scene?.setLayout(e)}),t.append(F("label",{},s,F("span",{text:n})))}return t}_all(){let t=e=>this._inputs.forEach(n=>{n.checked!==e&&n.click()});return F("div",{class:"actions"},Yt({label:"Show all",text:"Show all",press:()=>t(!0)}),Yt({label:"Hide all",text:"Hide all",press:()=>t(!1)}))}_list(t){let e=F("ul",{class:"runs"});return t.runs.forEach((n,s)=>{let r=F("input",{attributes:{type:"checkbox",checked:!0,"aria-label":`Show ${n.label}`}});r.addEventListener("change",()=>{this.visible[s]=r.checked,this._scene?.setRunVisible(s,r.checked);for(let c of this._listeners)c()}),this._inputs.push(r);let o=F("span",{class:"swatch"});this._swatches.push(o);let a=F("span",{class:"quiet"},nu(n),tl(n.to-n.from)),l=F("label",{},r,o,F("span",{class:"name",text:n.label}),a);e.append(F("li",{},l,n.message?F("p",{class:`message ${n.status}`,text:n.message}):null))}),e}_colour(){this._swatches.forEach((t,e)=>{t.style.backgroundColor=es(e,this._theme.now)})}};var zd=200;function l_(i,t,e,n){let s=t.panel({name:"info",title:"About",icon:"info",key:"I"});i.about&&s.append(F("p",{class:"about",text:i.about})),i.runs.forEach(r=>s.append(lA(i,r,e))),i.notes.length&&s.append(F("h3",{text:"Notes"}),F("ul",{class:"notes"},...i.notes.map(r=>F("li",{text:r})))),s.append(F("p",{class:"quiet",text:`Gravity ${i.gravity.map(r=>fn(r)).join(", ")} m/s\xB2. Made by bough ${i.bough}.`}),Yt({label:"Keys",text:"Keys",icon:"help",key:"?",press:n}))}function lA(i,t,e){let n=i.machines[t.machine],s=F("section",{class:"run"});i.runs.length>1&&s.append(F("h3",{text:t.label}));let r=t.status==="pose"?"without time":`${gi(t.from,e.step)} to ${gi(t.to,e.step)} s, ${t.frames} frames`;return s.append(F("p",{class:"line"},nu(t)," ",r)),t.message&&s.append(F("p",{class:`message ${t.status}`,text:t.message})),s.append(Fr([["machine",n.name],...t.facts])),t.events.length&&s.append(F("h3",{text:"Events"}),cA(t,e)),s}function cA(i,t){let e=F("ul",{class:"events"});for(let n of i.events.slice(0,zd)){let s=F("button",{class:"link",text:`${gi(n.time,t.step)} s`,attributes:{type:"button"},on:{click:()=>t.seek(n.time)}});e.append(F("li",{},s," ",n.name))}return i.events.length>zd&&e.append(F("li",{text:`and ${i.events.length-zd} more`})),e}function c_(i,t){let e=i.runs.find(s=>s.status==="failed")??i.runs.find(s=>s.status==="interrupted"),n=[];if(e){let s=i.runs.length>1?`${e.label}: ${e.message}`:e.message,r=Yt({label:`${e.status}: ${s}`,press:()=>t.openPanel("info"),class:`chip ${e.status}`});r.append(nu(e),F("span",{class:"reason",text:s})),n.push(r)}if(i.notes.length){let s=i.notes.length===1?"1 note":`${i.notes.length} notes`;n.push(Yt({label:i.notes.slice(0,6).join(`
`),text:s,icon:"info",class:"chip note",press:()=>t.openPanel("info")}))}return n}var Gd=["front","back","left","right","top","bottom","corner"],h_={front:"Front",back:"Back",left:"Left",right:"Right",top:"Top",bottom:"Bottom",corner:"Corner"};function u_(i,t){let e=i.panel({name:"views",title:"Views",icon:"cube",key:"A"}),n=F("div",{class:"views"});Gd.forEach((a,l)=>{n.append(Yt({label:`${h_[a]} view`,text:h_[a],key:String(l+1),press:()=>t.view(a),data:{view:a}}))}),n.append(Yt({label:"Fit all",text:"Fit",icon:"fit",key:"F",press:()=>t.view("fit"),data:{view:"fit"}}));let s=F("p",{class:"quiet",attributes:{role:"status"}}),r=Yt({label:"Stop following",text:"Stop following",press:()=>t.follow(null)});e.append(n,F("p",{class:"quiet",text:"Drag to turn, right drag or two fingers to shift, wheel or pinch to come closer."}),s,r);let o=a=>{s.textContent=a?`The camera follows ${a}.`:"",s.hidden=r.hidden=!a};return o(null),{tell:o}}function d_({clock:i,shell:t,toggles:e,actions:n,times:s}){let r=c=>h=>h.key.toLowerCase()===c.toLowerCase()&&!h.shiftKey,o=(c,h=!1)=>u=>u.key===c&&u.shiftKey===h,a=c=>h=>h.key===c,l=[];i.duration>0&&(l.push(["Time"],["Space","Play or pause",a(" "),()=>i.playOrPause()],["\u2190 \u2192","A frame back, on",c=>/^Arrow(Left|Right)$/.test(c.key)&&!c.shiftKey,c=>i.stepFrames(c.key==="ArrowLeft"?-1:1)],["Shift \u2190 \u2192","Ten frames",c=>/^Arrow(Left|Right)$/.test(c.key)&&c.shiftKey,c=>i.stepFrames(c.key==="ArrowLeft"?-10:10)],["Home  End","Start, end",c=>c.key==="Home"||c.key==="End",c=>i.seek(c.key==="Home"?i.from:i.to)],["[  ]","Slower or faster",c=>c.key==="["||c.key==="]",c=>i.changeSpeed(c.key==="]"?1:-1)],["L","Loop",r("l"),()=>i.setLoop(!i.loop)]),s.length&&l.push([",  .","Event before, after",c=>c.key===","||c.key===".",c=>hA(i,s,c.key==="."?1:-1)])),l.push(["View"],["F","Fit all into the view",r("f"),()=>n.view("fit")]),Gd.forEach((c,h)=>l.push([String(h+1),`View: ${c}`,a(String(h+1)),()=>n.view(c)])),l.push(["Show"],...e.keys.map(([c,h,u])=>[c,h,r(c),()=>e.flip(u)])),l.push(["Page"]);for(let[c,h,u]of[["V","show","What is shown"],["A","views","Views"],["B","bodies","Bodies"],["U","runs","Runs"],["I","info","About this run"],["S","save","Export"]])t.hasPanel(h)&&l.push([c,u,r(c),()=>t.togglePanel(h)]);return n.plots&&l.push(["P","Plots",r("p"),n.plots]),l.push(["Y","Light or dark",r("y"),n.theme],["?","This list",a("?"),n.keys],["Esc","Close what is open",o("Escape"),n.escape]),l}function hA(i,t,e){let n=1e-6*i.duration,s=e>0?t.find(r=>r>i.time+n):t.findLast(r=>r<i.time-n);i.pause(),s!==void 0&&i.seek(s)}function p_(i){let t=i.filter(e=>e.length>1);window.addEventListener("keydown",e=>{if(e.ctrlKey||e.metaKey||e.altKey||e.defaultPrevented)return;let n=e.target instanceof Element?e.target:document.body;if(n.closest("dialog")||n.matches("textarea, select, input:not([type=checkbox]):not([type=radio]):not([type=range])")&&e.key!=="Escape"||e.key===" "&&n.matches("button, input, a, summary")||e.key.startsWith("Arrow")&&n.matches("input[type=range], input[type=radio]"))return;let r=t.find(([,,o])=>o(e));r&&(e.preventDefault(),r[3](e))})}var uA=[["drag","turn"],["right drag","shift; or two fingers"],["wheel, pinch","closer, farther"],["click","select a body"]],fA=[["click, drag","go there"],["wheel, pinch","zoom"],["Shift drag","zoom to a stretch"],["double click","whole time"]];function f_(i,t){let e=F("dl",{class:"pointers"});for(let[n,s]of t)e.append(F("dt",{text:n}),F("dd",{text:s}));return F("section",{},F("h3",{text:i}),e)}function m_(i,t){let e=F("dialog",{class:"keys",attributes:{"aria-labelledby":"title-keys"}}),n=Yt({label:"Close",icon:"close",class:"small",press:()=>e.close()});delete n.dataset.tip;let s=F("div",{class:"columns"}),r=null;for(let o of t)o.length===1?(r=F("dl",{}),s.append(F("section",{},F("h3",{text:o[0]}),r))):r.append(F("dt",{},...o[0].split(/ +/).map(a=>F("kbd",{text:a}))),F("dd",{text:o[1]}));return s.append(f_("Pointer in the scene",uA),f_("Pointer in a plot",fA)),e.append(F("div",{class:"title"},F("h2",{text:"Keys",attributes:{id:"title-keys"}}),n),s),e.addEventListener("click",o=>o.target===e&&e.close()),e.addEventListener("keydown",o=>{o.key==="?"&&e.close()}),i.append(e),()=>e.open?e.close():e.showModal()}var dA="uplot",pA="u-hz",mA="u-vt",gA="u-title",_A="u-wrap",xA="u-under",yA="u-over",vA="u-axis",yr="u-off",MA="u-select",bA="u-cursor-x",SA="u-cursor-y",wA="u-cursor-pt",EA="u-legend",AA="u-live",TA="u-inline",CA="u-series",RA="u-marker",g_="u-label",PA="u-value",Va="width",Ha="height";var __="bottom",Ao="left",Vd="right",rp="#000",x_=rp+"0",Hd="mousemove",y_="mousedown",Wd="mouseup",v_="mouseenter",M_="mouseleave",b_="dblclick",IA="resize",LA="scroll",S_="change",au="dppxchange",op="--",No=typeof window<"u",Zd=No?document:null,Co=No?window:null,NA=No?navigator:null,Ae,iu;function Kd(){let i=devicePixelRatio;Ae!=i&&(Ae=i,iu&&jd(S_,iu,Kd),iu=matchMedia(`(min-resolution: ${Ae-.001}dppx) and (max-resolution: ${Ae+.001}dppx)`),vr(S_,iu,Kd),Co.dispatchEvent(new CustomEvent(au)))}function hi(i,t){if(t!=null){let e=i.classList;!e.contains(t)&&e.add(t)}}function Jd(i,t){let e=i.classList;e.contains(t)&&e.remove(t)}function We(i,t,e){i.style[t]=e+"px"}function Oi(i,t,e,n){let s=Zd.createElement(i);return t!=null&&hi(s,t),e?.insertBefore(s,n),s}function Ei(i,t){return Oi("div",i,t)}var w_=new WeakMap;function ns(i,t,e,n,s){let r="translate("+t+"px,"+e+"px)",o=w_.get(i);r!=o&&(i.style.transform=r,w_.set(i,r),t<0||e<0||t>n||e>s?hi(i,yr):Jd(i,yr))}var E_=new WeakMap;function A_(i,t,e){let n=t+e,s=E_.get(i);n!=s&&(E_.set(i,n),i.style.background=t,i.style.borderColor=e)}var T_=new WeakMap;function C_(i,t,e,n){let s=t+""+e,r=T_.get(i);s!=r&&(T_.set(i,s),i.style.height=e+"px",i.style.width=t+"px",i.style.marginLeft=n?-t/2+"px":0,i.style.marginTop=n?-e/2+"px":0)}var ap={passive:!0},DA={...ap,capture:!0};function vr(i,t,e,n){t.addEventListener(i,e,n?DA:ap)}function jd(i,t,e,n){t.removeEventListener(i,e,ap)}No&&Kd();function Bi(i,t,e,n){let s;e=e||0,n=n||t.length-1;let r=n<=2147483647;for(;n-e>1;)s=r?e+n>>1:ui((e+n)/2),t[s]<i?e=s:n=s;return i-t[e]<=t[n]-i?e:n}function nx(i){return(e,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(e[a])){r=a;break}for(let a=s;a>=n;a--)if(i(e[a])){o=a;break}return[r,o]}}var ix=i=>i!=null,sx=i=>i!=null&&i>0,hu=nx(ix),FA=nx(sx);function UA(i,t,e,n=0,s=!1){let r=s?FA:hu,o=s?sx:ix;[t,e]=r(i,t,e);let a=i[t],l=i[t];if(t>-1)if(n==1)a=i[t],l=i[e];else if(n==-1)a=i[e],l=i[t];else for(let c=t;c<=e;c++){let h=i[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??Fe,l??-Fe]}function uu(i,t,e,n){let s=I_(i),r=I_(t);i==t&&(s==-1?(i*=e,t/=e):(i/=e,t*=e));let o=e==10?Ss:rx,a=s==1?ui:Ai,l=r==1?Ai:ui,c=a(o(bn(i))),h=l(o(bn(t))),u=Ro(e,c),f=Ro(e,h);return e==10&&(c<0&&(u=Ue(u,-c)),h<0&&(f=Ue(f,-h))),n||e==2?(i=u*s,t=f*r):(i=cx(i,u),t=fu(t,f)),[i,t]}function lp(i,t,e,n){let s=uu(i,t,e,n);return i==0&&(s[0]=0),t==0&&(s[1]=0),s}var cp=.1,R_={mode:3,pad:cp},Xa={pad:0,soft:null,mode:0},OA={min:Xa,max:Xa};function lu(i,t,e,n){return du(e)?P_(i,t,e):(Xa.pad=e,Xa.soft=n?0:null,Xa.mode=n?3:0,P_(i,t,OA))}function Se(i,t){return i??t}function BA(i,t,e){for(t=Se(t,0),e=Se(e,i.length-1);t<=e;){if(i[t]!=null)return!0;t++}return!1}function P_(i,t,e){let n=e.min,s=e.max,r=Se(n.pad,0),o=Se(s.pad,0),a=Se(n.hard,-Fe),l=Se(s.hard,Fe),c=Se(n.soft,Fe),h=Se(s.soft,-Fe),u=Se(n.mode,0),f=Se(s.mode,0),d=t-i,p=Ss(d),y=Yn(bn(i),bn(t)),m=Ss(y),g=bn(m-p);(d<1e-24||g>10)&&(d=0,(i==0||t==0)&&(d=1e-24,u==2&&c!=Fe&&(r=0),f==2&&h!=-Fe&&(o=0)));let v=d||y||1e3,T=Ss(v),M=Ro(10,ui(T)),C=v*(d==0?i==0?.1:1:r),A=Ue(cx(i-C,M/10),24),x=i>=c&&(u==1||u==3&&A<=c||u==2&&A>=c)?c:Fe,E=Yn(a,A<x&&i>=x?x:ki(x,A)),k=v*(d==0?t==0?.1:1:o),D=Ue(fu(t+k,M/10),24),N=t<=h&&(f==1||f==3&&D>=h||f==2&&D<=h)?h:-Fe,G=ki(l,D>N&&t<=N?N:Yn(N,D));return E==G&&E==0&&(G=100),[E,G]}var kA=new Intl.NumberFormat(No?NA.language:"en-US"),hp=i=>kA.format(i),fi=Math,ou=fi.PI,bn=fi.abs,ui=fi.floor,Mn=fi.round,Ai=fi.ceil,ki=fi.min,Yn=fi.max,Ro=fi.pow,I_=fi.sign,Ss=fi.log10,rx=fi.log2,zA=(i,t=1)=>fi.sinh(i)*t,Xd=(i,t=1)=>fi.asinh(i/t),Fe=1/0;function L_(i){return(Ss((i^i>>31)-(i>>31))|0)+1}function Qd(i,t,e){return ki(Yn(i,t),e)}function ox(i){return typeof i=="function"}function ye(i){return ox(i)?i:()=>i}var GA=()=>{},ax=i=>i,lx=(i,t)=>t,VA=i=>null,N_=i=>!0,D_=(i,t)=>i==t,HA=/\.\d*?(?=9{6,}|0{6,})/gm,Mr=i=>{if(ux(i)||Qs.has(i))return i;let t=`${i}`,e=t.match(HA);if(e==null)return i;let n=e[0].length-1;if(t.indexOf("e-")!=-1){let[s,r]=t.split("e");return+`${Mr(s)}e${r}`}return Ue(i,n)};function _r(i,t){return Mr(Ue(Mr(i/t))*t)}function fu(i,t){return Mr(Ai(Mr(i/t))*t)}function cx(i,t){return Mr(ui(Mr(i/t))*t)}function Ue(i,t=0){if(ux(i))return i;let e=10**t,n=i*e*(1+Number.EPSILON);return Mn(n)/e}var Qs=new Map;function hx(i){return((""+i).split(".")[1]||"").length}function Ya(i,t,e,n){let s=[],r=n.map(hx);for(let o=t;o<e;o++){let a=bn(o),l=Ue(Ro(i,o),a);for(let c=0;c<n.length;c++){let h=i==10?+`${n[c]}e${o}`:n[c]*l,u=(o>=0?0:a)+(o>=r[c]?0:r[c]),f=i==10?h:Ue(h,u);s.push(f),Qs.set(f,u)}}return s}var qa={},up=[],Po=[null,null],js=Array.isArray,ux=Number.isInteger,WA=i=>i===void 0;function F_(i){return typeof i=="string"}function du(i){let t=!1;if(i!=null){let e=i.constructor;t=e==null||e==Object}return t}function XA(i){return i!=null&&typeof i=="object"}var qA=Object.getPrototypeOf(Uint8Array),fx="__proto__";function Io(i,t=du){let e;if(js(i)){let n=i.find(s=>s!=null);if(js(n)||t(n)){e=Array(i.length);for(let s=0;s<i.length;s++)e[s]=Io(i[s],t)}else e=i.slice()}else if(i instanceof qA)e=i.slice();else if(t(i)){e={};for(let n in i)n!=fx&&(e[n]=Io(i[n],t))}else e=i;return e}function mn(i){let t=arguments;for(let e=1;e<t.length;e++){let n=t[e];for(let s in n)s!=fx&&(du(i[s])?mn(i[s],Io(n[s])):i[s]=Io(n[s]))}return i}var YA=0,$A=1,ZA=2;function KA(i,t,e){for(let n=0,s,r=-1;n<t.length;n++){let o=t[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<e&&i[s]==null;)i[r=s++]=null}}}function JA(i,t){if(tT(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return eT(o[0])||(o=QA(o)),o}let e=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let h=0;h<c;h++)e.add(l[h])}let n=[Array.from(e).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],u=Array(s).fill(void 0),f=t?t[o][c]:$A,d=[];for(let p=0;p<h.length;p++){let y=h[p],m=r.get(l[p]);y===null?f!=YA&&(u[m]=y,f==ZA&&d.push(m)):u[m]=y}KA(u,d,s),n.push(u)}}return n}var jA=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function QA(i){let t=i[0],e=t.length,n=Array(e);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>t[r]-t[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(e);for(let l=0;l<e;l++)a[l]=o[n[l]];s.push(a)}return s}function tT(i){let t=i[0][0],e=t.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=e)return!1;if(s!=t){for(let r=0;r<e;r++)if(s[r]!=t[r])return!1}}return!0}function eT(i,t=100){let e=i.length;if(e<=1)return!0;let n=0,s=e-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=Yn(1,ui((s-n+1)/t));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var dx=["January","February","March","April","May","June","July","August","September","October","November","December"],px=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function mx(i){return i.slice(0,3)}var nT=px.map(mx),iT=dx.map(mx),sT={MMMM:dx,MMM:iT,WWWW:px,WWW:nT};function Ga(i){return(i<10?"0":"")+i}function rT(i){return(i<10?"00":i<100?"0":"")+i}var oT={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,t)=>t.MMMM[i.getMonth()],MMM:(i,t)=>t.MMM[i.getMonth()],MM:i=>Ga(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>Ga(i.getDate()),D:i=>i.getDate(),WWWW:(i,t)=>t.WWWW[i.getDay()],WWW:(i,t)=>t.WWW[i.getDay()],HH:i=>Ga(i.getHours()),H:i=>i.getHours(),h:i=>{let t=i.getHours();return t==0?12:t>12?t-12:t},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>Ga(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>Ga(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>rT(i.getMilliseconds())};function fp(i,t){t=t||sT;let e=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)e.push(s[0][0]=="{"?oT[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<e.length;a++)o+=typeof e[a]=="string"?e[a]:e[a](r,t);return o}}var aT=new Intl.DateTimeFormat().resolvedOptions().timeZone;function lT(i,t){let e;return t=="UTC"||t=="Etc/UTC"?e=new Date(+i+i.getTimezoneOffset()*6e4):t==aT?e=i:(e=new Date(i.toLocaleString("en-US",{timeZone:t})),e.setMilliseconds(i.getMilliseconds())),e}var gx=i=>i%1==0,cu=[1,2,2.5,5],cT=Ya(10,-32,0,cu),_x=Ya(10,0,32,cu),hT=_x.filter(gx),xr=cT.concat(_x),dp=`
`,xx="{YYYY}",U_=dp+xx,yx="{M}/{D}",Wa=dp+yx,su=Wa+"/{YY}",vx="{aa}",uT="{h}:{mm}",To=uT+vx,O_=dp+To,B_=":{ss}",Ce=null;function Mx(i){let t=i*1e3,e=t*60,n=e*60,s=n*24,r=s*30,o=s*365,l=(i==1?Ya(10,0,3,cu).filter(gx):Ya(10,-3,0,cu)).concat([t,t*5,t*10,t*15,t*30,e,e*5,e*10,e*15,e*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,xx,Ce,Ce,Ce,Ce,Ce,Ce,1],[s*28,"{MMM}",U_,Ce,Ce,Ce,Ce,Ce,1],[s,yx,U_,Ce,Ce,Ce,Ce,Ce,1],[n,"{h}"+vx,su,Ce,Wa,Ce,Ce,Ce,1],[e,To,su,Ce,Wa,Ce,Ce,Ce,1],[t,B_,su+" "+To,Ce,Wa+" "+To,Ce,O_,Ce,1],[i,B_+".{fff}",su+" "+To,Ce,Wa+" "+To,Ce,O_,Ce,1]];function h(u){return(f,d,p,y,m,g)=>{let v=[],T=m>=o,M=m>=r&&m<o,C=u(p),A=Ue(C*i,3),x=qd(C.getFullYear(),T?0:C.getMonth(),M||T?1:C.getDate()),E=Ue(x*i,3);if(M||T){let k=M?m/r:0,D=T?m/o:0,N=A==E?A:Ue(qd(x.getFullYear()+D,x.getMonth()+k,1)*i,3),G=new Date(Mn(N/i)),W=G.getFullYear(),L=G.getMonth();for(let X=0;N<=y;X++){let $=qd(W+D*X,L+k*X,1),H=$-u(Ue($*i,3));N=Ue((+$+H)*i,3),N<=y&&v.push(N)}}else{let k=m>=s?s:m,D=ui(p)-ui(A),N=E+D+fu(A-E,k);v.push(N);let G=u(N),W=G.getHours()+G.getMinutes()/e+G.getSeconds()/n,L=m/n,X=f.axes[d]._space,$=g/X;for(;N=Ue(N+m,i==1?0:3),!(N>y);)if(L>1){let H=ui(Ue(W+L,6))%24,Q=u(N).getHours()-H;Q>1&&(Q=-1),N-=Q*n,W=(W+L)%24;let st=v[v.length-1];Ue((N-st)/m,3)*$>=.7&&v.push(N)}else v.push(N)}return v}}return[l,c,h]}var[fT,dT,pT]=Mx(1),[mT,gT,_T]=Mx(.001);Ya(2,-53,53,[1]);function k_(i,t){return i.map(e=>e.map((n,s)=>s==0||s==8||n==null?n:t(s==1||e[8]==0?n:e[1]+n)))}function z_(i,t){return(e,n,s,r,o)=>{let a=t.find(p=>o>=p[0])||t[t.length-1],l,c,h,u,f,d;return n.map(p=>{let y=i(p),m=y.getFullYear(),g=y.getMonth(),v=y.getDate(),T=y.getHours(),M=y.getMinutes(),C=y.getSeconds(),A=m!=l&&a[2]||g!=c&&a[3]||v!=h&&a[4]||T!=u&&a[5]||M!=f&&a[6]||C!=d&&a[7]||a[1];return l=m,c=g,h=v,u=T,f=M,d=C,A(y)})}}function xT(i,t){let e=fp(t);return(n,s,r,o,a)=>s.map(l=>e(i(l)))}function qd(i,t,e){return new Date(i,t,e)}function G_(i,t){return t(i)}var yT="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function V_(i,t){return(e,n,s,r)=>r==null?op:t(i(n))}function vT(i,t){let e=i.series[t];return e.width?e.stroke(i,t):e.points.width?e.points.stroke(i,t):null}function MT(i,t){return i.series[t].fill(i,t)}var bT={show:!0,live:!0,isolate:!1,mount:GA,markers:{show:!0,width:2,stroke:vT,fill:MT,dash:"solid"},idx:null,idxs:null,values:[]};function ST(i,t){let e=i.cursor.points,n=Ei(),s=e.size(i,t);We(n,Va,s),We(n,Ha,s);let r=s/-2;We(n,"marginLeft",r),We(n,"marginTop",r);let o=e.width(i,t,s);return o&&We(n,"borderWidth",o),n}function wT(i,t){let e=i.series[t].points;return e._fill||e._stroke}function ET(i,t){let e=i.series[t].points;return e._stroke||e._fill}function AT(i,t){return i.series[t].points.size}var Yd=[0,0];function TT(i,t,e){return Yd[0]=t,Yd[1]=e,Yd}function ru(i,t,e,n=!0){return s=>{s.button==0&&(!n||s.target==t)&&e(s)}}function $d(i,t,e,n=!0){return s=>{(!n||s.target==t)&&e(s)}}var CT={show:!0,x:!0,y:!0,lock:!1,move:TT,points:{one:!1,show:ST,size:AT,width:0,stroke:ET,fill:wT},bind:{mousedown:ru,mouseup:ru,click:ru,dblclick:ru,mousemove:$d,mouseleave:$d,mouseenter:$d},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,t)=>{t.stopPropagation(),t.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,t,e,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},bx={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},pp=mn({},bx,{filter:lx}),Sx=mn({},pp,{size:10}),wx=mn({},bx,{show:!1}),mp='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',Ex="bold "+mp,Ax=1.5,H_={show:!0,scale:"x",stroke:rp,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Ex,side:2,grid:pp,ticks:Sx,border:wx,font:mp,lineGap:Ax,rotate:0},RT="Value",PT="Time",W_={show:!0,scale:"x",auto:!1,sorted:1,min:Fe,max:-Fe,idxs:[]};function IT(i,t,e,n,s){return t.map(r=>r==null?"":hp(r))}function LT(i,t,e,n,s,r,o){let a=[],l=Qs.get(s)||0;e=o?e:Ue(fu(e,s),l);for(let c=e;c<=n;c=Ue(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function tp(i,t,e,n,s,r,o){let a=[],l=i.scales[i.axes[t].scale].log,c=l==10?Ss:rx,h=ui(c(e));s=Ro(l,h),l==10&&(s=xr[Bi(s,xr)]);let u=e,f=s*l;l==10&&(f=xr[Bi(f,xr)]);do a.push(u),u=u+s,l==10&&!Qs.has(u)&&(u=Ue(u,Qs.get(s))),u>=f&&(s=u,f=s*l,l==10&&(f=xr[Bi(f,xr)]));while(u<=n);return a}function NT(i,t,e,n,s,r,o){let l=i.scales[i.axes[t].scale].asinh,c=n>l?tp(i,t,Yn(l,e),n,s):[l],h=n>=0&&e<=0?[0]:[];return(e<-l?tp(i,t,Yn(l,-n),-e,s):[l]).reverse().map(f=>-f).concat(h,c)}var Tx=/./,DT=/[12357]/,FT=/[125]/,X_=/1/,ep=(i,t,e,n)=>i.map((s,r)=>t==4&&s==0||r%n==0&&e.test(s.toExponential()[s<0?1:0])?s:null);function UT(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,h=l(10,o),u=l(9,o)-h>=c?Tx:l(7,o)-h>=c?DT:l(5,o)-h>=c?FT:X_;if(u==X_){let f=bn(l(1,o)-h);if(f<c)return ep(t.slice().reverse(),a.distr,u,Ai(c/f)).reverse()}return ep(t,a.distr,u,1)}function OT(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=r._space,l=i.valToPos,c=bn(l(1,o)-l(2,o));return c<a?ep(t.slice().reverse(),3,Tx,Ai(a/c)).reverse():t}function BT(i,t,e,n){return n==null?op:t==null?"":hp(t)}var q_={show:!0,scale:"y",stroke:rp,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Ex,side:3,grid:pp,ticks:Sx,border:wx,font:mp,lineGap:Ax,rotate:0};function kT(i,t){let e=3+(i||1)*2;return Ue(e*t,3)}function zT(i,t){let{scale:e,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],e,!0),o=i.valToPos(s[n[1]],e,!0),a=bn(o-r),l=i.series[t],c=a/(l.points.space*Ae);return n[1]-n[0]<=c}var Y_={scale:null,auto:!0,sorted:0,min:Fe,max:-Fe},Cx=(i,t,e,n,s)=>s,$_={show:!0,auto:!0,sorted:0,gaps:Cx,alpha:1,facets:[mn({},Y_,{scale:"x"}),mn({},Y_,{scale:"y"})]},Z_={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:Cx,alpha:1,points:{show:zT,filter:null},values:null,min:Fe,max:-Fe,idxs:[],path:null,clip:null};function GT(i,t,e,n,s){return e/10}var Rx={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},VT=mn({},Rx,{time:!1,ori:1}),K_={};function Px(i,t){let e=K_[i];return e||(e={key:i,plots:[],sub(n){e.plots.push(n)},unsub(n){e.plots=e.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let h=0;h<e.plots.length;h++)e.plots[h]!=s&&e.plots[h].pub(n,s,r,o,a,l,c)}},i!=null&&(K_[i]=e)),e}var Lo=1,np=2;function br(i,t,e){let n=i.mode,s=i.series[t],r=n==2?i._data[t]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[t],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],u=n==2?o[s.facets[1].scale]:o[s.scale],f=a.left,d=a.top,p=a.width,y=a.height,m=i.valToPosH,g=i.valToPosV;return h.ori==0?e(s,l,c,h,u,m,g,f,d,p,y,mu,Do,_u,Lx,Dx):e(s,l,c,h,u,g,m,d,f,y,p,gu,Fo,xp,Nx,Fx)}function gp(i,t){let e=0,n=0,s=Se(i.bands,up);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==t?e=o.dir:o.series[1]==t&&(o.dir==1?n|=1:n|=2)}return[e,n==1?-1:n==2?1:n==3?2:0]}function HT(i,t,e,n,s){let r=i.mode,o=i.series[t],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function ws(i,t,e,n,s,r){return br(i,t,(o,a,l,c,h,u,f,d,p,y,m)=>{let g=o.pxRound,v=c.dir*(c.ori==0?1:-1),T=c.ori==0?Do:Fo,M,C;v==1?(M=e,C=n):(M=n,C=e);let A=g(u(a[M],c,y,d)),x=g(f(l[M],h,m,p)),E=g(u(a[C],c,y,d)),k=g(f(r==1?h.max:h.min,h,m,p)),D=new Path2D(s);return T(D,E,k),T(D,A,k),T(D,A,x),D})}function pu(i,t,e,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=t==0?_u:xp,l=e;for(let u=0;u<i.length;u++){let f=i[u];if(f[1]>f[0]){let d=f[0]-l;d>0&&a(o,l,n,d,n+r),l=f[1]}}let c=e+s-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function WT(i,t,e){let n=i[i.length-1];n&&n[0]==t?n[1]=e:i.push([t,e])}function _p(i,t,e,n,s,r,o){let a=[],l=i.length;for(let c=s==1?e:n;c>=e&&c<=n;c+=s)if(t[c]===null){let u=c,f=c;if(s==1)for(;++c<=n&&t[c]===null;)f=c;else for(;--c>=e&&t[c]===null;)f=c;let d=r(i[u]),p=f==u?d:r(i[f]),y=u-s;d=o<=0&&y>=0&&y<l?r(i[y]):d;let g=f+s;p=o>=0&&g>=0&&g<l?r(i[g]):p,p>=d&&a.push([d,p])}return a}function J_(i){return i==0?ax:i==1?Mn:t=>_r(t,i)}function Ix(i){let t=i==0?mu:gu,e=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(s,r,o,a,l):(c=ki(c,a/2,l/2),h=ki(h,a/2,l/2),t(s,r+c,o),e(s,r+a,o,r+a,o+l,c),e(s,r+a,o+l,r,o+l,h),e(s,r,o+l,r,o,h),e(s,r,o,r+a,o,c),s.closePath())}}var mu=(i,t,e)=>{i.moveTo(t,e)},gu=(i,t,e)=>{i.moveTo(e,t)},Do=(i,t,e)=>{i.lineTo(t,e)},Fo=(i,t,e)=>{i.lineTo(e,t)},_u=Ix(0),xp=Ix(1),Lx=(i,t,e,n,s,r)=>{i.arc(t,e,n,s,r)},Nx=(i,t,e,n,s,r)=>{i.arc(e,t,n,s,r)},Dx=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(t,e,n,s,r,o)},Fx=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(e,t,s,n,o,r)};function Ux(i){return(t,e,n,s,r)=>br(t,e,(o,a,l,c,h,u,f,d,p,y,m)=>{let{pxRound:g,points:v}=o,T,M;c.ori==0?(T=mu,M=Lx):(T=gu,M=Nx);let C=Ue(v.width*Ae,3),A=(v.size-v.width)/2*Ae,x=Ue(A*2,3),E=new Path2D,k=new Path2D,{left:D,top:N,width:G,height:W}=t.bbox;_u(k,D-x,N-x,G+x*2,W+x*2);let L=X=>{if(l[X]!=null){let $=g(u(a[X],c,y,d)),H=g(f(l[X],h,m,p));T(E,$+A,H),M(E,$,H,A,0,ou*2)}};if(r)r.forEach(L);else for(let X=n;X<=s;X++)L(X);return{stroke:C>0?E:null,fill:E,clip:k,flags:Lo|np}})}function Ox(i){return(t,e,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(t,e,n),r!=s&&o!=s&&i(t,e,s),i(t,e,o))}}var XT=Ox(Do),qT=Ox(Fo);function Bx(i){let t=Se(i?.alignGaps,0);return(e,n,s,r)=>br(e,n,(o,a,l,c,h,u,f,d,p,y,m)=>{[s,r]=hu(l,s,r);let g=o.pxRound,v=W=>g(u(W,c,y,d)),T=W=>g(f(W,h,m,p)),M,C;c.ori==0?(M=Do,C=XT):(M=Fo,C=qT);let A=c.dir*(c.ori==0?1:-1),x={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Lo},E=x.stroke,k=!1;if(r-s>=y*4){let W=ut=>e.posToVal(ut,c.key,!0),L=null,X=null,$,H,ct,J=v(a[A==1?s:r]),Q=v(a[s]),st=v(a[r]),ft=W(A==1?Q+1:st-1);for(let ut=A==1?s:r;ut>=s&&ut<=r;ut+=A){let tt=a[ut],xt=(A==1?tt<ft:tt>ft)?J:v(tt),Tt=l[ut];xt==J?Tt!=null?(H=Tt,L==null?(M(E,xt,T(H)),$=L=X=H):H<L?L=H:H>X&&(X=H)):Tt===null&&(k=!0):(L!=null&&C(E,J,T(L),T(X),T($),T(H)),Tt!=null?(H=Tt,M(E,xt,T(H)),L=X=$=H):(L=X=null,Tt===null&&(k=!0)),J=xt,ft=W(J+A))}L!=null&&L!=X&&ct!=J&&C(E,J,T(L),T(X),T($),T(H))}else for(let W=A==1?s:r;W>=s&&W<=r;W+=A){let L=l[W];L===null?k=!0:L!=null&&M(E,v(a[W]),T(L))}let[N,G]=gp(e,n);if(o.fill!=null||N!=0){let W=x.fill=new Path2D(E),L=o.fillTo(e,n,o.min,o.max,N),X=T(L),$=v(a[s]),H=v(a[r]);A==-1&&([H,$]=[$,H]),M(W,H,X),M(W,$,X)}if(!o.spanGaps){let W=[];k&&W.push(..._p(a,l,s,r,A,v,t)),x.gaps=W=o.gaps(e,n,s,r,W),x.clip=pu(W,c.ori,d,p,y,m)}return G!=0&&(x.band=G==2?[ws(e,n,s,r,E,-1),ws(e,n,s,r,E,1)]:ws(e,n,s,r,E,G)),x})}function YT(i){let t=Se(i.align,1),e=Se(i.ascDesc,!1),n=Se(i.alignGaps,0),s=Se(i.extend,!1);return(r,o,a,l)=>br(r,o,(c,h,u,f,d,p,y,m,g,v,T)=>{[a,l]=hu(u,a,l);let M=c.pxRound,{left:C,width:A}=r.bbox,x=Q=>M(p(Q,f,v,m)),E=Q=>M(y(Q,d,T,g)),k=f.ori==0?Do:Fo,D={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Lo},N=D.stroke,G=f.dir*(f.ori==0?1:-1),W=E(u[G==1?a:l]),L=x(h[G==1?a:l]),X=L,$=L;s&&t==-1&&($=C,k(N,$,W)),k(N,L,W);for(let Q=G==1?a:l;Q>=a&&Q<=l;Q+=G){let st=u[Q];if(st==null)continue;let ft=x(h[Q]),ut=E(st);t==1?k(N,ft,W):k(N,X,ut),k(N,ft,ut),W=ut,X=ft}let H=X;s&&t==1&&(H=C+A,k(N,H,W));let[ct,J]=gp(r,o);if(c.fill!=null||ct!=0){let Q=D.fill=new Path2D(N),st=c.fillTo(r,o,c.min,c.max,ct),ft=E(st);k(Q,H,ft),k(Q,$,ft)}if(!c.spanGaps){let Q=[];Q.push(..._p(h,u,a,l,G,x,n));let st=c.width*Ae/2,ft=e||t==1?st:-st,ut=e||t==-1?-st:st;Q.forEach(tt=>{tt[0]+=ft,tt[1]+=ut}),D.gaps=Q=c.gaps(r,o,a,l,Q),D.clip=pu(Q,f.ori,m,g,v,T)}return J!=0&&(D.band=J==2?[ws(r,o,a,l,N,-1),ws(r,o,a,l,N,1)]:ws(r,o,a,l,N,J)),D})}function j_(i,t,e,n,s,r,o=Fe){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(t[l]!==void 0){if(a!=null){let h=bn(i[l]-i[a]);h<c&&(c=h,o=bn(e(i[l],n,s,r)-e(i[a],n,s,r)))}a=l}}return o}function $T(i){i=i||qa;let t=Se(i.size,[.6,Fe,1]),e=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=ye(s),o=1-t[0],a=Se(t[1],Fe),l=Se(t[2],1),c=Se(i.disp,qa),h=Se(i.each,d=>{}),{fill:u,stroke:f}=c;return(d,p,y,m)=>br(d,p,(g,v,T,M,C,A,x,E,k,D,N)=>{let G=g.pxRound,W=e,L=n*Ae,X=a*Ae,$=l*Ae,H,ct;M.ori==0?[H,ct]=r(d,p):[ct,H]=r(d,p);let J=M.dir*(M.ori==0?1:-1),Q=M.ori==0?_u:xp,st=M.ori==0?h:(Rt,Zt,oe,St,De,zt,$t)=>{h(Rt,Zt,oe,De,St,$t,zt)},ft=Se(d.bands,up).find(Rt=>Rt.series[0]==p),ut=ft!=null?ft.dir:0,tt=g.fillTo(d,p,g.min,g.max,ut),mt=G(x(tt,C,N,k)),xt,Tt,bt,Wt=D,re=G(g.width*Ae),Vt=!1,fe=null,ce=null,ie=null,Xe=null;u!=null&&(re==0||f!=null)&&(Vt=!0,fe=u.values(d,p,y,m),ce=new Map,new Set(fe).forEach(Rt=>{Rt!=null&&ce.set(Rt,new Path2D)}),re>0&&(ie=f.values(d,p,y,m),Xe=new Map,new Set(ie).forEach(Rt=>{Rt!=null&&Xe.set(Rt,new Path2D)})));let{x0:Oe,size:on}=c;if(Oe!=null&&on!=null){W=1,v=Oe.values(d,p,y,m),Oe.unit==2&&(v=v.map(oe=>d.posToVal(E+oe*D,M.key,!0)));let Rt=on.values(d,p,y,m);on.unit==2?Tt=Rt[0]*D:Tt=A(Rt[0],M,D,E)-A(0,M,D,E),Wt=j_(v,T,A,M,D,E,Wt),bt=Wt-Tt+L}else Wt=j_(v,T,A,M,D,E,Wt),bt=Wt*o+L,Tt=Wt-bt;bt<1&&(bt=0),re>=Tt/2&&(re=0),bt<5&&(G=ax);let Le=bt>0,wn=Wt-bt-(Le?re:0);Tt=G(Qd(wn,$,X)),xt=(W==0?Tt/2:W==J?0:Tt)-W*J*((W==0?L/2:0)+(Le?re/2:0));let ve={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},gn=Vt?null:new Path2D,Ze=null;if(ft!=null)Ze=d.data[ft.series[1]];else{let{y0:Rt,y1:Zt}=c;Rt!=null&&Zt!=null&&(T=Zt.values(d,p,y,m),Ze=Rt.values(d,p,y,m))}let an=H*Tt,O=ct*Tt;for(let Rt=J==1?y:m;Rt>=y&&Rt<=m;Rt+=J){let Zt=T[Rt];if(Zt==null)continue;if(Ze!=null){let q=Ze[Rt]??0;if(Zt-q==0)continue;mt=x(q,C,N,k)}let oe=M.distr!=2||c!=null?v[Rt]:Rt,St=A(oe,M,D,E),De=x(Se(Zt,tt),C,N,k),zt=G(St-xt),$t=G(Yn(De,mt)),R=G(ki(De,mt)),b=$t-R;if(Zt!=null){let q=Zt<0?O:an,ht=Zt<0?an:O;Vt?(re>0&&ie[Rt]!=null&&Q(Xe.get(ie[Rt]),zt,R+ui(re/2),Tt,Yn(0,b-re),q,ht),fe[Rt]!=null&&Q(ce.get(fe[Rt]),zt,R+ui(re/2),Tt,Yn(0,b-re),q,ht)):Q(gn,zt,R+ui(re/2),Tt,Yn(0,b-re),q,ht),st(d,p,Rt,zt-re/2,R,Tt+re,b)}}return re>0?ve.stroke=Vt?Xe:gn:Vt||(ve._fill=g.width==0?g._fill:g._stroke??g._fill,ve.width=0),ve.fill=Vt?ce:gn,ve})}function ZT(i,t){let e=Se(t?.alignGaps,0);return(n,s,r,o)=>br(n,s,(a,l,c,h,u,f,d,p,y,m,g)=>{[r,o]=hu(c,r,o);let v=a.pxRound,T=H=>v(f(H,h,m,p)),M=H=>v(d(H,u,g,y)),C,A,x;h.ori==0?(C=mu,x=Do,A=Dx):(C=gu,x=Fo,A=Fx);let E=h.dir*(h.ori==0?1:-1),k=T(l[E==1?r:o]),D=k,N=[],G=[];for(let H=E==1?r:o;H>=r&&H<=o;H+=E)if(c[H]!=null){let J=l[H],Q=T(J);N.push(D=Q),G.push(M(c[H]))}let W={stroke:i(N,G,C,x,A,v),fill:null,clip:null,band:null,gaps:null,flags:Lo},L=W.stroke,[X,$]=gp(n,s);if(a.fill!=null||X!=0){let H=W.fill=new Path2D(L),ct=a.fillTo(n,s,a.min,a.max,X),J=M(ct);x(H,D,J),x(H,k,J)}if(!a.spanGaps){let H=[];H.push(..._p(l,c,r,o,E,T,e)),W.gaps=H=a.gaps(n,s,r,o,H),W.clip=pu(H,h.ori,p,y,m,g)}return $!=0&&(W.band=$==2?[ws(n,s,r,o,L,-1),ws(n,s,r,o,L,1)]:ws(n,s,r,o,L,$)),W})}function KT(i){return ZT(JT,i)}function JT(i,t,e,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(e(a,i[0],t[0]),o==2)n(a,i[1],t[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),u=Array(o-1);for(let f=0;f<o-1;f++)h[f]=t[f+1]-t[f],u[f]=i[f+1]-i[f],c[f]=h[f]/u[f];l[0]=c[0];for(let f=1;f<o-1;f++)c[f]===0||c[f-1]===0||c[f-1]>0!=c[f]>0?l[f]=0:(l[f]=3*(u[f-1]+u[f])/((2*u[f]+u[f-1])/c[f-1]+(u[f]+2*u[f-1])/c[f]),isFinite(l[f])||(l[f]=0));l[o-1]=c[o-2];for(let f=0;f<o-1;f++)s(a,i[f]+u[f]/3,t[f]+l[f]*u[f]/3,i[f+1]-u[f]/3,t[f+1]-l[f+1]*u[f]/3,i[f+1],t[f+1])}return a}var ip=new Set;function Q_(){for(let i of ip)i.syncRect(!0)}No&&(vr(IA,Co,Q_),vr(LA,Co,Q_,!0),vr(au,Co,()=>{Sn.pxRatio=Ae}));var jT=Bx(),QT=Ux();function tx(i,t,e,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>sp(r,o,t,e))}function tC(i,t){return i.map((e,n)=>n==0?{}:mn({},t,e))}function sp(i,t,e,n){return mn({},t==0?e:n,i)}function kx(i,t,e){return t==null?Po:[t,e]}var eC=kx;function nC(i,t,e){return t==null?Po:lu(t,e,cp,!0)}function zx(i,t,e,n){return t==null?Po:uu(t,e,i.scales[n].log,!1)}var iC=zx;function Gx(i,t,e,n){return t==null?Po:lp(t,e,i.scales[n].log,!1)}var sC=Gx;function rC(i,t,e,n,s){let r=Yn(L_(i),L_(t)),o=t-i,a=Bi(s/n*o,e);do{let l=e[a],c=n*l/o;if(c>=s&&r+(l<5?Qs.get(l):0)<=17)return[l,c]}while(++a<e.length);return[0,0]}function ex(i){let t,e;return i=i.replace(/(\d+)px/,(n,s)=>(t=Mn((e=+s)*Ae))+"px"),[i,t,e]}function oC(i){i.show&&[i.font,i.labelFont].forEach(t=>{let e=Ue(t[2]*Ae,1);t[0]=t[0].replace(/[0-9.]+px/,e+"px"),t[1]=e})}function Sn(i,t,e){let n={mode:Se(i.mode,1)},s=n.mode;function r(_,S,P,I){let V=S.valToPct(_);return I+P*(S.dir==-1?1-V:V)}function o(_,S,P,I){let V=S.valToPct(_);return I+P*(S.dir==-1?V:1-V)}function a(_,S,P,I){return S.ori==0?r(_,S,P,I):o(_,S,P,I)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=Ei(dA);if(i.id!=null&&(c.id=i.id),hi(c,i.class),i.title){let _=Ei(gA,c);_.textContent=i.title}let h=Oi("canvas"),u=n.ctx=h.getContext("2d"),f=Ei(_A,c);vr("click",f,_=>{_.target===p&&(ze!=Rr||qe!=Pr)&&In.click(n,_)},!0);let d=n.under=Ei(xA,f);f.appendChild(h);let p=n.over=Ei(yA,f);i=Io(i);let y=+Se(i.pxAlign,1),m=J_(y);(i.plugins||[]).forEach(_=>{_.opts&&(i=_.opts(n,i)||i)});let g=i.ms||.001,v=n.series=s==1?tx(i.series||[],W_,Z_,!1):tC(i.series||[null],$_),T=n.axes=tx(i.axes||[],H_,q_,!0),M=n.scales={},C=n.bands=i.bands||[];C.forEach(_=>{_.fill=ye(_.fill||null),_.dir=Se(_.dir,-1)});let A=s==2?v[1].facets[0].scale:v[0].scale,x={axes:os,series:pe},E=(i.drawOrder||["axes","series"]).map(_=>x[_]);function k(_){let S=_.distr==3?P=>Ss(P>0?P:_.clamp(n,P,_.min,_.max,_.key)):_.distr==4?P=>Xd(P,_.asinh):_.distr==100?P=>_.fwd(P):P=>P;return P=>{let I=S(P),{_min:V,_max:K}=_,at=K-V;return(I-V)/at}}function D(_){let S=M[_];if(S==null){let P=(i.scales||qa)[_]||qa;if(P.from!=null){D(P.from);let I=mn({},M[P.from],P,{key:_});I.valToPct=k(I),M[_]=I}else{S=M[_]=mn({},_==A?Rx:VT,P),S.key=_;let I=S.time,V=S.range,K=js(V);if((_!=A||s==2&&!I)&&(K&&(V[0]==null||V[1]==null)&&(V={min:V[0]==null?R_:{mode:1,hard:V[0],soft:V[0]},max:V[1]==null?R_:{mode:1,hard:V[1],soft:V[1]}},K=!1),!K&&du(V))){let at=V;V=(dt,vt,Nt)=>vt==null?Po:lu(vt,Nt,at)}S.range=ye(V||(I?eC:_==A?S.distr==3?iC:S.distr==4?sC:kx:S.distr==3?zx:S.distr==4?Gx:nC)),S.auto=ye(K?!1:S.auto),S.clamp=ye(S.clamp||GT),S._min=S._max=null,S.valToPct=k(S)}}}D("x"),D("y"),s==1&&v.forEach(_=>{D(_.scale)}),T.forEach(_=>{D(_.scale)});for(let _ in i.scales)D(_);let N=M[A],G=N.distr,W,L;N.ori==0?(hi(c,pA),W=r,L=o):(hi(c,mA),W=o,L=r);let X={};for(let _ in M){let S=M[_];(S.min!=null||S.max!=null)&&(X[_]={min:S.min,max:S.max},S.min=S.max=null)}let $=i.tzDate||(_=>new Date(Mn(_/g))),H=i.fmtDate||fp,ct=g==1?pT($):_T($),J=z_($,k_(g==1?dT:gT,H)),Q=V_($,G_(yT,H)),st=[],ft=n.legend=mn({},bT,i.legend),ut=n.cursor=mn({},CT,{drag:{y:s==2}},i.cursor),tt=ft.show,mt=ut.show,xt=ft.markers;ft.idxs=st,xt.width=ye(xt.width),xt.dash=ye(xt.dash),xt.stroke=ye(xt.stroke),xt.fill=ye(xt.fill);let Tt,bt,Wt,re=[],Vt=[],fe,ce=!1,ie={};if(ft.live){let _=v[1]?v[1].values:null;ce=_!=null,fe=ce?_(n,1,0):{_:0};for(let S in fe)ie[S]=op}if(tt)if(Tt=Oi("table",EA,c),Wt=Oi("tbody",null,Tt),ft.mount(n,Tt),ce){bt=Oi("thead",null,Tt,Wt);let _=Oi("tr",null,bt);Oi("th",null,_);for(var Xe in fe)Oi("th",g_,_).textContent=Xe}else hi(Tt,TA),ft.live&&hi(Tt,AA);let Oe={show:!0},on={show:!1};function Le(_,S){if(S==0&&(ce||!ft.live||s==2))return Po;let P=[],I=Oi("tr",CA,Wt,Wt.childNodes[S]);hi(I,_.class),_.show||hi(I,yr);let V=Oi("th",null,I);if(xt.show){let dt=Ei(RA,V);if(S>0){let vt=xt.width(n,S);vt&&(dt.style.border=vt+"px "+xt.dash(n,S)+" "+xt.stroke(n,S)),dt.style.background=xt.fill(n,S)}}let K=Ei(g_,V);_.label instanceof HTMLElement?K.appendChild(_.label):K.textContent=_.label,S>0&&(xt.show||(K.style.color=_.width>0?xt.stroke(n,S):xt.fill(n,S)),ve("click",V,dt=>{if(ut._lock)return;jt(dt);let vt=v.indexOf(_);if((dt.ctrlKey||dt.metaKey)!=ft.isolate){let Nt=v.some((Dt,Ut)=>Ut>0&&Ut!=vt&&Dt.show);v.forEach((Dt,Ut)=>{Ut>0&&Hi(Ut,Nt?Ut==vt?Oe:on:Oe,!0,un.setSeries)})}else Hi(vt,{show:!_.show},!0,un.setSeries)},!1),Qt&&ve(v_,V,dt=>{ut._lock||(jt(dt),Hi(v.indexOf(_),Lr,!0,un.setSeries))},!1));for(var at in fe){let dt=Oi("td",PA,I);dt.textContent="--",P.push(dt)}return[I,P]}let wn=new Map;function ve(_,S,P,I=!0){let V=wn.get(S)||{},K=ut.bind[_](n,S,P,I);K&&(vr(_,S,V[_]=K),wn.set(S,V))}function gn(_,S,P){let I=wn.get(S)||{};for(let V in I)(_==null||V==_)&&(jd(V,S,I[V]),delete I[V]);_==null&&wn.delete(S)}let Ze=0,an=0,O=0,Rt=0,Zt=0,oe=0,St=Zt,De=oe,zt=O,$t=Rt,R=0,b=0,q=0,ht=0;n.bbox={};let ot=!1,_t=!1,yt=!1,et=!1,it=!1,pt=!1;function U(_,S,P){(P||_!=n.width||S!=n.height)&&rt(_,S),he(!1),yt=!0,_t=!0,Dn()}function rt(_,S){n.width=Ze=O=_,n.height=an=Rt=S,Zt=oe=0,Mt(),Ht();let P=n.bbox;R=P.left=_r(Zt*Ae,.5),b=P.top=_r(oe*Ae,.5),q=P.width=_r(O*Ae,.5),ht=P.height=_r(Rt*Ae,.5)}let nt=3;function wt(){let _=!1,S=0;for(;!_;){S++;let P=Ar(S),I=Vi(S);_=S==nt||P&&I,_||(rt(n.width,n.height),_t=!0)}}function gt({width:_,height:S}){U(_,S)}n.setSize=gt;function Mt(){let _=!1,S=!1,P=!1,I=!1;T.forEach((V,K)=>{if(V.show&&V._show){let{side:at,_size:dt}=V,vt=at%2,Nt=V.label!=null?V.labelSize:0,Dt=dt+Nt;Dt>0&&(vt?(O-=Dt,at==3?(Zt+=Dt,I=!0):P=!0):(Rt-=Dt,at==0?(oe+=Dt,_=!0):S=!0))}}),zi[0]=_,zi[1]=P,zi[2]=S,zi[3]=I,O-=Ti[1]+Ti[3],Zt+=Ti[3],Rt-=Ti[2]+Ti[0],oe+=Ti[0]}function Ht(){let _=Zt+O,S=oe+Rt,P=Zt,I=oe;function V(K,at){switch(K){case 1:return _+=at,_-at;case 2:return S+=at,S-at;case 3:return P-=at,P+at;case 0:return I-=at,I+at}}T.forEach((K,at)=>{if(K.show&&K._show){let dt=K.side;K._pos=V(dt,K._size),K.label!=null&&(K._lpos=V(dt,K.labelSize))}})}if(ut.dataIdx==null){let _=ut.hover,S=_.skip=new Set(_.skip??[]);S.add(void 0);let P=_.prox=ye(_.prox),I=_.bias??=0;ut.dataIdx=(V,K,at,dt)=>{if(K==0)return at;let vt=at,Nt=P(V,K,at,dt)??Fe,Dt=Nt>=0&&Nt<Fe,Ut=N.ori==0?O:Rt,se=ut.left,we=t[0],be=t[K];if(S.has(be[at])){vt=null;let ge=null,Jt=null,Xt;if(I==0||I==-1)for(Xt=at;ge==null&&Xt-- >0;)S.has(be[Xt])||(ge=Xt);if(I==0||I==1)for(Xt=at;Jt==null&&Xt++<be.length;)S.has(be[Xt])||(Jt=Xt);if(ge!=null||Jt!=null)if(Dt){let Ve=ge==null?-1/0:W(we[ge],N,Ut,0),je=Jt==null?1/0:W(we[Jt],N,Ut,0),Cn=se-Ve,Ne=je-se;Cn<=Ne?Cn<=Nt&&(vt=ge):Ne<=Nt&&(vt=Jt)}else vt=Jt==null?ge:ge==null?Jt:at-ge<=Jt-at?ge:Jt}else Dt&&bn(se-W(we[at],N,Ut,0))>Nt&&(vt=null);return vt}}let jt=_=>{ut.event=_};ut.idxs=st,ut._lock=!1;let lt=ut.points;lt.show=ye(lt.show),lt.size=ye(lt.size),lt.stroke=ye(lt.stroke),lt.width=ye(lt.width),lt.fill=ye(lt.fill);let Ot=n.focus=mn({},i.focus||{alpha:.3},ut.focus),Qt=Ot.prox>=0,Ct=Qt&&lt.one,ae=[],ke=[],kn=[];function Uo(_,S){let P=lt.show(n,S);if(P instanceof HTMLElement)return hi(P,wA),hi(P,_.class),ns(P,-10,-10,O,Rt),p.insertBefore(P,ae[S]),P}function Sr(_,S){if(s==1||S>0){let P=s==1&&M[_.scale].time,I=_.value;_.value=P?F_(I)?V_($,G_(I,H)):I||Q:I||BT,_.label=_.label||(P?PT:RT)}if(Ct||S>0){_.width=_.width==null?1:_.width,_.paths=_.paths||jT||VA,_.fillTo=ye(_.fillTo||HT),_.pxAlign=+Se(_.pxAlign,y),_.pxRound=J_(_.pxAlign),_.stroke=ye(_.stroke||null),_.fill=ye(_.fill||null),_._stroke=_._fill=_._paths=_._focus=null;let P=kT(Yn(1,_.width),1),I=_.points=mn({},{size:P,width:Yn(1,P*.2),stroke:_.stroke,space:P*2,paths:QT,_stroke:null,_fill:null},_.points);I.show=ye(I.show),I.filter=ye(I.filter),I.fill=ye(I.fill),I.stroke=ye(I.stroke),I.paths=ye(I.paths),I.pxAlign=_.pxAlign}if(tt){let P=Le(_,S);re.splice(S,0,P[0]),Vt.splice(S,0,P[1]),ft.values.push(null)}if(mt){st.splice(S,0,null);let P=null;Ct?S==0&&(P=Uo(_,S)):S>0&&(P=Uo(_,S)),ae.splice(S,0,P),ke.splice(S,0,0),kn.splice(S,0,0)}Tn("addSeries",S)}function Pu(_,S){S=S??v.length,_=s==1?sp(_,S,W_,Z_):sp(_,S,{},$_),v.splice(S,0,_),Sr(v[S],S)}n.addSeries=Pu;function $a(_){if(v.splice(_,1),tt){ft.values.splice(_,1),Vt.splice(_,1);let S=re.splice(_,1)[0];gn(null,S.firstChild),S.remove()}mt&&(st.splice(_,1),ae.splice(_,1)[0].remove(),ke.splice(_,1),kn.splice(_,1)),Tn("delSeries",_)}n.delSeries=$a;let zi=[!1,!1,!1,!1];function is(_,S){if(_._show=_.show,_.show){let P=_.side%2,I=M[_.scale];I==null&&(_.scale=P?v[1].scale:A,I=M[_.scale]);let V=I.time;_.size=ye(_.size),_.space=ye(_.space),_.rotate=ye(_.rotate),js(_.incrs)&&_.incrs.forEach(at=>{!Qs.has(at)&&Qs.set(at,hx(at))}),_.incrs=ye(_.incrs||(I.distr==2?hT:V?g==1?fT:mT:xr)),_.splits=ye(_.splits||(V&&I.distr==1?ct:I.distr==3?tp:I.distr==4?NT:LT)),_.stroke=ye(_.stroke),_.grid.stroke=ye(_.grid.stroke),_.ticks.stroke=ye(_.ticks.stroke),_.border.stroke=ye(_.border.stroke);let K=_.values;_.values=js(K)&&!js(K[0])?ye(K):V?js(K)?z_($,k_(K,H)):F_(K)?xT($,K):K||J:K||IT,_.filter=ye(_.filter||(I.distr>=3&&I.log==10?UT:I.distr==3&&I.log==2?OT:lx)),_.font=ex(_.font),_.labelFont=ex(_.labelFont),_._size=_.size(n,null,S,0),_._space=_._rotate=_._incrs=_._found=_._splits=_._values=null,_._size>0&&(zi[S]=!0,_._el=Ei(vA,f))}}function ss(_,S,P,I){let[V,K,at,dt]=P,vt=S%2,Nt=0;return vt==0&&(dt||K)&&(Nt=S==0&&!V||S==2&&!at?Mn(H_.size/3):0),vt==1&&(V||at)&&(Nt=S==1&&!K||S==3&&!dt?Mn(q_.size/2):0),Nt}let Oo=n.padding=(i.padding||[ss,ss,ss,ss]).map(_=>ye(Se(_,ss))),Ti=n._padding=Oo.map((_,S)=>_(n,S,zi,0)),Ke,tn=null,en=null,Gi=s==1?v[0].idxs:null,Qn=null,Es=!1;function Bo(_,S){if(t=_??[],n.data=n._data=t,s==2){Ke=0;for(let P=1;P<v.length;P++)Ke+=t[P][0].length}else{t.length==0&&(n.data=n._data=t=[[]]),Qn=t[0],Ke=Qn.length;let P=t;if(G==2){P=t.slice();let I=P[0]=Array(Ke);for(let V=0;V<Ke;V++)I[V]=V}n._data=t=P}if(he(!0),Tn("setData"),G==2&&(yt=!0),S!==!1){let P=N;P.auto(n,Es)?ko():Cs(A,P.min,P.max),et=et||ut.left>=0,pt=!0,Dn()}}n.setData=Bo;function ko(){Es=!0;let _,S;s==1&&(Ke>0?(tn=Gi[0]=0,en=Gi[1]=Ke-1,_=t[0][tn],S=t[0][en],G==2?(_=tn,S=en):_==S&&(G==3?[_,S]=uu(_,_,N.log,!1):G==4?[_,S]=lp(_,_,N.log,!1):N.time?S=_+Mn(86400/g):[_,S]=lu(_,S,cp,!0))):(tn=Gi[0]=_=null,en=Gi[1]=S=null)),Cs(A,_,S)}let wr,As,Er,w,B,j,Y,Z,Et,Pt;function At(_,S,P,I,V,K){_??=x_,P??=up,I??="butt",V??=x_,K??="round",_!=wr&&(u.strokeStyle=wr=_),V!=As&&(u.fillStyle=As=V),S!=Er&&(u.lineWidth=Er=S),K!=B&&(u.lineJoin=B=K),I!=j&&(u.lineCap=j=I),P!=w&&u.setLineDash(w=P)}function Lt(_,S,P,I){S!=As&&(u.fillStyle=As=S),_!=Y&&(u.font=Y=_),P!=Z&&(u.textAlign=Z=P),I!=Et&&(u.textBaseline=Et=I)}function kt(_,S,P,I,V=0){if(I.length>0&&_.auto(n,Es)&&(S==null||S.min==null)){let K=Se(tn,0),at=Se(en,I.length-1),dt=P.min==null?UA(I,K,at,V,_.distr==3):[P.min,P.max];_.min=ki(_.min,P.min=dt[0]),_.max=Yn(_.max,P.max=dt[1])}}let ee={min:null,max:null};function de(){for(let I in M){let V=M[I];X[I]==null&&(V.min==null||X[A]!=null&&V.auto(n,Es))&&(X[I]=ee)}for(let I in M){let V=M[I];X[I]==null&&V.from!=null&&X[V.from]!=null&&(X[I]=ee)}X[A]!=null&&he(!0);let _={};for(let I in X){let V=X[I];if(V!=null){let K=_[I]=Io(M[I],XA);if(V.min!=null)mn(K,V);else if(I!=A||s==2)if(Ke==0&&K.from==null){let at=K.range(n,null,null,I);K.min=at[0],K.max=at[1]}else K.min=Fe,K.max=-Fe}}if(Ke>0){v.forEach((I,V)=>{if(s==1){let K=I.scale,at=X[K];if(at==null)return;let dt=_[K];if(V==0){let vt=dt.range(n,dt.min,dt.max,K);dt.min=vt[0],dt.max=vt[1],tn=Bi(dt.min,t[0]),en=Bi(dt.max,t[0]),en-tn>1&&(t[0][tn]<dt.min&&tn++,t[0][en]>dt.max&&en--),I.min=Qn[tn],I.max=Qn[en]}else I.show&&I.auto&&kt(dt,at,I,t[V],I.sorted);I.idxs[0]=tn,I.idxs[1]=en}else if(V>0&&I.show&&I.auto){let[K,at]=I.facets,dt=K.scale,vt=at.scale,[Nt,Dt]=t[V],Ut=_[dt],se=_[vt];Ut!=null&&kt(Ut,X[dt],K,Nt,K.sorted),se!=null&&kt(se,X[vt],at,Dt,at.sorted),I.min=at.min,I.max=at.max}});for(let I in _){let V=_[I],K=X[I];if(V.from==null&&(K==null||K.min==null)){let at=V.range(n,V.min==Fe?null:V.min,V.max==-Fe?null:V.max,I);V.min=at[0],V.max=at[1]}}}for(let I in _){let V=_[I];if(V.from!=null){let K=_[V.from];if(K.min==null)V.min=V.max=null;else{let at=V.range(n,K.min,K.max,I);V.min=at[0],V.max=at[1]}}}let S={},P=!1;for(let I in _){let V=_[I],K=M[I];if(K.min!=V.min||K.max!=V.max){K.min=V.min,K.max=V.max;let at=K.distr;K._min=at==3?Ss(K.min):at==4?Xd(K.min,K.asinh):at==100?K.fwd(K.min):K.min,K._max=at==3?Ss(K.max):at==4?Xd(K.max,K.asinh):at==100?K.fwd(K.max):K.max,S[I]=P=!0}}if(P){v.forEach((I,V)=>{s==2?V>0&&S.y&&(I._paths=null):S[I.scale]&&(I._paths=null)});for(let I in S)yt=!0,Tn("setScale",I);mt&&ut.left>=0&&(et=pt=!0)}for(let I in X)X[I]=null}function Bt(_){let S=Qd(tn-1,0,Ke-1),P=Qd(en+1,0,Ke-1);for(;_[S]==null&&S>0;)S--;for(;_[P]==null&&P<Ke-1;)P++;return[S,P]}function pe(){if(Ke>0){let _=v.some(S=>S._focus)&&Pt!=Ot.alpha;_&&(u.globalAlpha=Pt=Ot.alpha),v.forEach((S,P)=>{if(P>0&&S.show&&($e(P,!1),$e(P,!0),S._paths==null)){let I=Pt;Pt!=S.alpha&&(u.globalAlpha=Pt=S.alpha);let V=s==2?[0,t[P][0].length-1]:Bt(t[P]);S._paths=S.paths(n,P,V[0],V[1]),Pt!=I&&(u.globalAlpha=Pt=I)}}),v.forEach((S,P)=>{if(P>0&&S.show){let I=Pt;Pt!=S.alpha&&(u.globalAlpha=Pt=S.alpha),S._paths!=null&&Re(P,!1);{let V=S._paths!=null?S._paths.gaps:null,K=S.points.show(n,P,tn,en,V),at=S.points.filter(n,P,K,V);(K||at)&&(S.points._paths=S.points.paths(n,P,tn,en,at),Re(P,!0))}Pt!=I&&(u.globalAlpha=Pt=I),Tn("drawSeries",P)}}),_&&(u.globalAlpha=Pt=1)}}function $e(_,S){let P=S?v[_].points:v[_];P._stroke=P.stroke(n,_),P._fill=P.fill(n,_)}function Re(_,S){let P=S?v[_].points:v[_],{stroke:I,fill:V,clip:K,flags:at,_stroke:dt=P._stroke,_fill:vt=P._fill,_width:Nt=P.width}=P._paths;Nt=Ue(Nt*Ae,3);let Dt=null,Ut=Nt%2/2;S&&vt==null&&(vt=Nt>0?"#fff":dt);let se=P.pxAlign==1&&Ut>0;if(se&&u.translate(Ut,Ut),!S){let we=R-Nt/2,be=b-Nt/2,ge=q+Nt,Jt=ht+Nt;Dt=new Path2D,Dt.rect(we,be,ge,Jt)}S?Ft(dt,Nt,P.dash,P.cap,vt,I,V,at,K):Pe(_,dt,Nt,P.dash,P.cap,vt,I,V,at,Dt,K),se&&u.translate(-Ut,-Ut)}function Pe(_,S,P,I,V,K,at,dt,vt,Nt,Dt){let Ut=!1;vt!=0&&C.forEach((se,we)=>{if(se.series[0]==_){let be=v[se.series[1]],ge=t[se.series[1]],Jt=(be._paths||qa).band;js(Jt)&&(Jt=se.dir==1?Jt[0]:Jt[1]);let Xt,Ve=null;be.show&&Jt&&BA(ge,tn,en)?(Ve=se.fill(n,we)||K,Xt=be._paths.clip):Jt=null,Ft(S,P,I,V,Ve,at,dt,vt,Nt,Dt,Xt,Jt),Ut=!0}}),Ut||Ft(S,P,I,V,K,at,dt,vt,Nt,Dt)}let _n=Lo|np;function Ft(_,S,P,I,V,K,at,dt,vt,Nt,Dt,Ut){At(_,S,P,I,V),(vt||Nt||Ut)&&(u.save(),vt&&u.clip(vt),Nt&&u.clip(Nt)),Ut?(dt&_n)==_n?(u.clip(Ut),Dt&&u.clip(Dt),_e(V,at),ln(_,K,S)):dt&np?(_e(V,at),u.clip(Ut),ln(_,K,S)):dt&Lo&&(u.save(),u.clip(Ut),Dt&&u.clip(Dt),_e(V,at),u.restore(),ln(_,K,S)):(_e(V,at),ln(_,K,S)),(vt||Nt||Ut)&&u.restore()}function ln(_,S,P){P>0&&(S instanceof Map?S.forEach((I,V)=>{u.strokeStyle=wr=V,u.stroke(I)}):S!=null&&_&&u.stroke(S))}function _e(_,S){S instanceof Map?S.forEach((P,I)=>{u.fillStyle=As=I,u.fill(P)}):S!=null&&_&&u.fill(S)}function rs(_,S,P,I){let V=T[_],K;if(I<=0)K=[0,0];else{let at=V._space=V.space(n,_,S,P,I),dt=V._incrs=V.incrs(n,_,S,P,I,at);K=rC(S,P,dt,I,at)}return V._found=K}function cn(_,S,P,I,V,K,at,dt,vt,Nt){let Dt=at%2/2;y==1&&u.translate(Dt,Dt),At(dt,at,vt,Nt,dt),u.beginPath();let Ut,se,we,be,ge=V+(I==0||I==3?-K:K);P==0?(se=V,be=ge):(Ut=V,we=ge);for(let Jt=0;Jt<_.length;Jt++)S[Jt]!=null&&(P==0?Ut=we=_[Jt]:se=be=_[Jt],u.moveTo(Ut,se),u.lineTo(we,be));u.stroke(),y==1&&u.translate(-Dt,-Dt)}function Ar(_){let S=!0;return T.forEach((P,I)=>{if(!P.show)return;let V=M[P.scale];if(V.min==null){P._show&&(S=!1,P._show=!1,he(!1));return}else P._show||(S=!1,P._show=!0,he(!1));let K=P.side,at=K%2,{min:dt,max:vt}=V,[Nt,Dt]=rs(I,dt,vt,at==0?O:Rt);if(Dt==0)return;let Ut=V.distr==2,se=P._splits=P.splits(n,I,dt,vt,Nt,Dt,Ut),we=V.distr==2?se.map(Xt=>Qn[Xt]):se,be=V.distr==2?Qn[se[1]]-Qn[se[0]]:Nt,ge=P._values=P.values(n,P.filter(n,we,I,Dt,be),I,Dt,be);P._rotate=K==2?P.rotate(n,ge,I,Dt):0;let Jt=P._size;P._size=Ai(P.size(n,ge,I,_)),Jt!=null&&P._size!=Jt&&(S=!1)}),S}function Vi(_){let S=!0;return Oo.forEach((P,I)=>{let V=P(n,I,zi,_);V!=Ti[I]&&(S=!1),Ti[I]=V}),S}function os(){for(let _=0;_<T.length;_++){let S=T[_];if(!S.show||!S._show)continue;let P=S.side,I=P%2,V,K,at=S.stroke(n,_),dt=P==0||P==3?-1:1,[vt,Nt]=S._found;if(S.label!=null){let Vn=S.labelGap*dt,ni=Mn((S._lpos+Vn)*Ae);Lt(S.labelFont[0],at,"center",P==2?"top":__),u.save(),I==1?(V=K=0,u.translate(ni,Mn(b+ht/2)),u.rotate((P==3?-ou:ou)/2)):(V=Mn(R+q/2),K=ni);let ir=ox(S.label)?S.label(n,_,vt,Nt):S.label;u.fillText(ir,V,K),u.restore()}if(Nt==0)continue;let Dt=M[S.scale],Ut=I==0?q:ht,se=I==0?R:b,we=S._splits,be=Dt.distr==2?we.map(Vn=>Qn[Vn]):we,ge=Dt.distr==2?Qn[we[1]]-Qn[we[0]]:vt,Jt=S.ticks,Xt=S.border,Ve=Jt.show?Jt.size:0,je=Mn(Ve*Ae),Cn=Mn((S.alignTo==2?S._size-Ve-S.gap:S.gap)*Ae),Ne=S._rotate*-ou/180,Qe=m(S._pos*Ae),ti=(je+Cn)*dt,Gn=Qe+ti;K=I==0?Gn:0,V=I==1?Gn:0;let pi=S.font[0],Ci=S.align==1?Ao:S.align==2?Vd:Ne>0?Ao:Ne<0?Vd:I==0?"center":P==3?Vd:Ao,Xi=Ne||I==1?"middle":P==2?"top":__;Lt(pi,at,Ci,Xi);let ei=S.font[1]*S.lineGap,mi=we.map(Vn=>m(a(Vn,Dt,Ut,se))),Ri=S._values;for(let Vn=0;Vn<Ri.length;Vn++){let ni=Ri[Vn];if(ni!=null){I==0?V=mi[Vn]:K=mi[Vn],ni=""+ni;let ir=ni.indexOf(`
`)==-1?[ni]:ni.split(/\n/gm);for(let Hn=0;Hn<ir.length;Hn++){let Gp=ir[Hn];Ne?(u.save(),u.translate(V,K+Hn*ei),u.rotate(Ne),u.fillText(Gp,0,0),u.restore()):u.fillText(Gp,V,K+Hn*ei)}}}Jt.show&&cn(mi,Jt.filter(n,be,_,Nt,ge),I,P,Qe,je,Ue(Jt.width*Ae,3),Jt.stroke(n,_),Jt.dash,Jt.cap);let qi=S.grid;qi.show&&cn(mi,qi.filter(n,be,_,Nt,ge),I,I==0?2:1,I==0?b:R,I==0?ht:q,Ue(qi.width*Ae,3),qi.stroke(n,_),qi.dash,qi.cap),Xt.show&&cn([Qe],[1],I==0?1:0,I==0?1:2,I==1?b:R,I==1?ht:q,Ue(Xt.width*Ae,3),Xt.stroke(n,_),Xt.dash,Xt.cap)}Tn("drawAxes")}function he(_){v.forEach((S,P)=>{P>0&&(S._paths=null,_&&(s==1?(S.min=null,S.max=null):S.facets.forEach(I=>{I.min=null,I.max=null})))})}let Je=!1,zn=!1,Ie=[];function hn(){zn=!1;for(let _=0;_<Ie.length;_++)Tn(...Ie[_]);Ie.length=0}function Dn(){Je||(jA(Sp),Je=!0)}function Za(_,S=!1){Je=!0,zn=S,_(n),Sp(),S&&Ie.length>0&&queueMicrotask(hn)}n.batch=Za;function Sp(){if(ot&&(de(),ot=!1),yt&&(wt(),yt=!1),_t){if(We(d,Ao,Zt),We(d,"top",oe),We(d,Va,O),We(d,Ha,Rt),We(p,Ao,Zt),We(p,"top",oe),We(p,Va,O),We(p,Ha,Rt),We(f,Va,Ze),We(f,Ha,an),h.width=Mn(Ze*Ae),h.height=Mn(an*Ae),T.forEach(({_el:_,_show:S,_size:P,_pos:I,side:V})=>{if(_!=null)if(S){let K=V===3||V===0?P:0,at=V%2==1;We(_,at?"left":"top",I-K),We(_,at?"width":"height",P),We(_,at?"top":"left",at?oe:Zt),We(_,at?"height":"width",at?Rt:O),Jd(_,yr)}else hi(_,yr)}),wr=As=Er=B=j=Y=Z=Et=w=null,Pt=1,Vo(!0),Zt!=St||oe!=De||O!=zt||Rt!=$t){he(!1);let _=O/zt,S=Rt/$t;if(mt&&!et&&ut.left>=0){ut.left*=_,ut.top*=S,Tr&&ns(Tr,Mn(ut.left),0,O,Rt),Cr&&ns(Cr,0,Mn(ut.top),O,Rt);for(let P=0;P<ae.length;P++){let I=ae[P];I!=null&&(ke[P]*=_,kn[P]*=S,ns(I,Ai(ke[P]),Ai(kn[P]),O,Rt))}}if(Ge.show&&!it&&Ge.left>=0&&Ge.width>0){Ge.left*=_,Ge.width*=_,Ge.top*=S,Ge.height*=S;for(let P in Uu)We(Ir,P,Ge[P])}St=Zt,De=oe,zt=O,$t=Rt}Tn("setSize"),_t=!1}Ze>0&&an>0&&(u.clearRect(0,0,h.width,h.height),Tn("drawClear"),E.forEach(_=>_()),Tn("draw")),Ge.show&&it&&(Ka(Ge),it=!1),mt&&et&&(nr(null,!0,!1),et=!1),ft.show&&ft.live&&pt&&(Du(),pt=!1),l||(l=!0,n.status=1,Tn("ready")),Es=!1,Je=!1}n.redraw=(_,S)=>{yt=S||!1,_!==!1?Cs(A,N.min,N.max):Dn()};function Iu(_,S){let P=M[_];if(P.from==null){if(Ke==0){let I=P.range(n,S.min,S.max,_);S.min=I[0],S.max=I[1]}if(S.min>S.max){let I=S.min;S.min=S.max,S.max=I}if(Ke>1&&S.min!=null&&S.max!=null&&S.max-S.min<1e-16)return;_==A&&P.distr==2&&Ke>0&&(S.min=Bi(S.min,t[0]),S.max=Bi(S.max,t[0]),S.min==S.max&&S.max++),X[_]=S,ot=!0,Dn()}}n.setScale=Iu;let Lu,Nu,Tr,Cr,wp,Ep,Rr,Pr,Ap,Tp,ze,qe,Ts=!1,In=ut.drag,En=In.x,An=In.y;mt&&(ut.x&&(Lu=Ei(bA,p)),ut.y&&(Nu=Ei(SA,p)),N.ori==0?(Tr=Lu,Cr=Nu):(Tr=Nu,Cr=Lu),ze=ut.left,qe=ut.top);let Ge=n.select=mn({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),Ir=Ge.show?Ei(MA,Ge.over?p:d):null;function Ka(_,S){if(Ge.show){for(let P in _)Ge[P]=_[P],P in Uu&&We(Ir,P,_[P]);S!==!1&&Tn("setSelect")}}n.setSelect=Ka;function Qx(_){if(v[_].show)tt&&Jd(re[_],yr);else if(tt&&hi(re[_],yr),mt){let P=Ct?ae[0]:ae[_];P!=null&&ns(P,-10,-10,O,Rt)}}function Cs(_,S,P){Iu(_,{min:S,max:P})}function Hi(_,S,P,I){S.focus!=null&&sy(_),S.show!=null&&v.forEach((V,K)=>{K>0&&(_==K||_==null)&&(V.show=S.show,Qx(K),s==2?(Cs(V.facets[0].scale,null,null),Cs(V.facets[1].scale,null,null)):Cs(V.scale,null,null),Dn())}),P!==!1&&Tn("setSeries",_,S),I&&Ho("setSeries",n,_,S)}n.setSeries=Hi;function ty(_,S){mn(C[_],S)}function ey(_,S){_.fill=ye(_.fill||null),_.dir=Se(_.dir,-1),S=S??C.length,C.splice(S,0,_)}function ny(_){_==null?C.length=0:C.splice(_,1)}n.addBand=ey,n.setBand=ty,n.delBand=ny;function iy(_,S){v[_].alpha=S,mt&&ae[_]!=null&&(ae[_].style.opacity=S),tt&&re[_]&&(re[_].style.opacity=S)}let as,Rs,er,Lr={focus:!0};function sy(_){if(_!=er){let S=_==null,P=Ot.alpha!=1;v.forEach((I,V)=>{if(s==1||V>0){let K=S||V==0||V==_;I._focus=S?null:K,P&&iy(V,K?1:Ot.alpha)}}),er=_,P&&Dn()}}tt&&Qt&&ve(M_,Tt,_=>{ut._lock||(jt(_),er!=null&&Hi(null,Lr,!0,un.setSeries))});function Wi(_,S,P){let I=M[S];P&&(_=_/Ae-(I.ori==1?oe:Zt));let V=O;I.ori==1&&(V=Rt,_=V-_),I.dir==-1&&(_=V-_);let K=I._min,at=I._max,dt=_/V,vt=K+(at-K)*dt,Nt=I.distr;return Nt==3?Ro(10,vt):Nt==4?zA(vt,I.asinh):Nt==100?I.bwd(vt):vt}function ry(_,S){let P=Wi(_,A,S);return Bi(P,t[0],tn,en)}n.valToIdx=_=>Bi(_,t[0]),n.posToIdx=ry,n.posToVal=Wi,n.valToPos=(_,S,P)=>M[S].ori==0?r(_,M[S],P?q:O,P?R:0):o(_,M[S],P?ht:Rt,P?b:0),n.setCursor=(_,S,P)=>{ze=_.left,qe=_.top,nr(null,S,P)};function Cp(_,S){We(Ir,Ao,Ge.left=_),We(Ir,Va,Ge.width=S)}function Rp(_,S){We(Ir,"top",Ge.top=_),We(Ir,Ha,Ge.height=S)}let zo=N.ori==0?Cp:Rp,Go=N.ori==1?Cp:Rp;function oy(){if(tt&&ft.live)for(let _=s==2?1:0;_<v.length;_++){if(_==0&&ce)continue;let S=ft.values[_],P=0;for(let I in S)Vt[_][P++].firstChild.nodeValue=S[I]}}function Du(_,S){if(_!=null&&(_.idxs?_.idxs.forEach((P,I)=>{st[I]=P}):WA(_.idx)||st.fill(_.idx),ft.idx=st[0]),tt&&ft.live){for(let P=0;P<v.length;P++)(P>0||s==1&&!ce)&&ay(P,st[P]);oy()}pt=!1,S!==!1&&Tn("setLegend")}n.setLegend=Du;function ay(_,S){let P=v[_],I=_==0&&G==2?Qn:t[_],V;ce?V=P.values(n,_,S)??ie:(V=P.value(n,S==null?null:I[S],_,S),V=V==null?ie:{_:V}),ft.values[_]=V}function nr(_,S,P){Ap=ze,Tp=qe,[ze,qe]=ut.move(n,ze,qe),ut.left=ze,ut.top=qe,mt&&(Tr&&ns(Tr,Mn(ze),0,O,Rt),Cr&&ns(Cr,0,Mn(qe),O,Rt));let I,V=tn>en;as=Fe,Rs=null;let K=N.ori==0?O:Rt,at=N.ori==1?O:Rt;if(ze<0||Ke==0||V){I=ut.idx=null;for(let dt=0;dt<v.length;dt++){let vt=ae[dt];vt!=null&&ns(vt,-10,-10,O,Rt)}Qt&&Hi(null,Lr,!0,_==null&&un.setSeries),ft.live&&(st.fill(I),pt=!0)}else{let dt,vt,Nt;s==1&&(dt=N.ori==0?ze:qe,vt=Wi(dt,A),I=ut.idx=Bi(vt,t[0],tn,en),Nt=W(t[0][I],N,K,0));let Dt=-10,Ut=-10,se=0,we=0,be=!0,ge="",Jt="";for(let Xt=s==2?1:0;Xt<v.length;Xt++){let Ve=v[Xt],je=st[Xt],Cn=je==null?null:s==1?t[Xt][je]:t[Xt][1][je],Ne=ut.dataIdx(n,Xt,I,vt),Qe=Ne==null?null:s==1?t[Xt][Ne]:t[Xt][1][Ne];if(pt=pt||Qe!=Cn||Ne!=je,st[Xt]=Ne,Xt>0&&Ve.show){let ti=Ne==null?-10:Ne==I?Nt:W(s==1?t[0][Ne]:t[Xt][0][Ne],N,K,0),Gn=Qe==null?-10:L(Qe,s==1?M[Ve.scale]:M[Ve.facets[1].scale],at,0);if(Qt&&Qe!=null){let pi=N.ori==1?ze:qe,Ci=bn(Ot.dist(n,Xt,Ne,Gn,pi));if(Ci<as){let Xi=Ot.bias;if(Xi!=0){let ei=Wi(pi,Ve.scale),mi=Qe>=0?1:-1,Ri=ei>=0?1:-1;Ri==mi&&(Ri==1?Xi==1?Qe>=ei:Qe<=ei:Xi==1?Qe<=ei:Qe>=ei)&&(as=Ci,Rs=Xt)}else as=Ci,Rs=Xt}}if(pt||Ct){let pi,Ci;N.ori==0?(pi=ti,Ci=Gn):(pi=Gn,Ci=ti);let Xi,ei,mi,Ri,qi,Vn,ni=!0,ir=lt.bbox;if(ir!=null){ni=!1;let Hn=ir(n,Xt);mi=Hn.left,Ri=Hn.top,Xi=Hn.width,ei=Hn.height}else mi=pi,Ri=Ci,Xi=ei=lt.size(n,Xt);if(Vn=lt.fill(n,Xt),qi=lt.stroke(n,Xt),Ct)Xt==Rs&&as<=Ot.prox&&(Dt=mi,Ut=Ri,se=Xi,we=ei,be=ni,ge=Vn,Jt=qi);else{let Hn=ae[Xt];Hn!=null&&(ke[Xt]=mi,kn[Xt]=Ri,C_(Hn,Xi,ei,ni),A_(Hn,Vn,qi),ns(Hn,Ai(mi),Ai(Ri),O,Rt))}}}}if(Ct){let Xt=Ot.prox,Ve=er==null?as<=Xt:as>Xt||Rs!=er;if(pt||Ve){let je=ae[0];je!=null&&(ke[0]=Dt,kn[0]=Ut,C_(je,se,we,be),A_(je,ge,Jt),ns(je,Ai(Dt),Ai(Ut),O,Rt))}}}if(Ge.show&&Ts)if(_!=null){let[dt,vt]=un.scales,[Nt,Dt]=un.match,[Ut,se]=_.cursor.sync.scales,we=_.cursor.drag;if(En=we._x,An=we._y,En||An){let{left:be,top:ge,width:Jt,height:Xt}=_.select,Ve=_.scales[Ut].ori,je=_.posToVal,Cn,Ne,Qe,ti,Gn,pi=dt!=null&&Nt(dt,Ut),Ci=vt!=null&&Dt(vt,se);pi&&En?(Ve==0?(Cn=be,Ne=Jt):(Cn=ge,Ne=Xt),Qe=M[dt],ti=W(je(Cn,Ut),Qe,K,0),Gn=W(je(Cn+Ne,Ut),Qe,K,0),zo(ki(ti,Gn),bn(Gn-ti))):zo(0,K),Ci&&An?(Ve==1?(Cn=be,Ne=Jt):(Cn=ge,Ne=Xt),Qe=M[vt],ti=L(je(Cn,se),Qe,at,0),Gn=L(je(Cn+Ne,se),Qe,at,0),Go(ki(ti,Gn),bn(Gn-ti))):Go(0,at)}else Ou()}else{let dt=bn(Ap-wp),vt=bn(Tp-Ep);if(N.ori==1){let se=dt;dt=vt,vt=se}En=In.x&&dt>=In.dist,An=In.y&&vt>=In.dist;let Nt=In.uni;Nt!=null?En&&An&&(En=dt>=Nt,An=vt>=Nt,!En&&!An&&(vt>dt?An=!0:En=!0)):In.x&&In.y&&(En||An)&&(En=An=!0);let Dt,Ut;En&&(N.ori==0?(Dt=Rr,Ut=ze):(Dt=Pr,Ut=qe),zo(ki(Dt,Ut),bn(Ut-Dt)),An||Go(0,at)),An&&(N.ori==1?(Dt=Rr,Ut=ze):(Dt=Pr,Ut=qe),Go(ki(Dt,Ut),bn(Ut-Dt)),En||zo(0,K)),!En&&!An&&(zo(0,0),Go(0,0))}if(In._x=En,In._y=An,_==null){if(P){if(zp!=null){let[dt,vt]=un.scales;un.values[0]=dt!=null?Wi(N.ori==0?ze:qe,dt):null,un.values[1]=vt!=null?Wi(N.ori==1?ze:qe,vt):null}Ho(Hd,n,ze,qe,O,Rt,I)}if(Qt){let dt=P&&un.setSeries,vt=Ot.prox;er==null?as<=vt&&Hi(Rs,Lr,!0,dt):as>vt?Hi(null,Lr,!0,dt):Rs!=er&&Hi(Rs,Lr,!0,dt)}}pt&&(ft.idx=I,Du()),S!==!1&&Tn("setCursor")}let Ps=null;Object.defineProperty(n,"rect",{get(){return Ps==null&&Vo(!1),Ps}});function Vo(_=!1){_?Ps=null:(Ps=p.getBoundingClientRect(),Tn("syncRect",Ps))}function Pp(_,S,P,I,V,K,at){ut._lock||Ts&&_!=null&&_.movementX==0&&_.movementY==0||(Fu(_,S,P,I,V,K,at,!1,_!=null),_!=null?nr(null,!0,!0):nr(S,!0,!1))}function Fu(_,S,P,I,V,K,at,dt,vt){if(Ps==null&&Vo(!1),jt(_),_!=null)P=_.clientX-Ps.left,I=_.clientY-Ps.top;else{if(P<0||I<0){ze=-10,qe=-10;return}let[Nt,Dt]=un.scales,Ut=S.cursor.sync,[se,we]=Ut.values,[be,ge]=Ut.scales,[Jt,Xt]=un.match,Ve=S.axes[0].side%2==1,je=N.ori==0?O:Rt,Cn=N.ori==1?O:Rt,Ne=Ve?K:V,Qe=Ve?V:K,ti=Ve?I:P,Gn=Ve?P:I;if(be!=null?P=Jt(Nt,be)?a(se,M[Nt],je,0):-10:P=je*(ti/Ne),ge!=null?I=Xt(Dt,ge)?a(we,M[Dt],Cn,0):-10:I=Cn*(Gn/Qe),N.ori==1){let pi=P;P=I,I=pi}}vt&&(S==null||S.cursor.event.type==Hd)&&((P<=1||P>=O-1)&&(P=_r(P,O)),(I<=1||I>=Rt-1)&&(I=_r(I,Rt))),dt?(wp=P,Ep=I,[Rr,Pr]=ut.move(n,P,I)):(ze=P,qe=I)}let Uu={width:0,height:0,left:0,top:0};function Ou(){Ka(Uu,!1)}let Ip,Lp,Np,Dp;function Fp(_,S,P,I,V,K,at){Ts=!0,En=An=In._x=In._y=!1,Fu(_,S,P,I,V,K,at,!0,!1),_!=null&&(ve(Wd,Zd,Up,!1),Ho(y_,n,Rr,Pr,O,Rt,null));let{left:dt,top:vt,width:Nt,height:Dt}=Ge;Ip=dt,Lp=vt,Np=Nt,Dp=Dt}function Up(_,S,P,I,V,K,at){Ts=In._x=In._y=!1,Fu(_,S,P,I,V,K,at,!1,!0);let{left:dt,top:vt,width:Nt,height:Dt}=Ge,Ut=Nt>0||Dt>0,se=Ip!=dt||Lp!=vt||Np!=Nt||Dp!=Dt;if(Ut&&se&&Ka(Ge),In.setScale&&Ut&&se){let we=dt,be=Nt,ge=vt,Jt=Dt;if(N.ori==1&&(we=vt,be=Dt,ge=dt,Jt=Nt),En&&Cs(A,Wi(we,A),Wi(we+be,A)),An)for(let Xt in M){let Ve=M[Xt];Xt!=A&&Ve.from==null&&Ve.min!=Fe&&Cs(Xt,Wi(ge+Jt,Xt),Wi(ge,Xt))}Ou()}else ut.lock&&(ut._lock=!ut._lock,nr(S,!0,_!=null));_!=null&&(gn(Wd,Zd),Ho(Wd,n,ze,qe,O,Rt,null))}function ly(_,S,P,I,V,K,at){if(ut._lock)return;jt(_);let dt=Ts;if(Ts){let vt=!0,Nt=!0,Dt=10,Ut,se;N.ori==0?(Ut=En,se=An):(Ut=An,se=En),Ut&&se&&(vt=ze<=Dt||ze>=O-Dt,Nt=qe<=Dt||qe>=Rt-Dt),Ut&&vt&&(ze=ze<Rr?0:O),se&&Nt&&(qe=qe<Pr?0:Rt),nr(null,!0,!0),Ts=!1}ze=-10,qe=-10,st.fill(null),nr(null,!0,!0),dt&&(Ts=dt)}function Op(_,S,P,I,V,K,at){ut._lock||(jt(_),ko(),Ou(),_!=null&&Ho(b_,n,ze,qe,O,Rt,null))}function Bp(){T.forEach(oC),U(n.width,n.height,!0)}vr(au,Co,Bp);let Nr={};Nr.mousedown=Fp,Nr.mousemove=Pp,Nr.mouseup=Up,Nr.dblclick=Op,Nr.setSeries=(_,S,P,I)=>{let V=un.match[2];P=V(n,S,P),P!=-1&&Hi(P,I,!0,!1)},mt&&(ve(y_,p,Fp),ve(Hd,p,Pp),ve(v_,p,_=>{jt(_),Vo(!1)}),ve(M_,p,ly),ve(b_,p,Op),ip.add(n),n.syncRect=Vo);let Ja=n.hooks=i.hooks||{};function Tn(_,S,P){zn?Ie.push([_,S,P]):_ in Ja&&Ja[_].forEach(I=>{I.call(null,n,S,P)})}(i.plugins||[]).forEach(_=>{for(let S in _.hooks)Ja[S]=(Ja[S]||[]).concat(_.hooks[S])});let kp=(_,S,P)=>P,un=mn({key:null,setSeries:!1,filters:{pub:N_,sub:N_},scales:[A,v[1]?v[1].scale:null],match:[D_,D_,kp],values:[null,null]},ut.sync);un.match.length==2&&un.match.push(kp),ut.sync=un;let zp=un.key,Bu=Px(zp);function Ho(_,S,P,I,V,K,at){un.filters.pub(_,S,P,I,V,K,at)&&Bu.pub(_,S,P,I,V,K,at)}Bu.sub(n);function cy(_,S,P,I,V,K,at){un.filters.sub(_,S,P,I,V,K,at)&&Nr[_](null,S,P,I,V,K,at)}n.pub=cy;function hy(){Bu.unsub(n),ip.delete(n),wn.clear(),jd(au,Co,Bp),c.remove(),Tt?.remove(),Tn("destroy")}n.destroy=hy;function ku(){Tn("init",i,t),Bo(t||i.data,!1),X[A]?Iu(A,X[A]):ko(),it=Ge.show&&(Ge.width>0||Ge.height>0),et=pt=!0,U(i.width,i.height)}return v.forEach(Sr),T.forEach(is),e?e instanceof HTMLElement?(e.appendChild(c),ku()):e(n,ku):ku(),n}Sn.assign=mn;Sn.fmtNum=hp;Sn.rangeNum=lu;Sn.rangeLog=uu;Sn.rangeAsinh=lp;Sn.orient=br;Sn.pxRatio=Ae;Sn.join=JA;Sn.fmtDate=fp,Sn.tzDate=lT;Sn.sync=Px;{Sn.addGap=WT,Sn.clipGaps=pu;let i=Sn.paths={points:Ux};i.linear=Bx,i.stepped=YT,i.bars=$T,i.spline=KT}var yp=new WeakMap;function aC(i){if(!yp.has(i)){let t=i.values;yp.set(i,t.every(Number.isFinite)?t:Array.from(t,e=>Number.isFinite(e)?e:null))}return yp.get(i)}function Mp(i,t){if(!t.length)return[[]];let e=new Map;t.forEach((a,l)=>e.set(a.run,[...e.get(a.run)??[],l]));let n=[...e].map(([a,l])=>[i.runs[a].times,...l.map(c=>aC(i.runs[a].series[t[c].series]))]),s=n.length===1?n[0]:Sn.join(n),r=[...e.values()].flat(),o=[s[0]];return r.forEach((a,l)=>{o[a+1]=s[l+1]}),o}var di=(i,t)=>i.runs[t.run].series[t.series],vp=new WeakMap;function Vx(i,t,e){return vp.has(i)||vp.set(i,new Map(i.series.map((n,s)=>[`${n.group}
${n.name}`,s]))),vp.get(i).get(`${t}
${e}`)??-1}function xu(i,t){let e=di(i,t);return i.runs.length>1?`${e.name} \xB7 ${i.runs[t.run].label}`:e.name}function Hx(i,t){let e=Mp(i,t),n=["time [s]",...t.map(r=>`${di(i,r).group}: ${xu(i,r)} [${di(i,r).unit}]`)],s=Array.from(e[0],(r,o)=>e.map(a=>lC(a[o])));return{head:n,rows:s}}var lC=i=>typeof i=="number"?Number(i.toPrecision(7)):null;var bp=80,yu=class{constructor(t){this._stack=t,this._plot=null,this._catalogue=cC(t.model);let e=t.shell.panel({name:"series",title:"Series",icon:"plot",hidden:!0,opened:()=>this._fill()});this._search=F("input",{class:"search",attributes:{type:"search",placeholder:"Search series","aria-label":"Search series"}}),this._search.addEventListener("input",()=>this._fill()),this._list=F("div",{class:"series-list"}),e.append(this._search,this._list),t.model.runs.length>1&&e.prepend(F("p",{class:"quiet",text:"A series is plotted for every run that is shown."}))}open(t){this._plot=t,this._stack.shell.retitle("series",`Series of plot ${this._stack.plots.indexOf(t)+1}`),this._stack.shell.openPanel("series"),this._stack.shell.narrow||this._search.focus()}left(t){t===this._plot&&this._stack.shell.open==="series"&&this._stack.shell.closePanel()}_fill(){let t=this._search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);this._list.replaceChildren();for(let[e,n]of this._catalogue){let s=n.filter(o=>t.every(a=>`${e} ${o.name} ${o.unit}`.toLowerCase().includes(a)));if(!s.length)continue;let r=F("fieldset",{class:"group"},F("legend",{text:`${e} (${s.length})`}));for(let o of s.slice(0,bp))r.append(this._row(e,o));s.length>bp&&r.append(F("p",{class:"quiet",text:`and ${s.length-bp} more: search for them`})),this._list.append(r)}this._list.firstChild||this._list.append(F("p",{class:"quiet",text:"No series has this in its name."}))}_row(t,e){let n=this._lines(t,e),s=F("input",{attributes:{type:"checkbox"}});return s.checked=n.some(r=>this._plot?.has(r)),s.addEventListener("change",()=>{for(let r of n)s.checked?this._stack.isVisible(r.run)&&this._stack.put(this._plot,r):this._plot.remove(r);s.checked=n.some(r=>this._plot.has(r))}),F("label",{class:"entry"},s,F("span",{class:"name",text:e.name}),F("span",{class:"kind",text:e.unit}))}_lines(t,e){let n=[];return this._stack.model.runs.forEach((s,r)=>{let o=Vx(s,t,e.name);o>=0&&n.push({run:r,series:o})}),n}};function cC(i){let t=new Map;for(let e of i.runs)for(let{group:n,name:s,unit:r}of e.series)t.has(n)||t.set(n,new Map),t.get(n).has(s)||t.get(n).set(s,{name:s,unit:r});return[...t].map(([e,n])=>[e,[...n.values()]])}var hC=52,uC=20,fC='11px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';function vu(i,t,{units:e,lines:n,theme:s,range:r,cursor:o,hooks:a}){let l=e.map((p,y)=>dC(i,y)),c={x:{time:!1,range:r}};e.forEach(p=>{c[p]={range:(y,m,g)=>gC(m,g)}});let h={stroke:()=>s.colour("--muted"),font:fC,grid:{stroke:()=>s.colour("--grid"),width:1},ticks:{show:!1}},u=[{...h,scale:"x",size:uC,gap:4,space:56,values:(p,y)=>y.map(m=>fn(m,6))}];e.forEach((p,y)=>{u.push({...h,scale:p,side:y===0?3:1,size:hC,gap:5,space:30,grid:{...h.grid,show:y===0},values:(m,g)=>pC(m,g,p,l[y])})});let f=n.map(p=>({scale:p.unit,stroke:p.colour,dash:p.dash,width:1.6,points:{show:!1},pxAlign:0})),d={width:Math.max(80,i.clientWidth),height:Math.max(60,i.clientHeight),padding:[20,e.length>1?0:14,0,0],legend:{show:!1},cursor:o,scales:c,axes:u,series:[{},...f],hooks:a};return new Sn(d,t,i)}function dC(i,t){let e=document.createElement("span");return e.className=`unit ${t===0?"left":"right"}`,i.append(e),e}function pC(i,t,e,n){let{min:s,max:r}=i.scales[e],[o,a]=Wo(Math.max(Math.abs(s??0),Math.abs(r??0)),e);n.textContent=e&&e!=="1"?`${o}${e}`:"";let l=t.length>1?Math.abs(t[1]-t[0]):1;return t.map(c=>c===null?"":Math.abs(c)<1e-6*l?"0":mC(c/a,l/a))}function mC(i,t){let e=Math.abs(i);if(e>=1e5||e<.001)return fn(i,3);let n=Math.max(0,Math.min(6,-Math.floor(Math.log10(t)+1e-9)));return i.toFixed(n).replace("-","\u2212")}function gC(i,t){if(i===null||t===null||!Number.isFinite(i)||!Number.isFinite(t))return[-1,1];let e=Math.max(Math.abs(i),Math.abs(t)),n=t-i;if(n<=1e-9*e||n<1e-15){n=e>0?.2*e:2;let s=(i+t)/2;return[s-n/2,s+n/2]}return[i-.06*n,t+.06*n]}var Wx=2e4,Mu=class{constructor(t,{title:e,series:n,seconds:s=10},r){Object.assign(this,{_theme:t,_series:n,_seconds:s,_removed:r}),this.clear(),this._place=F("div",{class:"chart"}),this._values=n.map(()=>F("output",{class:"value"})),this._swatches=n.map(()=>F("span",{class:"swatch"}));let o=n.map((c,h)=>F("li",{},this._swatches[h],F("span",{class:"name",text:c.name}),this._values[h])),a=Yt({label:"Close this plot",icon:"close",class:"small",press:()=>this.remove()}),l=F("div",{class:"top"},F("ul",{class:"lines"},...o),F("div",{class:"tools"},a));this.element=F("article",{class:"plot",attributes:{"aria-label":e}},F("h3",{text:e}),l,this._place),this._draw=$n(70,()=>this._write()),new ResizeObserver(()=>this._fit()).observe(this._place)}append(t,e){this._data[0].length&&t<this._data[0].at(-1)&&this.clear(),this._data[0].push(t),this._series.forEach((n,s)=>this._data[s+1].push(Number.isFinite(e[s])?e[s]:null)),this._shorten(),this._draw()}clear(){this._data=[[],...this._series.map(()=>[])],this._draw?.()}remove(){this._chart?.destroy(),this._chart=null,this.element.remove(),this._removed(this)}redraw(){this._swatches.forEach((t,e)=>{t.style.backgroundColor=es(e,this._theme.now)}),this._draw()}_shorten(){let t=this._data[0],e=t.findIndex(n=>n>=t.at(-1)-this._seconds);if(e>1e3||t.length>Wx)for(let n of this._data)n.splice(0,Math.max(e,t.length-Wx))}_write(){this._chart||this._fit(),this._chart?.setData(this._data),this._values.forEach((t,e)=>{t.textContent=Yi(this._data[e+1].at(-1)??NaN,this._series[e].unit)})}_range(){let t=this._data[0].at(-1)??0,e=Math.max(this._data[0][0]??0,t-this._seconds);return[e,Math.max(t,e+this._seconds)]}_fit(){let{clientWidth:t,clientHeight:e}=this._place;if(!(!t||!e)){if(this._chart){this._chart.setSize({width:t,height:e});return}this._chart=vu(this._place,this._data,{units:[...new Set(this._series.map(n=>n.unit))].slice(0,2),lines:this._series.map((n,s)=>({unit:n.unit,colour:()=>es(s,this._theme.now)})),theme:this._theme,range:()=>this._range(),cursor:{show:!1},hooks:{}})}}};function Xx(i,t){let e=i.over,n=new Map,s=null,r=a=>i.posToVal(a-e.getBoundingClientRect().left,"x");e.addEventListener("pointerdown",a=>{a.button!==0||a.shiftKey||(e.setPointerCapture(a.pointerId),n.set(a.pointerId,a.clientX),n.size===2?s=[...n.values()].map(r):n.size===1&&t.go(r(a.clientX)))}),e.addEventListener("pointermove",a=>{n.has(a.pointerId)&&(n.set(a.pointerId,a.clientX),n.size===1&&!s&&t.go(r(a.clientX)),n.size===2&&s&&t.zoom(_C(e,[...n.values()],s)))});let o=a=>{n.delete(a.pointerId),n.size||(s=null)};e.addEventListener("pointerup",o),e.addEventListener("pointercancel",o),e.addEventListener("wheel",a=>{a.preventDefault();let[l,c]=t.window,h=r(a.clientX),u=Math.exp(Math.sign(a.deltaY)*Math.min(.5,Math.abs(a.deltaY)/300));t.zoom([h-(h-l)*u,h+(c-h)*u])},{passive:!1})}function _C(i,t,e){let n=i.getBoundingClientRect(),[s,r]=t.map(l=>l-n.left);if(Math.abs(r-s)<12)return null;let o=(e[1]-e[0])/(r-s),a=e[0]-s*o;return o>0?[a,a+o*n.width]:null}var bu=[[],[7,4],[2,3],[9,3,2,3]],xC=2,Su=class{constructor(t,e){this.stack=t,this.lines=[],this._place=F("div",{class:"chart"}),this._legend=F("ul",{class:"lines"});let n=Yt({label:"Choose series",icon:"plus",class:"small",press:()=>t.choose(this)}),s=Yt({label:"Close this plot",icon:"close",class:"small",press:()=>t.remove(this)});this._empty=F("p",{class:"quiet empty",text:"Choose series with +"}),this.element=F("article",{class:"plot",attributes:{"aria-label":"Plot"}},F("div",{class:"top"},this._legend,F("div",{class:"tools"},n,s)),this._empty,this._place),this._writeValues=$n(80,()=>this._values()),new ResizeObserver(()=>this._fit()).observe(this._place);for(let r of e)this._push(r);this.draw()}get units(){return[...new Set(this.lines.map(t=>di(this.stack.model,t).unit))]}has(t){return this.lines.some(e=>e.run===t.run&&e.series===t.series)}takes(t){return new Set([...this.units,di(this.stack.model,t).unit]).size<=xC}add(t){this.has(t)||(this._push(t),this.draw())}remove(t){this.lines=this.lines.filter(e=>e.run!==t.run||e.series!==t.series),this.draw()}_push(t){this.lines.push({run:t.run,series:t.series})}draw(){let{model:t,theme:e,clock:n}=this.stack;this._chart?.destroy(),this._chart=null,this._place.replaceChildren(),this._empty.hidden=this.lines.length>0,this._place.hidden=!this.lines.length,this._shown=this.lines.filter(s=>this.stack.isVisible(s.run)),this._list(),!(!this.lines.length||!this._place.clientWidth)&&(this._chart=vu(this._place,Mp(t,this._shown),{units:this.units,lines:this._shown.map(s=>{let{colour:r,dash:o}=this._styles.get(s);return{unit:di(t,s).unit,colour:()=>es(r,e.now),dash:o}}),theme:e,range:()=>this.stack.window,cursor:{y:!1,drag:{x:!0,y:!1,setScale:!1},sync:{key:"bough"},points:{size:6},bind:{mousedown:(s,r,o)=>a=>a.shiftKey&&o(a),dblclick:()=>()=>this.stack.zoom(null)}},hooks:{setCursor:[s=>this._hovered(s)],setSelect:[s=>this._selected(s)],setScale:[()=>this.place(n.time)]}}),this._place.setAttribute("role","img"),this._place.setAttribute("aria-label",`Over time: ${this._shown.map(s=>xu(t,s)).join(", ")}`),this._now=F("div",{class:"now"}),this._chart.over.append(this._now),Xx(this._chart,this.stack),this.place(n.time))}redraw(){this._chart?.setScale("x",{min:this.stack.window[0],max:this.stack.window[1]}),this._recolour()}place(t){if(!this._chart||!this._now)return;let[e,n]=this.stack.window,s=t>=e&&t<=n;this._now.hidden=!s,s&&(this._now.style.transform=`translateX(${this._chart.valToPos(t,"x")}px)`),this._writeValues()}destroy(){this._chart?.destroy(),this.element.remove()}_style(){let{model:t}=this.stack,e=new Set(this.lines.map(r=>r.run)),n=[...new Set(this.lines.map(r=>`${di(t,r).group}
${di(t,r).name}`))],s=new Map;return this.lines.forEach(r=>{let o=n.indexOf(`${di(t,r).group}
${di(t,r).name}`);s.set(r,e.size>1?{colour:r.run,dash:bu[o%bu.length]}:{colour:o,dash:bu[Math.floor(o/8)%bu.length]})}),s}_colour(t){return es(this._styles.get(t).colour,this.stack.theme.now)}_list(){let{model:t}=this.stack;this._styles=this._style(),this._rows=this._shown.map(e=>{let n=di(t,e),s=F("span",{class:"swatch"}),r=F("output",{class:"value"}),o=xu(t,e),a=Yt({label:`Remove ${o}`,icon:"close",class:"tiny",press:()=>this.remove(e)}),l=F("span",{class:"name",text:n.name,data:{tip:`${n.group}: ${o}`}}),c=t.runs.length>1?F("span",{class:"of",text:t.runs[e.run].label}):null;return{line:e,swatch:s,value:r,element:F("li",{},s,l,c,r,a)}}),this._legend.replaceChildren(...this._rows.map(e=>e.element)),this._recolour(),this._values()}_recolour(){for(let{line:t,swatch:e}of this._rows??[])e.style.background=yC(this._colour(t),this._styles.get(t).dash)}_values(){let{model:t,clock:e}=this.stack,n=this.stack.pointed??e.time;for(let{line:s,value:r}of this._rows){let o=di(t,s);r.textContent=Yi(Zh(t.runs[s.run],o,n),o.unit)}}_hovered(t){let e=t.cursor.left;t.cursor.event&&this.stack.point(e===void 0||e<0?null:t.posToVal(e,"x"))}pointed(){this._writeValues()}_selected(t){t.select.width>4&&this.stack.zoom([t.posToVal(t.select.left,"x"),t.posToVal(t.select.left+t.select.width,"x")]),t.select.width>0&&t.setSelect({left:0,width:0,top:0,height:0},!1)}_fit(){let{clientWidth:t,clientHeight:e}=this._place;!t||!e||(this._chart?(this._chart.width!==t||this._chart.height!==e)&&(this._chart.setSize({width:t,height:e}),this.place(this.stack.clock.time)):this.draw())}};function yC(i,t){return t.length?`repeating-linear-gradient(90deg, ${i} 0 ${t[0]}px, transparent ${t[0]}px ${t[0]+t[1]}px)`:i}var wu=class{constructor(t,e,n,s,r){Object.assign(this,{model:t,shell:e,clock:n,theme:s,_runs:r}),this.plots=[],this._live=[],this.pointed=null,this._whole=n.duration>0?[n.from,n.to]:[n.from-.5,n.from+.5],this.window=this._whole,this.any=t.runs.some(a=>a.frames>1&&a.series.length),this._list=F("div",{class:"stack"}),this._back=Yt({label:"Whole time again",text:"Whole time",icon:"undo",class:"small",press:()=>this.zoom(null)}),this._back.hidden=!0;let o=Yt({label:"Add a plot",text:"Plot",icon:"plus",class:"small",press:()=>this.choose(this.add([]))});this._bar=F("div",{class:"bar"},F("h2",{text:"Plots"}),this._back,o),o.hidden=!this.any,e.side.append(this._bar,this._list),this._chooser=this.any?new yu(this):null,e.showSide(this.any),n.onTime(a=>{for(let l of this.plots)l.place(a)}),s.onChange(()=>{for(let a of[...this.plots,...this._live])a.redraw()}),r.onChange(()=>{for(let a of this.plots)a.draw()})}start(t){if(this.any){for(let e of t){let n=e.map(([s,r])=>({run:s,series:r})).filter(s=>this.model.runs[s.run]?.series[s.series]);n.length&&this.add(n)}this._started=!0}}isVisible(t){return this._runs.visible[t]}add(t){let e=new Su(this,t);return this.plots.push(e),this._list.append(e.element),this.shell.showSide(!0),e.draw(),this._started&&e.element.scrollIntoView({block:"nearest"}),e}remove(t){this.plots=this.plots.filter(e=>e!==t),t.destroy(),this._chooser?.left(t)}choose(t){this._chooser.open(t)}put(t,e){if(t.takes(e))return t.add(e),t;let n=this.plots.slice(this.plots.indexOf(t)+1).find(s=>s.takes(e));return n?(n.add(e),n):(this.shell.tell("A plot has axes for two units: the series went into a new plot."),this.add([e]))}go(t){this.clock.pause(),this.clock.seek(t)}zoom(t){let[e,n]=this._whole;if(t){let s=Math.max(e,t[0]),r=Math.min(n,t[1]);if(!(r-s>1e-6*(n-e)))return;this.window=[s,r]}else this.window=this._whole;this._back.hidden=this.window[0]<=e&&this.window[1]>=n;for(let s of this.plots)s.redraw()}point(t){if(t!==this.pointed){this.pointed=t;for(let e of this.plots)e.pointed()}}table(){let t=[];for(let e of this.plots.flatMap(n=>n.lines))t.some(n=>n.run===e.run&&n.series===e.series)||t.push(e);return t.length?Hx(this.model,t):null}live(t){let e=new Mu(this.theme,t,n=>{this._live=this._live.filter(s=>s!==n)});return this._live.push(e),this._list.append(e.element),this.shell.showSide(!0),e.redraw(),e}};var vC="(max-width: 760px)",Eu=class{constructor(t,e){this._panels=new Map,this.open=null,this.title=F("h1",{text:e.title||"bough"}),this.badges=F("div",{class:"badges"}),this.tools=F("div",{class:"tools"}),this.head=F("header",{class:"head"},this.title,this.badges,this.tools),this.stage=F("div",{class:"stage"}),this.rail=F("nav",{class:"rail",attributes:{"aria-label":"Panels"}}),this.dock=F("div",{class:"dock"}),this.corner=F("div",{class:"corner"}),this.legend=F("div",{class:"legend"}),this._notice=F("div",{class:"notice",attributes:{role:"status"}}),this._notice.hidden=!0;let n=F("main",{class:"main"},this.stage,this.legend,this.dock,this.corner,this._notice);this.side=F("section",{class:"side",attributes:{"aria-label":"Plots"}}),this.foot=F("div",{class:"foot"}),this.splitter=F("div",{class:"splitter",attributes:{role:"separator",tabindex:0,"aria-orientation":"vertical","aria-label":"Width of the plots"}}),this.root=F("div",{class:"bough"},this.head,this.rail,n,this.foot,this.splitter,this.side),t.append(this.root),this._split(),this._narrow=window.matchMedia(vC)}get narrow(){return this._narrow.matches}panel({name:t,title:e,icon:n,key:s,hidden:r=!1,opened:o=()=>{}}){let a=F("div",{class:"body"}),l=F("h2",{text:e,attributes:{id:`title-${t}`}}),c=Yt({label:"Close",icon:"close",key:"Esc",class:"small",press:()=>this.closePanel(!0)}),h=F("section",{class:"panel",attributes:{"aria-labelledby":`title-${t}`},data:{panel:t}},F("div",{class:"title"},l,c),a);h.hidden=!0;let u=null;return r||(u=Yt({label:e,icon:n,key:s,press:()=>this.togglePanel(t),data:{opens:t}}),u.append(F("span",{class:"word",text:e,attributes:{"aria-hidden":"true"}})),u.setAttribute("aria-expanded","false"),this.rail.append(u)),this.dock.append(h),this._panels.set(t,{element:h,body:a,heading:l,tool:u,opened:o}),a}retitle(t,e){this._panels.get(t).heading.textContent=e}hasPanel(t){return this._panels.has(t)}openPanel(t){this.open&&this.open!==t&&this.closePanel();let e=this._panels.get(t);e&&(this.open=t,e.element.hidden=!1,e.tool?.setAttribute("aria-expanded","true"),this.root.dataset.open=t,e.opened())}closePanel(t=!1){let e=this._panels.get(this.open);if(!e)return;let n=e.element.contains(document.activeElement);e.element.hidden=!0,e.tool?.setAttribute("aria-expanded","false"),this.open=null,delete this.root.dataset.open,t&&n&&e.tool?.focus()}togglePanel(t){this.open===t?this.closePanel(!0):this.openPanel(t)}tell(t){clearTimeout(this._timer),this._notice.textContent=t,this._notice.hidden=!1,this._timer=setTimeout(()=>{this._notice.hidden=!0},4e3)}showSide(t){this.root.classList.toggle("sideless",!t)}get sideShown(){return!this.root.classList.contains("sideless")}_split(){let t=e=>{let n=Math.round(Math.min(innerWidth*.7,Math.max(240,e)));this.root.style.setProperty("--side",`${n}px`),this.splitter.setAttribute("aria-valuenow",n)};this.splitter.addEventListener("pointerdown",e=>{this.splitter.setPointerCapture(e.pointerId),e.preventDefault()}),this.splitter.addEventListener("pointermove",e=>{this.splitter.hasPointerCapture(e.pointerId)&&t(innerWidth-e.clientX)}),this.splitter.addEventListener("keydown",e=>{let n={ArrowLeft:24,ArrowRight:-24}[e.key];n&&(t(this.side.getBoundingClientRect().width+n),e.preventDefault(),e.stopPropagation())})}};var Au=class{constructor(t){this._listeners=[],this._system=window.matchMedia("(prefers-color-scheme: dark)"),this.now=t==="light"||t==="dark"?t:this._ofSystem(),t!=="light"&&t!=="dark"&&this._system.addEventListener("change",()=>{this._chosen||this.set(this._ofSystem())}),document.documentElement.dataset.theme=this.now}onChange(t){this._listeners.push(t)}set(t){this.now=t,document.documentElement.dataset.theme=t;for(let e of this._listeners)e(t)}toggle(){this._chosen=!0,this.set(this.now==="dark"?"light":"dark")}colour(t){return getComputedStyle(document.documentElement).getPropertyValue(t).trim()}_ofSystem(){return this._system.matches?"dark":"light"}};var MC=30;function qx(i,t,e,n){let s=F("div",{class:"fill"}),r=F("div",{class:"thumb"}),o=F("div",{class:"slider",attributes:{role:"slider",tabindex:0,"aria-label":"Time line","aria-valuemin":t.from,"aria-valuemax":t.to}});o.append(F("div",{class:"track"}),s,r);let a=F("div",{class:"marks",attributes:{role:"group","aria-label":"Events"}});for(let d of EC(i,t))o.append(d);let l=i.runs.length>1,c=SC(i,t).map(d=>wC(d,t,l));c.forEach(d=>d.setAttribute("tabindex",c.length>MC?-1:0)),a.append(...c);for(let d of AC(i,t))a.append(d);let h=()=>{for(let d of c)d.style.color=l?es(Number(d.dataset.run),e.now):""};e.onChange(h),h();let u=d=>{let p=t.duration>0?(d-t.from)/t.duration:0;s.style.transform=`scaleX(${p})`,r.style.left=`${100*p}%`,o.setAttribute("aria-valuenow",d),o.setAttribute("aria-valuetext",`${gi(d,t.step)} s`)};t.onTime(u),u(t.time);let f=F("div",{class:"timeline"},o,a);return bC(f,t,n),f}function bC(i,t,e){let n=!1,s=null,r=0,o=a=>{let l=i.getBoundingClientRect();t.seek(t.from+(a.clientX-l.left)/l.width*t.duration)};i.addEventListener("pointerdown",a=>{a.button===0&&(s=a.target.closest(".tick, .flag"),r=a.clientX,i.setPointerCapture(a.pointerId),n=t.playing,t.pause(),s?t.seek(Number(s.dataset.time)):o(a),s&&a.pointerType!=="mouse"&&e(s.dataset.tip))}),i.addEventListener("pointermove",a=>{i.hasPointerCapture(a.pointerId)&&(s&&Math.abs(a.clientX-r)<6||(s=null,o(a)))}),i.addEventListener("lostpointercapture",()=>{n&&t.play(),n=!1})}function SC(i,t){let e=i.runs.flatMap((s,r)=>s.events.map(o=>({...o,run:r,label:s.label})));e.sort((s,r)=>s.time-r.time);let n=[];for(let s of e){if(!(s.time>=t.from&&s.time<=t.to))continue;let r=n.at(-1);r&&s.time-r[0].time<.005*t.duration?r.push(s):n.push([s])}return n}function wC(i,t,e){let n=i.slice(0,8).map(r=>`${gi(r.time,t.step)} s  ${r.name}${e?` (${r.label})`:""}`);i.length>8&&n.push(`and ${i.length-8} more`);let s=F("button",{class:"tick",attributes:{type:"button","aria-label":`Event: ${n.join("; ")}`},data:{tip:n.join(`
`),run:i[0].run,time:i[0].time},on:{click:()=>t.seek(i[0].time)}});return s.style.left=`${100*(i[0].time-t.from)/t.duration}%`,s}function EC(i,t){return i.runs.filter(e=>e.status==="failed"&&e.frames>1&&e.to<t.to).map(e=>{let n=F("div",{class:"missing"});return n.style.left=`${100*(e.to-t.from)/t.duration}%`,n})}function AC(i,t){return i.runs.filter(e=>e.status==="failed"||e.status==="interrupted").map(e=>{let n=e.status==="failed"?"failed":"was interrupted",r=`${i.runs.length>1?`${e.label} `:"The run "}${n} at ${gi(e.to,t.step)} s: ${e.message}`,o=F("button",{class:`flag ${e.status}`,attributes:{type:"button","aria-label":r},data:{tip:r,time:e.to},on:{click:()=>t.seek(e.to)}});return o.style.left=`${t.duration>0?100*(e.to-t.from)/t.duration:100}%`,o})}function Yx(i){return[...new Set(i.runs.flatMap(t=>t.events.map(e=>e.time)))].sort((t,e)=>t-e)}var TC=350;function $x(i){let t=F("div",{class:"tip",attributes:{role:"tooltip",id:"tip"}});t.hidden=!0,i.append(t);let e=0,n=null,s=()=>{clearTimeout(e),n&&n.removeAttribute("aria-describedby"),n=null,t.hidden=!0},r=a=>{let[l,c]=a.dataset.tip.split("	");ja(t).append(F("span",{text:l})),c&&t.append(F("kbd",{text:c})),t.hidden=!1,n=a,a.getAttribute("aria-label")!==l&&a.setAttribute("aria-describedby","tip");let h=a.getBoundingClientRect(),u=t.getBoundingClientRect(),f=Math.max(6,Math.min(innerWidth-u.width-6,h.left+h.width/2-u.width/2)),d=h.top-u.height-7;t.style.left=`${f}px`,t.style.top=`${d>4?d:Math.min(innerHeight-u.height-4,h.bottom+7)}px`},o=a=>a.target instanceof Element?a.target.closest("[data-tip]"):null;i.addEventListener("pointerover",a=>{let l=o(a);a.pointerType!=="mouse"||l===n||(s(),l&&(e=setTimeout(()=>l.isConnected&&r(l),TC)))}),i.addEventListener("focusin",a=>{s();let l=o(a);l&&a.target.matches(":focus-visible")&&!a.target.matches("input")&&r(l)}),i.addEventListener("focusout",s),i.addEventListener("pointerdown",s),i.addEventListener("pointerleave",s),i.addEventListener("keydown",a=>a.key==="Escape"&&s())}var Tu=(i,t)=>e=>e.runs.some(n=>n.arrows.some(s=>i.includes(s.group)&&t(s))),Zx=i=>i.runs.some(t=>t.frames>1)||!!i.live,tr=()=>!0,Kx=i=>i.kind==="force",CC=i=>i.kind==="moment",RC=[["Machine",[["names","Names","N",!1,tr],["frames","Frames of bodies","X",!1,tr],["axes","Joint axes","J",!1,tr],["loops","Loops","K",!0,i=>i.machines.some(t=>t.loops.length)],["centers","Centres of mass","C",!1,tr],["ellipsoids","Inertia ellipsoids","E",!1,tr]]],["Motion",[["trails","Trails","T",!1,Zx],["ghosts","Ghost poses","G",!1,Zx]]],["Forces",[["reactions","Joint reactions","R",!1,Tu(["reactions","loops"],Kx)],["moments","Moments","M",!1,Tu(["reactions","loops","forces"],CC)],["forces","Applied forces","O",!1,Tu(["forces"],Kx)],["weight","Weight","W",!1,Tu(["weight"],tr)]]],["Surroundings",[["grid","Ground grid","D",null,tr],["shadows","Shadows","H",null,tr]]]],PC=["reactions","moments","forces","weight"],Cu=class{constructor(t,e){this._shell=e,this.state=new Map,this.keys=[],this._inputs=new Map;let n=e.panel({name:"show",title:"Show",icon:"eye",key:"V"});for(let[s,r]of RC){let o=r.filter(([,,,,l])=>l(t)||t.live);if(!o.length)continue;let a=F("fieldset",{class:"group"},F("legend",{text:s}));for(let[l,c,h,u]of o){this.state.set(l,t.view.show?.[l]??u),this.keys.push([h,c,l]);let{line:f,input:d}=Hp({label:c,key:h,on:this.state.get(l),change:p=>this.set(l,p),data:{toggle:l}});this._inputs.set(l,d),a.append(f)}s==="Forces"&&a.append(this._scale()),n.append(a)}}attach(t){this._scene=t;for(let[e,n]of this.state)n===null?this.state.set(e,t.on[e]):t.show(e,n),this._inputs.get(e).checked=this.state.get(e);this._tellScale()}set(t,e){this.state.has(t)&&(this.state.set(t,e),this._inputs.get(t).checked=e,this._scene?.show(t,e),this._tellScale())}flip(t){this.set(t,!this.state.get(t))}refresh(){this._tellScale()}_scale(){return this._slider=F("input",{attributes:{type:"range",min:-1,max:1,step:.02,value:0,id:"arrow-scale"}}),this._factor=F("output",{attributes:{for:"arrow-scale"},text:"1\xD7"}),this._slider.addEventListener("input",()=>{let t=10**Number(this._slider.value);this._factor.textContent=`${fn(t,2)}\xD7`,this._scene?.arrowScale(t),this._tellScale()}),this._slider.addEventListener("dblclick",()=>{this._slider.value="0",this._slider.dispatchEvent(new Event("input"))}),this._told=F("div",{class:"scale-legend"}),F("div",{class:"scale"},F("label",{text:"Length of arrows",attributes:{for:"arrow-scale"}}),this._factor,this._slider,this._told)}_tellScale(){let e=PC.some(n=>this.state.get(n))&&this._scene?this._scene.arrowLegend():[];for(let n of[this._told,this._shell.legend])n?.replaceChildren(...e.map(IC))}};function IC({group:i,kind:t,text:e}){let n=F("span",{class:"mark"});return n.style.backgroundColor=Na[i]??"",F("div",{},n,`${t==="moment"?`${i}, moments`:i}: ${e}`)}function Jx(i,t,e,n){let s=Yt({label:"Play",icon:"play",key:"Space",class:"primary",press:()=>t.playOrPause()}),r=Yt({label:"Loop",icon:"loop",key:"L",press:()=>t.setLoop(!t.loop)}),o=F("div",{class:"buttons",attributes:{role:"group","aria-label":"Playing"}},Yt({label:"To the start",icon:"start",key:"Home",press:()=>t.seek(t.from)}),Yt({label:"One frame back",icon:"back",key:"\u2190",press:()=>t.stepFrames(-1)}),s,Yt({label:"One frame on",icon:"forward",key:"\u2192",press:()=>t.stepFrames(1)}),Yt({label:"To the end",icon:"end",key:"End",press:()=>t.seek(t.to)})),a=F("section",{class:"transport",attributes:{"aria-label":"Time"}},o,qx(i,t,e,n),LC(t),NC(t),r),l=null;return t.onState(()=>{if(r.setAttribute("aria-pressed",String(t.loop)),l===t.playing)return;l=t.playing,s.replaceChildren(ii(t.playing?"pause":"play"));let c=t.playing?"Pause":"Play";s.setAttribute("aria-label",c),s.dataset.tip=`${c}	Space`}),a}function LC(i){let t=()=>gi(i.time,i.step),e=F("input",{class:"time",attributes:{type:"text",inputmode:"decimal",autocomplete:"off",spellcheck:"false","aria-label":"Time in seconds"},data:{tip:"Time in seconds: type another, then Enter"}}),n=Math.max(gi(i.from,i.step).length,gi(i.to,i.step).length);e.style.width=`${n+1.6}ch`,e.value=t();let s=!1,r=()=>{s=!1,e.removeAttribute("aria-invalid"),e.value=t()};e.addEventListener("input",()=>{s=!0,e.toggleAttribute("aria-invalid",!1)}),e.addEventListener("focus",()=>e.select()),e.addEventListener("blur",r),e.addEventListener("keydown",a=>{if(a.key==="Escape"&&(r(),e.blur()),a.key!=="Enter")return;let l=el(e.value);Number.isFinite(l)?(i.pause(),i.seek(l),r(),e.select()):e.setAttribute("aria-invalid","true")}),i.onTime(()=>{s||(e.value=t())});let o=F("span",{class:"end",text:`/ ${i.to.toFixed(Math.min(Gu(i.step),3))} s`});return F("span",{class:"times"},e,o)}function NC(i){let t=F("select",{class:"speed",attributes:{"aria-label":"Speed","aria-keyshortcuts":"[ ]"},data:{tip:"Speed	[ ]"}}),e=()=>{let n=new Set([...Fd(i.duration),i.speed]);t.replaceChildren();for(let s of[...n].sort((r,o)=>r-o))t.append(F("option",{text:`${fn(s)}\xD7`,attributes:{value:s}}));t.value=String(i.speed)};return t.addEventListener("change",()=>{i.setSpeed(Number(t.value)),t.blur()}),i.onState(e),e(),t}var Ru=class{constructor(t,e){this.model=e,this.shell=new Eu(t,e),this.stage=this.shell.stage,this.theme=new Au(e.view.theme);let n=e_(e.runs),s=e.runs.every(a=>a.status==="completed");this.clock=new jh(n,{speed:e.view.speed||Jh(n.to-n.from),loop:s}),this._follows=null,this._trails=new Set;let r=this._actions();this.toggles=new Cu(e,this.shell),this._views=u_(this.shell,r),this._bodies=new Yh(e,this.shell,a=>this.select(a)),this._runs=new eu(e,this.shell,this.theme),l_(e,this.shell,this.clock,()=>this._keys()),this.plots=new wu(e,this.shell,this.clock,this.theme,this._runs),this._export=new tu(e,this.shell,this.clock,this.plots),this.card=new Kh(e,this.shell,this.clock,r),this.clock.duration>0&&this.shell.foot.append(Jx(e,this.clock,this.theme,a=>this.tell(a))),this._head(e);let o=d_({clock:this.clock,shell:this.shell,toggles:this.toggles,actions:r,times:Yx(e)});this._keys=m_(this.shell.root,o),p_(o),$x(this.shell.root),this.plots.start(e.plots??[]),document.title=e.title||"bough"}attach(t){this.scene=t,t.setTheme(this.theme.now),this.theme.onChange(e=>t.setTheme(e));for(let e of[this.toggles,this._runs,this._export])e.attach(t);this._runs.onChange(()=>this.toggles.refresh()),t.onSelect=e=>this._selected(e),this.clock.onTime(e=>t.setTime(e)),a_(this.model,this.shell,t),t.onNote=e=>this.shell.tell(e),this._start()}select(t){this.scene.select(t),this._selected(t)}panel(t,{icon:e="live",open:n=!1}={}){let s=`own-${t.toLowerCase().replace(/[^a-z0-9]+/g,"-")}`,r=this.shell.panel({name:s,title:t,icon:e});return n&&this.shell.openPanel(s),r}tell(t){this.shell.tell(t)}refresh(){this.card.refresh(),this.toggles.refresh()}_selected(t){let e=t&&t.body>=0?{run:t.run,body:t.body}:null;e&&this.shell.narrow&&this.shell.closePanel(),this.card.show(e),this._bodies.select(e)}_actions(){let t=(n,s)=>!!(n&&s&&n.run===s.run&&n.body===s.body),e=({run:n,body:s})=>`${n} ${s}`;return{view:n=>{this.scene.view(n),this._moved()},select:n=>this.select(n),follow:n=>{this._follows=t(n,this._follows)?null:n,this.scene.follow(this._follows?.run??0,this._follows?.body??null);let s=this._follows&&this.model.runs[this._follows.run];return this._views.tell(s?this.model.machines[s.machine].bodies[this._follows.body].name:null),!!this._follows},isFollowed:n=>t(n,this._follows),trail:n=>{let s=!this._trails.delete(e(n));s&&this._trails.add(e(n));let r=this.model.machines[this.model.runs[n.run].machine].bodies[n.body];return this.scene.trail(n.run,n.body,r.center,s),s&&this.toggles.set("trails",!0),s},hasTrail:n=>this._trails.has(e(n)),plot:(n,s)=>this._plot(n,s),plots:this.model.runs.some(n=>n.series.length&&n.frames>1)?()=>this._togglePlots():null,theme:()=>this.theme.toggle(),keys:()=>this._keys(),escape:()=>{this.shell.open?this.shell.closePanel(!0):this.select(null)}}}_plot(t,e){let n=this.plots.add([]);for(let s of e)n=this.plots.put(n,{run:t,series:s})}_togglePlots(){this.shell.showSide(!this.shell.sideShown),this._plotsButton?.setAttribute("aria-pressed",String(this.shell.sideShown))}_head(t){this.shell.badges.append(...c_(t,this.shell));let{tools:e}=this.shell;this.plots.any&&(this._plotsButton=Yt({label:"Plots",icon:"plot",key:"P",press:()=>this._togglePlots()}),this._plotsButton.setAttribute("aria-pressed","true"),e.append(this._plotsButton));let n=Yt({label:"Light or dark",icon:this.theme.now==="dark"?"sun":"moon",key:"Y",press:()=>this.theme.toggle()});this.theme.onChange(s=>n.replaceChildren(ii(s==="dark"?"sun":"moon"))),e.append(n,Yt({label:"Keys",icon:"help",key:"?",press:()=>this._keys()}))}_start(){let t=kd(),e=t.camera??this.model.view.camera;e&&this.scene.setCamera(e),this._cameraMoved=!!t.camera;let n=t.time??this.model.view.at??null;this.clock.seek(n??this.clock.from),this.clock.onTime(()=>this._remember()),this.clock.onState(()=>this._remember()),this.clock.setLoop(this.clock.loop);for(let r of["pointerup","wheel"])this.stage.addEventListener(r,()=>this._moved());window.addEventListener("hashchange",()=>this._go()),!window.matchMedia("(prefers-reduced-motion: reduce)").matches&&n===null&&!this.model.live&&this.clock.play()}_go(){let{time:t,camera:e}=kd();t!==null&&(this.clock.pause(),this.clock.seek(t)),e&&this.scene.setCamera(e)}_moved(){this._cameraMoved=!0,this._remember()}_remember(){clearTimeout(this._rest),!(this.clock.playing||this.model.live)&&(this._rest=setTimeout(()=>o_(this.clock.time,this._cameraMoved?this.scene.camera:null),400))}};function jx(i,t){i.append(F("div",{class:"apology",attributes:{role:"alert"}},ii("warning"),F("p",{text:t.message})))}async function DC(){let i=await Vp(),t=new Ru(document.body,i),e=new qh(t.stage,i);return t.attach(e),Object.assign(window.bough,{model:i,scene:e,ui:t,player:t.clock,live:Jp(i,t,e)}),window.bough}window.bough={};window.bough.ready=DC().catch(i=>{throw jx(document.body,i),i});window.bough.ready.catch(()=>{});})();
