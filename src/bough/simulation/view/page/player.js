/*! bough player b945495fad7acd992989d7009d49a49c550a358dd29b95e6f1a073da12c88014 */
(()=>{var Uy={ints:4,f4:4,f8:8,u4:4},Oy={f4:Float32Array,f8:Float64Array,u4:Uint32Array};async function em(i=document){let t=i.getElementById("document")?.textContent;if(!t)throw new Error("This page holds no document; write it again with run.view(\u2026).");let e=i.getElementById("bytes")?.textContent?.trim()??"",n;try{n=JSON.parse(t)}catch{throw new Error("The document in this page cannot be read; the file may be cut short.")}return By(n,await ky(e))}function By(i,t){if(i.format!==1)throw new Error(`This page's document has format ${i.format}, which its player does not know.`);for(let e of i.machines)for(let n of e.meshes)n.points=Br(n.points,t),n.faces=Br(n.faces,t);for(let e of i.runs){e.step=e.poses.step?.[0],e.poses=Br(e.poses,t,Float32Array),e.times=e.times?Br(e.times,t):new Float64Array(0);for(let n of e.series??[])n.step=n.values.step,n.values=Br(n.values,t);e.bodies=i.machines[e.machine].bodies.length;for(let n of e.arrows??[])n.step=n.vectors.step,n.vectors=Br(n.vectors,t);e.pose=(n,s)=>Vy(e,n,s)}return i}async function ky(i){if(!i)return new Uint8Array(0);try{let t=atob(i),e=new Uint8Array(t.length);for(let s=0;s<t.length;s++)e[s]=t.charCodeAt(s);let n=new Blob([e]).stream().pipeThrough(new DecompressionStream("deflate"));return new Uint8Array(await new Response(n).arrayBuffer())}catch{throw new Error("The numbers in this page cannot be read; the file may be cut short.")}}function Br(i,t,e=Float64Array){if(ArrayBuffer.isView(i))return i;let n=Uy[i.type],s=i.rows*i.columns;if(!n)throw new Error(`This page has numbers of type '${i.type}', which its player does not know.`);if(i.at+n*s>t.length)throw new Error("Numbers are missing at the end of this page; the file may be cut short.");if(i.type==="ints")return zy(i,t,e);let r=t.slice(i.at,i.at+n*s);return new Oy[i.type](r.buffer)}function zy(i,t,e){let{at:n,rows:s,columns:r,step:o}=i,a=s*r,l=new e(a),c=n;for(let h=0;h<r;h++){let f=Array.isArray(o)?o[h%o.length]:o,u=0,d=0;for(let p=0;p<s;p++,c++){let y=t[c+3*a]<<24,m=t[c]|t[c+a]<<8|t[c+2*a]<<16|y;p===0?u=m:(d=d+m|0,u=u+d|0),l[p*r+h]=u===-2147483648?NaN:u*f}}return l}function Gy(i,t){let e=i.frames-1,n=i.to-i.from,s=n>0?Math.min(Math.max((t-i.from)/n*e,0),e):0,r=Math.min(Math.floor(s),Math.max(0,e-1));return{index:r,part:s-r}}function kr({times:i},t){let e=i.length-1;if(e<1)return{row:0,part:0};let[n,s]=[0,e];for(;s-n>1;){let r=n+s>>1;i[r]<=t?n=r:s=r}return{row:n,part:Math.min(1,Math.max(0,(t-i[n])/(i[n+1]-i[n])))}}function Yo({group:i,vectors:t},{row:e,part:n},s){let r=t.length>3?3*e:0,o=t.length>3&&n>0?r+3:r,[a,l,c,h]=[0,0,0,0];for(let u=0;u<3;u++){let[d,p]=[t[r+u],t[o+u]];s[u]=d+n*(p-d),a+=d*d,l+=p*p,c+=d*p,h+=s[u]*s[u]}if(r===o||!(h>0)||i==="forces"&&c<0)return s;let f=((1-n)*Math.sqrt(a)+n*Math.sqrt(l))/Math.sqrt(h);for(let u=0;u<3;u++)s[u]*=f;return s}function Vy(i,t,e){let n=7*i.bodies;if(!i.frames)return e.fill(NaN);let{index:s,part:r}=Gy(i,t),o=s*n;if(r===0||r===1){let a=o+r*n;for(let l=0;l<n;l++)e[l]=i.poses[a+l];return e}for(let a=0;a<n;a+=7)Hy(i.poses,o+a,o+n+a,r,e,a);return e}function Hy(i,t,e,n,s,r){let o=1-n;for(let d=0;d<3;d++)s[r+d]=o*i[t+d]+n*i[e+d];let a=0;for(let d=3;d<7;d++)a+=i[t+d]*i[e+d];let l=a<0?-1:1;a=Math.min(1,Math.abs(a));let c=o,h=n;if(a<.9995){let d=Math.acos(a),p=Math.sin(d);c=Math.sin(o*d)/p,h=Math.sin(n*d)/p}let f=0;for(let d=3;d<7;d++){let p=c*i[t+d]+l*h*i[e+d];s[r+d]=p,f+=p*p}let u=1/Math.sqrt(f);for(let d=3;d<7;d++)s[r+d]*=u}var Wy={play:"M7 4.5v15l13-7.5z",pause:"M7 5h3.4v14H7zM13.6 5H17v14h-3.4z",back:"M17 6l-8 6 8 6zM6 6v12",forward:"M7 6l8 6-8 6zM18 6v12",start:"M20 6l-7 6 7 6zM12 6l-7 6 7 6zM4 6v12",end:"M4 6l7 6-7 6zM12 6l7 6-7 6zM20 6v12",loop:"M4 11a7 7 0 0 1 7-6h7M15 2l3 3-3 3M20 13a7 7 0 0 1-7 6H6M9 22l-3-3 3-3",eye:"M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z",cube:"M12 2.8l8 4.6v9.2l-8 4.6-8-4.6V7.4zM12 12l8-4.6M12 12v9.2M12 12L4 7.4",tree:"M4 3.5h7v4H4zM13 10h7v4h-7zM13 16.5h7v4h-7zM7 7.5v11h6M7 12h6",layers:"M12 3l9 5-9 5-9-5zM3.5 12.5L12 17l8.5-4.5M3.5 16.5L12 21l8.5-4.5",info:"M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 11v5.5M12 7.5v.2",save:"M12 3.5v11M7.5 10.5l4.5 4.5 4.5-4.5M4 17v3.5h16V17",plot:"M4 3.5v16.5h16.5M7 15l4-6 4 3 5-7",sun:"M12 7.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM12 2v2M12 20v2M2 12h2M20 12h2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4",moon:"M20 14.2A8.5 8.5 0 0 1 9.8 4 8.5 8.5 0 1 0 20 14.2z",help:"M9 9a3 3 0 1 1 4.3 2.7c-.9.5-1.3 1-1.3 2.1M12 17.3v.2M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z",close:"M6 6l12 12M18 6L6 18",plus:"M12 5v14M5 12h14",camera:"M3 7.5h4l1.5-2.5h7L17 7.5h4V19H3zM12 9.5a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2z",film:"M3 6h12v12H3zM15 10.5l6-3.5v10l-6-3.5z",table:"M3.5 5h17v14h-17zM3.5 9.7h17M3.5 14.3h17M9.2 5v14",copy:"M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4",aim:"M12 5a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM12 2v5M12 17v5M2 12h5M17 12h5",trail:"M3 19c4 0 4-6 8-6s4-6 8-7M19 3.6a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8z",fit:"M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5M9 9h6v6H9z",right:"M9 5l7 7-7 7",warning:"M12 3.5l9.5 17h-19zM12 10v5M12 17.6v.2",done:"M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM8 12.2l2.8 2.8 5.2-5.6",pose:"M5 20l5-8 6 2M10 12l3-7M13 3.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z",live:"M3 12h4l2.5-6 4.5 12 2.5-6H21",undo:"M8 5L3.5 9.5 8 14M4 9.5h10a5.5 5.5 0 0 1 0 11H9"},Xy=new Set(["play","pause","back","forward","start","end"]);function ri(i){let t="http://www.w3.org/2000/svg",e=document.createElementNS(t,"svg");e.setAttribute("viewBox","0 0 24 24"),e.setAttribute("aria-hidden","true"),e.setAttribute("class",Xy.has(i)?"icon filled":"icon");let n=document.createElementNS(t,"path");return n.setAttribute("d",Wy[i]),e.append(n),e}function F(i,t={},...e){let n=document.createElement(i);t.class&&(n.className=t.class),t.text!==void 0&&(n.textContent=t.text);for(let[s,r]of Object.entries(t.attributes??{}))r!=null&&r!==!1&&n.setAttribute(s,r===!0?"":r);Object.assign(n.dataset,t.data??{});for(let[s,r]of Object.entries(t.on??{}))n.addEventListener(s,r);return n.append(...e.filter(s=>s!=null)),n}function Yt({label:i,icon:t,text:e,key:n,class:s="",press:r,data:o={}}){let a=F("button",{class:`button ${e?"worded":"square"} ${s}`.trim(),attributes:{type:"button","aria-label":e&&e===i?null:i,"aria-keyshortcuts":n?qy(n):null},data:{tip:n?`${i}	${n}`:i,...o},on:{click:r}});return t&&a.append(ri(t)),e&&a.append(F("span",{text:e})),e&&e===i&&!n&&delete a.dataset.tip,a}function qy(i){return{"\u2190":"ArrowLeft","\u2192":"ArrowRight"}[i]??i}function nm({label:i,key:t,on:e,change:n,data:s={}}){let r=F("input",{attributes:{type:"checkbox",role:"switch","aria-keyshortcuts":t??null},data:s});r.checked=e,r.addEventListener("change",()=>n(r.checked));let o=F("label",{class:"switch"},r,F("span",{class:"label",text:i}));return t&&o.append(F("kbd",{text:t,attributes:{"aria-hidden":"true"}})),{line:o,input:r}}function Is(i){let t=F("dl",{class:"facts"});for(let[e,n]of i){let s=typeof n=="string"&&n.length>44?"long":"";t.append(F("dt",{text:e,class:s}),F("dd",{class:s},n))}return t}function nl(i){return i.replaceChildren(),i}function Zn(i,t){let e=-1/0,n=0,s=[];return(...r)=>{s=r;let o=e+i-performance.now();o<=0?(clearTimeout(n),n=0,e=performance.now(),t(...s)):n||(n=setTimeout(()=>{n=0,e=performance.now(),t(...s)},o))}}var Yy=new Set(["N","N\xB7m","J","W","Pa"]),$y=new Set(["m","rad","m/s","rad/s"]),im=[["G",1e9],["M",1e6],["k",1e3],["",1],["m",.001],["\xB5",1e-6],["n",1e-9],["p",1e-12]],Yu=[["s",1],["\xB5s",1e-6],["ns",1e-9],["ps",1e-12]],Zy=1e-9,Ky=5e-5,Jy=.001,jy="\u2070\xB9\xB2\xB3\u2074\u2075\u2076\u2077\u2078\u2079";function tn(i,t=4){if(!Number.isFinite(i))return"\u2013";if(i===0)return"0";let e=Math.abs(i);if(e>=.001&&e<1e6)return il(String(Number(i.toPrecision(t))));let[n,s]=i.toExponential(t-1).split("e"),r=Number(s),o=[...String(Math.abs(r))].map(a=>jy[a]).join("");return`${il(String(Number(n)))}\xB710${r<0?"\u207B":""}${o}`}function $o(i,t=4,e=0){if(!Number.isFinite(i))return"\u2013";let n=sm(e);e>0&&(i=Math.round(i/10**n)*10**n);let s=Math.abs(Number(i.toPrecision(t)));if(s<1e-15)return"0";if(s<.001||s>=1e6)return tn(i,t);let r=Math.min(-n,t-1-Math.floor(Math.log10(s)));return il(i.toFixed(Math.max(0,r)))}var sm=i=>i>0?Math.ceil(Math.log10(2*i)):-1/0;function zr(i,t){if(!Number.isFinite(i)||i===0)return["",1];if(!Yy.has(t)&&!($y.has(t)&&i<.01))return["",1];let e=i*(1+Ky);return im.find(([,n])=>e>=n)??im.at(-1)}function Yi(i,t,{digits:e=4,largest:n=0,step:s=0,beside:r=0}={}){if(!Number.isFinite(i))return"\u2013";let o=Math.abs(i);o<Math.max(1e-15,Zy*n,s,10**sm(s)/2)&&(i=0);let a=zr(Math.max(o,r),t),[l,c]=i&&o<Jy*a[1]?zr(o,t):a;return`${$o(i/c,e,s/c)}${t&&t!=="1"?`${t.startsWith("\xB0")?"":" "}${l}${t}`:""}`}function $u(i){let[t,e]=i>=.001||!(i>0)?Yu[0]:Yu.find(([,n])=>n<1&&i>=n)??Yu.at(-1);return{unit:t,factor:e}}function sr(i,{step:t,scale:e}){return il((i/e.factor).toFixed(Zu(t/e.factor)))}var rr=(i,t)=>`${sr(i,t)} ${t.scale.unit}`;function Zu(i){return i>0?Math.min(7,Math.max(2,Math.ceil(-Math.log10(i)-1e-9))):2}function sl(i){if(i>=60)return`${Math.floor(i/60)} min ${tn(i%60,3)} s`;if(i>=.1||i===0)return`${tn(i,4)} s`;let{unit:t,factor:e}=$u(i);return i>=.001?`${tn(i*1e3,4)} ms`:`${tn(i/e,4)} ${t}`}function rl(i){let t=i.trim().replace("\u2212","-").replace(",",".").replace(/\s*[µnp]?s$/,"");return t===""?NaN:Number(t)}var il=i=>i.replace("-","\u2212");var rm=[.1,.2,.5,1,2,5,10],Qy=.95,ol=class{constructor(t){this._ask=t,this._running=null,this._play=Yt({label:"Run",icon:"play",key:"Space",class:"primary",press:()=>this.runOrPause()});let e=F("div",{class:"buttons",attributes:{role:"group","aria-label":"Running"}},Yt({label:"Reset to the start",icon:"start",key:"Home",press:()=>t("reset")}),this._play,Yt({label:"A hundredth of a second on",icon:"forward",key:"\u2192",press:()=>t("step")}));this._time=F("output",{class:"live-time",attributes:{"aria-label":"Time"}}),this._pace=F("span",{class:"live-pace",data:{tip:"Seconds of the motion in a second of real time"}}),this._speed=F("select",{class:"speed",attributes:{"aria-label":"Speed"},data:{tip:"Speed, times real time"}});for(let s of rm)this._speed.append(F("option",{text:`${tn(s)}\xD7`,attributes:{value:s}}));this._speed.addEventListener("change",()=>{t("pace",{speed:Number(this._speed.value)}),this._speed.blur()}),this._message=F("p",{class:"live-message",attributes:{role:"status","aria-live":"polite"}}),this._hint=F("p",{class:"live-hint quiet"});let n=F("div",{class:"live-words"},this._message,this._hint);this.element=F("section",{class:"transport live-bar",attributes:{"aria-label":"Motion"}},e,F("span",{class:"times"},this._time,this._pace),n,this._speed),this.say("","")}runOrPause(){this._ask(this._running?"pause":"run")}status({running:t,speed:e,message:n,busy:s}){if(this._wanted=e,rm.includes(e)||this._speed.append(F("option",{text:`${tn(e)}\xD7`,attributes:{value:e}})),this._speed.value=String(e),this.say(s?`${tv(s)} \u2026`:n,s?"busy":n?"told":""),t===this._running)return;this._running=t;let r=t?"Pause":"Run";this._play.replaceChildren(ri(t?"pause":"play")),this._play.setAttribute("aria-label",r),this._play.dataset.tip=`${r}	Space`;let a=window.matchMedia("(pointer: coarse)").matches?"Drag the background to turn the view.":"Drag the background, or with Shift, to turn the view.";this._hint.textContent=`${t?"Drag a body to push it.":"Drag a body or a slider to pose it."} ${a}`}frame({time:t,factor:e,running:n}){this._time.textContent=`${t.toFixed(2)} s`,this._pace.hidden=!n;let s=n&&e>0&&e<Qy*(this._wanted??1);this._pace.classList.toggle("late",s),this._pace.textContent=n&&e>0?`${tn(e,2)}\xD7 real time${s?", behind":""}`:""}say(t,e){this._message.textContent=t,this._message.dataset.kind=e,this._message.hidden=!t,this._hint.hidden=!!t}};function tv(i){return i.charAt(0).toUpperCase()+i.slice(1)}var al=class{constructor(t,e){Object.assign(this,{url:t,told:e}),this._wait=500,this._open()}get isOpen(){return this._socket?.readyState===WebSocket.OPEN}ask(t,e={}){this.isOpen&&this._socket.send(JSON.stringify({do:t,...e}))}_open(){let t=new WebSocket(this.url);t.binaryType="arraybuffer",this._socket=t,t.addEventListener("open",()=>{this._wait=500,this.told.state("open")}),t.addEventListener("message",({data:e})=>{if(typeof e!="string")return this.told.frame(e);let n=JSON.parse(e);"refused"in n?this.told.refused(n.refused):this.told.status(n)}),t.addEventListener("close",()=>{this.told.state("lost"),setTimeout(()=>this._open(),this._wait),this._wait=Math.min(8e3,1.6*this._wait)})}};function om(i,t){let e=[7*t.bodies,6*t.arrows,t.series,t.coordinates,t.signals],n=e.reduce((f,u)=>f+u,0);if(i.byteLength!==24+4*n)return null;let s=new DataView(i),r=24,[o,a,l,c,h]=e.map(f=>{let u=new Float32Array(i,r,f);return r+=4*f,u});return{serial:s.getUint32(0,!0),running:!!(s.getUint32(4,!0)&1),time:s.getFloat64(8,!0),factor:s.getFloat64(16,!0),poses:o,arrows:a,series:l,coordinates:c,signals:h}}function am(i,t,e){let[n,s,r,o,a,l,c]=i.subarray(t,t+7),h=[e[0]-n,e[1]-s,e[2]-r],f=[o,a,l],u=ll(h,f),d=ll(u,f);return h.map((p,y)=>p+2*(c*u[y]+d[y]))}function lm(i,t,e){let[n,s,r,o,a,l,c]=i.subarray(t,t+7),h=[o,a,l],f=ll(h,e),u=ll(h,f);return[n,s,r].map((d,p)=>d+e[p]+2*(c*f[p]+u[p]))}function ll(i,t){return[i[1]*t[2]-i[2]*t[1],i[2]*t[0]-i[0]*t[2],i[0]*t[1]-i[1]*t[0]]}var cm="http://www.w3.org/2000/svg",Zo=9,Ku=14,cl=class{constructor(t){this._svg=document.createElementNS(cm,"svg"),this._svg.setAttribute("class","live-band"),this._svg.setAttribute("aria-hidden","true"),[this._line,this._head,this._dot]=["line","polygon","circle"].map(e=>document.createElementNS(cm,e)),this._dot.setAttribute("r",4),this._svg.append(this._line,this._head,this._dot),this._text=F("output",{class:"live-force",attributes:{"aria-label":"Force of the push"}}),this._stage=t,t.append(this._svg,this._text),this.hide()}hide(){this._svg.setAttribute("visibility","hidden"),this._text.hidden=!0}show(t,e,n){if(![...t,...e].every(Number.isFinite))return this.hide();let[s,r]=[e[0]-t[0],e[1]-t[1]],o=Math.hypot(s,r)||1,[a,l]=[s/o,r/o];for(let[g,v]of Object.entries({x1:t[0],y1:t[1],x2:e[0],y2:e[1]}))this._line.setAttribute(g,v);let c=[e[0]-Zo*a,e[1]-Zo*l],h=g=>`${c[0]-g*l*Zo/2},${c[1]+g*a*Zo/2}`;if(this._head.setAttribute("points",o>Zo?`${e[0]},${e[1]} ${h(1)} ${h(-1)}`:""),this._dot.setAttribute("cx",t[0]),this._dot.setAttribute("cy",t[1]),this._svg.setAttribute("visibility","visible"),this._text.hidden=!n,!n)return;this._text.textContent=`Push ${Yi(Math.hypot(...n),"N",{digits:3})}`;let{clientWidth:f,clientHeight:u}=this._stage,{offsetWidth:d,offsetHeight:p}=this._text,y=e[0]+Ku+d<=f?e[0]+Ku:e[0]-Ku-d,m=Math.min(Math.max(e[1]-p/2,0),u-p);this._text.style.transform=`translate(${Math.round(Math.max(0,y))}px, ${Math.round(m)}px)`}};var ev=25,nv=4,hl=class{constructor(t,e,n){Object.assign(this,{stage:t,scene:e,use:n}),this._held=null,this._band=new cl(t),this._draw=Zn(ev,()=>this._tell()),t.addEventListener("pointerdown",s=>this._down(s),{capture:!0}),window.addEventListener("pointermove",s=>this._move(s),{capture:!0});for(let s of["pointerup","pointercancel"])window.addEventListener(s,r=>this._up(r),{capture:!0})}get active(){return!!this._held}_down(t){if(this._held){this._release();return}if(!(t.target instanceof HTMLCanvasElement)||t.button!==0||t.shiftKey||t.ctrlKey||t.metaKey||t.altKey)return;let n=this.use.latest(),[s,r]=this._place(t),o=n&&this.scene.pick(s,r);!o||o.body<0||(t.stopPropagation(),t.preventDefault(),this._held={pointer:t.pointerId,body:o.body,at:am(n.poses,7*o.body,o.point),through:o.point,start:[s,r],moved:!1},document.body.classList.add("live-dragging"))}_move(t){let e=this._held;if(!e||t.pointerId!==e.pointer)return;t.stopPropagation();let[n,s]=this._place(t);e.moved||=Math.hypot(n-e.start[0],s-e.start[1])>nv,e.moved&&(e.pixel=[n,s],e.to=this.scene.pointAt(n,s,e.through),this._draw(),this.frame())}_up(t){let e=this._held;!e||t.pointerId!==e.pointer||(t.stopPropagation(),e.moved||this.use.select({run:0,body:e.body}),this._release())}frame(){let t=this._held,e=this.use.latest();if(!t?.pixel||!e)return this._band.hide();let n=this.scene.screenOf(lm(e.poses,7*t.body,t.at));this._band.show(n,t.pixel,e.running?this.use.push():null)}_tell(){let t=this._held;t?.to?.every(Number.isFinite)&&this.use.ask("grab",{name:this.use.names[t.body],at:t.at,to:t.to})}_release(){this._held?.moved&&this.use.ask("release"),this._held=null,this._band.hide(),document.body.classList.remove("live-dragging")}_place(t){let e=this.stage.getBoundingClientRect();return[t.clientX-e.left,t.clientY-e.top]}};var iv={form:"form of the equations",solver:"solver",integrator:"integrator",rtol:"relative tolerance",atol:"absolute tolerance",step:"step, s"},sv="chosen when it first runs",ul=class{constructor(t){this._place=F("div",{class:"live-facts"}),t.querySelector("section.run")?.append(this._place)}status({manner:t,used:e}){let n={form:t.form,solver:t.solver,integrator:t.integrator},s=Object.entries(iv).flatMap(([r,o])=>{let a=n[r]==="auto"?null:n[r],l=e[r]??a??(r==="form"||r==="integrator"?sv:null);return l===null?[]:[[o,String(l)]]});this._place.replaceChildren(F("h3",{text:"How it is computed"}),Is(s))}};var Ju=1e3,rv=180/Math.PI,hm=400,Gr=class{constructor(t,e,{note:n="",tell:s=()=>{}}={}){Object.assign(this,{about:t,_set:e,_tell:s}),this._touched=-1/0,this._held=!1,[this._factor,this.unit]=ov(t);let r=Math.max(1e-12,(t.high-t.low)*this._factor);this._decimals=Math.min(6,Math.max(0,4-Math.floor(Math.log10(r))));let o=`${t.name} in ${this.unit||"its unit"}`;this.range=F("input",{attributes:{type:"range",min:0,max:Ju,step:1,"aria-label":o},on:{input:()=>this._slid(),pointerdown:()=>this._hold(!0),change:()=>this._hold(!1),blur:()=>this._hold(!1)}}),this.field=F("input",{class:"number",attributes:{type:"text",inputmode:"decimal",autocomplete:"off",spellcheck:"false","aria-label":o},on:{keydown:h=>this._key(h),blur:()=>this._leave(),focus:()=>this.field.select(),input:()=>this._typing=!0}});let a=F("span",{class:"name",text:t.name,attributes:{title:`${t.name}: ${this._ends()}`}}),l=F("div",{class:"live-name"},a,n?F("span",{class:"quiet",text:n}):null),c=F("span",{class:"entry"},this.field,F("span",{class:"unit",text:this.unit}));this.element=F("div",{class:"live-row",data:{slider:t.name}},l,c,this.range),this.extras=l;for(let h of["pointerup","pointercancel"])window.addEventListener(h,()=>this._held&&this._hold(!1),{capture:!0});this.show(0)}show(t){Number.isFinite(t)&&(this.value=t,this._typing||this._write(t),!this._held&&performance.now()-this._touched>hm&&this._place(t))}set disabled(t){this.range.disabled=this.field.disabled=t}_ends(){let{low:t,high:e,limited:n=[!1,!1]}=this.about,s=r=>`${$o(r*this._factor,4)} ${this.unit}`;return`${s(t)} to ${s(e)}${n.some(Boolean)?" (limits of the model)":""}`}_hold(t){this._held=t,this._touch()}_touch(){this._touched=performance.now(),clearTimeout(this._settling),this._settling=setTimeout(()=>{this._held||(this._typing||this._write(this.value),this._place(this.value))},hm)}_slid(){this._touch();let{low:t,high:e}=this.about,n=t+Number(this.range.value)/Ju*(e-t);this._write(n),this._set(n)}_key(t){if(t.key==="Escape"&&this._leave(),t.key!=="Enter")return;let e=this.field.value.trim(),n=rl(this.unit&&e.endsWith(this.unit)?e.slice(0,-this.unit.length):e);this._typing=!1,Number.isFinite(n)?(this._touched=-1/0,this._set(n/this._factor)):(this._write(this.value),this._tell(`${e?`\u201C${e.slice(0,40)}\u201D is not a number`:"A number is needed"}: ${this.about.name} stays at ${this._text(this.value)}.`)),this.field.select()}_leave(){this._typing=!1,this._write(this.value)}_place(t){let{low:e,high:n}=this.about,s=String(Math.round(Math.min(1,Math.max(0,(t-e)/(n-e)))*Ju));this.range.value!==s&&(this.range.value=s)}_write(t){let e=this._digits(t);this.field.value!==e&&(this.field.value=e),this.range.setAttribute("aria-valuetext",this._text(t))}_digits(t){return(t*this._factor).toFixed(this._decimals).replace(/^-(?=0*\.?0*$)/,"").replace("-","\u2212")}_text(t){return`${this._digits(t)}${this.unit==="\xB0"?"":" "}${this.unit}`}};function ov({unit:i,low:t,high:e}){if(i==="rad")return[rv,"\xB0"];let[n,s]=zr(Math.max(Math.abs(t),Math.abs(e)),i);return[1/s,i==="1"?"":n+i]}var tf=25,av=12,fl=class{constructor(t,{coordinates:e},n,s){this._note=F("p",{class:"quiet"}),this.rows=e.map(r=>new Gr(r,Zn(tf,o=>n("set",{name:r.name,value:o})),{tell:s})),t.classList.add("live-panel"),t.append(this._note,...Qu(this.rows)),e.length||(this._note.textContent="Nothing here moves freely.")}status({running:t}){for(let e of this.rows)e.disabled=t;this.rows.length&&(this._note.textContent=t?"Pause to pose it; while it runs, drag a body to push it.":""),this._note.hidden=!this._note.textContent}frame({coordinates:t}){this.rows.forEach((e,n)=>e.show(t[n]))}},dl=class{constructor(t,{signals:e,forces:n},s,r){if(t.classList.add("live-panel"),this._hands=e.map(o=>new ju(o,s,r)),this._forces=n.map(o=>new Gr(o,Zn(tf,a=>s("force",{name:o.name,value:a})),{tell:r})),e.length&&t.append(F("h3",{text:"Motors, servos and drives"}),...Qu(this._hands.map(o=>o.row))),n.length){let o=Yt({label:"No joint forces",text:"None",class:"small",press:()=>n.forEach(({name:a})=>s("force",{name:a,value:0}))});t.append(F("div",{class:"live-title"},F("h3",{text:"Joint forces"}),o),...Qu(this._forces))}!e.length&&!n.length&&t.append(F("p",{class:"quiet",text:"Nothing here takes a force."}))}status({forces:t,hands:e}){this._forces.forEach((n,s)=>n.show(t[s]));for(let n of this._hands)n.status(e)}frame({signals:t}){this._hands.forEach((e,n)=>e.frame(t[n]))}},ju=class{constructor(t,e,n){this.about=t,this.row=new Gr(t,Zn(tf,s=>e("signal",{name:t.name,value:s})),{note:t.kind,tell:n}),this._held=!1,this._back=Yt({label:`Let ${t.name} follow its own signal`,text:"own signal",class:"small live-own",press:()=>e("signal",{name:t.name,value:null})}),this.row.extras.append(this._back),this.status({})}status(t){this._held=this.about.name in t,this.row.element.classList.toggle("held",this._held),this._back.hidden=!this._held,this._held&&this.row.show(t[this.about.name])}frame(t){this._held||this.row.show(t)}},pl=class{constructor(t,{forms:e,integrators:n},s){t.classList.add("live-panel"),this._ask=s,this._solvers=Object.fromEntries(e.map(({name:o,solvers:a})=>[o,a])),this._form=this._choice("Form of the equations",["auto",...e.map(({name:o})=>o)]),this._solver=this._choice("Solver",["auto"]),this._integrator=this._choice("Integrator",["auto",...n.map(({name:o})=>o)]),this._about=Object.fromEntries(n.map(({name:o,about:a})=>[o,a])),this._step=F("input",{attributes:{type:"text",inputmode:"decimal",placeholder:"0.001",autocomplete:"off","aria-label":"Step in seconds"},on:{change:()=>this._chosen()}}),this._notes=F("p",{class:"quiet"}),this._used=F("p",{class:"quiet",attributes:{role:"status"}});let r=(o,a)=>F("label",{class:"live-field"},F("span",{text:o}),a);this._stepField=r("Step in seconds",this._step),t.append(r("Form of the equations",this._form),r("Solver",this._solver),r("Integrator",this._integrator),this._stepField,this._notes,this._used)}status({manner:t,used:e}){this._form.value=t.form,this._fill(this._solver,["auto",...this._solvers[t.form]??[]],t.solver),this._integrator.value=t.integrator,document.activeElement!==this._step&&(this._step.value=t.step??""),this._notes.textContent=this._about[t.integrator]??"",this._stepField.hidden=!/fixed step/.test(this._about[t.integrator]??"")&&!("step"in e);let n=Object.entries(e).map(([s,r])=>`${s} ${r}`);this._used.textContent=n.length?`In use: ${n.join(", ")}.`:""}_choice(t,e){let n=F("select",{attributes:{"aria-label":t},on:{change:()=>this._chosen(n)}});return this._fill(n,e,"auto"),n}_fill(t,e,n){t.options.length===e.length&&e.every((r,o)=>t.options[o].value===r)||t.replaceChildren(...e.map(r=>F("option",{text:r,attributes:{value:r}}))),t.value=n}_chosen(t){let e=Number(this._step.value.replace(",",".")),n=/fixed step/.test(this._about[this._integrator.value]??"");this._ask("choose",{form:this._form.value,solver:t===this._form?"auto":this._solver.value,integrator:this._integrator.value,step:n&&this._step.value&&e>0?e:null})}};function Qu(i){if(i.length<=av)return i.map(e=>e.element);let t=F("input",{attributes:{type:"search",placeholder:"Search","aria-label":"Search by name"},on:{input:()=>{let e=t.value.trim().toLowerCase();for(let n of i)n.element.hidden=!n.about.name.toLowerCase().includes(e)}}});return[t,...i.map(e=>e.element)]}var lv=10,um={rad:"\xB0","rad/s":"\xB0/s"},ef=4,ml={energy:"Energy",coordinates:"Coordinates",velocities:"Velocities","reaction forces":"Joint reactions: forces","reaction moments":"Joint reactions: moments"},gl=class{constructor(t,{series:e}){this._ui=t,this._factors=e.map(({unit:n})=>n in um?180/Math.PI:1),this._series=e.map(n=>({...n,unit:um[n.unit]??n.unit})),this._plots=[];for(let n of["energy","coordinates","reaction forces"])this._open(n,this._first(n))}fill(t){t.classList.add("live-panel");let e=[...new Set(this._series.map(({group:n})=>n))];for(let n of e){let s=this._placesOf(n),r=F("select",{attributes:{"aria-label":ml[n]??n}});r.append(F("option",{text:s.length>ef?`the first ${ef}`:"all",attributes:{value:""}}));for(let a of s)r.append(F("option",{text:this._series[a].name,attributes:{value:a}}));let o=Yt({label:`Plot ${ml[n]??n}`,text:"Plot",icon:"plus",class:"small",press:()=>this._open(n,r.value===""?this._first(n):[Number(r.value)])});t.append(F("label",{class:"live-field"},F("span",{text:ml[n]??n}),r),o)}}frame({time:t,series:e}){for(let{plot:n,places:s}of this._plots)n.append(t,s.map(r=>this._factors[r]*e[r]))}_placesOf(t){return this._series.flatMap((e,n)=>e.group===t?[n]:[])}_first(t){let e=this._placesOf(t),n=this._series[e[0]]?.unit;return e.filter(s=>this._series[s].unit===n).slice(0,ef)}_open(t,e){if(!e.length)return;let n=e.map(o=>this._series[o]),s={places:e,plot:null};s.plot=this._ui.plots.live({title:ml[t]??t,series:n,seconds:lv});let r=s.plot.remove.bind(s.plot);s.plot.remove=()=>{this._plots=this._plots.filter(o=>o!==s),r()},this._plots.push(s)}};var cv=1.35;function hv(i){i.view("fit");let{eye:t,target:e,...n}=i.camera;i.setCamera({...n,target:e,eye:t.map((s,r)=>e[r]+cv*(s-e[r]))})}function fm(i,t,e){let n=i.live;if(!n)return null;let s=i.machines[i.runs[0].machine].bodies,r={bodies:s.length};for(let E of["arrows","series","coordinates","signals"])r[E]=n[E].length;let o=null,a=!1,l=null,c=(E,_)=>R.ask(E,_),h=new ol(c);t.shell.foot.append(h.element);let f=E=>t.tell(E),u=new fl(t.panel("Pose",{icon:"pose",open:!t.shell.narrow}),n,c,f),d=new dl(t.panel("Motors",{icon:"live"}),n,c,f),p=new pl(t.panel("Method",{icon:"table"}),n,c),y=uv(i.runs[0],n),m=new gl(t,n);m.fill(t.panel("Plots",{icon:"plot"}));let g=n.arrows.findLastIndex(({name:E,group:_})=>_==="forces"&&E==="push"),v=new hl(t.stage,e,{ask:c,latest:()=>o,names:s.map(({name:E})=>E),select:E=>t.select(E),push:()=>{let E=o&&[...o.arrows.subarray(6*g+3,6*g+6)];return E?.every(Number.isFinite)?E:null}});t.drive({run:()=>h.runOrPause(),reset:()=>c("reset"),step:()=>c("step")});let T=new ul(t.about);e.resize(),i.view.camera||hv(e);let b=()=>{a=!1,e.setPoses(0,o.poses),y.frame(o),e.setArrows(0,i.runs[0].arrows),t.refresh();for(let E of[h,u,d,v])E.frame(o)},R=new al(n.url,{frame:E=>{let _=om(E,r);_&&(o=_,m.frame(o),a||requestAnimationFrame(b),a=!0)},status:E=>{l=E;for(let _ of[h,u,d,p,T])_.status(E)},refused:E=>h.say(E,"told"),state:E=>{t.shell.root.classList.toggle("live-lost",E==="lost"),E==="lost"?h.say("The link to Python is lost; trying again. Is it still running?","lost"):l&&h.status(l)}});return{connection:R,latest:()=>o,status:()=>l}}function uv(i,t){let e=i.pose,n=null;return i.pose=(s,r)=>n?r.set(n):e(s,r),i.series=t.series.map(s=>({...s,values:new Float32Array([NaN])})),{frame:s=>{n=s.poses,i.series.forEach(({values:r},o)=>r.set(s.series.subarray(o,o+1))),i.arrows=t.arrows.map((r,o)=>({...r,point:s.arrows.subarray(6*o,6*o+3),vectors:s.arrows.subarray(6*o+3,6*o+6)}))}}}var qs={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},Ys={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},Gm=0,If=1,Vm=2;var dr=1,Hm=2,_o=3,ji=0,Nn=1,vi=2,pr=0,xo=1,Lf=2,Nf=3,Df=4,mc=5;var mr=100,Wm=101,Xm=102,qm=103,Ym=104,gc=200,_c=201,$m=202,Zm=203,Ff=204,Uf=205,Km=206,Jm=207,jm=208,Qm=209,tg=210,eg=211,ng=212,ig=213,sg=214,zl=0,Gl=1,Vl=2,io=3,Hl=4,Wl=5,Xl=6,ql=7,xc=0,rg=1,og=2,Mi=0,Of=1,Bf=2,kf=3,zf=4,Gf=5,Vf=6,Hf=7;var Wf=300,gr=301,yo=302,yc=303,vc=304,Yl=1e3,Zi=1001,$l=1002,Pn=1003,ag=1004;var Ea=1005;var Xn=1006,Mc=1007;var ys=1008;var jn=1009,Xf=1010,qf=1011,vo=1012,bc=1013,Ni=1014,bi=1015,Di=1016,Sc=1017,wc=1018,_r=1020,Yf=35902,$f=35899,Zf=1021,Kf=1022,Fi=1023,gs=1026,vs=1027,Ec=1028,Ac=1029,$s=1030,Tc=1031;var Cc=1033,Aa=33776,Ta=33777,Ca=33778,Ra=33779,Rc=35840,Pc=35841,Ic=35842,Lc=35843,Nc=36196,Dc=37492,Fc=37496,Uc=37488,Oc=37489,Pa=37490,Bc=37491,kc=37808,zc=37809,Gc=37810,Vc=37811,Hc=37812,Wc=37813,Xc=37814,qc=37815,Yc=37816,$c=37817,Zc=37818,Kc=37819,Jc=37820,jc=37821,Qc=36492,th=36494,eh=36495,nh=36283,ih=36284,Ia=36285,sh=36286;var ra=2300,Zl=2301,Bl=2302,Sf=2303,wf=2400,Ef=2401,Af=2402;var lg=3200;var rh=0,cg=1,Ms="",Ln="srgb",oa="srgb-linear",aa="linear",Te="srgb";var kl=7680;var hg=519,ug=512,fg=513,dg=514,Jf=515,pg=516,mg=517,jf=518,Qf=519,gg=35044,Si=35048;var td="300 es",xi=2e3,so=2001;function fv(i){for(let t=i.length-1;t>=0;--t)if(i[t]>=65535)return!0;return!1}function dv(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function la(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function _g(){let i=la("canvas");return i.style.display="block",i}var dm={},ro=null;function ed(...i){let t="THREE."+i.shift();ro?ro("log",t,...i):console.log(t,...i)}function xg(i){let t=i[0];if(typeof t=="string"&&t.startsWith("TSL:")){let e=i[1];e&&e.isStackTrace?i[0]+=" "+e.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function Kt(...i){i=xg(i);let t="THREE."+i.shift();if(ro)ro("warn",t,...i);else{let e=i[0];e&&e.isStackTrace?console.warn(e.getError(t)):console.warn(t,...i)}}function te(...i){i=xg(i);let t="THREE."+i.shift();if(ro)ro("error",t,...i);else{let e=i[0];e&&e.isStackTrace?console.error(e.getError(t)):console.error(t,...i)}}function na(...i){let t=i.join(" ");t in dm||(dm[t]=!0,Kt(...i))}function yg(i,t,e){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(t,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:n()}}setTimeout(r,e)})}var vg={[zl]:zl,[Vl]:Xl,[Hl]:Hl,[io]:Wl,[Gl]:Gl,[Xl]:Vl,[ql]:ql,[Wl]:io},Li=class{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[t]===void 0&&(n[t]=[]),n[t].indexOf(e)===-1&&n[t].push(e)}hasEventListener(t,e){let n=this._listeners;return n===void 0?!1:n[t]!==void 0&&n[t].indexOf(e)!==-1}removeEventListener(t,e){let n=this._listeners;if(n===void 0)return;let s=n[t];if(s!==void 0){let r=s.indexOf(e);r!==-1&&s.splice(r,1)}}dispatchEvent(t){let e=this._listeners;if(e===void 0)return;let n=e[t.type];if(n!==void 0){t.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,t);t.target=null}}},Fn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],pm=1234567,ia=Math.PI/180,oo=180/Math.PI;function Mo(){let i=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(Fn[i&255]+Fn[i>>8&255]+Fn[i>>16&255]+Fn[i>>24&255]+"-"+Fn[t&255]+Fn[t>>8&255]+"-"+Fn[t>>16&15|64]+Fn[t>>24&255]+"-"+Fn[e&63|128]+Fn[e>>8&255]+"-"+Fn[e>>16&255]+Fn[e>>24&255]+Fn[n&255]+Fn[n>>8&255]+Fn[n>>16&255]+Fn[n>>24&255]).toLowerCase()}function me(i,t,e){return Math.max(t,Math.min(e,i))}function nd(i,t){return(i%t+t)%t}function pv(i,t,e,n,s){return n+(i-t)*(s-n)/(e-t)}function mv(i,t,e){return i!==t?(e-i)/(t-i):0}function sa(i,t,e){return(1-e)*i+e*t}function gv(i,t,e,n){return sa(i,t,1-Math.exp(-e*n))}function _v(i,t=1){return t-Math.abs(nd(i,t*2)-t)}function xv(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*(3-2*i))}function yv(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*i*(i*(i*6-15)+10))}function vv(i,t){return i+Math.floor(Math.random()*(t-i+1))}function Mv(i,t){return i+Math.random()*(t-i)}function bv(i){return i*(.5-Math.random())}function Sv(i){i!==void 0&&(pm=i);let t=pm+=1831565813;return t=Math.imul(t^t>>>15,t|1),t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/4294967296}function wv(i){return i*ia}function Ev(i){return i*oo}function Av(i){return i>0&&Number.isInteger(i)&&2**Math.round(Math.log2(i))===i}function Tv(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function id(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function Cv(i,t,e,n,s){let r=Math.cos,o=Math.sin,a=r(e/2),l=o(e/2),c=r((t+n)/2),h=o((t+n)/2),f=r((t-n)/2),u=o((t-n)/2),d=r((n-t)/2),p=o((n-t)/2);switch(s){case"XYX":i.set(a*h,l*f,l*u,a*c);break;case"YZY":i.set(l*u,a*h,l*f,a*c);break;case"ZXZ":i.set(l*f,l*u,a*h,a*c);break;case"XZX":i.set(a*h,l*p,l*d,a*c);break;case"YXY":i.set(l*d,a*h,l*p,a*c);break;case"ZYZ":i.set(l*p,l*d,a*h,a*c);break;default:Kt("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function sd(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function Mg(i,t){if(t.constructor===Float32Array)return i;let e=sd(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(i/e,-1)}function bg(i,t){if(t.constructor===Float32Array)return i;let e=sd(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*e)}var oh={DEG2RAD:ia,RAD2DEG:oo,generateUUID:Mo,clamp:me,euclideanModulo:nd,mapLinear:pv,inverseLerp:mv,lerp:sa,damp:gv,pingpong:_v,smoothstep:xv,smootherstep:yv,randInt:vv,randFloat:Mv,randFloatSpread:bv,seededRandom:Sv,degToRad:wv,radToDeg:Ev,isPowerOfTwo:Av,ceilPowerOfTwo:Tv,floorPowerOfTwo:id,setQuaternionFromProperEuler:Cv,normalize:bg,denormalize:Mg},qt=class{static{this.prototype.isVector2=!0}constructor(t=0,e=0){this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:throw new Error("THREE.Vector2: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){return this.multiplyScalar(1/t)}applyMatrix3(t){let e=this.x,n=this.y,s=t.elements;return this.x=s[0]*e+s[3]*n+s[6],this.y=s[1]*e+s[4]*n+s[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=me(this.x,t.x,e.x),this.y=me(this.y,t.y,e.y),this}clampScalar(t,e){return this.x=me(this.x,t,e),this.y=me(this.y,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(me(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(me(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y;return e*e+n*n}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){let n=Math.cos(e),s=Math.sin(e),r=this.x-t.x,o=this.y-t.y;return this.x=r*n-o*s+t.x,this.y=r*s+o*n+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},ci=class{constructor(t=0,e=0,n=0,s=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=n,this._w=s}static slerpFlat(t,e,n,s,r,o,a){let l=n[s+0],c=n[s+1],h=n[s+2],f=n[s+3],u=r[o+0],d=r[o+1],p=r[o+2],y=r[o+3];if(f!==y||l!==u||c!==d||h!==p){let m=l*u+c*d+h*p+f*y;m<0&&(u=-u,d=-d,p=-p,y=-y,m=-m);let g=1-a;if(m<.9995){let v=Math.acos(m),T=Math.sin(v);g=Math.sin(g*v)/T,a=Math.sin(a*v)/T,l=l*g+u*a,c=c*g+d*a,h=h*g+p*a,f=f*g+y*a}else{l=l*g+u*a,c=c*g+d*a,h=h*g+p*a,f=f*g+y*a;let v=1/Math.sqrt(l*l+c*c+h*h+f*f);l*=v,c*=v,h*=v,f*=v}}t[e]=l,t[e+1]=c,t[e+2]=h,t[e+3]=f}static multiplyQuaternionsFlat(t,e,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],h=n[s+3],f=r[o],u=r[o+1],d=r[o+2],p=r[o+3];return t[e]=a*p+h*f+l*d-c*u,t[e+1]=l*p+h*u+c*f-a*d,t[e+2]=c*p+h*d+a*u-l*f,t[e+3]=h*p-a*f-l*u-c*d,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=t,this._onChangeCallback()}set(t,e,n,s){return this._x=t,this._y=e,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){let n=t._x,s=t._y,r=t._z,o=t._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(s/2),f=a(r/2),u=l(n/2),d=l(s/2),p=l(r/2);switch(o){case"XYZ":this._x=u*h*f+c*d*p,this._y=c*d*f-u*h*p,this._z=c*h*p+u*d*f,this._w=c*h*f-u*d*p;break;case"YXZ":this._x=u*h*f+c*d*p,this._y=c*d*f-u*h*p,this._z=c*h*p-u*d*f,this._w=c*h*f+u*d*p;break;case"ZXY":this._x=u*h*f-c*d*p,this._y=c*d*f+u*h*p,this._z=c*h*p+u*d*f,this._w=c*h*f-u*d*p;break;case"ZYX":this._x=u*h*f-c*d*p,this._y=c*d*f+u*h*p,this._z=c*h*p-u*d*f,this._w=c*h*f+u*d*p;break;case"YZX":this._x=u*h*f+c*d*p,this._y=c*d*f+u*h*p,this._z=c*h*p-u*d*f,this._w=c*h*f-u*d*p;break;case"XZY":this._x=u*h*f-c*d*p,this._y=c*d*f-u*h*p,this._z=c*h*p+u*d*f,this._w=c*h*f+u*d*p;break;default:Kt("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){let n=e/2,s=Math.sin(n);return this._x=t.x*s,this._y=t.y*s,this._z=t.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(t){let e=t.elements,n=e[0],s=e[4],r=e[8],o=e[1],a=e[5],l=e[9],c=e[2],h=e[6],f=e[10],u=n+a+f;if(u>0){let d=.5/Math.sqrt(u+1);this._w=.25/d,this._x=(h-l)*d,this._y=(r-c)*d,this._z=(o-s)*d}else if(n>a&&n>f){let d=2*Math.sqrt(1+n-a-f);this._w=(h-l)/d,this._x=.25*d,this._y=(s+o)/d,this._z=(r+c)/d}else if(a>f){let d=2*Math.sqrt(1+a-n-f);this._w=(r-c)/d,this._x=(s+o)/d,this._y=.25*d,this._z=(l+h)/d}else{let d=2*Math.sqrt(1+f-n-a);this._w=(o-s)/d,this._x=(r+c)/d,this._y=(l+h)/d,this._z=.25*d}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let n=t.dot(e)+1;return n<1e-8?(n=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=n):(this._x=0,this._y=-t.z,this._z=t.y,this._w=n)):(this._x=t.y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=n),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(me(this.dot(t),-1,1)))}rotateTowards(t,e){let n=this.angleTo(t);if(n===0)return this;let s=Math.min(1,e/n);return this.slerp(t,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=e._x,l=e._y,c=e._z,h=e._w;return this._x=n*h+o*a+s*c-r*l,this._y=s*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-s*a,this._w=o*h-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=this.dot(t);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let l=1-e;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,e=Math.sin(e*c)/h,this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this._onChangeCallback()}else this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this.normalize();return this}slerpQuaternions(t,e,n){return this.copy(t).slerp(e,n)}random(){let t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(t),s*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},z=class{static{this.prototype.isVector3=!0}constructor(t=0,e=0,n=0){this.x=t,this.y=e,this.z=n}set(t,e,n){return n===void 0&&(n=this.z),this.x=t,this.y=e,this.z=n,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;default:throw new Error("THREE.Vector3: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion(mm.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion(mm.setFromAxisAngle(t,e))}applyMatrix3(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[3]*n+r[6]*s,this.y=r[1]*e+r[4]*n+r[7]*s,this.z=r[2]*e+r[5]*n+r[8]*s,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=t.elements,o=1/(r[3]*e+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*e+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*e+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*e+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(t){let e=this.x,n=this.y,s=this.z,r=t.x,o=t.y,a=t.z,l=t.w,c=2*(o*s-a*n),h=2*(a*e-r*s),f=2*(r*n-o*e);return this.x=e+l*c+o*f-a*h,this.y=n+l*h+a*c-r*f,this.z=s+l*f+r*h-o*c,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[4]*n+r[8]*s,this.y=r[1]*e+r[5]*n+r[9]*s,this.z=r[2]*e+r[6]*n+r[10]*s,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this}clamp(t,e){return this.x=me(this.x,t.x,e.x),this.y=me(this.y,t.y,e.y),this.z=me(this.z,t.z,e.z),this}clampScalar(t,e){return this.x=me(this.x,t,e),this.y=me(this.y,t,e),this.z=me(this.z,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(me(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){let n=t.x,s=t.y,r=t.z,o=e.x,a=e.y,l=e.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(t){let e=t.lengthSq();if(e===0)return this.set(0,0,0);let n=t.dot(this)/e;return this.copy(t).multiplyScalar(n)}projectOnPlane(t){return nf.copy(this).projectOnVector(t),this.sub(nf)}reflect(t){return this.sub(nf.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(me(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y,s=this.z-t.z;return e*e+n*n+s*s}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,n){let s=Math.sin(e)*t;return this.x=s*Math.sin(n),this.y=Math.cos(e)*t,this.z=s*Math.cos(n),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,n){return this.x=t*Math.sin(e),this.y=n,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){let e=this.setFromMatrixColumn(t,0).length(),n=this.setFromMatrixColumn(t,1).length(),s=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=n,this.z=s,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let t=Math.random()*Math.PI*2,e=Math.random()*2-1,n=Math.sqrt(1-e*e);return this.x=n*Math.cos(t),this.y=e,this.z=n*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},nf=new z,mm=new ci,ne=class{static{this.prototype.isMatrix3=!0}constructor(t,e,n,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c)}set(t,e,n,s,r,o,a,l,c){let h=this.elements;return h[0]=t,h[1]=s,h[2]=a,h[3]=e,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],this}extractBasis(t,e,n){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(t){let e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],f=n[7],u=n[2],d=n[5],p=n[8],y=s[0],m=s[3],g=s[6],v=s[1],T=s[4],b=s[7],R=s[2],E=s[5],_=s[8];return r[0]=o*y+a*v+l*R,r[3]=o*m+a*T+l*E,r[6]=o*g+a*b+l*_,r[1]=c*y+h*v+f*R,r[4]=c*m+h*T+f*E,r[7]=c*g+h*b+f*_,r[2]=u*y+d*v+p*R,r[5]=u*m+d*T+p*E,r[8]=u*g+d*b+p*_,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8];return e*o*h-e*a*c-n*r*h+n*a*l+s*r*c-s*o*l}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],f=h*o-a*c,u=a*l-h*r,d=c*r-o*l,p=e*f+n*u+s*d;if(p===0)return this.set(0,0,0,0,0,0,0,0,0);let y=1/p;return t[0]=f*y,t[1]=(s*c-h*n)*y,t[2]=(a*n-s*o)*y,t[3]=u*y,t[4]=(h*e-s*l)*y,t[5]=(s*r-a*e)*y,t[6]=d*y,t[7]=(n*l-c*e)*y,t[8]=(o*e-n*r)*y,this}transpose(){let t,e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){let e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+t,-s*c,s*l,-s*(-c*o+l*a)+a+e,0,0,1),this}scale(t,e){return na("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(sf.makeScale(t,e)),this}rotate(t){return na("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(sf.makeRotation(-t)),this}translate(t,e){return na("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(sf.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,n,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,0,e,0,0,0,1),this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<9;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<9;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t}clone(){return new this.constructor().fromArray(this.elements)}},sf=new ne,gm=new ne().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),_m=new ne().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function Rv(){let i={enabled:!0,workingColorSpace:oa,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Te&&(s.r=ms(s.r),s.g=ms(s.g),s.b=ms(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Te&&(s.r=no(s.r),s.g=no(s.g),s.b=no(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===Ms?aa:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},t=[.64,.33,.3,.6,.15,.06],e=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[oa]:{primaries:t,whitePoint:n,transfer:aa,toXYZ:gm,fromXYZ:_m,luminanceCoefficients:e,workingColorSpaceConfig:{unpackColorSpace:Ln},outputColorSpaceConfig:{drawingBufferColorSpace:Ln}},[Ln]:{primaries:t,whitePoint:n,transfer:Te,toXYZ:gm,fromXYZ:_m,luminanceCoefficients:e,outputColorSpaceConfig:{drawingBufferColorSpace:Ln}}}),i}var xe=Rv();function ms(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function no(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var Vr,Kl=class{static getDataURL(t,e="image/png"){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let n;if(t instanceof HTMLCanvasElement)n=t;else{Vr===void 0&&(Vr=la("canvas")),Vr.width=t.width,Vr.height=t.height;let s=Vr.getContext("2d");t instanceof ImageData?s.putImageData(t,0,0):s.drawImage(t,0,0,t.width,t.height),n=Vr}return n.toDataURL(e)}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){let e=la("canvas");e.width=t.width,e.height=t.height;let n=e.getContext("2d");n.drawImage(t,0,0,t.width,t.height);let s=n.getImageData(0,0,t.width,t.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=ms(r[o]/255)*255;return n.putImageData(s,0,0),e}else if(t.data){let e=t.data.slice(0);for(let n=0;n<e.length;n++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[n]=Math.floor(ms(e[n]/255)*255):e[n]=ms(e[n]);return{data:e,width:t.width,height:t.height}}else return Kt("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}},Pv=0,ao=class{constructor(t=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:Pv++}),this.uuid=Mo(),this.data=t,this.dataReady=!0,this.version=0}getSize(t){let e=this.data;return typeof HTMLVideoElement<"u"&&e instanceof HTMLVideoElement?t.set(e.videoWidth,e.videoHeight,0):typeof VideoFrame<"u"&&e instanceof VideoFrame?t.set(e.displayWidth,e.displayHeight,0):e!==null?t.set(e.width||0,e.height||0,e.depth||0):t.set(0,0,0),t}set needsUpdate(t){t===!0&&this.version++}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(rf(s[o].image)):r.push(rf(s[o]))}else r=rf(s);n.url=r}return e||(t.images[this.uuid]=n),n}};function rf(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?Kl.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(Kt("Texture: Unable to serialize Texture."),{})}var Iv=0,of=new z,Jn=class i extends Li{constructor(t=i.DEFAULT_IMAGE,e=i.DEFAULT_MAPPING,n=Zi,s=Zi,r=Xn,o=ys,a=Fi,l=jn,c=i.DEFAULT_ANISOTROPY,h=Ms){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:Iv++}),this.uuid=Mo(),this.name="",this.source=new ao(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new qt(0,0),this.repeat=new qt(1,1),this.center=new qt(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new ne,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(of).x}get height(){return this.source.getSize(of).y}get depth(){return this.source.getSize(of).z}get image(){return this.source.data}set image(t){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.normalized=t.normalized,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.mipmapsAutoUpdate=t.mipmapsAutoUpdate,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.renderTarget=t.renderTarget,this.isRenderTargetTexture=t.isRenderTargetTexture,this.isPMREMTexture=t.isPMREMTexture,this.isArrayTexture=t.isArrayTexture,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}setValues(t){for(let e in t){let n=t[e];if(n===void 0){Kt(`Texture.setValues(): parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){Kt(`Texture.setValues(): property '${e}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),e||(t.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==Wf)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case Yl:t.x=t.x-Math.floor(t.x);break;case Zi:t.x=t.x<0?0:1;break;case $l:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case Yl:t.y=t.y-Math.floor(t.y);break;case Zi:t.y=t.y<0?0:1;break;case $l:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};Jn.DEFAULT_IMAGE=null;Jn.DEFAULT_MAPPING=Wf;Jn.DEFAULT_ANISOTROPY=1;var Ye=class{static{this.prototype.isVector4=!0}constructor(t=0,e=0,n=0,s=1){this.x=t,this.y=e,this.z=n,this.w=s}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,n,s){return this.x=t,this.y=e,this.z=n,this.w=s,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("THREE.Vector4: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=this.w,o=t.elements;return this.x=o[0]*e+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*e+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*e+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*e+o[7]*n+o[11]*s+o[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);let e=Math.sqrt(1-t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,n,s,r,l=t.elements,c=l[0],h=l[4],f=l[8],u=l[1],d=l[5],p=l[9],y=l[2],m=l[6],g=l[10];if(Math.abs(h-u)<.01&&Math.abs(f-y)<.01&&Math.abs(p-m)<.01){if(Math.abs(h+u)<.1&&Math.abs(f+y)<.1&&Math.abs(p+m)<.1&&Math.abs(c+d+g-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;let T=(c+1)/2,b=(d+1)/2,R=(g+1)/2,E=(h+u)/4,_=(f+y)/4,A=(p+m)/4;return T>b&&T>R?T<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(T),s=E/n,r=_/n):b>R?b<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(b),n=E/s,r=A/s):R<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(R),n=_/r,s=A/r),this.set(n,s,r,e),this}let v=Math.sqrt((m-p)*(m-p)+(f-y)*(f-y)+(u-h)*(u-h));return Math.abs(v)<.001&&(v=1),this.x=(m-p)/v,this.y=(f-y)/v,this.z=(u-h)/v,this.w=Math.acos((c+d+g-1)/2),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=me(this.x,t.x,e.x),this.y=me(this.y,t.y,e.y),this.z=me(this.z,t.z,e.z),this.w=me(this.w,t.w,e.w),this}clampScalar(t,e){return this.x=me(this.x,t,e),this.y=me(this.y,t,e),this.z=me(this.z,t,e),this.w=me(this.w,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(me(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this.w=t.w+(e.w-t.w)*n,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},Jl=class extends Li{constructor(t=1,e=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Xn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=n.depth,this.scissor=new Ye(0,0,t,e),this.scissorTest=!1,this.viewport=new Ye(0,0,t,e),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new Jn({width:t,height:e,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(t={}){let e={minFilter:Xn,generateMipmaps:!1,flipY:!1,internalFormat:null};t.mapping!==void 0&&(e.mapping=t.mapping),t.wrapS!==void 0&&(e.wrapS=t.wrapS),t.wrapT!==void 0&&(e.wrapT=t.wrapT),t.wrapR!==void 0&&(e.wrapR=t.wrapR),t.magFilter!==void 0&&(e.magFilter=t.magFilter),t.minFilter!==void 0&&(e.minFilter=t.minFilter),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.anisotropy!==void 0&&(e.anisotropy=t.anisotropy),t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),t.mipmapsAutoUpdate!==void 0&&(e.mipmapsAutoUpdate=t.mipmapsAutoUpdate),t.internalFormat!==void 0&&(e.internalFormat=t.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(e)}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}set depthTexture(t){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),t!==null&&t.renderTarget===null&&(t.renderTarget=this),this._depthTexture=t}get depthTexture(){return this._depthTexture}setSize(t,e,n=1){if(this.width!==t||this.height!==e||this.depth!==n){this.width=t,this.height=e,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=t,this.textures[s].image.height=e,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let e=0,n=t.textures.length;e<n;e++){this.textures[e]=t.textures[e].clone(),this.textures[e].isRenderTargetTexture=!0,this.textures[e].renderTarget=this;let s=Object.assign({},t.textures[e].image);this.textures[e].source=new ao(s)}if(this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveColorBuffer=t.resolveColorBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,this.storeMultisampledColorBuffer=t.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=t.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=t.storeMultisampledStencilBuffer,t.depthTexture!==null)if(t.depthTexture.renderTarget===t){let e=t.depthTexture.clone();e.renderTarget=null,this.depthTexture=e}else this.depthTexture=t.depthTexture;else this.depthTexture=null;return this.samples=t.samples,this.multiview=t.multiview,this.useArrayDepthTexture=t.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},hi=class extends Jl{constructor(t=1,e=1,n={}){super(t,e,n),this.isWebGLRenderTarget=!0}},ca=class extends Jn{constructor(t=null,e=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Pn,this.minFilter=Pn,this.wrapR=Zi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}};var jl=class extends Jn{constructor(t=null,e=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Pn,this.minFilter=Pn,this.wrapR=Zi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}};var Me=class i{static{this.prototype.isMatrix4=!0}constructor(t,e,n,s,r,o,a,l,c,h,f,u,d,p,y,m){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c,h,f,u,d,p,y,m)}set(t,e,n,s,r,o,a,l,c,h,f,u,d,p,y,m){let g=this.elements;return g[0]=t,g[4]=e,g[8]=n,g[12]=s,g[1]=r,g[5]=o,g[9]=a,g[13]=l,g[2]=c,g[6]=h,g[10]=f,g[14]=u,g[3]=d,g[7]=p,g[11]=y,g[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],e[9]=n[9],e[10]=n[10],e[11]=n[11],e[12]=n[12],e[13]=n[13],e[14]=n[14],e[15]=n[15],this}copyPosition(t){let e=this.elements,n=t.elements;return e[12]=n[12],e[13]=n[13],e[14]=n[14],this}setFromMatrix3(t){let e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,n){return this.determinantAffine()===0?(t.set(1,0,0),e.set(0,1,0),n.set(0,0,1),this):(t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(t,e,n){return this.set(t.x,e.x,n.x,0,t.y,e.y,n.y,0,t.z,e.z,n.z,0,0,0,0,1),this}extractRotation(t){if(t.determinantAffine()===0)return this.identity();let e=this.elements,n=t.elements,s=1/Hr.setFromMatrixColumn(t,0).length(),r=1/Hr.setFromMatrixColumn(t,1).length(),o=1/Hr.setFromMatrixColumn(t,2).length();return e[0]=n[0]*s,e[1]=n[1]*s,e[2]=n[2]*s,e[3]=0,e[4]=n[4]*r,e[5]=n[5]*r,e[6]=n[6]*r,e[7]=0,e[8]=n[8]*o,e[9]=n[9]*o,e[10]=n[10]*o,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromEuler(t){let e=this.elements,n=t.x,s=t.y,r=t.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),f=Math.sin(r);if(t.order==="XYZ"){let u=o*h,d=o*f,p=a*h,y=a*f;e[0]=l*h,e[4]=-l*f,e[8]=c,e[1]=d+p*c,e[5]=u-y*c,e[9]=-a*l,e[2]=y-u*c,e[6]=p+d*c,e[10]=o*l}else if(t.order==="YXZ"){let u=l*h,d=l*f,p=c*h,y=c*f;e[0]=u+y*a,e[4]=p*a-d,e[8]=o*c,e[1]=o*f,e[5]=o*h,e[9]=-a,e[2]=d*a-p,e[6]=y+u*a,e[10]=o*l}else if(t.order==="ZXY"){let u=l*h,d=l*f,p=c*h,y=c*f;e[0]=u-y*a,e[4]=-o*f,e[8]=p+d*a,e[1]=d+p*a,e[5]=o*h,e[9]=y-u*a,e[2]=-o*c,e[6]=a,e[10]=o*l}else if(t.order==="ZYX"){let u=o*h,d=o*f,p=a*h,y=a*f;e[0]=l*h,e[4]=p*c-d,e[8]=u*c+y,e[1]=l*f,e[5]=y*c+u,e[9]=d*c-p,e[2]=-c,e[6]=a*l,e[10]=o*l}else if(t.order==="YZX"){let u=o*l,d=o*c,p=a*l,y=a*c;e[0]=l*h,e[4]=y-u*f,e[8]=p*f+d,e[1]=f,e[5]=o*h,e[9]=-a*h,e[2]=-c*h,e[6]=d*f+p,e[10]=u-y*f}else if(t.order==="XZY"){let u=o*l,d=o*c,p=a*l,y=a*c;e[0]=l*h,e[4]=-f,e[8]=c*h,e[1]=u*f+y,e[5]=o*h,e[9]=d*f-p,e[2]=p*f-d,e[6]=a*h,e[10]=y*f+u}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(Lv,t,Nv)}lookAt(t,e,n){let s=this.elements;return oi.subVectors(t,e),oi.lengthSq()===0&&(oi.z=1),oi.normalize(),Ls.crossVectors(n,oi),Ls.lengthSq()===0&&(Math.abs(n.z)===1?oi.x+=1e-4:oi.z+=1e-4,oi.normalize(),Ls.crossVectors(n,oi)),Ls.normalize(),_l.crossVectors(oi,Ls),s[0]=Ls.x,s[4]=_l.x,s[8]=oi.x,s[1]=Ls.y,s[5]=_l.y,s[9]=oi.y,s[2]=Ls.z,s[6]=_l.z,s[10]=oi.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],f=n[5],u=n[9],d=n[13],p=n[2],y=n[6],m=n[10],g=n[14],v=n[3],T=n[7],b=n[11],R=n[15],E=s[0],_=s[4],A=s[8],B=s[12],D=s[1],N=s[5],G=s[9],W=s[13],L=s[2],X=s[6],$=s[10],H=s[14],ct=s[3],J=s[7],Q=s[11],st=s[15];return r[0]=o*E+a*D+l*L+c*ct,r[4]=o*_+a*N+l*X+c*J,r[8]=o*A+a*G+l*$+c*Q,r[12]=o*B+a*W+l*H+c*st,r[1]=h*E+f*D+u*L+d*ct,r[5]=h*_+f*N+u*X+d*J,r[9]=h*A+f*G+u*$+d*Q,r[13]=h*B+f*W+u*H+d*st,r[2]=p*E+y*D+m*L+g*ct,r[6]=p*_+y*N+m*X+g*J,r[10]=p*A+y*G+m*$+g*Q,r[14]=p*B+y*W+m*H+g*st,r[3]=v*E+T*D+b*L+R*ct,r[7]=v*_+T*N+b*X+R*J,r[11]=v*A+T*G+b*$+R*Q,r[15]=v*B+T*W+b*H+R*st,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=t,e[11]*=t,e[15]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[12],o=t[1],a=t[5],l=t[9],c=t[13],h=t[2],f=t[6],u=t[10],d=t[14],p=t[3],y=t[7],m=t[11],g=t[15],v=l*d-c*u,T=a*d-c*f,b=a*u-l*f,R=o*d-c*h,E=o*u-l*h,_=o*f-a*h;return e*(y*v-m*T+g*b)-n*(p*v-m*R+g*E)+s*(p*T-y*R+g*_)-r*(p*b-y*E+m*_)}determinantAffine(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[1],o=t[5],a=t[9],l=t[2],c=t[6],h=t[10];return e*(o*h-a*c)-n*(r*h-a*l)+s*(r*c-o*l)}transpose(){let t=this.elements,e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,n){let s=this.elements;return t.isVector3?(s[12]=t.x,s[13]=t.y,s[14]=t.z):(s[12]=t,s[13]=e,s[14]=n),this}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],f=t[9],u=t[10],d=t[11],p=t[12],y=t[13],m=t[14],g=t[15],v=e*a-n*o,T=e*l-s*o,b=e*c-r*o,R=n*l-s*a,E=n*c-r*a,_=s*c-r*l,A=h*y-f*p,B=h*m-u*p,D=h*g-d*p,N=f*m-u*y,G=f*g-d*y,W=u*g-d*m,L=v*W-T*G+b*N+R*D-E*B+_*A;if(L===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let X=1/L;return t[0]=(a*W-l*G+c*N)*X,t[1]=(s*G-n*W-r*N)*X,t[2]=(y*_-m*E+g*R)*X,t[3]=(u*E-f*_-d*R)*X,t[4]=(l*D-o*W-c*B)*X,t[5]=(e*W-s*D+r*B)*X,t[6]=(m*b-p*_-g*T)*X,t[7]=(h*_-u*b+d*T)*X,t[8]=(o*G-a*D+c*A)*X,t[9]=(n*D-e*G-r*A)*X,t[10]=(p*E-y*b+g*v)*X,t[11]=(f*b-h*E-d*v)*X,t[12]=(a*B-o*N-l*A)*X,t[13]=(e*N-n*B+s*A)*X,t[14]=(y*T-p*R-m*v)*X,t[15]=(h*R-f*T+u*v)*X,this}scale(t){let e=this.elements,n=t.x,s=t.y,r=t.z;return e[0]*=n,e[4]*=s,e[8]*=r,e[1]*=n,e[5]*=s,e[9]*=r,e[2]*=n,e[6]*=s,e[10]*=r,e[3]*=n,e[7]*=s,e[11]*=r,this}getMaxScaleOnAxis(){let t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],n=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],s=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,n,s))}makeTranslation(t,e,n){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,n,0,0,0,1),this}makeRotationX(t){let e=Math.cos(t),n=Math.sin(t);return this.set(1,0,0,0,0,e,-n,0,0,n,e,0,0,0,0,1),this}makeRotationY(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,0,n,0,0,1,0,0,-n,0,e,0,0,0,0,1),this}makeRotationZ(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,0,n,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){let n=Math.cos(e),s=Math.sin(e),r=1-n,o=t.x,a=t.y,l=t.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,h*a+n,h*l-s*o,0,c*l-s*a,h*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(t,e,n){return this.set(t,0,0,0,0,e,0,0,0,0,n,0,0,0,0,1),this}makeShear(t,e,n,s,r,o){return this.set(1,n,r,0,t,1,o,0,e,s,1,0,0,0,0,1),this}compose(t,e,n){let s=this.elements,r=e._x,o=e._y,a=e._z,l=e._w,c=r+r,h=o+o,f=a+a,u=r*c,d=r*h,p=r*f,y=o*h,m=o*f,g=a*f,v=l*c,T=l*h,b=l*f,R=n.x,E=n.y,_=n.z;return s[0]=(1-(y+g))*R,s[1]=(d+b)*R,s[2]=(p-T)*R,s[3]=0,s[4]=(d-b)*E,s[5]=(1-(u+g))*E,s[6]=(m+v)*E,s[7]=0,s[8]=(p+T)*_,s[9]=(m-v)*_,s[10]=(1-(u+y))*_,s[11]=0,s[12]=t.x,s[13]=t.y,s[14]=t.z,s[15]=1,this}decompose(t,e,n){let s=this.elements;t.x=s[12],t.y=s[13],t.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),e.identity(),this;let o=Hr.set(s[0],s[1],s[2]).length(),a=Hr.set(s[4],s[5],s[6]).length(),l=Hr.set(s[8],s[9],s[10]).length();r<0&&(o=-o),Ri.copy(this);let c=1/o,h=1/a,f=1/l;return Ri.elements[0]*=c,Ri.elements[1]*=c,Ri.elements[2]*=c,Ri.elements[4]*=h,Ri.elements[5]*=h,Ri.elements[6]*=h,Ri.elements[8]*=f,Ri.elements[9]*=f,Ri.elements[10]*=f,e.setFromRotationMatrix(Ri),n.x=o,n.y=a,n.z=l,this}makePerspective(t,e,n,s,r,o,a=xi,l=!1){let c=this.elements,h=2*r/(e-t),f=2*r/(n-s),u=(e+t)/(e-t),d=(n+s)/(n-s),p,y;if(l)p=r/(o-r),y=o*r/(o-r);else if(a===xi)p=-(o+r)/(o-r),y=-2*o*r/(o-r);else if(a===so)p=-o/(o-r),y=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=u,c[12]=0,c[1]=0,c[5]=f,c[9]=d,c[13]=0,c[2]=0,c[6]=0,c[10]=p,c[14]=y,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(t,e,n,s,r,o,a=xi,l=!1){let c=this.elements,h=2/(e-t),f=2/(n-s),u=-(e+t)/(e-t),d=-(n+s)/(n-s),p,y;if(l)p=1/(o-r),y=o/(o-r);else if(a===xi)p=-2/(o-r),y=-(o+r)/(o-r);else if(a===so)p=-1/(o-r),y=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=u,c[1]=0,c[5]=f,c[9]=0,c[13]=d,c[2]=0,c[6]=0,c[10]=p,c[14]=y,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<16;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<16;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t[e+9]=n[9],t[e+10]=n[10],t[e+11]=n[11],t[e+12]=n[12],t[e+13]=n[13],t[e+14]=n[14],t[e+15]=n[15],t}},Hr=new z,Ri=new Me,Lv=new z(0,0,0),Nv=new z(1,1,1),Ls=new z,_l=new z,oi=new z,xm=new Me,ym=new ci,_s=class i{constructor(t=0,e=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=n,this._order=s}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,n,s=this._order){return this._x=t,this._y=e,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,n=!0){let s=t.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],h=s[9],f=s[2],u=s[6],d=s[10];switch(e){case"XYZ":this._y=Math.asin(me(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,d),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(u,c),this._z=0);break;case"YXZ":this._x=Math.asin(-me(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,d),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-f,r),this._z=0);break;case"ZXY":this._x=Math.asin(me(u,-1,1)),Math.abs(u)<.9999999?(this._y=Math.atan2(-f,d),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-me(f,-1,1)),Math.abs(f)<.9999999?(this._x=Math.atan2(u,d),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(me(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-f,r)):(this._x=0,this._y=Math.atan2(a,d));break;case"XZY":this._z=Math.asin(-me(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(u,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,d),this._y=0);break;default:Kt("Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,n===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,n){return xm.makeRotationFromQuaternion(t),this.setFromRotationMatrix(xm,e,n)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return ym.setFromEuler(this),this.setFromQuaternion(ym,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};_s.DEFAULT_ORDER="XYZ";var lo=class{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}},Dv=0,vm=new z,Wr=new ci,hs=new Me,xl=new z,Ko=new z,Fv=new z,Uv=new ci,Mm=new z(1,0,0),bm=new z(0,1,0),Sm=new z(0,0,1),wm={type:"added"},Ov={type:"removed"},Xr={type:"childadded",child:null},af={type:"childremoved",child:null},qn=class i extends Li{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:Dv++}),this.uuid=Mo(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let t=new z,e=new _s,n=new ci,s=new z(1,1,1);function r(){n.setFromEuler(e,!1)}function o(){e.setFromQuaternion(n,void 0,!1)}e._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new Me},normalMatrix:{value:new ne}}),this.matrix=new Me,this.matrixWorld=new Me,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new lo,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return Wr.setFromAxisAngle(t,e),this.quaternion.multiply(Wr),this}rotateOnWorldAxis(t,e){return Wr.setFromAxisAngle(t,e),this.quaternion.premultiply(Wr),this}rotateX(t){return this.rotateOnAxis(Mm,t)}rotateY(t){return this.rotateOnAxis(bm,t)}rotateZ(t){return this.rotateOnAxis(Sm,t)}translateOnAxis(t,e){return vm.copy(t).applyQuaternion(this.quaternion),this.position.add(vm.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(Mm,t)}translateY(t){return this.translateOnAxis(bm,t)}translateZ(t){return this.translateOnAxis(Sm,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(hs.copy(this.matrixWorld).invert())}lookAt(t,e,n){t.isVector3?xl.copy(t):xl.set(t,e,n);let s=this.parent;this.updateWorldMatrix(!0,!1),Ko.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?hs.lookAt(Ko,xl,this.up):hs.lookAt(xl,Ko,this.up),this.quaternion.setFromRotationMatrix(hs),s&&(hs.extractRotation(s.matrixWorld),Wr.setFromRotationMatrix(hs),this.quaternion.premultiply(Wr.invert()))}add(t){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return t===this?(te("Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent(wm),Xr.child=t,this.dispatchEvent(Xr),Xr.child=null):te("Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(Ov),af.child=t,this.dispatchEvent(af),af.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),hs.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),hs.multiply(t.parent.matrixWorld)),t.applyMatrix4(hs),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent(wm),Xr.child=t,this.dispatchEvent(Xr),Xr.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){if(this[t]===e)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(t,e);if(o!==void 0)return o}}getObjectsByProperty(t,e,n=[]){this[t]===e&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(t,e,n);return n}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Ko,t,Fv),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Ko,Uv,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(t){t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverseVisible(t)}traverseAncestors(t){let e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let t=this.pivot;if(t!==null){let e=t.x,n=t.y,s=t.z,r=this.matrix.elements;r[12]+=e-r[0]*e-r[4]*n-r[8]*s,r[13]+=n-r[1]*e-r[5]*n-r[9]*s,r[14]+=s-r[2]*e-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].updateMatrixWorld(t)}updateWorldMatrix(t,e,n=!1){let s=this.parent;if(t===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),e===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(t){let e=t===void 0||typeof t=="string",n={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(t),s.indirectTexture=this._indirectTexture.toJSON(t),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(t)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(t.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let f=l[c];r(t.shapes,f)}else r(t.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(t.materials,this.material[l]));s.material=a}else s.material=r(t.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(t).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(t.animations,l))}}if(e){let a=o(t.geometries),l=o(t.materials),c=o(t.textures),h=o(t.images),f=o(t.shapes),u=o(t.skeletons),d=o(t.animations),p=o(t.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),f.length>0&&(n.shapes=f),u.length>0&&(n.skeletons=u),d.length>0&&(n.animations=d),p.length>0&&(n.nodes=p)}return n.object=s,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.pivot=t.pivot!==null?t.pivot.clone():null,this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.static=t.static,this.animations=t.animations.slice(),this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let n=0;n<t.children.length;n++){let s=t.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};qn.DEFAULT_UP=new z(0,1,0);qn.DEFAULT_MATRIX_AUTO_UPDATE=!0;qn.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var Kn=class extends qn{constructor(){super(),this.isGroup=!0,this.type="Group"}},Bv={type:"move"},co=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new Kn,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new Kn,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new z,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new z),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new Kn,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new z,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new z,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){let e=this._hand;if(e)for(let n of t.hand.values())this._getHandJoint(e,n)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(c&&t.hand){o=!0;for(let y of t.hand.values()){let m=e.getJointPose(y,n),g=this._getHandJoint(c,y);m!==null&&(g.matrix.fromArray(m.transform.matrix),g.matrix.decompose(g.position,g.quaternion,g.scale),g.matrixWorldNeedsUpdate=!0,g.jointRadius=m.radius),g.visible=m!==null}let h=c.joints["index-finger-tip"],f=c.joints["thumb-tip"],u=h.position.distanceTo(f.position),d=.02,p=.005;c.inputState.pinching&&u>d+p?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):!c.inputState.pinching&&u<=d-p&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else l!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:t,target:this})));a!==null&&(s=e.getPose(t.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(Bv)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){let n=new Kn;n.matrixAutoUpdate=!1,n.visible=!1,t.joints[e.jointName]=n,t.add(n)}return t.joints[e.jointName]}},Sg={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Ns={h:0,s:0,l:0},yl={h:0,s:0,l:0};function lf(i,t,e){return e<0&&(e+=1),e>1&&(e-=1),e<1/6?i+(t-i)*6*e:e<1/2?t:e<2/3?i+(t-i)*6*(2/3-e):i}var Gt=class{constructor(t,e,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,n)}set(t,e,n){if(e===void 0&&n===void 0){let s=t;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(t,e,n);return this}setScalar(t){return this.r=t,this.g=t,this.b=t,this}setHex(t,e=Ln){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,xe.colorSpaceToWorking(this,e),this}setRGB(t,e,n,s=xe.workingColorSpace){return this.r=t,this.g=e,this.b=n,xe.colorSpaceToWorking(this,s),this}setHSL(t,e,n,s=xe.workingColorSpace){if(t=nd(t,1),e=me(e,0,1),n=me(n,0,1),e===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+e):n+e-n*e,o=2*n-r;this.r=lf(o,r,t+1/3),this.g=lf(o,r,t),this.b=lf(o,r,t-1/3)}return xe.colorSpaceToWorking(this,s),this}setStyle(t,e=Ln){function n(r){r!==void 0&&parseFloat(r)<1&&Kt("Color: Alpha component of "+t+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(t)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,e);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:Kt("Color: Unknown color model "+t)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(t)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(o===6)return this.setHex(parseInt(r,16),e);Kt("Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=Ln){let n=Sg[t.toLowerCase()];return n!==void 0?this.setHex(n,e):Kt("Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=ms(t.r),this.g=ms(t.g),this.b=ms(t.b),this}copyLinearToSRGB(t){return this.r=no(t.r),this.g=no(t.g),this.b=no(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=Ln){return xe.workingToColorSpace(Un.copy(this),t),Math.round(me(Un.r*255,0,255))*65536+Math.round(me(Un.g*255,0,255))*256+Math.round(me(Un.b*255,0,255))}getHexString(t=Ln){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=xe.workingColorSpace){xe.workingToColorSpace(Un.copy(this),e);let n=Un.r,s=Un.g,r=Un.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let f=o-a;switch(c=h<=.5?f/(o+a):f/(2-o-a),o){case n:l=(s-r)/f+(s<r?6:0);break;case s:l=(r-n)/f+2;break;case r:l=(n-s)/f+4;break}l/=6}return t.h=l,t.s=c,t.l=h,t}getRGB(t,e=xe.workingColorSpace){return xe.workingToColorSpace(Un.copy(this),e),t.r=Un.r,t.g=Un.g,t.b=Un.b,t}getStyle(t=Ln){xe.workingToColorSpace(Un.copy(this),t);let e=Un.r,n=Un.g,s=Un.b;return t!==Ln?`color(${t} ${e.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(t,e,n){return this.getHSL(Ns),this.setHSL(Ns.h+t,Ns.s+e,Ns.l+n)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,n){return this.r=t.r+(e.r-t.r)*n,this.g=t.g+(e.g-t.g)*n,this.b=t.b+(e.b-t.b)*n,this}lerpHSL(t,e){this.getHSL(Ns),t.getHSL(yl);let n=sa(Ns.h,yl.h,e),s=sa(Ns.s,yl.s,e),r=sa(Ns.l,yl.l,e);return this.setHSL(n,s,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){let e=this.r,n=this.g,s=this.b,r=t.elements;return this.r=r[0]*e+r[3]*n+r[6]*s,this.g=r[1]*e+r[4]*n+r[7]*s,this.b=r[2]*e+r[5]*n+r[8]*s,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Un=new Gt;Gt.NAMES=Sg;var ho=class extends qn{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new _s,this.environmentIntensity=1,this.environmentRotation=new _s,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(t,e){return super.copy(t,e),this.background=t.background!==null?t.background.clone():null,this.environment=t.environment!==null?t.environment.clone():null,this.fog=t.fog!==null?t.fog.clone():null,this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,this.environmentRotation.copy(t.environmentRotation),this.overrideMaterial=t.overrideMaterial!==null?t.overrideMaterial.clone():null,this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){let e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),e.object.backgroundBlurriness=this.backgroundBlurriness,e.object.backgroundIntensity=this.backgroundIntensity,e.object.backgroundRotation=this.backgroundRotation.toArray(),e.object.environmentIntensity=this.environmentIntensity,e.object.environmentRotation=this.environmentRotation.toArray(),e}},Pi=new z,us=new z,cf=new z,fs=new z,qr=new z,Yr=new z,Em=new z,hf=new z,uf=new z,ff=new z,df=new Ye,pf=new Ye,mf=new Ye,Os=class i{constructor(t=new z,e=new z,n=new z){this.a=t,this.b=e,this.c=n}static getNormal(t,e,n,s){s.subVectors(n,e),Pi.subVectors(t,e),s.cross(Pi);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(t,e,n,s,r){Pi.subVectors(s,e),us.subVectors(n,e),cf.subVectors(t,e);let o=Pi.dot(Pi),a=Pi.dot(us),l=Pi.dot(cf),c=us.dot(us),h=us.dot(cf),f=o*c-a*a;if(f===0)return r.set(0,0,0),null;let u=1/f,d=(c*l-a*h)*u,p=(o*h-a*l)*u;return r.set(1-d-p,p,d)}static containsPoint(t,e,n,s){return this.getBarycoord(t,e,n,s,fs)===null?!1:fs.x>=0&&fs.y>=0&&fs.x+fs.y<=1}static getInterpolation(t,e,n,s,r,o,a,l){return this.getBarycoord(t,e,n,s,fs)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,fs.x),l.addScaledVector(o,fs.y),l.addScaledVector(a,fs.z),l)}static getInterpolatedAttribute(t,e,n,s,r,o){return df.setScalar(0),pf.setScalar(0),mf.setScalar(0),df.fromBufferAttribute(t,e),pf.fromBufferAttribute(t,n),mf.fromBufferAttribute(t,s),o.setScalar(0),o.addScaledVector(df,r.x),o.addScaledVector(pf,r.y),o.addScaledVector(mf,r.z),o}static isFrontFacing(t,e,n,s){return Pi.subVectors(n,e),us.subVectors(t,e),Pi.cross(us).dot(s)<0}set(t,e,n){return this.a.copy(t),this.b.copy(e),this.c.copy(n),this}setFromPointsAndIndices(t,e,n,s){return this.a.copy(t[e]),this.b.copy(t[n]),this.c.copy(t[s]),this}setFromAttributeAndIndices(t,e,n,s){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,n),this.c.fromBufferAttribute(t,s),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return Pi.subVectors(this.c,this.b),us.subVectors(this.a,this.b),Pi.cross(us).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return i.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return i.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,n,s,r){return i.getInterpolation(t,this.a,this.b,this.c,e,n,s,r)}containsPoint(t){return i.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return i.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){let n=this.a,s=this.b,r=this.c,o,a;qr.subVectors(s,n),Yr.subVectors(r,n),hf.subVectors(t,n);let l=qr.dot(hf),c=Yr.dot(hf);if(l<=0&&c<=0)return e.copy(n);uf.subVectors(t,s);let h=qr.dot(uf),f=Yr.dot(uf);if(h>=0&&f<=h)return e.copy(s);let u=l*f-h*c;if(u<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),e.copy(n).addScaledVector(qr,o);ff.subVectors(t,r);let d=qr.dot(ff),p=Yr.dot(ff);if(p>=0&&d<=p)return e.copy(r);let y=d*c-l*p;if(y<=0&&c>=0&&p<=0)return a=c/(c-p),e.copy(n).addScaledVector(Yr,a);let m=h*p-d*f;if(m<=0&&f-h>=0&&d-p>=0)return Em.subVectors(r,s),a=(f-h)/(f-h+(d-p)),e.copy(s).addScaledVector(Em,a);let g=1/(m+y+u);return o=y*g,a=u*g,e.copy(n).addScaledVector(qr,o).addScaledVector(Yr,a)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}},Ki=class{constructor(t=new z(1/0,1/0,1/0),e=new z(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e+=3)this.expandByPoint(Ii.fromArray(t,e));return this}setFromBufferAttribute(t){this.makeEmpty();for(let e=0,n=t.count;e<n;e++)this.expandByPoint(Ii.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){let n=Ii.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(n),this.max.copy(t).add(n),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);let n=t.geometry;if(n!==void 0){let r=n.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==!0&&t.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)t.isMesh===!0?t.getVertexPosition(o,Ii):Ii.fromBufferAttribute(r,o),Ii.applyMatrix4(t.matrixWorld),this.expandByPoint(Ii);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),vl.copy(t.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),vl.copy(n.boundingBox)),vl.applyMatrix4(t.matrixWorld),this.union(vl)}let s=t.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,Ii),Ii.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,n;return t.normal.x>0?(e=t.normal.x*this.min.x,n=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,n=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,n+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,n+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,n+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,n+=t.normal.z*this.min.z),e<=-t.constant&&n>=-t.constant}intersectsTriangle(t){if(this.isEmpty())return!1;this.getCenter(Jo),Ml.subVectors(this.max,Jo),$r.subVectors(t.a,Jo),Zr.subVectors(t.b,Jo),Kr.subVectors(t.c,Jo),Ds.subVectors(Zr,$r),Fs.subVectors(Kr,Zr),or.subVectors($r,Kr);let e=[0,-Ds.z,Ds.y,0,-Fs.z,Fs.y,0,-or.z,or.y,Ds.z,0,-Ds.x,Fs.z,0,-Fs.x,or.z,0,-or.x,-Ds.y,Ds.x,0,-Fs.y,Fs.x,0,-or.y,or.x,0];return!gf(e,$r,Zr,Kr,Ml)||(e=[1,0,0,0,1,0,0,0,1],!gf(e,$r,Zr,Kr,Ml))?!1:(bl.crossVectors(Ds,Fs),e=[bl.x,bl.y,bl.z],gf(e,$r,Zr,Kr,Ml))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,Ii).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(Ii).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(ds[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),ds[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),ds[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),ds[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),ds[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),ds[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(t),ds[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),ds[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(ds),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(t){return this.min.fromArray(t.min),this.max.fromArray(t.max),this}},ds=[new z,new z,new z,new z,new z,new z,new z,new z],Ii=new z,vl=new Ki,$r=new z,Zr=new z,Kr=new z,Ds=new z,Fs=new z,or=new z,Jo=new z,Ml=new z,bl=new z,ar=new z;function gf(i,t,e,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){ar.fromArray(i,r);let a=s.x*Math.abs(ar.x)+s.y*Math.abs(ar.y)+s.z*Math.abs(ar.z),l=t.dot(ar),c=e.dot(ar),h=n.dot(ar);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var dn=new z,Sl=new qt,kv=0,sn=class extends Li{constructor(t,e,n=!1){if(super(),Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:kv++}),this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=n,this.usage=gg,this.updateRanges=[],this.gpuType=bi,this.version=0,this._normalizationScale=t!==void 0?sd(t):void 0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,this.usage=t.usage,this.gpuType=t.gpuType,this._normalizationScale=t._normalizationScale,this}copyAt(t,e,n){t*=this.itemSize,n*=e.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[t+s]=e.array[n+s];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,n=this.count;e<n;e++)Sl.fromBufferAttribute(this,e),Sl.applyMatrix3(t),this.setXY(e,Sl.x,Sl.y);else if(this.itemSize===3)for(let e=0,n=this.count;e<n;e++)dn.fromBufferAttribute(this,e),dn.applyMatrix3(t),this.setXYZ(e,dn.x,dn.y,dn.z);return this}applyMatrix4(t){for(let e=0,n=this.count;e<n;e++)dn.fromBufferAttribute(this,e),dn.applyMatrix4(t),this.setXYZ(e,dn.x,dn.y,dn.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)dn.fromBufferAttribute(this,e),dn.applyNormalMatrix(t),this.setXYZ(e,dn.x,dn.y,dn.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)dn.fromBufferAttribute(this,e),dn.transformDirection(t),this.setXYZ(e,dn.x,dn.y,dn.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let n=this.array[t*this.itemSize+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(n)),this.array[t*this.itemSize+e]=n,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=this._denormalize(e)),e}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=this._denormalize(e)),e}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=this._denormalize(e)),e}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=this._denormalize(e)),e}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,n){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.array[t+0]=e,this.array[t+1]=n,this}setXYZ(t,e,n,s){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return t.name=this.name,t.usage=this.usage,t.gpuType=this.gpuType,t}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):Mg(t,this.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):bg(t,this.array)}};var ha=class extends sn{constructor(t,e,n){super(new Uint16Array(t),e,n)}};var ua=class extends sn{constructor(t,e,n){super(new Uint32Array(t),e,n)}};var le=class extends sn{constructor(t,e,n){super(new Float32Array(t),e,n)}},zv=new Ki,jo=new z,_f=new z,Bs=class{constructor(t=new z,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){let n=this.center;e!==void 0?n.copy(e):zv.setFromPoints(t).getCenter(n);let s=0;for(let r=0,o=t.length;r<o;r++)s=Math.max(s,n.distanceToSquared(t[r]));return this.radius=Math.sqrt(s),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){let e=this.radius+t.radius;return t.center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){let n=this.center.distanceToSquared(t);return e.copy(t),n>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;jo.subVectors(t,this.center);let e=jo.lengthSq();if(e>this.radius*this.radius){let n=Math.sqrt(e),s=(n-this.radius)*.5;this.center.addScaledVector(jo,s/n),this.radius+=s}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(_f.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint(jo.copy(t.center).add(_f)),this.expandByPoint(jo.copy(t.center).sub(_f))),this)}equals(t){return t.center.equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(t){return this.radius=t.radius,this.center.fromArray(t.center),this}},Gv=0,_i=new Me,xf=new qn,Jr=new z,ai=new Ki,Qo=new Ki,Rn=new z,Fe=class i extends Li{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:Gv++}),this.uuid=Mo(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new(fv(t)?ua:ha)(t,1):this.index=t,this}setIndirect(t,e=0){return this.indirect=t,this.indirectOffset=e,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,n=0){this.groups.push({start:t,count:e,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){let e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new ne().getNormalMatrix(t);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(t),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(t){return _i.makeRotationFromQuaternion(t),this.applyMatrix4(_i),this}rotateX(t){return _i.makeRotationX(t),this.applyMatrix4(_i),this}rotateY(t){return _i.makeRotationY(t),this.applyMatrix4(_i),this}rotateZ(t){return _i.makeRotationZ(t),this.applyMatrix4(_i),this}translate(t,e,n){return _i.makeTranslation(t,e,n),this.applyMatrix4(_i),this}scale(t,e,n){return _i.makeScale(t,e,n),this.applyMatrix4(_i),this}lookAt(t){return xf.lookAt(t),xf.updateMatrix(),this.applyMatrix4(xf.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(Jr).negate(),this.translate(Jr.x,Jr.y,Jr.z),this}setFromPoints(t){let e=this.getAttribute("position");if(e===void 0){let n=[];for(let s=0,r=t.length;s<r;s++){let o=t[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new le(n,3))}else{let n=Math.min(t.length,e.count);for(let s=0;s<n;s++){let r=t[s];e.setXYZ(s,r.x,r.y,r.z||0)}t.length>e.count&&Kt("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Ki);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){te("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new z(-1/0,-1/0,-1/0),new z(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let n=0,s=e.length;n<s;n++){let r=e[n];ai.setFromBufferAttribute(r),this.morphTargetsRelative?(Rn.addVectors(this.boundingBox.min,ai.min),this.boundingBox.expandByPoint(Rn),Rn.addVectors(this.boundingBox.max,ai.max),this.boundingBox.expandByPoint(Rn)):(this.boundingBox.expandByPoint(ai.min),this.boundingBox.expandByPoint(ai.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&te('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Bs);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){te("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new z,1/0);return}if(t){let n=this.boundingSphere.center;if(ai.setFromBufferAttribute(t),e)for(let r=0,o=e.length;r<o;r++){let a=e[r];Qo.setFromBufferAttribute(a),this.morphTargetsRelative?(Rn.addVectors(ai.min,Qo.min),ai.expandByPoint(Rn),Rn.addVectors(ai.max,Qo.max),ai.expandByPoint(Rn)):(ai.expandByPoint(Qo.min),ai.expandByPoint(Qo.max))}ai.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)Rn.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(Rn));if(e)for(let r=0,o=e.length;r<o;r++){let a=e[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)Rn.fromBufferAttribute(a,c),l&&(Jr.fromBufferAttribute(t,c),Rn.add(Jr)),s=Math.max(s,n.distanceToSquared(Rn))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&te('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){te("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=e.position,s=e.normal,r=e.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new sn(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let B=0;B<n.count;B++)a[B]=new z,l[B]=new z;let h=new z,f=new z,u=new z,d=new qt,p=new qt,y=new qt,m=new z,g=new z;function v(B,D,N){c[B]=c[D]=c[N]=1,h.fromBufferAttribute(n,B),f.fromBufferAttribute(n,D),u.fromBufferAttribute(n,N),d.fromBufferAttribute(r,B),p.fromBufferAttribute(r,D),y.fromBufferAttribute(r,N),f.sub(h),u.sub(h),p.sub(d),y.sub(d);let G=1/(p.x*y.y-y.x*p.y);isFinite(G)&&(m.copy(f).multiplyScalar(y.y).addScaledVector(u,-p.y).multiplyScalar(G),g.copy(u).multiplyScalar(p.x).addScaledVector(f,-y.x).multiplyScalar(G),a[B].add(m),a[D].add(m),a[N].add(m),l[B].add(g),l[D].add(g),l[N].add(g))}let T=this.groups;T.length===0&&(T=[{start:0,count:t.count}]);for(let B=0,D=T.length;B<D;++B){let N=T[B],G=N.start,W=N.count;for(let L=G,X=G+W;L<X;L+=3)v(t.getX(L+0),t.getX(L+1),t.getX(L+2))}let b=new z,R=new z,E=new z,_=new z;function A(B){E.fromBufferAttribute(s,B),_.copy(E);let D=a[B];b.copy(D),b.sub(E.multiplyScalar(E.dot(D))).normalize(),R.crossVectors(_,D);let G=R.dot(l[B])<0?-1:1;o.setXYZW(B,b.x,b.y,b.z,G)}for(let B=0,D=n.count;B<D;++B)c[B]&&A(B);this._transformed=!0}computeVertexNormals(){let t=this.index,e=this.getAttribute("position");if(e!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==e.count)n=new sn(new Float32Array(e.count*3),3),this.setAttribute("normal",n);else for(let u=0,d=n.count;u<d;u++)n.setXYZ(u,0,0,0);let s=new z,r=new z,o=new z,a=new z,l=new z,c=new z,h=new z,f=new z;if(t)for(let u=0,d=t.count;u<d;u+=3){let p=t.getX(u+0),y=t.getX(u+1),m=t.getX(u+2);s.fromBufferAttribute(e,p),r.fromBufferAttribute(e,y),o.fromBufferAttribute(e,m),h.subVectors(o,r),f.subVectors(s,r),h.cross(f),a.fromBufferAttribute(n,p),l.fromBufferAttribute(n,y),c.fromBufferAttribute(n,m),a.add(h),l.add(h),c.add(h),n.setXYZ(p,a.x,a.y,a.z),n.setXYZ(y,l.x,l.y,l.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let u=0,d=e.count;u<d;u+=3)s.fromBufferAttribute(e,u+0),r.fromBufferAttribute(e,u+1),o.fromBufferAttribute(e,u+2),h.subVectors(o,r),f.subVectors(s,r),h.cross(f),n.setXYZ(u+0,h.x,h.y,h.z),n.setXYZ(u+1,h.x,h.y,h.z),n.setXYZ(u+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let e=0,n=t.count;e<n;e++)Rn.fromBufferAttribute(t,e),Rn.normalize(),t.setXYZ(e,Rn.x,Rn.y,Rn.z)}toNonIndexed(){function t(a,l){let c=a.array,h=a.itemSize,f=a.normalized,u=new c.constructor(l.length*h),d=0,p=0;for(let y=0,m=l.length;y<m;y++){a.isInterleavedBufferAttribute?d=l[y]*a.data.stride+a.offset:d=l[y]*h;for(let g=0;g<h;g++)u[p++]=c[d++]}return new sn(u,h,f)}if(this.index===null)return Kt("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let e=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=t(l,n);e.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,f=c.length;h<f;h++){let u=c[h],d=t(u,n);l.push(d)}e.morphAttributes[a]=l}e.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];e.addGroup(c.start,c.count,c.materialIndex)}return e}toJSON(){let t={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,t.name=this.name,Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(t[c]=l[c]);return t}t.data={attributes:{}};let e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});let n=this.attributes;for(let l in n){let c=n[l];t.data.attributes[l]=c.toJSON(t.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let f=0,u=c.length;f<u;f++){let d=c[f];h.push(d.toJSON(t.data))}h.length>0&&(s[l]=h,r=!0)}r&&(t.data.morphAttributes=s,t.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(t.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(t.data.boundingSphere=a.toJSON()),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let e={};this.name=t.name;let n=t.index;n!==null&&this.setIndex(n.clone());let s=t.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(e))}let r=t.morphAttributes;for(let c in r){let h=[],f=r[c];for(let u=0,d=f.length;u<d;u++)h.push(f[u].clone(e));this.morphAttributes[c]=h}this.morphTargetsRelative=t.morphTargetsRelative;let o=t.groups;for(let c=0,h=o.length;c<h;c++){let f=o[c];this.addGroup(f.start,f.count,f.materialIndex)}let a=t.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this._transformed=t._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}};var yf=new z,Vv=new z,Hv=new ne,li=class{constructor(t=new z(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,n,s){return this.normal.set(t,e,n),this.constant=s,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,n){let s=yf.subVectors(n,e).cross(Vv.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(s,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){let t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e,n=!0){let s=t.delta(yf),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;let o=-(t.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:e.copy(t.start).addScaledVector(s,o)}intersectsLine(t){let e=this.distanceToPoint(t.start),n=this.distanceToPoint(t.end);return e<0&&n>0||n<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){let n=e||Hv.getNormalMatrix(t),s=this.coplanarPoint(yf).applyMatrix4(t),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(t){return this.normal.fromArray(t.normal),this.constant=t.constant,this}},Wv=0,ks=class extends Li{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:Wv++}),this.uuid=Mo(),this.name="",this.type="Material",this.blending=xo,this.side=ji,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Ff,this.blendDst=Uf,this.blendEquation=mr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new Gt(0,0,0),this.blendAlpha=0,this.depthFunc=io,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=hg,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=kl,this.stencilZFail=kl,this.stencilZPass=kl,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(let e in t){let n=t[e];if(n===void 0){Kt(`Material: parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){Kt(`Material: '${e}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(t).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(t).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(t).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(t).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(t).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(t).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(t).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(t).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(t).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(e){let r=s(t.textures),o=s(t.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(t,e){if(t.uuid!==void 0&&(this.uuid=t.uuid),t.name!==void 0&&(this.name=t.name),t.color!==void 0&&this.color!==void 0&&this.color.setHex(t.color),t.roughness!==void 0&&(this.roughness=t.roughness),t.metalness!==void 0&&(this.metalness=t.metalness),t.sheen!==void 0&&(this.sheen=t.sheen),t.sheenColor!==void 0&&(this.sheenColor=new Gt().setHex(t.sheenColor)),t.sheenRoughness!==void 0&&(this.sheenRoughness=t.sheenRoughness),t.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(t.emissive),t.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(t.specular),t.specularIntensity!==void 0&&(this.specularIntensity=t.specularIntensity),t.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(t.specularColor),t.shininess!==void 0&&(this.shininess=t.shininess),t.clearcoat!==void 0&&(this.clearcoat=t.clearcoat),t.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=t.clearcoatRoughness),t.diffuseRoughness!==void 0&&(this.diffuseRoughness=t.diffuseRoughness),t.dispersion!==void 0&&(this.dispersion=t.dispersion),t.retroreflectivity!==void 0&&(this.retroreflectivity=t.retroreflectivity),t.iridescence!==void 0&&(this.iridescence=t.iridescence),t.iridescenceIOR!==void 0&&(this.iridescenceIOR=t.iridescenceIOR),t.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessMinimum),t.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=t.iridescenceThicknessMaximum),t.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=t.iridescenceThicknessRange[1]),t.transmission!==void 0&&(this.transmission=t.transmission),t.thickness!==void 0&&(this.thickness=t.thickness),t.attenuationDistance!==void 0&&(this.attenuationDistance=t.attenuationDistance),t.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(t.attenuationColor),t.anisotropy!==void 0&&(this.anisotropy=t.anisotropy),t.anisotropyRotation!==void 0&&(this.anisotropyRotation=t.anisotropyRotation),t.fog!==void 0&&(this.fog=t.fog),t.flatShading!==void 0&&(this.flatShading=t.flatShading),t.blending!==void 0&&(this.blending=t.blending),t.combine!==void 0&&(this.combine=t.combine),t.side!==void 0&&(this.side=t.side),t.shadowSide!==void 0&&(this.shadowSide=t.shadowSide),t.opacity!==void 0&&(this.opacity=t.opacity),t.transparent!==void 0&&(this.transparent=t.transparent),t.alphaTest!==void 0&&(this.alphaTest=t.alphaTest),t.alphaHash!==void 0&&(this.alphaHash=t.alphaHash),t.depthFunc!==void 0&&(this.depthFunc=t.depthFunc),t.depthTest!==void 0&&(this.depthTest=t.depthTest),t.depthWrite!==void 0&&(this.depthWrite=t.depthWrite),t.colorWrite!==void 0&&(this.colorWrite=t.colorWrite),t.clippingPlanes!==void 0&&(this.clippingPlanes=t.clippingPlanes.map(n=>new li().fromJSON(n))),t.clipIntersection!==void 0&&(this.clipIntersection=t.clipIntersection),t.clipShadows!==void 0&&(this.clipShadows=t.clipShadows),t.depthPacking!==void 0&&(this.depthPacking=t.depthPacking),t.blendSrc!==void 0&&(this.blendSrc=t.blendSrc),t.blendDst!==void 0&&(this.blendDst=t.blendDst),t.blendEquation!==void 0&&(this.blendEquation=t.blendEquation),t.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=t.blendSrcAlpha),t.blendDstAlpha!==void 0&&(this.blendDstAlpha=t.blendDstAlpha),t.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=t.blendEquationAlpha),t.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(t.blendColor),t.blendAlpha!==void 0&&(this.blendAlpha=t.blendAlpha),t.stencilWriteMask!==void 0&&(this.stencilWriteMask=t.stencilWriteMask),t.stencilFunc!==void 0&&(this.stencilFunc=t.stencilFunc),t.stencilRef!==void 0&&(this.stencilRef=t.stencilRef),t.stencilFuncMask!==void 0&&(this.stencilFuncMask=t.stencilFuncMask),t.stencilFail!==void 0&&(this.stencilFail=t.stencilFail),t.stencilZFail!==void 0&&(this.stencilZFail=t.stencilZFail),t.stencilZPass!==void 0&&(this.stencilZPass=t.stencilZPass),t.stencilWrite!==void 0&&(this.stencilWrite=t.stencilWrite),t.wireframe!==void 0&&(this.wireframe=t.wireframe),t.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=t.wireframeLinewidth),t.wireframeLinecap!==void 0&&(this.wireframeLinecap=t.wireframeLinecap),t.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=t.wireframeLinejoin),t.rotation!==void 0&&(this.rotation=t.rotation),t.linewidth!==void 0&&(this.linewidth=t.linewidth),t.linecap!==void 0&&(this.linecap=t.linecap),t.linejoin!==void 0&&(this.linejoin=t.linejoin),t.dashSize!==void 0&&(this.dashSize=t.dashSize),t.gapSize!==void 0&&(this.gapSize=t.gapSize),t.scale!==void 0&&(this.scale=t.scale),t.polygonOffset!==void 0&&(this.polygonOffset=t.polygonOffset),t.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=t.polygonOffsetFactor),t.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=t.polygonOffsetUnits),t.dithering!==void 0&&(this.dithering=t.dithering),t.alphaToCoverage!==void 0&&(this.alphaToCoverage=t.alphaToCoverage),t.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=t.premultipliedAlpha),t.forceSinglePass!==void 0&&(this.forceSinglePass=t.forceSinglePass),t.allowOverride!==void 0&&(this.allowOverride=t.allowOverride),t.visible!==void 0&&(this.visible=t.visible),t.toneMapped!==void 0&&(this.toneMapped=t.toneMapped),t.userData!==void 0&&(this.userData=t.userData),t.vertexColors!==void 0&&(typeof t.vertexColors=="number"?this.vertexColors=t.vertexColors>0:this.vertexColors=t.vertexColors),t.size!==void 0&&(this.size=t.size),t.sizeAttenuation!==void 0&&(this.sizeAttenuation=t.sizeAttenuation),t.map!==void 0&&(this.map=e[t.map]||null),t.matcap!==void 0&&(this.matcap=e[t.matcap]||null),t.alphaMap!==void 0&&(this.alphaMap=e[t.alphaMap]||null),t.bumpMap!==void 0&&(this.bumpMap=e[t.bumpMap]||null),t.bumpScale!==void 0&&(this.bumpScale=t.bumpScale),t.normalMap!==void 0&&(this.normalMap=e[t.normalMap]||null),t.normalMapType!==void 0&&(this.normalMapType=t.normalMapType),t.normalScale!==void 0){let n=t.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new qt().fromArray(n)}return t.displacementMap!==void 0&&(this.displacementMap=e[t.displacementMap]||null),t.displacementScale!==void 0&&(this.displacementScale=t.displacementScale),t.displacementBias!==void 0&&(this.displacementBias=t.displacementBias),t.roughnessMap!==void 0&&(this.roughnessMap=e[t.roughnessMap]||null),t.metalnessMap!==void 0&&(this.metalnessMap=e[t.metalnessMap]||null),t.emissiveMap!==void 0&&(this.emissiveMap=e[t.emissiveMap]||null),t.emissiveIntensity!==void 0&&(this.emissiveIntensity=t.emissiveIntensity),t.specularMap!==void 0&&(this.specularMap=e[t.specularMap]||null),t.specularIntensityMap!==void 0&&(this.specularIntensityMap=e[t.specularIntensityMap]||null),t.specularColorMap!==void 0&&(this.specularColorMap=e[t.specularColorMap]||null),t.envMap!==void 0&&(this.envMap=e[t.envMap]||null),t.envMapRotation!==void 0&&this.envMapRotation.fromArray(t.envMapRotation),t.envMapIntensity!==void 0&&(this.envMapIntensity=t.envMapIntensity),t.reflectivity!==void 0&&(this.reflectivity=t.reflectivity),t.refractionRatio!==void 0&&(this.refractionRatio=t.refractionRatio),t.lightMap!==void 0&&(this.lightMap=e[t.lightMap]||null),t.lightMapIntensity!==void 0&&(this.lightMapIntensity=t.lightMapIntensity),t.aoMap!==void 0&&(this.aoMap=e[t.aoMap]||null),t.aoMapIntensity!==void 0&&(this.aoMapIntensity=t.aoMapIntensity),t.gradientMap!==void 0&&(this.gradientMap=e[t.gradientMap]||null),t.clearcoatMap!==void 0&&(this.clearcoatMap=e[t.clearcoatMap]||null),t.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=e[t.clearcoatRoughnessMap]||null),t.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=e[t.clearcoatNormalMap]||null),t.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new qt().fromArray(t.clearcoatNormalScale)),t.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=e[t.diffuseRoughnessMap]||null),t.iridescenceMap!==void 0&&(this.iridescenceMap=e[t.iridescenceMap]||null),t.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=e[t.iridescenceThicknessMap]||null),t.transmissionMap!==void 0&&(this.transmissionMap=e[t.transmissionMap]||null),t.thicknessMap!==void 0&&(this.thicknessMap=e[t.thicknessMap]||null),t.anisotropyMap!==void 0&&(this.anisotropyMap=e[t.anisotropyMap]||null),t.sheenColorMap!==void 0&&(this.sheenColorMap=e[t.sheenColorMap]||null),t.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=e[t.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;let e=t.clippingPlanes,n=null;if(e!==null){let s=e.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=e[r].clone()}return this.clippingPlanes=n,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.allowOverride=t.allowOverride,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}};var ps=new z,vf=new z,wl=new z,El=new z,hr=class{constructor(t=new z,e=new z(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){return this.origin.copy(this.at(t,ps)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);let n=e.dot(this.direction);return n<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){let e=ps.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):(ps.copy(this.origin).addScaledVector(this.direction,e),ps.distanceToSquared(t))}distanceSqToSegment(t,e,n,s){vf.copy(t).add(e).multiplyScalar(.5),wl.copy(e).sub(t).normalize(),El.copy(this.origin).sub(vf);let r=t.distanceTo(e)*.5,o=-this.direction.dot(wl),a=El.dot(this.direction),l=-El.dot(wl),c=El.lengthSq(),h=Math.abs(1-o*o),f,u,d,p;if(h>0)if(f=o*l-a,u=o*a-l,p=r*h,f>=0)if(u>=-p)if(u<=p){let y=1/h;f*=y,u*=y,d=f*(f+o*u+2*a)+u*(o*f+u+2*l)+c}else u=r,f=Math.max(0,-(o*u+a)),d=-f*f+u*(u+2*l)+c;else u=-r,f=Math.max(0,-(o*u+a)),d=-f*f+u*(u+2*l)+c;else u<=-p?(f=Math.max(0,-(-o*r+a)),u=f>0?-r:Math.min(Math.max(-r,-l),r),d=-f*f+u*(u+2*l)+c):u<=p?(f=0,u=Math.min(Math.max(-r,-l),r),d=u*(u+2*l)+c):(f=Math.max(0,-(o*r+a)),u=f>0?r:Math.min(Math.max(-r,-l),r),d=-f*f+u*(u+2*l)+c);else u=o>0?-r:r,f=Math.max(0,-(o*u+a)),d=-f*f+u*(u+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,f),s&&s.copy(vf).addScaledVector(wl,u),d}intersectSphere(t,e){if(t.radius<0)return null;ps.subVectors(t.center,this.origin);let n=ps.dot(this.direction),s=ps.dot(ps)-n*n,r=t.radius*t.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,e):this.at(a,e)}intersectsSphere(t){return t.radius<0?!1:this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){let e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(t.normal)+t.constant)/e;return n>=0?n:null}intersectPlane(t,e){let n=this.distanceToPlane(t);return n===null?null:this.at(n,e)}intersectsPlane(t){let e=t.distanceToPoint(this.origin);return e===0||t.normal.dot(this.direction)*e<0}intersectBox(t,e){let n,s,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,f=1/this.direction.z,u=this.origin;return c>=0?(n=(t.min.x-u.x)*c,s=(t.max.x-u.x)*c):(n=(t.max.x-u.x)*c,s=(t.min.x-u.x)*c),h>=0?(r=(t.min.y-u.y)*h,o=(t.max.y-u.y)*h):(r=(t.max.y-u.y)*h,o=(t.min.y-u.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),f>=0?(a=(t.min.z-u.z)*f,l=(t.max.z-u.z)*f):(a=(t.max.z-u.z)*f,l=(t.min.z-u.z)*f),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,e)}intersectsBox(t){return this.intersectBox(t,ps)!==null}intersectTriangle(t,e,n,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,f=t.x-o.x,u=t.y-o.y,d=t.z-o.z,p=e.x-o.x,y=e.y-o.y,m=e.z-o.z,g=n.x-o.x,v=n.y-o.y,T=n.z-o.z,b=Math.abs(l),R=Math.abs(c),E=Math.abs(h),_,A,B,D,N,G,W,L,X,$,H,ct;if(b>=R&&b>=E?(B=l,G=f,X=p,ct=g,l>=0?(_=c,A=h,D=u,N=d,W=y,L=m,$=v,H=T):(_=h,A=c,D=d,N=u,W=m,L=y,$=T,H=v)):R>=E?(B=c,G=u,X=y,ct=v,c>=0?(_=h,A=l,D=d,N=f,W=m,L=p,$=T,H=g):(_=l,A=h,D=f,N=d,W=p,L=m,$=g,H=T)):(B=h,G=d,X=m,ct=T,h>=0?(_=l,A=c,D=f,N=u,W=p,L=y,$=g,H=v):(_=c,A=l,D=u,N=f,W=y,L=p,$=v,H=g)),B===0)return null;let J=_/B,Q=A/B,st=1/B,ft=D-J*G,ut=N-Q*G,tt=W-J*X,mt=L-Q*X,xt=$-J*ct,Tt=H-Q*ct,bt=xt*mt-Tt*tt,Wt=ft*Tt-ut*xt,re=tt*ut-mt*ft;if(s){if(bt<0||Wt<0||re<0)return null}else if((bt<0||Wt<0||re<0)&&(bt>0||Wt>0||re>0))return null;let Vt=bt+Wt+re;if(Vt===0)return null;let fe=st*(bt*G+Wt*X+re*ct);return(Vt>0?fe<0:fe>0)?null:this.at(fe/Vt,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Ql=class extends ks{constructor(t){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new Gt(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new _s,this.combine=xc,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}},Am=new Me,lr=new hr,Al=new Bs,Tm=new z,Tl=new z,Cl=new z,Rl=new z,Mf=new z,Pl=new z,Cm=new z,Il=new z,rn=class extends qn{constructor(t=new Fe,e=new Ql){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(t,e){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;e.fromBufferAttribute(s,t);let a=this.morphTargetInfluences;if(r&&a){Pl.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],f=r[l];h!==0&&(Mf.fromBufferAttribute(f,t),o?Pl.addScaledVector(Mf,h):Pl.addScaledVector(Mf.sub(e),h))}e.add(Pl)}return e}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),Al.copy(n.boundingSphere),Al.applyMatrix4(r),lr.copy(t.ray).recast(t.near),!(Al.containsPoint(lr.origin)===!1&&(lr.intersectSphere(Al,Tm)===null||lr.origin.distanceToSquared(Tm)>(t.far-t.near)**2))&&(Am.copy(r).invert(),lr.copy(t.ray).applyMatrix4(Am),!(n.boundingBox!==null&&lr.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(t,e,lr)))}_computeIntersections(t,e,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,f=r.attributes.normal,u=r.groups,d=r.drawRange;if(a!==null)if(Array.isArray(o))for(let p=0,y=u.length;p<y;p++){let m=u[p],g=o[m.materialIndex],v=Math.max(m.start,d.start),T=Math.min(a.count,Math.min(m.start+m.count,d.start+d.count));for(let b=v,R=T;b<R;b+=3){let E=a.getX(b),_=a.getX(b+1),A=a.getX(b+2);s=Ll(this,g,t,n,c,h,f,E,_,A),s&&(s.faceIndex=Math.floor(b/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let p=Math.max(0,d.start),y=Math.min(a.count,d.start+d.count);for(let m=p,g=y;m<g;m+=3){let v=a.getX(m),T=a.getX(m+1),b=a.getX(m+2);s=Ll(this,o,t,n,c,h,f,v,T,b),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let p=0,y=u.length;p<y;p++){let m=u[p],g=o[m.materialIndex],v=Math.max(m.start,d.start),T=Math.min(l.count,Math.min(m.start+m.count,d.start+d.count));for(let b=v,R=T;b<R;b+=3){let E=b,_=b+1,A=b+2;s=Ll(this,g,t,n,c,h,f,E,_,A),s&&(s.faceIndex=Math.floor(b/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let p=Math.max(0,d.start),y=Math.min(l.count,d.start+d.count);for(let m=p,g=y;m<g;m+=3){let v=m,T=m+1,b=m+2;s=Ll(this,o,t,n,c,h,f,v,T,b),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}}};function Xv(i,t,e,n,s,r,o,a){let l;if(t.side===Nn?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,t.side===ji,a),l===null)return null;Il.copy(a),Il.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(Il);return c<e.near||c>e.far?null:{distance:c,point:Il.clone(),object:i}}function Ll(i,t,e,n,s,r,o,a,l,c){i.getVertexPosition(a,Tl),i.getVertexPosition(l,Cl),i.getVertexPosition(c,Rl);let h=Xv(i,t,e,n,Tl,Cl,Rl,Cm);if(h){let f=new z;Os.getBarycoord(Cm,Tl,Cl,Rl,f),s&&(h.uv=Os.getInterpolatedAttribute(s,a,l,c,f,new qt)),r&&(h.uv1=Os.getInterpolatedAttribute(r,a,l,c,f,new qt)),o&&(h.normal=Os.getInterpolatedAttribute(o,a,l,c,f,new z),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let u={a,b:l,c,normal:new z,materialIndex:0};Os.getNormal(Tl,Cl,Rl,u.normal),h.face=u,h.barycoord=f}return h}var fa=class extends Jn{constructor(t=null,e=1,n=1,s,r,o,a,l,c=Pn,h=Pn,f,u){super(null,o,a,l,c,h,s,r,f,u),this.isDataTexture=!0,this.image={data:t,width:e,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var On=class extends sn{constructor(t,e,n,s=1){super(t,e,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=s}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}toJSON(){let t=super.toJSON();return t.meshPerAttribute=this.meshPerAttribute,t.isInstancedBufferAttribute=!0,t}},jr=new Me,Rm=new Me,Nl=[],Pm=new Ki,qv=new Me,ta=new rn,ea=new Bs,Ji=class extends rn{constructor(t,e,n){super(t,e),this.isInstancedMesh=!0,this.instanceMatrix=new On(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let s=0;s<n;s++)this.setMatrixAt(s,qv)}computeBoundingBox(){let t=this.geometry,e=this.count;this.boundingBox===null&&(this.boundingBox=new Ki),t.boundingBox===null&&t.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,jr),Pm.copy(t.boundingBox).applyMatrix4(jr),this.boundingBox.union(Pm)}computeBoundingSphere(){let t=this.geometry,e=this.count;this.boundingSphere===null&&(this.boundingSphere=new Bs),t.boundingSphere===null&&t.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,jr),ea.copy(t.boundingSphere).applyMatrix4(jr),this.boundingSphere.union(ea)}copy(t,e){return super.copy(t,e),this.instanceMatrix.copy(t.instanceMatrix),this.morphTexture=t.morphTexture!==null?t.morphTexture.clone():null,this.instanceColor=t.instanceColor!==null?t.instanceColor.clone():null,this.count=t.count,this.boundingBox=t.boundingBox!==null?t.boundingBox.clone():null,this.boundingSphere=t.boundingSphere!==null?t.boundingSphere.clone():null,this}getColorAt(t,e){return this.instanceColor===null?e.setRGB(1,1,1):e.fromArray(this.instanceColor.array,t*3)}getMatrixAt(t,e){return e.fromArray(this.instanceMatrix.array,t*16)}getMorphAt(t,e){let n=e.morphTargetInfluences,s=this.morphTexture.source.data.data,r=n.length+1,o=t*r+1;for(let a=0;a<n.length;a++)n[a]=s[o+a]}raycast(t,e){let n=this.matrixWorld,s=this.count;if(ta.geometry=this.geometry,ta.material=this.material,ta.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),ea.copy(this.boundingSphere),ea.applyMatrix4(n),t.ray.intersectsSphere(ea)!==!1))for(let r=0;r<s;r++){this.getMatrixAt(r,jr),Rm.multiplyMatrices(n,jr),ta.matrixWorld=Rm,ta.raycast(t,Nl);for(let o=0,a=Nl.length;o<a;o++){let l=Nl[o];l.instanceId=r,l.object=this,e.push(l)}Nl.length=0}}setColorAt(t,e){return this.instanceColor===null&&(this.instanceColor=new On(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),e.toArray(this.instanceColor.array,t*3),this}setMatrixAt(t,e){return e.toArray(this.instanceMatrix.array,t*16),this}setMorphAt(t,e){let n=e.morphTargetInfluences,s=n.length+1;this.morphTexture===null&&(this.morphTexture=new fa(new Float32Array(s*this.count),s,this.count,Ec,bi));let r=this.morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=s*t;return r[l]=a,r.set(n,l+1),this}updateMorphTargets(){}dispose(){super.dispose(),this.instanceMatrix.dispose(),this.instanceColor!==null&&this.instanceColor.dispose(),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}},cr=new Bs,Yv=new qt(.5,.5),Dl=new z,zs=class{constructor(t=new li,e=new li,n=new li,s=new li,r=new li,o=new li){this.planes=[t,e,n,s,r,o]}set(t,e,n,s,r,o){let a=this.planes;return a[0].copy(t),a[1].copy(e),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(t){let e=this.planes;for(let n=0;n<6;n++)e[n].copy(t.planes[n]);return this}setFromProjectionMatrix(t,e=xi,n=!1){let s=this.planes,r=t.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],f=r[5],u=r[6],d=r[7],p=r[8],y=r[9],m=r[10],g=r[11],v=r[12],T=r[13],b=r[14],R=r[15];if(s[0].setComponents(c-o,d-h,g-p,R-v).normalize(),s[1].setComponents(c+o,d+h,g+p,R+v).normalize(),s[2].setComponents(c+a,d+f,g+y,R+T).normalize(),s[3].setComponents(c-a,d-f,g-y,R-T).normalize(),n)s[4].setComponents(l,u,m,b).normalize(),s[5].setComponents(c-l,d-u,g-m,R-b).normalize();else if(s[4].setComponents(c-l,d-u,g-m,R-b).normalize(),e===xi)s[5].setComponents(c+l,d+u,g+m,R+b).normalize();else if(e===so)s[5].setComponents(l,u,m,b).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),cr.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{let e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),cr.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(cr)}intersectsSprite(t){cr.center.set(0,0,0);let e=Yv.distanceTo(t.center);return cr.radius=.7071067811865476+e,cr.applyMatrix4(t.matrixWorld),this.intersectsSphere(cr)}intersectsSphere(t){let e=this.planes,n=t.center,s=-t.radius;for(let r=0;r<6;r++)if(e[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(t){let e=this.planes;for(let n=0;n<6;n++){let s=e[n];if(Dl.x=s.normal.x>0?t.max.x:t.min.x,Dl.y=s.normal.y>0?t.max.y:t.min.y,Dl.z=s.normal.z>0?t.max.z:t.min.z,s.distanceToPoint(Dl)<0)return!1}return!0}containsPoint(t){let e=this.planes;for(let n=0;n<6;n++)if(e[n].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},Im=new Me,tc=class i{constructor(){this.coordinateSystem=xi,this._frustums=[],this._count=0}setFromArrayCamera(t){let e=t.cameras,n=this._frustums;for(let s=0;s<e.length;s++){let r=e[s];Im.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new zs),n[s].setFromProjectionMatrix(Im,r.coordinateSystem,r.reversedDepth)}return this._count=e.length,this}getFrustum(t){return this._frustums[t]}intersectsObject(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsObject(t))return!0;return!1}intersectsSprite(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSprite(t))return!0;return!1}intersectsSphere(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSphere(t))return!0;return!1}intersectsBox(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsBox(t))return!0;return!1}containsPoint(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].containsPoint(t))return!0;return!1}copy(t){this.coordinateSystem=t.coordinateSystem;let e=this._frustums,n=t._frustums;for(let s=0;s<t._count;s++)e[s]===void 0&&(e[s]=new zs),e[s].copy(n[s]);return this._count=t._count,this}clone(){return new i().copy(this)}};var da=class extends Jn{constructor(t=[],e=gr,n,s,r,o,a,l,c,h){super(t,e,n,s,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}};var xs=class extends Jn{constructor(t,e,n=Ni,s,r,o,a=Pn,l=Pn,c,h=gs,f=1){if(h!==gs&&h!==vs)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let u={width:t,height:e,depth:f};super(u,s,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.source=new ao(Object.assign({},t.image)),this.compareFunction=t.compareFunction,this}toJSON(t){let e=super.toJSON(t);return e.compareFunction=this.compareFunction,e}},pa=class extends xs{constructor(t,e=Ni,n=gr,s,r,o=Pn,a=Pn,l,c=gs){let h={width:t,height:t,depth:1},f=[h,h,h,h,h,h];super(t,t,e,n,s,r,o,a,l,c),this.image=f,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(t){this.image=t}},ma=class extends Jn{constructor(t=null){super(),this.sourceTexture=t,this.isExternalTexture=!0}copy(t){return super.copy(t),this.sourceTexture=t.sourceTexture,this}},Gs=class i extends Fe{constructor(t=1,e=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],f=[],u=0,d=0;p("z","y","x",-1,-1,n,e,t,o,r,0),p("z","y","x",1,-1,n,e,-t,o,r,1),p("x","z","y",1,1,t,n,e,s,o,2),p("x","z","y",1,-1,t,n,-e,s,o,3),p("x","y","z",1,-1,t,e,n,s,r,4),p("x","y","z",-1,-1,t,e,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new le(c,3)),this.setAttribute("normal",new le(h,3)),this.setAttribute("uv",new le(f,2));function p(y,m,g,v,T,b,R,E,_,A,B){let D=b/_,N=R/A,G=b/2,W=R/2,L=E/2,X=_+1,$=A+1,H=0,ct=0,J=new z;for(let Q=0;Q<$;Q++){let st=Q*N-W;for(let ft=0;ft<X;ft++){let ut=ft*D-G;J[y]=ut*v,J[m]=st*T,J[g]=L,c.push(J.x,J.y,J.z),J[y]=0,J[m]=0,J[g]=E>0?1:-1,h.push(J.x,J.y,J.z),f.push(ft/_),f.push(1-Q/A),H+=1}}for(let Q=0;Q<A;Q++)for(let st=0;st<_;st++){let ft=u+st+X*Q,ut=u+st+X*(Q+1),tt=u+(st+1)+X*(Q+1),mt=u+(st+1)+X*Q;l.push(ft,ut,mt),l.push(ut,tt,mt),ct+=6}a.addGroup(d,ct,B),d+=ct,u+=H}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}};var yi=class i extends Fe{constructor(t=1,e=1,n=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:e,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let h=[],f=[],u=[],d=[],p=0,y=[],m=n/2,g=0;v(),o===!1&&(t>0&&T(!0),e>0&&T(!1)),this.setIndex(h),this.setAttribute("position",new le(f,3)),this.setAttribute("normal",new le(u,3)),this.setAttribute("uv",new le(d,2));function v(){let b=new z,R=new z,E=0,_=(e-t)/n;for(let A=0;A<=r;A++){let B=[],D=A/r,N=D*(e-t)+t;for(let G=0;G<=s;G++){let W=G/s,L=W*l+a,X=Math.sin(L),$=Math.cos(L);R.x=N*X,R.y=-D*n+m,R.z=N*$,f.push(R.x,R.y,R.z),b.set(X,_,$).normalize(),u.push(b.x,b.y,b.z),d.push(W,1-D),B.push(p++)}y.push(B)}for(let A=0;A<s;A++)for(let B=0;B<r;B++){let D=y[B][A],N=y[B+1][A],G=y[B+1][A+1],W=y[B][A+1];(t>0||B!==0)&&(h.push(D,N,W),E+=3),(e>0||B!==r-1)&&(h.push(N,G,W),E+=3)}c.addGroup(g,E,0),g+=E}function T(b){let R=p,E=new qt,_=new z,A=0,B=b===!0?t:e,D=b===!0?1:-1;for(let G=1;G<=s;G++)f.push(0,m*D,0),u.push(0,D,0),d.push(.5,.5),p++;let N=p;for(let G=0;G<=s;G++){let L=G/s*l+a,X=Math.cos(L),$=Math.sin(L);_.x=B*$,_.y=m*D,_.z=B*X,f.push(_.x,_.y,_.z),u.push(0,D,0),E.x=X*.5+.5,E.y=$*.5*D+.5,d.push(E.x,E.y),p++}for(let G=0;G<s;G++){let W=R+G,L=N+G;b===!0?h.push(L,L+1,W):h.push(L+1,L,W),A+=3}c.addGroup(g,A,b===!0?1:2),g+=A}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},Vs=class i extends yi{constructor(t=1,e=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,t,e,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:t,height:e,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(t){return new i(t.radius,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}};var ur=class i extends Fe{constructor(t=1,e=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:n,heightSegments:s};let r=t/2,o=e/2,a=Math.floor(n),l=Math.floor(s),c=a+1,h=l+1,f=t/a,u=e/l,d=[],p=[],y=[],m=[];for(let g=0;g<h;g++){let v=g*u-o;for(let T=0;T<c;T++){let b=T*f-r;p.push(b,-v,0),y.push(0,0,1),m.push(T/a),m.push(1-g/l)}}for(let g=0;g<l;g++)for(let v=0;v<a;v++){let T=v+c*g,b=v+c*(g+1),R=v+1+c*(g+1),E=v+1+c*g;d.push(T,b,E),d.push(b,R,E)}this.setIndex(d),this.setAttribute("position",new le(p,3)),this.setAttribute("normal",new le(y,3)),this.setAttribute("uv",new le(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.widthSegments,t.heightSegments)}};var fr=class i extends Fe{constructor(t=1,e=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:t,widthSegments:e,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},e=Math.max(3,Math.floor(e)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],f=new z,u=new z,d=[],p=[],y=[],m=[];for(let g=0;g<=n;g++){let v=[],T=g/n,b=o+T*a,R=t*Math.cos(b),E=Math.sqrt(t*t-R*R),_=0;g===0&&o===0?_=.5/e:g===n&&l===Math.PI&&(_=-.5/e);for(let A=0;A<=e;A++){let B=A/e,D=s+B*r;f.x=-E*Math.cos(D),f.y=R,f.z=E*Math.sin(D),p.push(f.x,f.y,f.z),u.copy(f).normalize(),y.push(u.x,u.y,u.z),m.push(B+_,1-T),v.push(c++)}h.push(v)}for(let g=0;g<n;g++)for(let v=0;v<e;v++){let T=h[g][v+1],b=h[g][v],R=h[g+1][v],E=h[g+1][v+1];(g!==0||o>0)&&d.push(T,b,E),(g!==n-1||l<Math.PI)&&d.push(b,R,E)}this.setIndex(d),this.setAttribute("position",new le(p,3)),this.setAttribute("normal",new le(y,3)),this.setAttribute("uv",new le(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}};var uo=class i extends Fe{constructor(t=1,e=.4,n=12,s=48,r=Math.PI*2,o=0,a=Math.PI*2){super(),this.type="TorusGeometry",this.parameters={radius:t,tube:e,radialSegments:n,tubularSegments:s,arc:r,thetaStart:o,thetaLength:a},n=Math.floor(n),s=Math.floor(s);let l=[],c=[],h=[],f=[],u=new z,d=new z,p=new z;for(let y=0;y<=n;y++){let m=o+y/n*a;for(let g=0;g<=s;g++){let v=g/s*r;d.x=(t+e*Math.cos(m))*Math.cos(v),d.y=(t+e*Math.cos(m))*Math.sin(v),d.z=e*Math.sin(m),c.push(d.x,d.y,d.z),u.x=t*Math.cos(v),u.y=t*Math.sin(v),p.subVectors(d,u).normalize(),h.push(p.x,p.y,p.z),f.push(g/s),f.push(y/n)}}for(let y=1;y<=n;y++)for(let m=1;m<=s;m++){let g=(s+1)*y+m-1,v=(s+1)*(y-1)+m-1,T=(s+1)*(y-1)+m,b=(s+1)*y+m;l.push(g,v,b),l.push(v,T,b)}this.setIndex(l),this.setAttribute("position",new le(c,3)),this.setAttribute("normal",new le(h,3)),this.setAttribute("uv",new le(f,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.tube,t.radialSegments,t.tubularSegments,t.arc,t.thetaStart,t.thetaLength)}};function xr(i){let t={};for(let e in i){t[e]={};for(let n in i[e]){let s=i[e][n];if(Lm(s))s.isRenderTargetTexture?(Kt("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][n]=null):t[e][n]=s.clone();else if(Array.isArray(s))if(Lm(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();t[e][n]=r}else t[e][n]=s.slice();else t[e][n]=s}}return t}function Bn(i){let t={};for(let e=0;e<i.length;e++){let n=xr(i[e]);for(let s in n)t[s]=n[s]}return t}function Lm(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function $v(i){let t=[];for(let e=0;e<i.length;e++)t.push(i[e].clone());return t}function rd(i){let t=i.getRenderTarget();return t===null?i.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:xe.workingColorSpace}var La={clone:xr,merge:Bn},Zv=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,Kv=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,on=class extends ks{constructor(t){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=Zv,this.fragmentShader=Kv,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=xr(t.uniforms),this.uniformsGroups=$v(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this.defaultAttributeValues=Object.assign({},t.defaultAttributeValues),this.index0AttributeName=t.index0AttributeName,this.uniformsNeedUpdate=t.uniformsNeedUpdate,this}toJSON(t){let e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?e.uniforms[s]={type:"t",value:o.toJSON(t).uuid}:o&&o.isColor?e.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?e.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?e.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?e.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?e.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?e.uniforms[s]={type:"m4",value:o.toArray()}:e.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(e.extensions=n),e}fromJSON(t,e){if(super.fromJSON(t,e),t.uniforms!==void 0)for(let n in t.uniforms){let s=t.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=e[s.value]||null;break;case"c":this.uniforms[n].value=new Gt().setHex(s.value);break;case"v2":this.uniforms[n].value=new qt().fromArray(s.value);break;case"v3":this.uniforms[n].value=new z().fromArray(s.value);break;case"v4":this.uniforms[n].value=new Ye().fromArray(s.value);break;case"m3":this.uniforms[n].value=new ne().fromArray(s.value);break;case"m4":this.uniforms[n].value=new Me().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(t.defines!==void 0&&(this.defines=t.defines),t.vertexShader!==void 0&&(this.vertexShader=t.vertexShader),t.fragmentShader!==void 0&&(this.fragmentShader=t.fragmentShader),t.glslVersion!==void 0&&(this.glslVersion=t.glslVersion),t.extensions!==void 0)for(let n in t.extensions)this.extensions[n]=t.extensions[n];return t.lights!==void 0&&(this.lights=t.lights),t.clipping!==void 0&&(this.clipping=t.clipping),this}},ec=class extends on{constructor(t){super(t),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}};var ga=class extends ks{constructor(t){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new Gt(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Gt(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=rh,this.normalScale=new qt(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new _s,this.combine=xc,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.envMapIntensity=t.envMapIntensity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}},fo=class extends ks{constructor(t){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=lg,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}},nc=class extends ks{constructor(t){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}};function Qr(i,t){return!i||i.constructor===t?i:typeof t.BYTES_PER_ELEMENT=="number"?new t(i):Array.prototype.slice.call(i)}function Fl(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}var Hs=class{constructor(t,e,n,s){this.parameterPositions=t,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new e.constructor(n),this.sampleValues=e,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(t){let e=this.parameterPositions,n=this._cachedIndex,s=e[n],r=e[n-1];n:{t:{let o;e:{i:if(!(t<s)){for(let a=n+2;;){if(s===void 0){if(t<r)break i;return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=e[++n],t<s)break t}o=e.length;break e}if(!(t>=r)){let a=e[1];t<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=e[--n-1],t>=r)break t}o=n,n=0;break e}break n}for(;n<o;){let a=n+o>>>1;t<e[a]?o=a:n=a+1}if(s=e[n],r=e[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,t,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(t){let e=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=t*s;for(let o=0;o!==s;++o)e[o]=n[r+o];return e}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},ic=class extends Hs{constructor(t,e,n,s){super(t,e,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:wf,endingEnd:wf}}intervalChanged_(t,e,n){let s=this.parameterPositions,r=t-2,o=t+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case Ef:r=t,a=2*e-n;break;case Af:r=s.length-2,a=e+s[r]-s[r+1];break;default:r=t,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case Ef:o=t,l=2*n-e;break;case Af:o=1,l=n+s[1]-s[0];break;default:o=t-1,l=e}let c=(n-e)*.5,h=this.valueSize;this._weightPrev=c/(e-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this._offsetPrev,f=this._offsetNext,u=this._weightPrev,d=this._weightNext,p=(n-e)/(s-e),y=p*p,m=y*p,g=-u*m+2*u*y-u*p,v=(1+u)*m+(-1.5-2*u)*y+(-.5+u)*p+1,T=(-1-d)*m+(1.5+d)*y+.5*p,b=d*m-d*y;for(let R=0;R!==a;++R)r[R]=g*o[h+R]+v*o[c+R]+T*o[l+R]+b*o[f+R];return r}},sc=class extends Hs{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=(n-e)/(s-e),f=1-h;for(let u=0;u!==a;++u)r[u]=o[c+u]*f+o[l+u]*h;return r}},rc=class extends Hs{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t){return this.copySampleValue_(t-1)}},oc=class extends Hs{interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this.inTangents,f=this.outTangents;if(!h||!f){let p=(n-e)/(s-e),y=1-p;for(let m=0;m!==a;++m)r[m]=o[c+m]*y+o[l+m]*p;return r}let u=a*2,d=t-1;for(let p=0;p!==a;++p){let y=o[c+p],m=o[l+p],g=d*u+p*2,v=f[g],T=f[g+1],b=t*u+p*2,R=h[b],E=h[b+1],_=jv(n,e,v,R,s);r[p]=wg(_,y,T,E,m)}return r}};function wg(i,t,e,n,s){let r=1-i;return r*r*r*t+3*r*r*i*e+3*r*i*i*n+i*i*i*s}function Jv(i,t,e,n,s){let r=1-i;return 3*r*r*(e-t)+6*r*i*(n-e)+3*i*i*(s-n)}function jv(i,t,e,n,s){let r=(i-t)/(s-t);for(let o=0;o<8;o++){let a=wg(r,t,e,n,s)-i;if(Math.abs(a)<1e-10)break;let l=Jv(r,t,e,n,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var ui=class{constructor(t,e,n,s){if(t===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(e===void 0||e.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+t);this.name=t,this.times=Qr(e,this.TimeBufferType),this.values=Qr(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(t){let e=t.constructor,n;if(e.toJSON!==this.toJSON)n=e.toJSON(t);else{n={name:t.name,times:Qr(t.times,Array),values:Qr(t.values,Array)};let s=t.getInterpolation();s!==t.DefaultInterpolation&&(n.interpolation=s),Fl(t.settings)&&(n.settings={inTangents:Qr(t.settings.inTangents,Array),outTangents:Qr(t.settings.outTangents,Array)})}return n.type=t.ValueTypeName,n}InterpolantFactoryMethodDiscrete(t){return new rc(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodLinear(t){return new sc(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodSmooth(t){return new ic(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodBezier(t){let e=new oc(this.times,this.values,this.getValueSize(),t);return this.settings&&(e.inTangents=this.settings.inTangents,e.outTangents=this.settings.outTangents),e}setInterpolation(t){let e;switch(t){case ra:e=this.InterpolantFactoryMethodDiscrete;break;case Zl:e=this.InterpolantFactoryMethodLinear;break;case Bl:e=this.InterpolantFactoryMethodSmooth;break;case Sf:e=this.InterpolantFactoryMethodBezier;break}if(e===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(t!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return Kt("KeyframeTrack:",n),this}return this.createInterpolant=e,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return ra;case this.InterpolantFactoryMethodLinear:return Zl;case this.InterpolantFactoryMethodSmooth:return Bl;case this.InterpolantFactoryMethodBezier:return Sf}}getValueSize(){return this.values.length/this.times.length}shift(t){if(t!==0){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]+=t;Fl(this.settings)&&(Nm(this.settings.inTangents,t),Nm(this.settings.outTangents,t))}return this}scale(t){if(t!==1){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]*=t;Fl(this.settings)&&(Dm(this.settings.inTangents,t),Dm(this.settings.outTangents,t))}return this}trim(t,e){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<t;)++r;for(;o!==-1&&n[o]>e;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let t=!0,e=this.getValueSize();e-Math.floor(e)!==0&&(te("KeyframeTrack: Invalid value size in track.",this),t=!1);let n=this.times,s=this.values,r=n.length;r===0&&(te("KeyframeTrack: Track is empty.",this),t=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){te("KeyframeTrack: Time is not a valid number.",this,a,l),t=!1;break}if(o!==null&&o>l){te("KeyframeTrack: Out of order keys.",this,a,l,o),t=!1;break}o=l}if(s!==void 0&&dv(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){te("KeyframeTrack: Value is not a valid number.",this,a,c),t=!1;break}}return t}optimize(){let t=this.times.slice(),e=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===Bl,r=t.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=t[a],h=t[a+1];if(c!==h&&(a!==1||c!==t[0]))if(s)l=!0;else{let f=a*n,u=f-n,d=f+n;for(let p=0;p!==n;++p){let y=e[f+p];if(y!==e[u+p]||y!==e[d+p]){l=!0;break}}}if(l){if(a!==o){t[o]=t[a];let f=a*n,u=o*n;for(let d=0;d!==n;++d)e[u+d]=e[f+d]}++o}}if(r>0){t[o]=t[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)e[l+c]=e[a+c];++o}return o!==t.length?(this.times=t.slice(0,o),this.values=e.slice(0,o*n)):(this.times=t,this.values=e),this}clone(){let t=this.times.slice(),e=this.values.slice(),n=this.constructor,s=new n(this.name,t,e);return s.createInterpolant=this.createInterpolant,Fl(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function Nm(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]+=t}function Dm(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]*=t}ui.prototype.ValueTypeName="";ui.prototype.TimeBufferType=Float32Array;ui.prototype.ValueBufferType=Float32Array;ui.prototype.DefaultInterpolation=Zl;var Ws=class extends ui{constructor(t,e,n){super(t,e,n)}};Ws.prototype.ValueTypeName="bool";Ws.prototype.ValueBufferType=Array;Ws.prototype.DefaultInterpolation=ra;Ws.prototype.InterpolantFactoryMethodLinear=void 0;Ws.prototype.InterpolantFactoryMethodSmooth=void 0;var ac=class extends ui{constructor(t,e,n,s){super(t,e,n,s)}};ac.prototype.ValueTypeName="color";var lc=class extends ui{constructor(t,e,n,s){super(t,e,n,s)}};lc.prototype.ValueTypeName="number";var cc=class extends Hs{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-e)/(s-e),c=t*a;for(let h=c+a;c!==h;c+=4)ci.slerpFlat(r,0,o,c-a,o,c,l);return r}},_a=class extends ui{constructor(t,e,n,s){super(t,e,n,s)}InterpolantFactoryMethodLinear(t){return new cc(this.times,this.values,this.getValueSize(),t)}};_a.prototype.ValueTypeName="quaternion";_a.prototype.InterpolantFactoryMethodSmooth=void 0;var Xs=class extends ui{constructor(t,e,n){super(t,e,n)}};Xs.prototype.ValueTypeName="string";Xs.prototype.ValueBufferType=Array;Xs.prototype.DefaultInterpolation=ra;Xs.prototype.InterpolantFactoryMethodLinear=void 0;Xs.prototype.InterpolantFactoryMethodSmooth=void 0;var hc=class extends ui{constructor(t,e,n,s){super(t,e,n,s)}};hc.prototype.ValueTypeName="vector";var uc=class{constructor(t,e,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=t,this.onProgress=e,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,f){return c.push(h,f),this},this.removeHandler=function(h){let f=c.indexOf(h);return f!==-1&&c.splice(f,2),this},this.getHandler=function(h){for(let f=0,u=c.length;f<u;f+=2){let d=c[f],p=c[f+1];if(d.global&&(d.lastIndex=0),d.test(h))return p}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},Eg=new uc,fc=class{constructor(t){this.manager=t!==void 0?t:Eg,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(t,e){let n=this;return new Promise(function(s,r){n.load(t,s,e,r)})}parse(){}setCrossOrigin(t){return this.crossOrigin=t,this}setWithCredentials(t){return this.withCredentials=t,this}setPath(t){return this.path=t,this}setResourcePath(t){return this.resourcePath=t,this}setRequestHeader(t){return this.requestHeader=t,this}setPriority(t){return this.priority=t,this}setCache(t){return this.cache=t,this}abort(){return this}};fc.DEFAULT_MATERIAL_NAME="__DEFAULT";var xa=class extends qn{static registerNode(t){this.prototype._lightNode=t}constructor(t,e=1){super(),this.isLight=!0,this.type="Light",this.color=new Gt(t),this.intensity=e}copy(t,e){return super.copy(t,e),this.color.copy(t.color),this.intensity=t.intensity,this}toJSON(t){let e=super.toJSON(t);return e.object.color=this.color.getHex(),e.object.intensity=this.intensity,e}};var bf=new Me,Fm=new z,Um=new z,dc=class{constructor(t){this.camera=t,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new qt(512,512),this.mapType=jn,this.map=null,this.mapPass=null,this.matrix=new Me,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new zs,this._frameExtents=new qt(1,1),this._viewportCount=1,this._viewports=[new Ye(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(t){let e=this.camera;Fm.setFromMatrixPosition(t.matrixWorld),e.position.copy(Fm),Um.setFromMatrixPosition(t.target.matrixWorld),e.lookAt(Um),e.updateMatrixWorld(),this._updateMatrix(e,this.matrix,this._frustum)}_updateMatrix(t,e,n,s){bf.multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse),n.setFromProjectionMatrix(bf,t.coordinateSystem,t.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;t.coordinateSystem===so||t.reversedDepth?e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),e.multiply(bf)}getViewport(t){return this._viewports[t]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(t){return this.camera=t.camera.clone(),this.intensity=t.intensity,this.bias=t.bias,this.radius=t.radius,this.autoUpdate=t.autoUpdate,this.needsUpdate=t.needsUpdate,this.normalBias=t.normalBias,this.blurSamples=t.blurSamples,this.mapSize.copy(t.mapSize),this.mapType=t.mapType,this.biasNode=t.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let t={};return t.intensity=this.intensity,t.bias=this.bias,t.normalBias=this.normalBias,t.radius=this.radius,t.blurSamples=this.blurSamples,t.mapSize=this.mapSize.toArray(),t.mapType=this.mapType,t.camera=this.camera.toJSON(!1).object,delete t.camera.matrix,t}},Ul=new z,Ol=new ci,$i=new z,ya=class extends qn{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Me,this.projectionMatrix=new Me,this.projectionMatrixInverse=new Me,this.coordinateSystem=xi,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){super.updateMatrixWorld(t),this.matrixWorld.decompose(Ul,Ol,$i),$i.x===1&&$i.y===1&&$i.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Ul,Ol,$i.set(1,1,1)).invert()}updateWorldMatrix(t,e,n=!1){super.updateWorldMatrix(t,e,n),this.matrixWorld.decompose(Ul,Ol,$i),$i.x===1&&$i.y===1&&$i.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Ul,Ol,$i.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Us=new z,Om=new qt,Bm=new qt,Wn=class extends ya{constructor(t=50,e=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){let e=.5*this.getFilmHeight()/t;this.fov=oo*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){let t=Math.tan(ia*.5*this.fov);return .5*this.getFilmHeight()/t}getEffectiveFOV(){return oo*2*Math.atan(Math.tan(ia*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,n){Us.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(Us.x,Us.y).multiplyScalar(-t/Us.z),Us.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Us.x,Us.y).multiplyScalar(-t/Us.z)}getViewSize(t,e){return this.getViewBounds(t,Om,Bm),e.subVectors(Bm,Om)}setViewOffset(t,e,n,s,r,o){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=this.near,e=t*Math.tan(ia*.5*this.fov)/this.zoom,n=2*e,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,e-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=t*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,e,e-n,t,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}};var va=class extends ya{constructor(t=-1,e=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-t,o=n+t,a=s+e,l=s-e;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}},Tf=class extends dc{constructor(){super(new va(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},po=class extends xa{constructor(t,e){super(t,e),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(qn.DEFAULT_UP),this.updateMatrix(),this.target=new qn,this.shadow=new Tf}dispose(){super.dispose(),this.shadow.dispose()}copy(t){return super.copy(t),this.target=t.target.clone(),this.shadow=t.shadow.clone(),this}toJSON(t){let e=super.toJSON(t);return e.object.shadow=this.shadow.toJSON(),e.object.target=this.target.uuid,e}},Ma=class extends xa{constructor(t,e){super(t,e),this.isAmbientLight=!0,this.type="AmbientLight"}};var ba=class extends Fe{constructor(){super(),this.isInstancedBufferGeometry=!0,this.type="InstancedBufferGeometry",this.instanceCount=1/0}copy(t){return super.copy(t),this.instanceCount=t.instanceCount,this}toJSON(){let t=super.toJSON();return t.instanceCount=this.instanceCount,t.isInstancedBufferGeometry=!0,t}};var to=-90,eo=1,mo=class extends qn{constructor(t,e,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new Wn(to,eo,t,e);s.layers=this.layers,this.add(s);let r=new Wn(to,eo,t,e);r.layers=this.layers,this.add(r);let o=new Wn(to,eo,t,e);o.layers=this.layers,this.add(o);let a=new Wn(to,eo,t,e);a.layers=this.layers,this.add(a);let l=new Wn(to,eo,t,e);l.layers=this.layers,this.add(l);let c=new Wn(to,eo,t,e);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let t=this.coordinateSystem,e=this.children.concat(),[n,s,r,o,a,l]=e;for(let c of e)this.remove(c);if(t===xi)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(t===so)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(let c of e)this.add(c),c.updateMatrixWorld()}update(t,e){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,f=t.getRenderTarget(),u=t.getActiveCubeFace(),d=t.getActiveMipmapLevel(),p=t.xr.enabled;t.xr.enabled=!1;let y=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let m=!1;t.isWebGLRenderer===!0?m=t.state.buffers.depth.getReversed():m=t.reversedDepthBuffer,t.setRenderTarget(n,0,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,r),t.setRenderTarget(n,1,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,o),t.setRenderTarget(n,2,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,a),t.setRenderTarget(n,3,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,l),t.setRenderTarget(n,4,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,c),n.texture.mipmapsAutoUpdate=y,t.setRenderTarget(n,5,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,h),t.setRenderTarget(f,u,d),t.xr.enabled=p,n.texture.needsPMREMUpdate=!0}},pc=class extends Wn{constructor(t=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=t,this.perCameraFrustumCulled=!1}};var od="\\[\\]\\.:\\/",Qv=new RegExp("["+od+"]","g"),ad="[^"+od+"]",tM="[^"+od.replace("\\.","")+"]",eM=/((?:WC+[\/:])*)/.source.replace("WC",ad),nM=/(WCOD+)?/.source.replace("WCOD",tM),iM=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",ad),sM=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",ad),rM=new RegExp("^"+eM+nM+iM+sM+"$"),oM=["material","materials","bones","map"],Cf=class{constructor(t,e,n){let s=n||He.parseTrackName(e);this._targetGroup=t,this._bindings=t.subscribe_(e,s)}getValue(t,e){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(t,e)}setValue(t,e){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(t,e)}bind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].bind()}unbind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].unbind()}},He=class i{constructor(t,e,n){this.path=e,this.parsedPath=n||i.parseTrackName(e),this.node=i.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,e,n){return t&&t.isAnimationObjectGroup?new i.Composite(t,e,n):new i(t,e,n)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(Qv,"")}static parseTrackName(t){let e=rM.exec(t);if(e===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+t);let n={nodeName:e[2],objectName:e[3],objectIndex:e[4],propertyName:e[5],propertyIndex:e[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);oM.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+t);return n}static findNode(t,e){if(e===void 0||e===""||e==="."||e===-1||e===t.name||e===t.uuid)return t;if(t.skeleton){let n=t.skeleton.getBoneByName(e);if(n!==void 0)return n}if(t.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===e||a.uuid===e)return a;let l=n(a.children);if(l)return l}return null},s=n(t.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,e){t[e]=this.targetObject[this.propertyName]}_getValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)t[e++]=n[s]}_getValue_arrayElement(t,e){t[e]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,e){this.resolvedProperty.toArray(t,e)}_setValue_direct(t,e){this.targetObject[this.propertyName]=t[e]}_setValue_direct_setNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++]}_setValue_array_setNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(t,e){this.resolvedProperty[this.propertyIndex]=t[e]}_setValue_arrayElement_setNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,e){this.resolvedProperty.fromArray(t,e)}_setValue_fromArray_setNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,e){this.bind(),this.getValue(t,e)}_setValue_unbound(t,e){this.bind(),this.setValue(t,e)}bind(){let t=this.node,e=this.parsedPath,n=e.objectName,s=e.propertyName,r=e.propertyIndex;if(t||(t=i.findNode(this.rootNode,e.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){Kt("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=e.objectIndex;switch(n){case"materials":if(!t.material){te("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.materials){te("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){te("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let h=0;h<t.length;h++)if(t[h].name===c){c=h;break}break;case"map":if("map"in t){t=t.map;break}if(!t.material){te("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){te("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[n]===void 0){te("PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[n]}if(c!==void 0){if(t[c]===void 0){te("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[c]}}let o=t[s];if(o===void 0){let c=e.nodeName;te("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",t);return}let a=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?a=this.Versioning.NeedsUpdate:t.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!t.geometry){te("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){te("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}t.morphTargetDictionary[r]!==void 0&&(r=t.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};He.Composite=Cf;He.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};He.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};He.prototype.GetterByBindingType=[He.prototype._getValue_direct,He.prototype._getValue_array,He.prototype._getValue_arrayElement,He.prototype._getValue_toArray];He.prototype.SetterByBindingTypeAndVersioning=[[He.prototype._setValue_direct,He.prototype._setValue_direct_setNeedsUpdate,He.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[He.prototype._setValue_array,He.prototype._setValue_array_setNeedsUpdate,He.prototype._setValue_array_setMatrixWorldNeedsUpdate],[He.prototype._setValue_arrayElement,He.prototype._setValue_arrayElement_setNeedsUpdate,He.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[He.prototype._setValue_fromArray,He.prototype._setValue_fromArray_setNeedsUpdate,He.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var i2=new Float32Array(1);var km=new Me,Sa=class{constructor(t,e,n=0,s=1/0){this.ray=new hr(t,e),this.near=n,this.far=s,this.camera=null,this.layers=new lo,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(t,e){this.ray.set(t,e)}setFromCamera(t,e){e.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(t.x,t.y,.5).unproject(e).sub(this.ray.origin).normalize(),this.camera=e):e.isOrthographicCamera?(this.ray.origin.set(t.x,t.y,e.projectionMatrix.elements[14]).unproject(e),this.ray.direction.set(0,0,-1).transformDirection(e.matrixWorld),this.camera=e):te("Raycaster: Unsupported camera type: "+e.type)}setFromXRController(t){return km.identity().extractRotation(t.matrixWorld),this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(km),this}intersectObject(t,e=!0,n=[]){return Rf(t,this,n,e),n.sort(zm),n}intersectObjects(t,e=!0,n=[]){for(let s=0,r=t.length;s<r;s++)Rf(t[s],this,n,e);return n.sort(zm),n}};function zm(i,t){return i.distance-t.distance}function Rf(i,t,e,n){let s=!0;if(i.layers.test(t.layers)&&i.raycast(t,e)===!1&&(s=!1),s===!0&&n===!0){let r=i.children;for(let o=0,a=r.length;o<a;o++)Rf(r[o],t,e,!0)}}var go=class{constructor(t=1,e=0,n=0){this.radius=t,this.phi=e,this.theta=n}set(t,e,n){return this.radius=t,this.phi=e,this.theta=n,this}copy(t){return this.radius=t.radius,this.phi=t.phi,this.theta=t.theta,this}makeSafe(){return this.phi=me(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(t){return this.setFromCartesianCoords(t.x,t.y,t.z)}setFromCartesianCoords(t,e,n){return this.radius=Math.sqrt(t*t+e*e+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(t,n),this.phi=Math.acos(me(e/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var Pf=class{static{this.prototype.isMatrix2=!0}constructor(t,e,n,s){this.elements=[1,0,0,1],t!==void 0&&this.set(t,e,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(t,e=0){for(let n=0;n<4;n++)this.elements[n]=t[n+e];return this}set(t,e,n,s){let r=this.elements;return r[0]=t,r[2]=e,r[1]=n,r[3]=s,this}};var wa=class extends Li{constructor(t,e=null){super(),this.object=t,this.domElement=e,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(t){this.domElement!==null&&this.disconnect(),this.domElement=t}disconnect(){}dispose(){}update(){}};function ld(i,t,e,n){let s=aM(n);switch(e){case Zf:return i*t;case Ec:return i*t/s.components*s.byteLength;case Ac:return i*t/s.components*s.byteLength;case $s:return i*t*2/s.components*s.byteLength;case Tc:return i*t*2/s.components*s.byteLength;case Kf:return i*t*3/s.components*s.byteLength;case Fi:return i*t*4/s.components*s.byteLength;case Cc:return i*t*4/s.components*s.byteLength;case Aa:case Ta:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case Ca:case Ra:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Pc:case Lc:return Math.max(i,16)*Math.max(t,8)/4;case Rc:case Ic:return Math.max(i,8)*Math.max(t,8)/2;case Nc:case Dc:case Uc:case Oc:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case Fc:case Pa:case Bc:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case kc:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case zc:return Math.floor((i+4)/5)*Math.floor((t+3)/4)*16;case Gc:return Math.floor((i+4)/5)*Math.floor((t+4)/5)*16;case Vc:return Math.floor((i+5)/6)*Math.floor((t+4)/5)*16;case Hc:return Math.floor((i+5)/6)*Math.floor((t+5)/6)*16;case Wc:return Math.floor((i+7)/8)*Math.floor((t+4)/5)*16;case Xc:return Math.floor((i+7)/8)*Math.floor((t+5)/6)*16;case qc:return Math.floor((i+7)/8)*Math.floor((t+7)/8)*16;case Yc:return Math.floor((i+9)/10)*Math.floor((t+4)/5)*16;case $c:return Math.floor((i+9)/10)*Math.floor((t+5)/6)*16;case Zc:return Math.floor((i+9)/10)*Math.floor((t+7)/8)*16;case Kc:return Math.floor((i+9)/10)*Math.floor((t+9)/10)*16;case Jc:return Math.floor((i+11)/12)*Math.floor((t+9)/10)*16;case jc:return Math.floor((i+11)/12)*Math.floor((t+11)/12)*16;case Qc:case th:case eh:return Math.ceil(i/4)*Math.ceil(t/4)*16;case nh:case ih:return Math.ceil(i/4)*Math.ceil(t/4)*8;case Ia:case sh:return Math.ceil(i/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function aM(i){switch(i){case jn:case Xf:return{byteLength:1,components:1};case vo:case qf:case Di:return{byteLength:2,components:1};case Sc:case wc:return{byteLength:2,components:4};case Ni:case bc:case bi:return{byteLength:4,components:1};case Yf:case $f:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?Kt("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function Yg(){let i=null,t=!1,e=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),e(r,o)}return{start:function(){t!==!0&&e!==null&&i!==null&&(n=i.requestAnimationFrame(s),t=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){i=r}}}function pM(i){let t=new WeakMap;function e(a,l){let c=a.array,h=a.usage,f=c.byteLength,u=i.createBuffer();i.bindBuffer(l,u),i.bufferData(l,c,h),a.onUploadCallback();let d;if(c instanceof Float32Array)d=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)d=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?d=i.HALF_FLOAT:d=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)d=i.SHORT;else if(c instanceof Uint32Array)d=i.UNSIGNED_INT;else if(c instanceof Int32Array)d=i.INT;else if(c instanceof Int8Array)d=i.BYTE;else if(c instanceof Uint8Array)d=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)d=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:u,type:d,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:f}}function n(a,l,c){let h=l.array,f=l.updateRanges;if(i.bindBuffer(c,a),f.length===0)i.bufferSubData(c,0,h);else{f.sort((d,p)=>d.start-p.start);let u=0;for(let d=1;d<f.length;d++){let p=f[u],y=f[d];y.start<=p.start+p.count+1?p.count=Math.max(p.count,y.start+y.count-p.start):(++u,f[u]=y)}f.length=u+1;for(let d=0,p=f.length;d<p;d++){let y=f[d];i.bufferSubData(c,y.start*h.BYTES_PER_ELEMENT,h,y.start,y.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),t.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=t.get(a);l&&(i.deleteBuffer(l.buffer),t.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=t.get(a);(!h||h.version<a.version)&&t.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=t.get(a);if(c===void 0)t.set(a,e(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var mM=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,gM=`#ifdef USE_ALPHAHASH
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
#endif`,_M=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,xM=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,yM=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,vM=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,MM=`#ifdef USE_AOMAP
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
#endif`,bM=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,SM=`#ifdef USE_BATCHING
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
#endif`,wM=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,EM=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,AM=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,TM=`float G_BlinnPhong_Implicit( ) {
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
} // validated`,CM=`#ifdef USE_IRIDESCENCE
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
#endif`,RM=`#ifdef USE_BUMPMAP
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
#endif`,PM=`#if NUM_CLIPPING_PLANES > 0
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
#endif`,IM=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,LM=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,NM=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,DM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,FM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,UM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,OM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
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
#endif`,BM=`#define PI 3.141592653589793
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
} // validated`,kM=`vec3 transformedNormal = objectNormal;
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
#endif`,zM=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,GM=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,VM=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,HM=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,WM="gl_FragColor = linearToOutputTexel( gl_FragColor );",XM=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,qM=`#ifdef USE_ENVMAP
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
#endif`,YM=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,$M=`#ifdef USE_ENVMAP
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
#endif`,ZM=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,KM=`#ifdef USE_ENVMAP
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
#endif`,JM=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,jM=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,QM=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,tb=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,eb=`#ifdef USE_GRADIENTMAP
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
}`,nb=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,ib=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,sb=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,rb=`uniform bool receiveShadow;
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
#include <lightprobes_pars_fragment>`,ob=`#ifdef USE_ENVMAP
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
#endif`,ab=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,lb=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,cb=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,hb=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,ub=`PhysicalMaterial material;
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
#endif`,fb=`uniform sampler2D dfgLUT;
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
}`,db=`
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
#endif`,pb=`#if defined( RE_IndirectDiffuse )
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
#endif`,mb=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,gb=`#if NUM_LIGHT_PROBE_GRIDS > 0
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
#endif`,_b=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,xb=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,yb=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,vb=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,Mb=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,bb=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,Sb=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
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
#endif`,wb=`#if defined( USE_POINTS_UV )
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
#endif`,Eb=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,Ab=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,Tb=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,Cb=`#if defined( USE_MORPHCOLORS )
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
#endif`,Rb=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Pb=`#ifdef USE_MORPHTARGETS
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
#endif`,Ib=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Lb=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
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
vec3 nonPerturbedNormal = normal;`,Nb=`#ifdef USE_NORMALMAP_OBJECTSPACE
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
#endif`,Db=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,Fb=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,Ub=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,Ob=`#ifdef USE_NORMALMAP
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
#endif`,Bb=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,kb=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,zb=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,Gb=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,Vb=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,Hb=`vec3 packNormalToRGB( const in vec3 normal ) {
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
}`,Wb=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,Xb=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,qb=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,Yb=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,$b=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,Zb=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,Kb=`#if NUM_SPOT_LIGHT_COORDS > 0
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
#endif`,Jb=`#if NUM_SPOT_LIGHT_COORDS > 0
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
#endif`,jb=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
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
#endif`,Qb=`float getShadowMask() {
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
}`,tS=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,eS=`#ifdef USE_SKINNING
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
#endif`,nS=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,iS=`#ifdef USE_SKINNING
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
#endif`,sS=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,rS=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,oS=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,aS=`#ifndef saturate
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
vec3 CustomToneMapping( vec3 color ) { return color; }`,lS=`#ifdef USE_TRANSMISSION
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
#endif`,cS=`#ifdef USE_TRANSMISSION
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
#endif`,hS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,uS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,fS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,dS=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,pS=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,mS=`uniform sampler2D t2D;
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
}`,gS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,_S=`uniform float backgroundBlurriness;
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
}`,xS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,yS=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,vS=`#include <common>
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
}`,MS=`#if DEPTH_PACKING == 3200
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
}`,bS=`#define DISTANCE
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
}`,SS=`#define DISTANCE
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
}`,wS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,ES=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,AS=`uniform float scale;
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
}`,TS=`uniform vec3 diffuse;
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
}`,CS=`#include <common>
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
}`,RS=`uniform vec3 diffuse;
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
}`,PS=`#define LAMBERT
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
}`,IS=`#define LAMBERT
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
}`,LS=`#define MATCAP
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
}`,NS=`#define MATCAP
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
}`,DS=`#define NORMAL
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
}`,FS=`#define NORMAL
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
}`,US=`#define PHONG
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
}`,OS=`#define PHONG
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
}`,BS=`#define STANDARD
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
}`,kS=`#define STANDARD
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
}`,zS=`#define TOON
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
}`,GS=`#define TOON
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
}`,VS=`uniform float size;
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
}`,HS=`uniform vec3 diffuse;
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
}`,WS=`#include <common>
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
}`,XS=`uniform vec3 color;
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
}`,qS=`uniform float rotation;
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
}`,YS=`uniform vec3 diffuse;
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
}`,ue={alphahash_fragment:mM,alphahash_pars_fragment:gM,alphamap_fragment:_M,alphamap_pars_fragment:xM,alphatest_fragment:yM,alphatest_pars_fragment:vM,aomap_fragment:MM,aomap_pars_fragment:bM,batching_pars_vertex:SM,batching_vertex:wM,begin_vertex:EM,beginnormal_vertex:AM,bsdfs:TM,iridescence_fragment:CM,bumpmap_pars_fragment:RM,clipping_planes_fragment:PM,clipping_planes_pars_fragment:IM,clipping_planes_pars_vertex:LM,clipping_planes_vertex:NM,color_fragment:DM,color_pars_fragment:FM,color_pars_vertex:UM,color_vertex:OM,common:BM,defaultnormal_vertex:kM,displacementmap_pars_vertex:zM,displacementmap_vertex:GM,emissivemap_fragment:VM,emissivemap_pars_fragment:HM,colorspace_fragment:WM,colorspace_pars_fragment:XM,envmap_fragment:qM,envmap_common_pars_fragment:YM,envmap_pars_fragment:$M,envmap_pars_vertex:ZM,envmap_physical_pars_fragment:ob,envmap_vertex:KM,fog_vertex:JM,fog_pars_vertex:jM,fog_fragment:QM,fog_pars_fragment:tb,gradientmap_pars_fragment:eb,lightmap_pars_fragment:nb,lights_lambert_fragment:ib,lights_lambert_pars_fragment:sb,lights_pars_begin:rb,lights_toon_fragment:ab,lights_toon_pars_fragment:lb,lights_phong_fragment:cb,lights_phong_pars_fragment:hb,lights_physical_fragment:ub,lights_physical_pars_fragment:fb,lights_fragment_begin:db,lights_fragment_maps:pb,lights_fragment_end:mb,lightprobes_pars_fragment:gb,logdepthbuf_fragment:_b,logdepthbuf_pars_fragment:xb,logdepthbuf_pars_vertex:yb,logdepthbuf_vertex:vb,map_fragment:Mb,map_pars_fragment:bb,map_particle_fragment:Sb,map_particle_pars_fragment:wb,metalnessmap_fragment:Eb,metalnessmap_pars_fragment:Ab,morphinstance_vertex:Tb,morphcolor_vertex:Cb,morphnormal_vertex:Rb,morphtarget_pars_vertex:Pb,morphtarget_vertex:Ib,normal_fragment_begin:Lb,normal_fragment_maps:Nb,normal_pars_fragment:Db,normal_pars_vertex:Fb,normal_vertex:Ub,normalmap_pars_fragment:Ob,clearcoat_normal_fragment_begin:Bb,clearcoat_normal_fragment_maps:kb,clearcoat_pars_fragment:zb,iridescence_pars_fragment:Gb,opaque_fragment:Vb,packing:Hb,premultiplied_alpha_fragment:Wb,project_vertex:Xb,dithering_fragment:qb,dithering_pars_fragment:Yb,roughnessmap_fragment:$b,roughnessmap_pars_fragment:Zb,shadowmap_pars_fragment:Kb,shadowmap_pars_vertex:Jb,shadowmap_vertex:jb,shadowmask_pars_fragment:Qb,skinbase_vertex:tS,skinning_pars_vertex:eS,skinning_vertex:nS,skinnormal_vertex:iS,specularmap_fragment:sS,specularmap_pars_fragment:rS,tonemapping_fragment:oS,tonemapping_pars_fragment:aS,transmission_fragment:lS,transmission_pars_fragment:cS,uv_pars_fragment:hS,uv_pars_vertex:uS,uv_vertex:fS,worldpos_vertex:dS,background_vert:pS,background_frag:mS,backgroundCube_vert:gS,backgroundCube_frag:_S,cube_vert:xS,cube_frag:yS,depth_vert:vS,depth_frag:MS,distance_vert:bS,distance_frag:SS,equirect_vert:wS,equirect_frag:ES,linedashed_vert:AS,linedashed_frag:TS,meshbasic_vert:CS,meshbasic_frag:RS,meshlambert_vert:PS,meshlambert_frag:IS,meshmatcap_vert:LS,meshmatcap_frag:NS,meshnormal_vert:DS,meshnormal_frag:FS,meshphong_vert:US,meshphong_frag:OS,meshphysical_vert:BS,meshphysical_frag:kS,meshtoon_vert:zS,meshtoon_frag:GS,points_vert:VS,points_frag:HS,shadow_vert:WS,shadow_frag:XS,sprite_vert:qS,sprite_frag:YS},It={common:{diffuse:{value:new Gt(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new ne},alphaMap:{value:null},alphaMapTransform:{value:new ne},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new ne}},envmap:{envMap:{value:null},envMapRotation:{value:new ne},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new ne}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new ne}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new ne},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new ne},normalScale:{value:new qt(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new ne},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new ne}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new ne}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new ne}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new Gt(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new Gt(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new ne},alphaTest:{value:0},uvTransform:{value:new ne}},sprite:{diffuse:{value:new Gt(16777215)},opacity:{value:1},center:{value:new qt(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new ne},alphaMap:{value:null},alphaMapTransform:{value:new ne},alphaTest:{value:0}}},ts={basic:{uniforms:Bn([It.common,It.specularmap,It.envmap,It.aomap,It.lightmap,It.fog]),vertexShader:ue.meshbasic_vert,fragmentShader:ue.meshbasic_frag},lambert:{uniforms:Bn([It.common,It.specularmap,It.envmap,It.aomap,It.lightmap,It.emissivemap,It.bumpmap,It.normalmap,It.displacementmap,It.fog,It.lights,{emissive:{value:new Gt(0)},envMapIntensity:{value:1}}]),vertexShader:ue.meshlambert_vert,fragmentShader:ue.meshlambert_frag},phong:{uniforms:Bn([It.common,It.specularmap,It.envmap,It.aomap,It.lightmap,It.emissivemap,It.bumpmap,It.normalmap,It.displacementmap,It.fog,It.lights,{emissive:{value:new Gt(0)},specular:{value:new Gt(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:ue.meshphong_vert,fragmentShader:ue.meshphong_frag},standard:{uniforms:Bn([It.common,It.envmap,It.aomap,It.lightmap,It.emissivemap,It.bumpmap,It.normalmap,It.displacementmap,It.roughnessmap,It.metalnessmap,It.fog,It.lights,{emissive:{value:new Gt(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:ue.meshphysical_vert,fragmentShader:ue.meshphysical_frag},toon:{uniforms:Bn([It.common,It.aomap,It.lightmap,It.emissivemap,It.bumpmap,It.normalmap,It.displacementmap,It.gradientmap,It.fog,It.lights,{emissive:{value:new Gt(0)}}]),vertexShader:ue.meshtoon_vert,fragmentShader:ue.meshtoon_frag},matcap:{uniforms:Bn([It.common,It.bumpmap,It.normalmap,It.displacementmap,It.fog,{matcap:{value:null}}]),vertexShader:ue.meshmatcap_vert,fragmentShader:ue.meshmatcap_frag},points:{uniforms:Bn([It.points,It.fog]),vertexShader:ue.points_vert,fragmentShader:ue.points_frag},dashed:{uniforms:Bn([It.common,It.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:ue.linedashed_vert,fragmentShader:ue.linedashed_frag},depth:{uniforms:Bn([It.common,It.displacementmap]),vertexShader:ue.depth_vert,fragmentShader:ue.depth_frag},normal:{uniforms:Bn([It.common,It.bumpmap,It.normalmap,It.displacementmap,{opacity:{value:1}}]),vertexShader:ue.meshnormal_vert,fragmentShader:ue.meshnormal_frag},sprite:{uniforms:Bn([It.sprite,It.fog]),vertexShader:ue.sprite_vert,fragmentShader:ue.sprite_frag},background:{uniforms:{uvTransform:{value:new ne},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:ue.background_vert,fragmentShader:ue.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new ne}},vertexShader:ue.backgroundCube_vert,fragmentShader:ue.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:ue.cube_vert,fragmentShader:ue.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:ue.equirect_vert,fragmentShader:ue.equirect_frag},distance:{uniforms:Bn([It.common,It.displacementmap,{referencePosition:{value:new z},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:ue.distance_vert,fragmentShader:ue.distance_frag},shadow:{uniforms:Bn([It.lights,It.fog,{color:{value:new Gt(0)},opacity:{value:1}}]),vertexShader:ue.shadow_vert,fragmentShader:ue.shadow_frag}};ts.physical={uniforms:Bn([ts.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new ne},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new ne},clearcoatNormalScale:{value:new qt(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new ne},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new ne},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new ne},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new ne},sheen:{value:0},sheenColor:{value:new Gt(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new ne},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new ne},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new ne},transmissionSamplerSize:{value:new qt},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new ne},attenuationDistance:{value:0},attenuationColor:{value:new Gt(0)},specularColor:{value:new Gt(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new ne},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new ne},anisotropyVector:{value:new qt},anisotropyMap:{value:null},anisotropyMapTransform:{value:new ne}}]),vertexShader:ue.meshphysical_vert,fragmentShader:ue.meshphysical_frag};var ah={r:0,b:0,g:0},$S=new Me,$g=new ne;$g.set(-1,0,0,0,1,0,0,0,1);function ZS(i,t,e,n,s,r){let o=new Gt(0),a=s===!0?0:1,l,c,h=null,f=0,u=null;function d(v){let T=v.isScene===!0?v.background:null;if(T&&T.isTexture){let b=v.backgroundBlurriness>0;T=t.get(T,b)}return T}function p(v){let T=!1,b=d(v);b===null?m(o,a):b&&b.isColor&&(m(b,1),T=!0);let R=i.xr.getEnvironmentBlendMode();R==="additive"?e.buffers.color.setClear(0,0,0,1,r):R==="alpha-blend"&&e.buffers.color.setClear(0,0,0,0,r),(i.autoClear||T)&&(e.buffers.depth.setTest(!0),e.buffers.depth.setMask(!0),e.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function y(v,T){let b=d(T);b&&b.isCubeTexture?(c===void 0&&(c=new rn(new Gs(1,1,1),new on({name:"BackgroundCubeMaterial",uniforms:xr(ts.backgroundCube.uniforms),vertexShader:ts.backgroundCube.vertexShader,fragmentShader:ts.backgroundCube.fragmentShader,side:Nn,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(R,E,_){this.matrixWorld.copyPosition(_.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=b,c.material.uniforms.backgroundBlurriness.value=T.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=T.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4($S.makeRotationFromEuler(T.backgroundRotation)).transpose(),b.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply($g),c.material.toneMapped=xe.getTransfer(b.colorSpace)!==Te,(h!==b||f!==b.version||u!==i.toneMapping)&&(c.material.needsUpdate=!0,h=b,f=b.version,u=i.toneMapping),c.layers.enableAll(),v.unshift(c,c.geometry,c.material,0,0,null)):b&&b.isTexture&&(l===void 0&&(l=new rn(new ur(2,2),new on({name:"BackgroundMaterial",uniforms:xr(ts.background.uniforms),vertexShader:ts.background.vertexShader,fragmentShader:ts.background.fragmentShader,side:ji,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=b,l.material.uniforms.backgroundIntensity.value=T.backgroundIntensity,l.material.toneMapped=xe.getTransfer(b.colorSpace)!==Te,b.matrixAutoUpdate===!0&&b.updateMatrix(),l.material.uniforms.uvTransform.value.copy(b.matrix),(h!==b||f!==b.version||u!==i.toneMapping)&&(l.material.needsUpdate=!0,h=b,f=b.version,u=i.toneMapping),l.layers.enableAll(),v.unshift(l,l.geometry,l.material,0,0,null))}function m(v,T){v.getRGB(ah,rd(i)),e.buffers.color.setClear(ah.r,ah.g,ah.b,T,r)}function g(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(v,T=1){o.set(v),a=T,m(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(v){a=v,m(o,a)},render:p,addToRenderList:y,dispose:g}}function KS(i,t){let e=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=u(null),r=s,o=!1;function a(N,G,W,L,X){let $=!1,H=f(N,L,W,G);r!==H&&(r=H,c(r.object)),$=d(N,L,W,X),$&&p(N,L,W,X),X!==null&&t.update(X,i.ELEMENT_ARRAY_BUFFER),($||o)&&(o=!1,b(N,G,W,L),X!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,t.get(X).buffer))}function l(){return i.createVertexArray()}function c(N){return i.bindVertexArray(N)}function h(N){return i.deleteVertexArray(N)}function f(N,G,W,L){let X=L.wireframe===!0,$=n[G.id];$===void 0&&($={},n[G.id]=$);let H=N.isInstancedMesh===!0?N.id:0,ct=$[H];ct===void 0&&(ct={},$[H]=ct);let J=ct[W.id];J===void 0&&(J={},ct[W.id]=J);let Q=J[X];return Q===void 0&&(Q=u(l()),J[X]=Q),Q}function u(N){let G=[],W=[],L=[];for(let X=0;X<e;X++)G[X]=0,W[X]=0,L[X]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:G,enabledAttributes:W,attributeDivisors:L,object:N,attributes:{},index:null}}function d(N,G,W,L){let X=r.attributes,$=G.attributes,H=0,ct=W.getAttributes();for(let J in ct)if(ct[J].location>=0){let st=X[J],ft=$[J];if(ft===void 0&&(J==="instanceMatrix"&&N.instanceMatrix&&(ft=N.instanceMatrix),J==="instanceColor"&&N.instanceColor&&(ft=N.instanceColor)),st===void 0||st.attribute!==ft||ft&&st.data!==ft.data)return!0;H++}return r.attributesNum!==H||r.index!==L}function p(N,G,W,L){let X={},$=G.attributes,H=0,ct=W.getAttributes();for(let J in ct)if(ct[J].location>=0){let st=$[J];st===void 0&&(J==="instanceMatrix"&&N.instanceMatrix&&(st=N.instanceMatrix),J==="instanceColor"&&N.instanceColor&&(st=N.instanceColor));let ft={};ft.attribute=st,st&&st.data&&(ft.data=st.data),X[J]=ft,H++}r.attributes=X,r.attributesNum=H,r.index=L}function y(){let N=r.newAttributes;for(let G=0,W=N.length;G<W;G++)N[G]=0}function m(N){g(N,0)}function g(N,G){let W=r.newAttributes,L=r.enabledAttributes,X=r.attributeDivisors;W[N]=1,L[N]===0&&(i.enableVertexAttribArray(N),L[N]=1),X[N]!==G&&(i.vertexAttribDivisor(N,G),X[N]=G)}function v(){let N=r.newAttributes,G=r.enabledAttributes;for(let W=0,L=G.length;W<L;W++)G[W]!==N[W]&&(i.disableVertexAttribArray(W),G[W]=0)}function T(N,G,W,L,X,$,H){H===!0?i.vertexAttribIPointer(N,G,W,X,$):i.vertexAttribPointer(N,G,W,L,X,$)}function b(N,G,W,L){y();let X=L.attributes,$=W.getAttributes(),H=G.defaultAttributeValues;for(let ct in $){let J=$[ct];if(J.location>=0){let Q=X[ct];if(Q===void 0&&(ct==="instanceMatrix"&&N.instanceMatrix&&(Q=N.instanceMatrix),ct==="instanceColor"&&N.instanceColor&&(Q=N.instanceColor)),Q!==void 0){let st=Q.normalized,ft=Q.itemSize,ut=t.get(Q);if(ut===void 0)continue;let tt=ut.buffer,mt=ut.type,xt=ut.bytesPerElement,Tt=mt===i.INT||mt===i.UNSIGNED_INT||Q.gpuType===bc;if(Q.isInterleavedBufferAttribute){let bt=Q.data,Wt=bt.isInterleavedBuffer===!0?bt.stride:bt.itemSize,re=Q.offset;if(bt.isInstancedInterleavedBuffer||bt.isInstancedBufferAttribute){for(let Vt=0;Vt<J.locationSize;Vt++)g(J.location+Vt,bt.meshPerAttribute);N.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=bt.meshPerAttribute*bt.count)}else for(let Vt=0;Vt<J.locationSize;Vt++)m(J.location+Vt);i.bindBuffer(i.ARRAY_BUFFER,tt);for(let Vt=0;Vt<J.locationSize;Vt++)T(J.location+Vt,ft/J.locationSize,mt,st,Wt*xt,(re+ft/J.locationSize*Vt)*xt,Tt)}else{if(Q.isInstancedBufferAttribute){for(let bt=0;bt<J.locationSize;bt++)g(J.location+bt,Q.meshPerAttribute);N.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=Q.meshPerAttribute*Q.count)}else for(let bt=0;bt<J.locationSize;bt++)m(J.location+bt);i.bindBuffer(i.ARRAY_BUFFER,tt);for(let bt=0;bt<J.locationSize;bt++)T(J.location+bt,ft/J.locationSize,mt,st,ft*xt,ft/J.locationSize*bt*xt,Tt)}}else if(H!==void 0){let st=H[ct];if(st!==void 0)switch(st.length){case 2:i.vertexAttrib2fv(J.location,st);break;case 3:i.vertexAttrib3fv(J.location,st);break;case 4:i.vertexAttrib4fv(J.location,st);break;default:i.vertexAttrib1fv(J.location,st)}}}}v()}function R(){B();for(let N in n){let G=n[N];for(let W in G){let L=G[W];for(let X in L){let $=L[X];for(let H in $)h($[H].object),delete $[H];delete L[X]}}delete n[N]}}function E(N){if(n[N.id]===void 0)return;let G=n[N.id];for(let W in G){let L=G[W];for(let X in L){let $=L[X];for(let H in $)h($[H].object),delete $[H];delete L[X]}}delete n[N.id]}function _(N){for(let G in n){let W=n[G];for(let L in W){let X=W[L];if(X[N.id]===void 0)continue;let $=X[N.id];for(let H in $)h($[H].object),delete $[H];delete X[N.id]}}}function A(N){for(let G in n){let W=n[G],L=N.isInstancedMesh===!0?N.id:0,X=W[L];if(X!==void 0){for(let $ in X){let H=X[$];for(let ct in H)h(H[ct].object),delete H[ct];delete X[$]}delete W[L],Object.keys(W).length===0&&delete n[G]}}}function B(){D(),o=!0,r!==s&&(r=s,c(r.object))}function D(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:B,resetDefaultState:D,dispose:R,releaseStatesOfGeometry:E,releaseStatesOfObject:A,releaseStatesOfProgram:_,initAttributes:y,enableAttribute:m,disableUnusedAttributes:v}}function JS(i,t,e){let n;function s(l){n=l}function r(l,c){i.drawArrays(n,l,c),e.update(c,n,1)}function o(l,c,h){h!==0&&(i.drawArraysInstanced(n,l,c,h),e.update(c,n,h))}function a(l,c,h){if(h===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,h);let u=0;for(let d=0;d<h;d++)u+=c[d];e.update(u,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function jS(i,t,e,n){let s;function r(){if(s!==void 0)return s;if(t.has("EXT_texture_filter_anisotropic")===!0){let _=t.get("EXT_texture_filter_anisotropic");s=i.getParameter(_.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(_){return!(_!==Fi&&n.convert(_)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(_){let A=_===Di&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(_!==jn&&_!==bi&&!A&&n.convert(_)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function l(_){if(_==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";_="mediump"}return _==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=e.precision!==void 0?e.precision:"highp",h=l(c);h!==c&&(Kt("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let f=e.reversedDepthBuffer===!0&&t.has("EXT_clip_control"),u=e.logarithmicDepthBuffer===!0&&f===!1;e.reversedDepthBuffer===!0&&f===!1&&Kt("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),e.logarithmicDepthBuffer===!0&&f===!0&&Kt("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let d=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),p=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),y=i.getParameter(i.MAX_TEXTURE_SIZE),m=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),g=i.getParameter(i.MAX_VERTEX_ATTRIBS),v=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),T=i.getParameter(i.MAX_VARYING_VECTORS),b=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),R=i.getParameter(i.MAX_SAMPLES),E=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:u,reversedDepthBuffer:f,maxTextures:d,maxVertexTextures:p,maxTextureSize:y,maxCubemapSize:m,maxAttributes:g,maxVertexUniforms:v,maxVaryings:T,maxFragmentUniforms:b,maxSamples:R,samples:E}}function QS(i){let t=this,e=null,n=0,s=!1,r=!1,o=new li,a=new ne,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(f,u){let d=f.length!==0||u||n!==0||s;return s=u,n=f.length,d},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(f,u){e=h(f,u,0)},this.setState=function(f,u,d){let p=f.clippingPlanes,y=f.clipIntersection,m=f.clipShadows,g=i.get(f);if(!s||p===null||p.length===0||r&&!m)r?h(null):c();else{let v=r?0:n,T=v*4,b=g.clippingState||null;l.value=b,b=h(p,u,T,d);for(let R=0;R!==T;++R)b[R]=e[R];g.clippingState=b,this.numIntersection=y?this.numPlanes:0,this.numPlanes+=v}};function c(){l.value!==e&&(l.value=e,l.needsUpdate=n>0),t.numPlanes=n,t.numIntersection=0}function h(f,u,d,p){let y=f!==null?f.length:0,m=null;if(y!==0){if(m=l.value,p!==!0||m===null){let g=d+y*4,v=u.matrixWorldInverse;a.getNormalMatrix(v),(m===null||m.length<g)&&(m=new Float32Array(g));for(let T=0,b=d;T!==y;++T,b+=4)o.copy(f[T]).applyMatrix4(v,a),o.normal.toArray(m,b),m[b+3]=o.constant}l.value=m,l.needsUpdate=!0}return t.numPlanes=y,t.numIntersection=0,m}}var Fa=class extends hi{constructor(t=1,e={}){super(t,t,e),this.isWebGLCubeRenderTarget=!0;let n={width:t,height:t,depth:1},s=[n,n,n,n,n,n];this.texture=new da(s),this._setTextureOptions(e),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

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
			`},s=new Gs(5,5,5),r=new on({name:"CubemapFromEquirect",uniforms:xr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:Nn,blending:pr});r.uniforms.tEquirect.value=e;let o=new rn(s,r),a=e.minFilter;return e.minFilter===ys&&(e.minFilter=Xn),new mo(1,10,this).update(t,o),e.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(t,e=!0,n=!0,s=!0){let r=t.getRenderTarget();for(let o=0;o<6;o++)t.setRenderTarget(this,o),t.clear(e,n,s);t.setRenderTarget(r)}},Ag=256,tw=3,ew=20,Zg=256,Kg=16,nw=3,iw=new z,sw=new Gt,ch=class i{constructor(t){this._renderer=t,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new mo(1,10,null),this._boxMesh=new rn(new Gs(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(t,e=0,n=.1,s=100,r={}){let{size:o=256,position:a=iw}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);e>0&&(h.texture.mipmapsAutoUpdate=!1);let f=l.autoClear,u=l.autoClearColor,d=l.autoClearDepth,p=l.autoClearStencil,y=t.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,y===null&&(t.background=l.getClearColor(sw));let m=new mo(n,s,h);return m.position.copy(a),m.update(l,t),l.autoClear=f,l.autoClearColor=u,l.autoClearDepth=d,l.autoClearStencil=p,t.background=y,e>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,e)),this._applyPMREM(c),c}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=Rg(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=Cg(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(t,e){return e>0?1-Math.sqrt(1-t/e):0}_setSize(t){this._cubeSize=Math.max(Ag,id(t))}_fromTexture(t,e){t.mapping===gr||t.mapping===yo?this._setSize(t.image.length===0?Ag:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4);let n=e||this._allocateTarget();return this._textureToCubemap(t),this._applyPMREM(n),n}_allocateTarget(){let t=this._cubeSize,e=Tg(t,!1,!1),n=Math.log2(t)-tw;for(let s=0;s<=n;s++)e.texture.mipmaps.push({width:t>>s,height:t>>s});return e.texture.name="PMREM",e.texture.isPMREMTexture=!0,e}_getSourceTarget(t=!1){let e=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==e||t&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=Tg(e,!0,t)),this._sourceTarget}_compileMaterial(t){this._boxMesh.material=t,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(t,e,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=t,r.activeMipmapLevel=e;let o=t.width>>e;t.viewport.set(0,0,o,o),r.update(this._renderer,s),t.viewport.set(0,0,t.width,t.height)}_textureToCubemap(t){let e;t.mapping===gr||t.mapping===yo?(this._cubemapMaterial===null&&(this._cubemapMaterial=Rg()),e=this._cubemapMaterial,e.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=Cg()),e=this._equirectMaterial),e.uniforms.envMap.value=t,this._renderCube(this._getSourceTarget(),0,e)}_applyPMREM(t){this._ggxMaterial===null&&(this._ggxMaterial=rw(),this._integrationMaterial=ow());let e=this._cubeSize,n=t.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(e/Kg);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-nw)r.roughness.value=a,this._renderCube(t,o,this._integrationMaterial);else{let l=a>0?Math.log2(e)+.5*Math.log2(6/(Zg*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(t,o,this._ggxMaterial)}}}_blur(t,e){this._blurMaterial===null&&(this._blurMaterial=aw());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(e,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(t,0,n),s.envMap.value=t.texture,this._renderCube(r,0,n)}};function Tg(i,t,e){return new Fa(i,{minFilter:ys,generateMipmaps:t,type:Di,colorSpace:oa,depthBuffer:e})}function Ua(i,t,e){return new on({name:i,uniforms:t,vertexShader:ue.cube_vert,fragmentShader:e,side:Nn,blending:pr,depthTest:!1,depthWrite:!1})}function rw(){return Ua("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${Zg}u

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
	`)}function ow(){return Ua("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:Kg}},`

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
	`)}function aw(){return Ua("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${ew}
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
	`)}function Cg(){return Ua("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

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
	`)}function Rg(){return Ua("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function lw(i){let t=new WeakMap,e=new WeakMap,n=null;function s(u,d=!1){return u==null?null:d?o(u):r(u)}function r(u){if(u&&u.isTexture){let d=u.mapping;if(d===yc||d===vc)if(t.has(u)){let p=t.get(u).texture;return a(p,u.mapping)}else{let p=u.image;if(p&&p.height>0){let y=new Fa(p.height);return y.fromEquirectangularTexture(i,u),t.set(u,y),u.addEventListener("dispose",c),a(y.texture,u.mapping)}else return null}}return u}function o(u){if(u&&u.isTexture&&u.isPMREMTexture!==!0){let d=u.mapping,p=d===yc||d===vc,y=d===gr||d===yo;if(p||y){let m=e.get(u),g=m!==void 0?m.texture.pmremVersion:0;if(u.isRenderTargetTexture&&u.pmremVersion!==g)return n===null&&(n=new ch(i)),m=p?n.fromEquirectangular(u,m):n.fromCubemap(u,m),m.texture.pmremVersion=u.pmremVersion,e.set(u,m),m.texture;if(m!==void 0)return m.texture;{let v=u.image;return p&&v&&v.height>0||y&&v&&l(v)?(n===null&&(n=new ch(i)),m=p?n.fromEquirectangular(u):n.fromCubemap(u),m.texture.pmremVersion=u.pmremVersion,e.set(u,m),u.addEventListener("dispose",h),m.texture):null}}}return u}function a(u,d){return d===yc?u.mapping=gr:d===vc&&(u.mapping=yo),u}function l(u){let d=0,p=6;for(let y=0;y<p;y++)u[y]!==void 0&&d++;return d===p}function c(u){let d=u.target;d.removeEventListener("dispose",c);let p=t.get(d);p!==void 0&&(t.delete(d),p.dispose())}function h(u){let d=u.target;d.removeEventListener("dispose",h);let p=e.get(d);p!==void 0&&(e.delete(d),p.dispose())}function f(){t=new WeakMap,e=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:f}}function cw(i){let t={};function e(n){if(t[n]!==void 0)return t[n];let s=i.getExtension(n);return t[n]=s,s}return{has:function(n){return e(n)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(n){let s=e(n);return s===null&&na("WebGLRenderer: "+n+" extension not supported."),s}}}function hw(i,t,e,n){let s={},r=new WeakMap,o=new FinalizationRegistry(p=>delete s[p]);function a(p){l(p.target)}function l(p){p.index!==null&&t.remove(p.index);for(let m in p.attributes)t.remove(p.attributes[m]);p.removeEventListener("dispose",a),delete s[p.id],o.unregister(p);let y=r.get(p);y&&(t.remove(y),r.delete(p)),n.releaseStatesOfGeometry(p),p.isInstancedBufferGeometry===!0&&delete p._maxInstanceCount,e.memory.geometries--}function c(p,y){return s[y.id]!==void 0||(y.addEventListener("dispose",a),s[y.id]=new WeakRef(y),o.register(y,y.id,y),e.memory.geometries++),y}function h(p){let y=p.attributes;for(let m in y)t.update(y[m],i.ARRAY_BUFFER)}function f(p){let y=p.index,m=p.attributes.position,g=0;if(m===void 0)return;let v=y!==null?y.array.length:m.array.length/3-1,T=m.count>=65535?ua:ha,b=new T(Math.ceil(v/3)*6,1),R=b.array;if(y!==null){let _=y.array;g=y.version;for(let A=0,B=0;A<v;A+=3){let D=_[A+0],N=_[A+1],G=_[A+2];R[B++]=D,R[B++]=N,R[B++]=N,R[B++]=G,R[B++]=G,R[B++]=D}}else{g=m.version;for(let _=0,A=0;_<v;_+=3){let B=_+0,D=_+1,N=_+2;R[A++]=B,R[A++]=D,R[A++]=D,R[A++]=N,R[A++]=N,R[A++]=B}}b.version=g;let E=r.get(p);E&&t.remove(E),r.set(p,b)}function u(p){let y=r.get(p);if(y){let m=p.index;m!==null&&y.version<m.version&&f(p)}else f(p);return r.get(p)}function d(){for(let p in s){let y=s[p].deref();y!==void 0&&l(y)}}return{get:c,update:h,getWireframeAttribute:u,dispose:d}}function uw(i,t,e){let n;function s(f){n=f}let r,o;function a(f){r=f.type,o=f.bytesPerElement}function l(f,u){i.drawElements(n,u,r,f*o),e.update(u,n,1)}function c(f,u,d){d!==0&&(i.drawElementsInstanced(n,u,r,f*o,d),e.update(u,n,d))}function h(f,u,d){if(d===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,u,0,r,f,0,d);let y=0;for(let m=0;m<d;m++)y+=u[m];e.update(y,n,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function fw(i){let t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(e.calls++,o){case i.TRIANGLES:e.triangles+=a*(r/3);break;case i.LINES:e.lines+=a*(r/2);break;case i.LINE_STRIP:e.lines+=a*(r-1);break;case i.LINE_LOOP:e.lines+=a*r;break;case i.POINTS:e.points+=a*r;break;default:te("WebGLInfo: Unknown draw mode:",o);break}}function s(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:s,update:n}}function dw(i,t,e){let n=new WeakMap,s=new Ye;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,f=h!==void 0?h.length:0,u=n.get(a);if(u===void 0||u.count!==f){let B=function(){_.dispose(),n.delete(a),a.removeEventListener("dispose",B)};u!==void 0&&u.texture.dispose();let d=a.morphAttributes.position!==void 0,p=a.morphAttributes.normal!==void 0,y=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],g=a.morphAttributes.normal||[],v=a.morphAttributes.color||[],T=0;d===!0&&(T=1),p===!0&&(T=2),y===!0&&(T=3);let b=a.attributes.position.count*T,R=1;b>t.maxTextureSize&&(R=Math.ceil(b/t.maxTextureSize),b=t.maxTextureSize);let E=new Float32Array(b*R*4*f),_=new ca(E,b,R,f);_.type=bi,_.needsUpdate=!0;let A=T*4;for(let D=0;D<f;D++){let N=m[D],G=g[D],W=v[D],L=b*R*4*D;for(let X=0;X<N.count;X++){let $=X*A;d===!0&&(s.fromBufferAttribute(N,X),E[L+$+0]=s.x,E[L+$+1]=s.y,E[L+$+2]=s.z,E[L+$+3]=0),p===!0&&(s.fromBufferAttribute(G,X),E[L+$+4]=s.x,E[L+$+5]=s.y,E[L+$+6]=s.z,E[L+$+7]=0),y===!0&&(s.fromBufferAttribute(W,X),E[L+$+8]=s.x,E[L+$+9]=s.y,E[L+$+10]=s.z,E[L+$+11]=W.itemSize===4?s.w:1)}}u={count:f,texture:_,size:new qt(b,R)},n.set(a,u),a.addEventListener("dispose",B)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,e);else{let d=0;for(let y=0;y<c.length;y++)d+=c[y];let p=a.morphTargetsRelative?1:1-d;l.getUniforms().setValue(i,"morphTargetBaseInfluence",p),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",u.texture,e),l.getUniforms().setValue(i,"morphTargetsTextureSize",u.size)}return{update:r}}function pw(i,t,e,n,s){let r=new WeakMap;function o(c){let h=s.render.frame,f=c.geometry,u=t.get(c,f);if(r.get(u)!==h&&(t.update(u),r.set(u,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(e.update(c.instanceMatrix,i.ARRAY_BUFFER),c.instanceColor!==null&&e.update(c.instanceColor,i.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let d=c.skeleton;r.get(d)!==h&&(d.update(),r.set(d,h))}return u}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),n.releaseStatesOfObject(h),e.remove(h.instanceMatrix),h.instanceColor!==null&&e.remove(h.instanceColor)}return{update:o,dispose:a}}var mw={[Of]:"LINEAR_TONE_MAPPING",[Bf]:"REINHARD_TONE_MAPPING",[kf]:"CINEON_TONE_MAPPING",[zf]:"ACES_FILMIC_TONE_MAPPING",[Vf]:"AGX_TONE_MAPPING",[Hf]:"NEUTRAL_TONE_MAPPING",[Gf]:"CUSTOM_TONE_MAPPING"};function gw(i,t,e,n,s,r){let o=new hi(t,e,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new Fe;h.setAttribute("position",new le([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new le([0,2,0,0,2,0],2));let f=new ec({uniforms:{tDiffuse:{value:null}},vertexShader:`
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
			}`,depthTest:!1,depthWrite:!1}),u=new rn(h,f),d=new va(-1,1,1,-1,0,1),p=null,y=null,m=!1,g,v=null,T=[],b=!1;this.setSize=function(R,E){o.setSize(R,E),a!==null&&a.setSize(R,E),l!==null&&l.setSize(R,E);for(let _=0;_<T.length;_++){let A=T[_];A.setSize&&A.setSize(R,E)}},this.setEffects=function(R){T=R,b=T.length>0&&T[0].isRenderPass===!0;let E=o.width,_=o.height;T.length>0&&a===null&&(a=new hi(E,_,{type:Di,depthBuffer:!1,stencilBuffer:!1}),l=new hi(E,_,{type:Di,depthBuffer:!1,stencilBuffer:!1}));let A=s===!0&&T.some(B=>B.needsDepthTexture===!0);A!==(o.depthTexture!==null)&&(A===!0&&c===null&&(c=new xs(E,_),r===!0&&(c.format=vs,c.type=_r)),o.dispose(),o.depthTexture=A?c:null,o.resolveDepthBuffer=A,o.storeMultisampledDepthBuffer=A);for(let B=0;B<T.length;B++){let D=T[B];D.setSize&&D.setSize(E,_),A&&D.needsDepthTexture===!0&&D.setDepthTexture&&D.setDepthTexture(c)}},this.begin=function(R,E){if(m||R.toneMapping===Mi&&T.length===0)return!1;if(v=E,E!==null){let _=E.width,A=E.height;(o.width!==_||o.height!==A)&&this.setSize(_,A)}return b===!1&&R.setRenderTarget(o),g=R.toneMapping,R.toneMapping=Mi,!0},this.hasRenderPass=function(){return b},this.end=function(R,E){R.toneMapping=g,m=!0;let _=o,A=a;for(let B=0;B<T.length;B++){let D=T[B];D.enabled!==!1&&(D.render(R,A,_,E),D.needsSwap!==!1&&(_=A,A=A===a?l:a))}if(p!==R.outputColorSpace||y!==R.toneMapping){p=R.outputColorSpace,y=R.toneMapping,f.defines={},xe.getTransfer(p)===Te&&(f.defines.SRGB_TRANSFER="");let B=mw[y];B&&(f.defines[B]=""),f.needsUpdate=!0}f.uniforms.tDiffuse.value=_.texture,R.setRenderTarget(v),R.render(u,d),v=null,m=!1},this.isCompositing=function(){return m},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),f.dispose()}}var Jg=new Jn,jg=new xs(1,1),Qg=new pa(1),t0=new ca,e0=new jl,n0=new da,Pg=[],Ig=[],Lg=new Float32Array(16),Ng=new Float32Array(9),Dg=new Float32Array(4);function So(i,t,e){let n=i[0];if(n<=0||n>0)return i;let s=t*e,r=Pg[s];if(r===void 0&&(r=new Float32Array(s),Pg[s]=r),t!==0){n.toArray(r,0);for(let o=1,a=0;o!==t;++o)a+=e,i[o].toArray(r,a)}return r}function xn(i,t){if(i.length!==t.length)return!1;for(let e=0,n=i.length;e<n;e++)if(i[e]!==t[e])return!1;return!0}function yn(i,t){for(let e=0,n=t.length;e<n;e++)i[e]=t[e]}function uh(i,t){let e=Ig[t];e===void 0&&(e=new Int32Array(t),Ig[t]=e);for(let n=0;n!==t;++n)e[n]=i.allocateTextureUnit();return e}function _w(i,t){let e=this.cache;e[0]!==t&&(i.uniform1f(this.addr,t),e[0]=t)}function xw(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(xn(e,t))return;i.uniform2fv(this.addr,t),yn(e,t)}}function yw(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(i.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(xn(e,t))return;i.uniform3fv(this.addr,t),yn(e,t)}}function vw(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(xn(e,t))return;i.uniform4fv(this.addr,t),yn(e,t)}}function Mw(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(xn(e,t))return;i.uniformMatrix2fv(this.addr,!1,t),yn(e,t)}else{if(xn(e,n))return;Dg.set(n),i.uniformMatrix2fv(this.addr,!1,Dg),yn(e,n)}}function bw(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(xn(e,t))return;i.uniformMatrix3fv(this.addr,!1,t),yn(e,t)}else{if(xn(e,n))return;Ng.set(n),i.uniformMatrix3fv(this.addr,!1,Ng),yn(e,n)}}function Sw(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(xn(e,t))return;i.uniformMatrix4fv(this.addr,!1,t),yn(e,t)}else{if(xn(e,n))return;Lg.set(n),i.uniformMatrix4fv(this.addr,!1,Lg),yn(e,n)}}function ww(i,t){let e=this.cache;e[0]!==t&&(i.uniform1i(this.addr,t),e[0]=t)}function Ew(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2i(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(xn(e,t))return;i.uniform2iv(this.addr,t),yn(e,t)}}function Aw(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(xn(e,t))return;i.uniform3iv(this.addr,t),yn(e,t)}}function Tw(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4i(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(xn(e,t))return;i.uniform4iv(this.addr,t),yn(e,t)}}function Cw(i,t){let e=this.cache;e[0]!==t&&(i.uniform1ui(this.addr,t),e[0]=t)}function Rw(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(xn(e,t))return;i.uniform2uiv(this.addr,t),yn(e,t)}}function Pw(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(xn(e,t))return;i.uniform3uiv(this.addr,t),yn(e,t)}}function Iw(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(xn(e,t))return;i.uniform4uiv(this.addr,t),yn(e,t)}}function fh(i){return i.version===0&&(i.compareFunction=Qf,i.needsUpdate=!0),i}function Lw(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=fh(jg):r=Jg,e.setTexture2D(t||r,s)}function Nw(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture3D(t||e0,s)}function Dw(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=fh(Qg):r=n0,e.setTextureCube(t||r,s)}function Fw(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture2DArray(t||t0,s)}function Uw(i){switch(i){case 5126:return _w;case 35664:return xw;case 35665:return yw;case 35666:return vw;case 35674:return Mw;case 35675:return bw;case 35676:return Sw;case 5124:case 35670:return ww;case 35667:case 35671:return Ew;case 35668:case 35672:return Aw;case 35669:case 35673:return Tw;case 5125:return Cw;case 36294:return Rw;case 36295:return Pw;case 36296:return Iw;case 35678:case 36198:case 36298:case 36306:case 35682:return Lw;case 35679:case 36299:case 36307:return Nw;case 35680:case 36300:case 36308:case 36293:return Dw;case 36289:case 36303:case 36311:case 36292:return Fw}}function Ow(i,t){i.uniform1fv(this.addr,t)}function Bw(i,t){let e=So(t,this.size,2);i.uniform2fv(this.addr,e)}function kw(i,t){let e=So(t,this.size,3);i.uniform3fv(this.addr,e)}function zw(i,t){let e=So(t,this.size,4);i.uniform4fv(this.addr,e)}function Gw(i,t){let e=So(t,this.size,4);i.uniformMatrix2fv(this.addr,!1,e)}function Vw(i,t){let e=So(t,this.size,9);i.uniformMatrix3fv(this.addr,!1,e)}function Hw(i,t){let e=So(t,this.size,16);i.uniformMatrix4fv(this.addr,!1,e)}function Ww(i,t){i.uniform1iv(this.addr,t)}function Xw(i,t){i.uniform2iv(this.addr,t)}function qw(i,t){i.uniform3iv(this.addr,t)}function Yw(i,t){i.uniform4iv(this.addr,t)}function $w(i,t){i.uniform1uiv(this.addr,t)}function Zw(i,t){i.uniform2uiv(this.addr,t)}function Kw(i,t){i.uniform3uiv(this.addr,t)}function Jw(i,t){i.uniform4uiv(this.addr,t)}function jw(i,t,e){let n=this.cache,s=t.length,r=uh(e,s);xn(n,r)||(i.uniform1iv(this.addr,r),yn(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=fh(jg):o=Jg;for(let a=0;a!==s;++a)e.setTexture2D(t[a]||o,r[a])}function Qw(i,t,e){let n=this.cache,s=t.length,r=uh(e,s);xn(n,r)||(i.uniform1iv(this.addr,r),yn(n,r));for(let o=0;o!==s;++o)e.setTexture3D(t[o]||e0,r[o])}function t1(i,t,e){let n=this.cache,s=t.length,r=uh(e,s);xn(n,r)||(i.uniform1iv(this.addr,r),yn(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=fh(Qg):o=n0;for(let a=0;a!==s;++a)e.setTextureCube(t[a]||o,r[a])}function e1(i,t,e){let n=this.cache,s=t.length,r=uh(e,s);xn(n,r)||(i.uniform1iv(this.addr,r),yn(n,r));for(let o=0;o!==s;++o)e.setTexture2DArray(t[o]||t0,r[o])}function n1(i){switch(i){case 5126:return Ow;case 35664:return Bw;case 35665:return kw;case 35666:return zw;case 35674:return Gw;case 35675:return Vw;case 35676:return Hw;case 5124:case 35670:return Ww;case 35667:case 35671:return Xw;case 35668:case 35672:return qw;case 35669:case 35673:return Yw;case 5125:return $w;case 36294:return Zw;case 36295:return Kw;case 36296:return Jw;case 35678:case 36198:case 36298:case 36306:case 35682:return jw;case 35679:case 36299:case 36307:return Qw;case 35680:case 36300:case 36308:case 36293:return t1;case 36289:case 36303:case 36311:case 36292:return e1}}var ud=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.setValue=Uw(e.type)}},fd=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=n1(e.type)}},dd=class{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(t,e[a.id],n)}}},cd=/(\w+)(\])?(\[|\.)?/g;function Fg(i,t){i.seq.push(t),i.map[t.id]=t}function i1(i,t,e){let n=i.name,s=n.length;for(cd.lastIndex=0;;){let r=cd.exec(n),o=cd.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){Fg(e,c===void 0?new ud(a,i,t):new fd(a,i,t));break}else{let f=e.map[a];f===void 0&&(f=new dd(a),Fg(e,f)),e=f}}}var bo=class{constructor(t,e){this.seq=[],this.map={};let n=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=t.getActiveUniform(e,o),l=t.getUniformLocation(e,a.name);i1(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===t.SAMPLER_2D_SHADOW||o.type===t.SAMPLER_CUBE_SHADOW||o.type===t.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(t,e,n,s){let r=this.map[e];r!==void 0&&r.setValue(t,n,s)}setOptional(t,e,n){let s=e[n];s!==void 0&&this.setValue(t,n,s)}static upload(t,e,n,s){for(let r=0,o=e.length;r!==o;++r){let a=e[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(t,l.value,s)}}static seqWithValue(t,e){let n=[];for(let s=0,r=t.length;s!==r;++s){let o=t[s];o.id in e&&n.push(o)}return n}};function Ug(i,t,e){let n=i.createShader(t);return i.shaderSource(n,e),i.compileShader(n),n}var s1=37297,r1=0;function o1(i,t){let e=i.split(`
`),n=[],s=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===t?">":" "} ${a}: ${e[o]}`)}return n.join(`
`)}var Og=new ne;function a1(i){xe._getMatrix(Og,xe.workingColorSpace,i);let t=`mat3( ${Og.elements.map(e=>e.toFixed(4))} )`;switch(xe.getTransfer(i)){case aa:return[t,"LinearTransferOETF"];case Te:return[t,"sRGBTransferOETF"];default:return Kt("WebGLProgram: Unsupported color space: ",i),[t,"LinearTransferOETF"]}}function Bg(i,t,e){let n=i.getShaderParameter(t,i.COMPILE_STATUS),r=(i.getShaderInfoLog(t)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return e.toUpperCase()+`

`+r+`

`+o1(i.getShaderSource(t),a)}else return r}function l1(i,t){let e=a1(t);return[`vec4 ${i}( vec4 value ) {`,`	return ${e[1]}( vec4( ${e[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var c1={[Of]:"Linear",[Bf]:"Reinhard",[kf]:"Cineon",[zf]:"ACESFilmic",[Vf]:"AgX",[Hf]:"Neutral",[Gf]:"Custom"};function h1(i,t){let e=c1[t];return e===void 0?(Kt("WebGLProgram: Unsupported toneMapping:",t),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}var lh=new z;function u1(){xe.getLuminanceCoefficients(lh);let i=lh.x.toFixed(4),t=lh.y.toFixed(4),e=lh.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${t}, ${e} );`,"	return dot( weights, rgb );","}"].join(`
`)}function f1(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Da).join(`
`)}function d1(i){let t=[];for(let e in i){let n=i[e];n!==!1&&t.push("#define "+e+" "+n)}return t.join(`
`)}function p1(i,t){let e={},n=i.getProgramParameter(t,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(t,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),e[o]={type:r.type,location:i.getAttribLocation(t,o),locationSize:a}}return e}function Da(i){return i!==""}function kg(i,t){let e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,t.numSunLights).replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,t.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,t.numLightProbeGrids)}function zg(i,t){return i.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var m1=/^[ \t]*#include +<([\w\d./]+)>/gm;function pd(i){return i.replace(m1,g1)}function g1(i,t){let e=ue[t];if(e===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+t+">");return pd(e)}var _1=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function Gg(i){return i.replace(_1,x1)}function x1(i,t,e,n){let s="";for(let r=parseInt(t);r<parseInt(e);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function Vg(i){let t=`precision ${i.precision} float;
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
#define LOW_PRECISION`),t}var y1={[dr]:"SHADOWMAP_TYPE_PCF",[_o]:"SHADOWMAP_TYPE_VSM"};function v1(i){return y1[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var M1={[yo]:"ENVMAP_MODE_REFRACTION"};function b1(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":M1[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var S1={[xc]:"ENVMAP_BLENDING_MULTIPLY",[rg]:"ENVMAP_BLENDING_MIX",[og]:"ENVMAP_BLENDING_ADD"};function w1(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":S1[i.combine]||"ENVMAP_BLENDING_NONE"}function E1(i,t,e,n){let s=i.getContext(),r=e.defines,o=e.vertexShader,a=e.fragmentShader,l=v1(e),c=e.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=b1(e),f=w1(e),u=f1(e),d=d1(r),p=s.createProgram(),y,m,g=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(y=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d].filter(Da).join(`
`),y.length>0&&(y+=`
`),m=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d].filter(Da).join(`
`),m.length>0&&(m+=`
`)):(y=[Vg(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+h:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+e.diffuseRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexNormals?"#define HAS_NORMAL":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.sizeAttenuation?"#define USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Da).join(`
`),m=[Vg(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+c:"",e.envMap?"#define "+h:"",e.envMap?"#define "+f:"",e.envMapPMREM?"#define ENVMAP_MAX_LOD "+e.envMapMaxLod+".0":"",e.envMapPMREM?"#define ENVMAP_SIZE "+e.envMapSize+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.retroreflection?"#define USE_RETROREFLECTION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor?"#define USE_COLOR":"",e.vertexAlphas||e.batchingColor?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==Mi?"#define TONE_MAPPING":"",e.toneMapping!==Mi?ue.tonemapping_pars_fragment:"",e.toneMapping!==Mi?h1("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",ue.colorspace_pars_fragment,l1("linearToOutputTexel",e.outputColorSpace),u1(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(Da).join(`
`)),o=pd(o),o=kg(o,e),o=zg(o,e),a=pd(a),a=kg(a,e),a=zg(a,e),o=Gg(o),a=Gg(a),e.isRawShaderMaterial!==!0&&(g=`#version 300 es
`,y=[u,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+y,m=["#define varying in",e.glslVersion===td?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===td?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+m);let v=g+y+o,T=g+m+a,b=Ug(s,s.VERTEX_SHADER,v),R=Ug(s,s.FRAGMENT_SHADER,T);s.attachShader(p,b),s.attachShader(p,R),e.index0AttributeName!==void 0?s.bindAttribLocation(p,0,e.index0AttributeName):e.hasPositionAttribute===!0&&s.bindAttribLocation(p,0,"position"),s.linkProgram(p);function E(D){if(i.debug.checkShaderErrors){let N=s.getProgramInfoLog(p)||"",G=s.getShaderInfoLog(b)||"",W=s.getShaderInfoLog(R)||"",L=N.trim(),X=G.trim(),$=W.trim(),H=!0,ct=!0;if(s.getProgramParameter(p,s.LINK_STATUS)===!1)if(H=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,p,b,R);else{let J=Bg(s,b,"vertex"),Q=Bg(s,R,"fragment");te("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(p,s.VALIDATE_STATUS)+`

Material Name: `+D.name+`
Material Type: `+D.type+`

Program Info Log: `+L+`
`+J+`
`+Q)}else L!==""?Kt("WebGLProgram: Program Info Log:",L):(X===""||$==="")&&(ct=!1);ct&&(D.diagnostics={runnable:H,programLog:L,vertexShader:{log:X,prefix:y},fragmentShader:{log:$,prefix:m}})}s.deleteShader(b),s.deleteShader(R),_=new bo(s,p),A=p1(s,p)}let _;this.getUniforms=function(){return _===void 0&&E(this),_};let A;this.getAttributes=function(){return A===void 0&&E(this),A};let B=e.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return B===!1&&(B=s.getProgramParameter(p,s1)),B},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(p),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=r1++,this.cacheKey=t,this.usedTimes=1,this.program=p,this.vertexShader=b,this.fragmentShader=R,this}var A1=0,md=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(t,e,n){let s=this._getShaderCacheForMaterial(t);return s.has(e)===!1&&(s.add(e),e.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(t){let e=this.materialCache.get(t);for(let n of e)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(t),this}getVertexShaderStage(t){return this._getShaderStage(t.vertexShader)}getFragmentShaderStage(t){return this._getShaderStage(t.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){let e=this.materialCache,n=e.get(t);return n===void 0&&(n=new Set,e.set(t,n)),n}_getShaderStage(t){let e=this.shaderCache,n=e.get(t);return n===void 0&&(n=new gd(t),e.set(t,n)),n}},gd=class{constructor(t){this.id=A1++,this.code=t,this.usedTimes=0}};function T1(i){return i===$s||i===Pa||i===Ia}function C1(i,t,e,n,s,r){let o=new lo,a=new md,l=new Set,c=[],h=new Map,f=n.logarithmicDepthBuffer,u={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function d(_){return l.add(_),_===0?"uv":`uv${_}`}function p(_,A,B,D,N,G){let W=D.fog,L=N.geometry,X=_.isMeshStandardMaterial||_.isMeshLambertMaterial||_.isMeshPhongMaterial?D.environment:null,$=_.isMeshStandardMaterial||_.isMeshLambertMaterial&&!_.envMap||_.isMeshPhongMaterial&&!_.envMap,H=t.get(_.envMap||X,$),ct=u[_.type],J=n.precision;_.precision!==null&&(J=n.getMaxPrecision(_.precision),J!==_.precision&&Kt("WebGLProgram.getParameters:",_.precision,"not supported, using",J,"instead."));let Q=L.morphAttributes.position||L.morphAttributes.normal||L.morphAttributes.color,st=Q!==void 0?Q.length:0,ft=0;L.morphAttributes.position!==void 0&&(ft=1),L.morphAttributes.normal!==void 0&&(ft=2),L.morphAttributes.color!==void 0&&(ft=3);let ut,tt,mt,xt;if(ct){let Ct=ts[ct];ut=Ct.vertexShader,tt=Ct.fragmentShader}else{ut=_.vertexShader,tt=_.fragmentShader;let Ct=a.getVertexShaderStage(_),ae=a.getFragmentShaderStage(_);a.update(_,Ct,ae),mt=Ct.id,xt=ae.id}let Tt=i.getRenderTarget(),bt=i.state.buffers.depth.getReversed(),Wt=N.isInstancedMesh===!0,re=N.isBatchedMesh===!0,Vt=!!_.map,fe=!!_.matcap,ce=!!H,ie=ce&&H.isPMREMTexture===!0,Xe=!!_.aoMap,Be=!!_.lightMap,an=!!_.bumpMap&&_.wireframe===!1,Le=!!_.normalMap,wn=!!_.displacementMap,ve=!!_.emissiveMap,gn=!!_.metalnessMap,Ze=!!_.roughnessMap,ln=_.anisotropy>0,O=_.clearcoat>0,Rt=_.diffuseRoughness>0,Zt=_.dispersion>0,oe=_.retroreflectivity>0,St=_.iridescence>0,De=_.sheen>0,zt=_.transmission>0,$t=ln&&!!_.anisotropyMap,C=O&&!!_.clearcoatMap,M=O&&!!_.clearcoatNormalMap,q=O&&!!_.clearcoatRoughnessMap,ht=Rt&&!!_.diffuseRoughnessMap,ot=St&&!!_.iridescenceMap,_t=St&&!!_.iridescenceThicknessMap,yt=De&&!!_.sheenColorMap,et=De&&!!_.sheenRoughnessMap,it=!!_.specularMap,pt=!!_.specularColorMap,U=!!_.specularIntensityMap,rt=zt&&!!_.transmissionMap,nt=zt&&!!_.thicknessMap,wt=!!_.gradientMap,gt=!!_.alphaMap,Mt=_.alphaTest>0,Ht=!!_.alphaHash,jt=!!_.extensions,lt=Mi;_.toneMapped&&(Tt===null||Tt.isXRRenderTarget===!0)&&(lt=i.toneMapping);let Ot=ie?H.isCompressedCubeTexture?H.image[0].mipmaps:H.mipmaps:null,Qt={shaderID:ct,shaderType:_.type,shaderName:_.name,vertexShader:ut,fragmentShader:tt,defines:_.defines,customVertexShaderID:mt,customFragmentShaderID:xt,isRawShaderMaterial:_.isRawShaderMaterial===!0,glslVersion:_.glslVersion,precision:J,batching:re,batchingColor:re&&N._colorsTexture!==null,instancing:Wt,instancingColor:Wt&&N.instanceColor!==null,instancingMorph:Wt&&N.morphTexture!==null,outputColorSpace:Tt===null?i.outputColorSpace:Tt.isXRRenderTarget===!0?Tt.texture.colorSpace:xe.workingColorSpace,alphaToCoverage:!!_.alphaToCoverage,map:Vt,matcap:fe,envMap:ce,envMapMode:ce&&H.mapping,envMapPMREM:ie,envMapMaxLod:ie?Ot.length-1:null,envMapSize:ie?Ot[0].width:null,aoMap:Xe,lightMap:Be,bumpMap:an,normalMap:Le,displacementMap:wn,emissiveMap:ve,normalMapObjectSpace:Le&&_.normalMapType===cg,normalMapTangentSpace:Le&&_.normalMapType===rh,packedNormalMap:Le&&_.normalMapType===rh&&T1(_.normalMap.format),metalnessMap:gn,roughnessMap:Ze,anisotropy:ln,anisotropyMap:$t,clearcoat:O,clearcoatMap:C,clearcoatNormalMap:M,clearcoatRoughnessMap:q,diffuseRoughness:Rt,diffuseRoughnessMap:ht,dispersion:Zt,retroreflection:oe,iridescence:St,iridescenceMap:ot,iridescenceThicknessMap:_t,sheen:De,sheenColorMap:yt,sheenRoughnessMap:et,specularMap:it,specularColorMap:pt,specularIntensityMap:U,transmission:zt,transmissionMap:rt,thicknessMap:nt,gradientMap:wt,opaque:_.transparent===!1&&_.blending===xo&&_.alphaToCoverage===!1,alphaMap:gt,alphaTest:Mt,alphaHash:Ht,combine:_.combine,mapUv:Vt&&d(_.map.channel),aoMapUv:Xe&&d(_.aoMap.channel),lightMapUv:Be&&d(_.lightMap.channel),bumpMapUv:an&&d(_.bumpMap.channel),normalMapUv:Le&&d(_.normalMap.channel),displacementMapUv:wn&&d(_.displacementMap.channel),emissiveMapUv:ve&&d(_.emissiveMap.channel),metalnessMapUv:gn&&d(_.metalnessMap.channel),roughnessMapUv:Ze&&d(_.roughnessMap.channel),anisotropyMapUv:$t&&d(_.anisotropyMap.channel),clearcoatMapUv:C&&d(_.clearcoatMap.channel),clearcoatNormalMapUv:M&&d(_.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:q&&d(_.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:ht&&d(_.diffuseRoughnessMap.channel),iridescenceMapUv:ot&&d(_.iridescenceMap.channel),iridescenceThicknessMapUv:_t&&d(_.iridescenceThicknessMap.channel),sheenColorMapUv:yt&&d(_.sheenColorMap.channel),sheenRoughnessMapUv:et&&d(_.sheenRoughnessMap.channel),specularMapUv:it&&d(_.specularMap.channel),specularColorMapUv:pt&&d(_.specularColorMap.channel),specularIntensityMapUv:U&&d(_.specularIntensityMap.channel),transmissionMapUv:rt&&d(_.transmissionMap.channel),thicknessMapUv:nt&&d(_.thicknessMap.channel),alphaMapUv:gt&&d(_.alphaMap.channel),vertexTangents:!!L.attributes.tangent&&(Le||ln),vertexNormals:!!L.attributes.normal,vertexColors:_.vertexColors,vertexAlphas:_.vertexColors===!0&&!!L.attributes.color&&L.attributes.color.itemSize===4,pointsUvs:N.isPoints===!0&&!!L.attributes.uv&&(Vt||gt),fog:!!W,useFog:_.fog===!0,fogExp2:!!W&&W.isFogExp2,flatShading:_.wireframe===!1&&(_.flatShading===!0||L.attributes.normal===void 0&&Le===!1&&(_.isMeshLambertMaterial||_.isMeshPhongMaterial||_.isMeshStandardMaterial||_.isMeshPhysicalMaterial)),sizeAttenuation:_.sizeAttenuation===!0,logarithmicDepthBuffer:f,reversedDepthBuffer:bt,skinning:N.isSkinnedMesh===!0,hasPositionAttribute:L.attributes.position!==void 0,morphTargets:L.morphAttributes.position!==void 0,morphNormals:L.morphAttributes.normal!==void 0,morphColors:L.morphAttributes.color!==void 0,morphTargetsCount:st,morphTextureStride:ft,numSunLights:A.sun.length,numDirLights:A.directional.length,numPointLights:A.point.length,numSpotLights:A.spot.length,numSpotLightMaps:A.spotLightMap.length,numRectAreaLights:A.rectArea.length,numHemiLights:A.hemi.length,numSunLightShadows:A.sunShadowMap.length,numDirLightShadows:A.directionalShadowMap.length,numPointLightShadows:A.pointShadowMap.length,numSpotLightShadows:A.spotShadowMap.length,numSpotLightShadowsWithMaps:A.numSpotLightShadowsWithMaps,numLightProbes:A.numLightProbes,numLightProbeGrids:G.filter(Ct=>Ct.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:_.dithering,shadowMapEnabled:i.shadowMap.enabled&&B.length>0,shadowMapType:i.shadowMap.type,toneMapping:lt,decodeVideoTexture:Vt&&_.map.isVideoTexture===!0&&xe.getTransfer(_.map.colorSpace)===Te,decodeVideoTextureEmissive:ve&&_.emissiveMap.isVideoTexture===!0&&xe.getTransfer(_.emissiveMap.colorSpace)===Te,premultipliedAlpha:_.premultipliedAlpha,doubleSided:_.side===vi,flipSided:_.side===Nn,useDepthPacking:_.depthPacking>=0,depthPacking:_.depthPacking||0,index0AttributeName:_.index0AttributeName,extensionClipCullDistance:jt&&_.extensions.clipCullDistance===!0&&e.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(jt&&_.extensions.multiDraw===!0||re)&&e.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:e.has("KHR_parallel_shader_compile"),customProgramCacheKey:_.customProgramCacheKey()};return Qt.vertexUv1s=l.has(1),Qt.vertexUv2s=l.has(2),Qt.vertexUv3s=l.has(3),l.clear(),Qt}function y(_){let A=[];if(_.shaderID?A.push(_.shaderID):(A.push(_.customVertexShaderID),A.push(_.customFragmentShaderID)),_.defines!==void 0)for(let B in _.defines)A.push(B),A.push(_.defines[B]);return _.isRawShaderMaterial===!1&&(m(A,_),g(A,_),A.push(i.outputColorSpace)),A.push(_.customProgramCacheKey),A.join()}function m(_,A){_.push(A.precision),_.push(A.outputColorSpace),_.push(A.envMapMode),_.push(A.envMapPMREM),_.push(A.envMapMaxLod),_.push(A.envMapSize),_.push(A.mapUv),_.push(A.alphaMapUv),_.push(A.lightMapUv),_.push(A.aoMapUv),_.push(A.bumpMapUv),_.push(A.normalMapUv),_.push(A.displacementMapUv),_.push(A.emissiveMapUv),_.push(A.metalnessMapUv),_.push(A.roughnessMapUv),_.push(A.anisotropyMapUv),_.push(A.clearcoatMapUv),_.push(A.clearcoatNormalMapUv),_.push(A.clearcoatRoughnessMapUv),_.push(A.diffuseRoughnessMapUv),_.push(A.iridescenceMapUv),_.push(A.iridescenceThicknessMapUv),_.push(A.sheenColorMapUv),_.push(A.sheenRoughnessMapUv),_.push(A.specularMapUv),_.push(A.specularColorMapUv),_.push(A.specularIntensityMapUv),_.push(A.transmissionMapUv),_.push(A.thicknessMapUv),_.push(A.combine),_.push(A.fogExp2),_.push(A.sizeAttenuation),_.push(A.morphTargetsCount),_.push(A.numSunLights),_.push(A.numDirLights),_.push(A.numPointLights),_.push(A.numSpotLights),_.push(A.numSpotLightMaps),_.push(A.numHemiLights),_.push(A.numRectAreaLights),_.push(A.numSunLightShadows),_.push(A.numDirLightShadows),_.push(A.numPointLightShadows),_.push(A.numSpotLightShadows),_.push(A.numSpotLightShadowsWithMaps),_.push(A.numLightProbes),_.push(A.numLightProbeGrids),_.push(A.shadowMapType),_.push(A.toneMapping),_.push(A.numClippingPlanes),_.push(A.numClipIntersection),_.push(A.depthPacking)}function g(_,A){o.disableAll(),A.instancing&&o.enable(0),A.instancingColor&&o.enable(1),A.instancingMorph&&o.enable(2),A.matcap&&o.enable(3),A.envMap&&o.enable(4),A.normalMapObjectSpace&&o.enable(5),A.normalMapTangentSpace&&o.enable(6),A.clearcoat&&o.enable(7),A.iridescence&&o.enable(8),A.alphaTest&&o.enable(9),A.vertexColors&&o.enable(10),A.vertexAlphas&&o.enable(11),A.vertexUv1s&&o.enable(12),A.vertexUv2s&&o.enable(13),A.vertexUv3s&&o.enable(14),A.vertexTangents&&o.enable(15),A.anisotropy&&o.enable(16),A.alphaHash&&o.enable(17),A.batching&&o.enable(18),A.dispersion&&o.enable(19),A.retroreflection&&o.enable(24),A.diffuseRoughness&&o.enable(25),A.batchingColor&&o.enable(20),A.gradientMap&&o.enable(21),A.packedNormalMap&&o.enable(22),A.vertexNormals&&o.enable(23),_.push(o.mask),o.disableAll(),A.fog&&o.enable(0),A.useFog&&o.enable(1),A.flatShading&&o.enable(2),A.logarithmicDepthBuffer&&o.enable(3),A.reversedDepthBuffer&&o.enable(4),A.skinning&&o.enable(5),A.morphTargets&&o.enable(6),A.morphNormals&&o.enable(7),A.morphColors&&o.enable(8),A.premultipliedAlpha&&o.enable(9),A.shadowMapEnabled&&o.enable(10),A.doubleSided&&o.enable(11),A.flipSided&&o.enable(12),A.useDepthPacking&&o.enable(13),A.dithering&&o.enable(14),A.transmission&&o.enable(15),A.sheen&&o.enable(16),A.opaque&&o.enable(17),A.pointsUvs&&o.enable(18),A.decodeVideoTexture&&o.enable(19),A.decodeVideoTextureEmissive&&o.enable(20),A.alphaToCoverage&&o.enable(21),A.numLightProbeGrids>0&&o.enable(22),A.hasPositionAttribute&&o.enable(23),_.push(o.mask)}function v(_){let A=u[_.type],B;if(A){let D=ts[A];B=La.clone(D.uniforms)}else B=_.uniforms;return B}function T(_,A){let B=h.get(A);return B!==void 0?++B.usedTimes:(B=new E1(i,A,_,s),c.push(B),h.set(A,B)),B}function b(_){if(--_.usedTimes===0){let A=c.indexOf(_);c[A]=c[c.length-1],c.pop(),h.delete(_.cacheKey),_.destroy()}}function R(_){a.remove(_)}function E(){a.dispose()}return{getParameters:p,getProgramCacheKey:y,getUniforms:v,acquireProgram:T,releaseProgram:b,releaseShaderCache:R,programs:c,dispose:E}}function R1(){let i=new WeakMap;function t(o){return i.has(o)}function e(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:t,get:e,remove:n,update:s,dispose:r}}function P1(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.material.id!==t.material.id?i.material.id-t.material.id:i.materialVariant!==t.materialVariant?i.materialVariant-t.materialVariant:i.z!==t.z?i.z-t.z:i.id-t.id}function Hg(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.z!==t.z?t.z-i.z:i.id-t.id}function Wg(){let i=[],t=0,e=[],n=[],s=[];function r(){t=0,e.length=0,n.length=0,s.length=0}function o(u){let d=0;return u.isInstancedMesh&&(d+=2),u.isSkinnedMesh&&(d+=1),d}function a(u,d,p,y,m,g){let v=i[t];return v===void 0?(v={id:u.id,object:u,geometry:d,material:p,materialVariant:o(u),groupOrder:y,renderOrder:u.renderOrder,z:m,group:g},i[t]=v):(v.id=u.id,v.object=u,v.geometry=d,v.material=p,v.materialVariant=o(u),v.groupOrder=y,v.renderOrder=u.renderOrder,v.z=m,v.group=g),t++,v}function l(u,d,p,y,m,g,v){v.reversedDepth===!0&&(m=-m);let T=a(u,d,p,y,m,g);p.transmission>0?n.push(T):p.transparent===!0?s.push(T):e.push(T)}function c(u,d,p,y,m,g){let v=a(u,d,p,y,m,g);p.transmission>0?n.unshift(v):p.transparent===!0?s.unshift(v):e.unshift(v)}function h(u,d){e.length>1&&e.sort(u||P1),n.length>1&&n.sort(d||Hg),s.length>1&&s.sort(d||Hg)}function f(){for(let u=t,d=i.length;u<d;u++){let p=i[u];if(p.id===null)break;p.id=null,p.object=null,p.geometry=null,p.material=null,p.group=null}}return{opaque:e,transmissive:n,transparent:s,init:r,push:l,unshift:c,finish:f,sort:h}}function I1(){let i=new WeakMap;function t(n,s){let r=i.get(n),o;return r===void 0?(o=new Wg,i.set(n,[o])):s>=r.length?(o=new Wg,r.push(o)):o=r[s],o}function e(){i=new WeakMap}return{get:t,dispose:e}}function L1(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={direction:new z,color:new Gt};break;case"SpotLight":e={position:new z,direction:new z,color:new Gt,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new z,color:new Gt,distance:0,decay:0};break;case"HemisphereLight":e={direction:new z,skyColor:new Gt,groundColor:new Gt};break;case"RectAreaLight":e={color:new Gt,position:new z,halfWidth:new z,halfHeight:new z};break}return i[t.id]=e,e}}}function N1(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new qt};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new qt};break;case"PointLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new qt,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[t.id]=e,e}}}var D1=0;function F1(i,t){return(t.castShadow?2:0)-(i.castShadow?2:0)+(t.map?1:0)-(i.map?1:0)}function U1(i){let t=new L1,e=N1(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new z);let s=new z,r=new Me,o=new Me;function a(c){let h=0,f=0,u=0;for(let G=0;G<9;G++)n.probe[G].set(0,0,0);let d=0,p=0,y=0,m=0,g=0,v=0,T=0,b=0,R=0,E=0,_=0,A=0,B=0,D=0;c.sort(F1);for(let G=0,W=c.length;G<W;G++){let L=c[G],X=L.color,$=L.intensity,H=L.distance,ct=null;if(L.shadow&&L.shadow.map&&(L.shadow.map.texture.format===$s?ct=L.shadow.map.texture:ct=L.shadow.map.depthTexture||L.shadow.map.texture),L.isAmbientLight)h+=X.r*$,f+=X.g*$,u+=X.b*$;else if(L.isLightProbe){for(let J=0;J<9;J++)n.probe[J].addScaledVector(L.sh.coefficients[J],$);D++}else if(L.isSunLight){let J=t.get(L);if(J.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let Q=L.shadow,st=e.get(L);st.shadowIntensity=Q.intensity,st.shadowBias=Q.bias,st.shadowNormalBias=Q.normalBias,st.shadowRadius=Q.radius,st.shadowMapSize.copy(Q.mapSize).multiply(Q.getFrameExtents()),n.sunShadow[p]=st,n.sunShadowMap[p]=ct;let ft=Q.getViewportCount();for(let ut=0;ut<ft;ut++)n.sunShadowMatrix[y+ut]=Q.getMatrix(ut),n.sunShadowCascade[y+ut]=Q._cascadeData[ut];y+=ft,p++}n.sun[d]=J,d++}else if(L.isDirectionalLight){let J=t.get(L);if(J.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let Q=L.shadow,st=e.get(L);st.shadowIntensity=Q.intensity,st.shadowBias=Q.bias,st.shadowNormalBias=Q.normalBias,st.shadowRadius=Q.radius,st.shadowMapSize=Q.mapSize,n.directionalShadow[m]=st,n.directionalShadowMap[m]=ct,n.directionalShadowMatrix[m]=L.shadow.matrix,R++}n.directional[m]=J,m++}else if(L.isSpotLight){let J=t.get(L);J.position.setFromMatrixPosition(L.matrixWorld),J.color.copy(X).multiplyScalar($),J.distance=H,J.coneCos=Math.cos(L.angle),J.penumbraCos=Math.cos(L.angle*(1-L.penumbra)),J.decay=L.decay,n.spot[v]=J;let Q=L.shadow;if(L.map&&(n.spotLightMap[A]=L.map,A++,Q.updateMatrices(L),L.castShadow&&B++),n.spotLightMatrix[v]=Q.matrix,L.castShadow){let st=e.get(L);st.shadowIntensity=Q.intensity,st.shadowBias=Q.bias,st.shadowNormalBias=Q.normalBias,st.shadowRadius=Q.radius,st.shadowMapSize=Q.mapSize,n.spotShadow[v]=st,n.spotShadowMap[v]=ct,_++}v++}else if(L.isRectAreaLight){let J=t.get(L);J.color.copy(X).multiplyScalar($),J.halfWidth.set(L.width*.5,0,0),J.halfHeight.set(0,L.height*.5,0),n.rectArea[T]=J,T++}else if(L.isPointLight){let J=t.get(L);if(J.color.copy(L.color).multiplyScalar(L.intensity),J.distance=L.distance,J.decay=L.decay,L.castShadow){let Q=L.shadow,st=e.get(L);st.shadowIntensity=Q.intensity,st.shadowBias=Q.bias,st.shadowNormalBias=Q.normalBias,st.shadowRadius=Q.radius,st.shadowMapSize=Q.mapSize,st.shadowCameraNear=Q.camera.near,st.shadowCameraFar=Q.camera.far,n.pointShadow[g]=st,n.pointShadowMap[g]=ct,n.pointShadowMatrix[g]=L.shadow.matrix,E++}n.point[g]=J,g++}else if(L.isHemisphereLight){let J=t.get(L);J.skyColor.copy(L.color).multiplyScalar($),J.groundColor.copy(L.groundColor).multiplyScalar($),n.hemi[b]=J,b++}}T>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=It.LTC_FLOAT_1,n.rectAreaLTC2=It.LTC_FLOAT_2):(n.rectAreaLTC1=It.LTC_HALF_1,n.rectAreaLTC2=It.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=f,n.ambient[2]=u;let N=n.hash;(N.sunLength!==d||N.directionalLength!==m||N.pointLength!==g||N.spotLength!==v||N.rectAreaLength!==T||N.hemiLength!==b||N.numSunShadows!==p||N.numDirectionalShadows!==R||N.numPointShadows!==E||N.numSpotShadows!==_||N.numSpotMaps!==A||N.numLightProbes!==D)&&(n.sun.length=d,n.directional.length=m,n.spot.length=v,n.rectArea.length=T,n.point.length=g,n.hemi.length=b,n.sunShadow.length=p,n.sunShadowMap.length=p,n.sunShadowMatrix.length=y,n.sunShadowCascade.length=y,n.directionalShadow.length=R,n.directionalShadowMap.length=R,n.directionalShadowMatrix.length=R,n.pointShadow.length=E,n.pointShadowMap.length=E,n.pointShadowMatrix.length=E,n.spotShadow.length=_,n.spotShadowMap.length=_,n.spotLightMatrix.length=_+A-B,n.spotLightMap.length=A,n.numSpotLightShadowsWithMaps=B,n.numLightProbes=D,N.sunLength=d,N.directionalLength=m,N.pointLength=g,N.spotLength=v,N.rectAreaLength=T,N.hemiLength=b,N.numSunShadows=p,N.numDirectionalShadows=R,N.numPointShadows=E,N.numSpotShadows=_,N.numSpotMaps=A,N.numLightProbes=D,n.version=D1++)}function l(c,h){let f=0,u=0,d=0,p=0,y=0,m=0,g=h.matrixWorldInverse;for(let v=0,T=c.length;v<T;v++){let b=c[v];if(b.isSunLight){let R=n.sun[f];R.direction.setFromMatrixPosition(b.matrixWorld),R.direction.transformDirection(g),f++}else if(b.isDirectionalLight){let R=n.directional[u];R.direction.setFromMatrixPosition(b.matrixWorld),s.setFromMatrixPosition(b.target.matrixWorld),R.direction.sub(s),R.direction.transformDirection(g),u++}else if(b.isSpotLight){let R=n.spot[p];R.position.setFromMatrixPosition(b.matrixWorld),R.position.applyMatrix4(g),R.direction.setFromMatrixPosition(b.matrixWorld),s.setFromMatrixPosition(b.target.matrixWorld),R.direction.sub(s),R.direction.transformDirection(g),p++}else if(b.isRectAreaLight){let R=n.rectArea[y];R.position.setFromMatrixPosition(b.matrixWorld),R.position.applyMatrix4(g),o.identity(),r.copy(b.matrixWorld),r.premultiply(g),o.extractRotation(r),R.halfWidth.set(b.width*.5,0,0),R.halfHeight.set(0,b.height*.5,0),R.halfWidth.applyMatrix4(o),R.halfHeight.applyMatrix4(o),y++}else if(b.isPointLight){let R=n.point[d];R.position.setFromMatrixPosition(b.matrixWorld),R.position.applyMatrix4(g),d++}else if(b.isHemisphereLight){let R=n.hemi[m];R.direction.setFromMatrixPosition(b.matrixWorld),R.direction.transformDirection(g),m++}}}return{setup:a,setupView:l,state:n}}function Xg(i){let t=new U1(i),e=[],n=[],s=[];function r(f){h.camera=f,e.length=0,n.length=0,s.length=0}function o(f){f.isLightProbeGrid?s.push(f):e.push(f)}function a(f){n.push(f)}function l(){t.setup(e),s.sort((f,u)=>f.priority-u.priority||f.id-u.id)}function c(f){t.setupView(e,f)}let h={lightsArray:e,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:t,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function O1(i){let t=new WeakMap;function e(s,r=0){let o=t.get(s),a;return o===void 0?(a=new Xg(i),t.set(s,[a])):r>=o.length?(a=new Xg(i),o.push(a)):a=o[r],a}function n(){t=new WeakMap}return{get:e,dispose:n}}var B1=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,k1=`uniform sampler2D shadow_pass;
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
}`,z1=[new z(1,0,0),new z(-1,0,0),new z(0,1,0),new z(0,-1,0),new z(0,0,1),new z(0,0,-1)],G1=[new z(0,-1,0),new z(0,-1,0),new z(0,0,1),new z(0,0,-1),new z(0,-1,0),new z(0,-1,0)],qg=new Me,Na=new z,hd=new z;function V1(i,t,e){let n=new zs,s=new qt,r=new qt,o=new Ye,a=new fo,l=new nc,c={},h=e.maxTextureSize,f={[ji]:Nn,[Nn]:ji,[vi]:vi},u=new on({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new qt},radius:{value:4}},vertexShader:B1,fragmentShader:k1}),d=u.clone();d.defines.HORIZONTAL_PASS=1;let p=new Fe;p.setAttribute("position",new sn(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let y=new rn(p,u),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=dr;let g=this.type;this.render=function(E,_,A){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||E.length===0)return;this.type===Hm&&(Kt("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=dr);let B=i.getRenderTarget(),D=i.getActiveCubeFace(),N=i.getActiveMipmapLevel(),G=i.state;G.setBlending(pr),G.buffers.depth.getReversed()===!0?G.buffers.color.setClear(0,0,0,0):G.buffers.color.setClear(1,1,1,1),G.buffers.depth.setTest(!0),G.setScissorTest(!1);let W=g!==this.type;W&&_.traverse(function(L){L.material&&(Array.isArray(L.material)?L.material.forEach(X=>X.needsUpdate=!0):L.material.needsUpdate=!0)});for(let L=0,X=E.length;L<X;L++){let $=E[L],H=$.shadow;if(H===void 0){Kt("WebGLShadowMap:",$,"has no shadow.");continue}if(H.autoUpdate===!1&&H.needsUpdate===!1)continue;s.copy(H.mapSize);let ct=H.getFrameExtents();s.multiply(ct),r.copy(H.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/ct.x),s.x=r.x*ct.x,H.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/ct.y),s.y=r.y*ct.y,H.mapSize.y=r.y));let J=i.state.buffers.depth.getReversed();if(H.camera._reversedDepth=J,H.map===null||W===!0){if(H.map!==null&&(H.map.depthTexture!==null&&(H.map.depthTexture.dispose(),H.map.depthTexture=null),H.map.dispose()),this.type===_o){if($.isPointLight){Kt("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}H.map=new hi(s.x,s.y,{format:$s,type:Di,minFilter:Xn,magFilter:Xn,generateMipmaps:!1}),H.map.texture.name=$.name+".shadowMap",H.map.depthTexture=new xs(s.x,s.y,bi),H.map.depthTexture.name=$.name+".shadowMapDepth",H.map.depthTexture.format=gs,H.map.depthTexture.compareFunction=null,H.map.depthTexture.minFilter=Pn,H.map.depthTexture.magFilter=Pn}else $.isPointLight?(H.map=new Fa(s.x),H.map.depthTexture=new pa(s.x,Ni)):(H.map=new hi(s.x,s.y),H.map.depthTexture=new xs(s.x,s.y,Ni)),H.map.depthTexture.name=$.name+".shadowMap",H.map.depthTexture.format=gs,this.type===dr?(H.map.depthTexture.compareFunction=J?jf:Jf,H.map.depthTexture.minFilter=Xn,H.map.depthTexture.magFilter=Xn):(H.map.depthTexture.compareFunction=null,H.map.depthTexture.minFilter=Pn,H.map.depthTexture.magFilter=Pn);H.camera.updateProjectionMatrix()}H.map.isWebGLCubeRenderTarget!==!0&&(H.map.width!==s.x||H.map.height!==s.y)&&H.map.setSize(s.x,s.y);let Q=H.map.isWebGLCubeRenderTarget?6:H.getViewportCount();$.isPointLight!==!0&&H.updateMatrices($,A);let st=(H.camera.layers.mask&4294967294)!==0?H.camera.layers:A.layers;for(let ft=0;ft<Q;ft++){let ut=H.getCamera(ft);if($.isPointLight){let tt=H.camera,mt=H.matrix,xt=$.distance||tt.far;xt!==tt.far&&(tt.far=xt,tt.updateProjectionMatrix()),Na.setFromMatrixPosition($.matrixWorld),tt.position.copy(Na),hd.copy(tt.position),hd.add(z1[ft]),tt.up.copy(G1[ft]),tt.lookAt(hd),tt.updateMatrixWorld(),mt.makeTranslation(-Na.x,-Na.y,-Na.z),qg.multiplyMatrices(tt.projectionMatrix,tt.matrixWorldInverse),H._frustum.setFromProjectionMatrix(qg,tt.coordinateSystem,tt.reversedDepth)}if(H.map.isWebGLCubeRenderTarget)i.setRenderTarget(H.map,ft),i.clear();else{ft===0&&(i.setRenderTarget(H.map),i.clear());let tt=H.getViewport(ft);o.set(r.x*tt.x,r.y*tt.y,r.x*tt.z,r.y*tt.w),G.viewport(o)}n=H.getFrustum(ft),b(_,A,ut,$,st,this.type)}H.isPointLightShadow!==!0&&this.type===_o&&v(H,A),H.needsUpdate=!1}g=this.type,m.needsUpdate=!1,i.setRenderTarget(B,D,N)};function v(E,_){let A=t.update(y);u.defines.VSM_SAMPLES!==E.blurSamples&&(u.defines.VSM_SAMPLES=E.blurSamples,d.defines.VSM_SAMPLES=E.blurSamples,u.needsUpdate=!0,d.needsUpdate=!0),E.mapPass===null?E.mapPass=new hi(s.x,s.y,{format:$s,type:Di}):(E.mapPass.width!==E.map.width||E.mapPass.height!==E.map.height)&&E.mapPass.setSize(E.map.width,E.map.height),u.uniforms.shadow_pass.value=E.map.depthTexture,u.uniforms.resolution.value.set(E.map.width,E.map.height),u.uniforms.radius.value=E.radius,i.setRenderTarget(E.mapPass),i.clear(),i.renderBufferDirect(_,null,A,u,y,null),d.uniforms.shadow_pass.value=E.mapPass.texture,d.uniforms.resolution.value.set(E.map.width,E.map.height),d.uniforms.radius.value=E.radius,i.setRenderTarget(E.map),i.clear(),i.renderBufferDirect(_,null,A,d,y,null)}function T(E,_,A,B){let D=null,N=A.isPointLight===!0?E.customDistanceMaterial:E.customDepthMaterial;if(N!==void 0)D=N;else if(D=A.isPointLight===!0?l:a,i.localClippingEnabled&&_.clipShadows===!0&&Array.isArray(_.clippingPlanes)&&_.clippingPlanes.length!==0||_.displacementMap&&_.displacementScale!==0||_.alphaMap&&_.alphaTest>0||_.map&&_.alphaTest>0||_.alphaToCoverage===!0){let G=D.uuid,W=_.uuid,L=c[G];L===void 0&&(L={},c[G]=L);let X=L[W];X===void 0&&(X=D.clone(),L[W]=X,_.addEventListener("dispose",R)),D=X}if(D.visible=_.visible,D.wireframe=_.wireframe,B===_o?D.side=_.shadowSide!==null?_.shadowSide:_.side:D.side=_.shadowSide!==null?_.shadowSide:f[_.side],D.alphaMap=_.alphaMap,D.alphaTest=_.alphaToCoverage===!0?.5:_.alphaTest,D.map=_.map,D.clipShadows=_.clipShadows,D.clippingPlanes=_.clippingPlanes,D.clipIntersection=_.clipIntersection,D.displacementMap=_.displacementMap,D.displacementScale=_.displacementScale,D.displacementBias=_.displacementBias,D.wireframeLinewidth=_.wireframeLinewidth,D.linewidth=_.linewidth,A.isPointLight===!0&&D.isMeshDistanceMaterial===!0){let G=i.properties.get(D);G.light=A}return D}function b(E,_,A,B,D,N){if(E.visible===!1)return;if(E.layers.test(D)&&(E.isMesh||E.isLine||E.isPoints)&&(E.castShadow||E.receiveShadow&&N===_o)&&(!E.frustumCulled||E.intersectsFrustum(n))){E.modelViewMatrix.multiplyMatrices(A.matrixWorldInverse,E.matrixWorld);let L=t.update(E),X=E.material;if(Array.isArray(X)){let $=L.groups;for(let H=0,ct=$.length;H<ct;H++){let J=$[H],Q=X[J.materialIndex];if(Q&&Q.visible){let st=T(E,Q,B,N);E.onBeforeShadow(i,E,_,A,L,st,J),i.renderBufferDirect(A,null,L,st,E,J),E.onAfterShadow(i,E,_,A,L,st,J)}}}else if(X.visible){let $=T(E,X,B,N);E.onBeforeShadow(i,E,_,A,L,$,null),i.renderBufferDirect(A,null,L,$,E,null),E.onAfterShadow(i,E,_,A,L,$,null)}}let W=E.children;for(let L=0,X=W.length;L<X;L++)b(W[L],_,A,B,D,N)}function R(E){E.target.removeEventListener("dispose",R);for(let A in c){let B=c[A],D=E.target.uuid;D in B&&(B[D].dispose(),delete B[D])}}}function H1(i,t){function e(){let U=!1,rt=new Ye,nt=null,wt=new Ye(0,0,0,0);return{setMask:function(gt){nt!==gt&&!U&&(i.colorMask(gt,gt,gt,gt),nt=gt)},setLocked:function(gt){U=gt},setClear:function(gt,Mt,Ht,jt,lt){lt===!0&&(gt*=jt,Mt*=jt,Ht*=jt),rt.set(gt,Mt,Ht,jt),wt.equals(rt)===!1&&(i.clearColor(gt,Mt,Ht,jt),wt.copy(rt))},reset:function(){U=!1,nt=null,wt.set(-1,0,0,0)}}}function n(){let U=!1,rt=!1,nt=null,wt=null,gt=null;return{setReversed:function(Mt){if(rt!==Mt){let Ht=t.get("EXT_clip_control");Mt?Ht.clipControlEXT(Ht.LOWER_LEFT_EXT,Ht.ZERO_TO_ONE_EXT):Ht.clipControlEXT(Ht.LOWER_LEFT_EXT,Ht.NEGATIVE_ONE_TO_ONE_EXT),rt=Mt;let jt=gt;gt=null,this.setClear(jt)}},getReversed:function(){return rt},setTest:function(Mt){Mt?bt(i.DEPTH_TEST):Wt(i.DEPTH_TEST)},setMask:function(Mt){nt!==Mt&&!U&&(i.depthMask(Mt),nt=Mt)},setFunc:function(Mt){if(rt&&(Mt=vg[Mt]),wt!==Mt){switch(Mt){case zl:i.depthFunc(i.NEVER);break;case Gl:i.depthFunc(i.ALWAYS);break;case Vl:i.depthFunc(i.LESS);break;case io:i.depthFunc(i.LEQUAL);break;case Hl:i.depthFunc(i.EQUAL);break;case Wl:i.depthFunc(i.GEQUAL);break;case Xl:i.depthFunc(i.GREATER);break;case ql:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}wt=Mt}},setLocked:function(Mt){U=Mt},setClear:function(Mt){gt!==Mt&&(gt=Mt,rt&&(Mt=1-Mt),i.clearDepth(Mt))},reset:function(){U=!1,nt=null,wt=null,gt=null,rt=!1}}}function s(){let U=!1,rt=null,nt=null,wt=null,gt=null,Mt=null,Ht=null,jt=null,lt=null;return{setTest:function(Ot){U||(Ot?bt(i.STENCIL_TEST):Wt(i.STENCIL_TEST))},setMask:function(Ot){rt!==Ot&&!U&&(i.stencilMask(Ot),rt=Ot)},setFunc:function(Ot,Qt,Ct){(nt!==Ot||wt!==Qt||gt!==Ct)&&(i.stencilFunc(Ot,Qt,Ct),nt=Ot,wt=Qt,gt=Ct)},setOp:function(Ot,Qt,Ct){(Mt!==Ot||Ht!==Qt||jt!==Ct)&&(i.stencilOp(Ot,Qt,Ct),Mt=Ot,Ht=Qt,jt=Ct)},setLocked:function(Ot){U=Ot},setClear:function(Ot){lt!==Ot&&(i.clearStencil(Ot),lt=Ot)},reset:function(){U=!1,rt=null,nt=null,wt=null,gt=null,Mt=null,Ht=null,jt=null,lt=null}}}let r=new e,o=new n,a=new s,l={},c=new WeakMap,h={},f={},u={},d=new WeakMap,p=[],y=null,m=!1,g=null,v=null,T=null,b=null,R=null,E=null,_=null,A=new Gt(0,0,0),B=0,D=!1,N=null,G=null,W=null,L=null,X=null,$=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),H=!1,ct=0,J=i.getParameter(i.VERSION);J.indexOf("WebGL")!==-1?(ct=parseFloat(/^WebGL (\d)/.exec(J)[1]),H=ct>=1):J.indexOf("OpenGL ES")!==-1&&(ct=parseFloat(/^OpenGL ES (\d)/.exec(J)[1]),H=ct>=2);let Q=null,st={},ft=i.getParameter(i.SCISSOR_BOX),ut=i.getParameter(i.VIEWPORT),tt=new Ye().fromArray(ft),mt=new Ye().fromArray(ut);function xt(U,rt,nt,wt){let gt=new Uint8Array(4),Mt=i.createTexture();i.bindTexture(U,Mt),i.texParameteri(U,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(U,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let Ht=0;Ht<nt;Ht++)U===i.TEXTURE_3D||U===i.TEXTURE_2D_ARRAY?i.texImage3D(rt,0,i.RGBA,1,1,wt,0,i.RGBA,i.UNSIGNED_BYTE,gt):i.texImage2D(rt+Ht,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,gt);return Mt}let Tt={};Tt[i.TEXTURE_2D]=xt(i.TEXTURE_2D,i.TEXTURE_2D,1),Tt[i.TEXTURE_CUBE_MAP]=xt(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),Tt[i.TEXTURE_2D_ARRAY]=xt(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),Tt[i.TEXTURE_3D]=xt(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),bt(i.DEPTH_TEST),o.setFunc(io),an(!1),Le(If),bt(i.CULL_FACE),Xe(pr);function bt(U){h[U]!==!0&&(i.enable(U),h[U]=!0)}function Wt(U){h[U]!==!1&&(i.disable(U),h[U]=!1)}function re(U,rt){return u[U]!==rt?(i.bindFramebuffer(U,rt),u[U]=rt,U===i.DRAW_FRAMEBUFFER&&(u[i.FRAMEBUFFER]=rt),U===i.FRAMEBUFFER&&(u[i.DRAW_FRAMEBUFFER]=rt),!0):!1}function Vt(U,rt){let nt=p,wt=!1;if(U){nt=d.get(rt),nt===void 0&&(nt=[],d.set(rt,nt));let gt=U.textures;if(nt.length!==gt.length||nt[0]!==i.COLOR_ATTACHMENT0){for(let Mt=0,Ht=gt.length;Mt<Ht;Mt++)nt[Mt]=i.COLOR_ATTACHMENT0+Mt;nt.length=gt.length,wt=!0}}else nt[0]!==i.BACK&&(nt[0]=i.BACK,wt=!0);wt&&i.drawBuffers(nt)}function fe(U){return y!==U?(i.useProgram(U),y=U,!0):!1}let ce={[mr]:i.FUNC_ADD,[Wm]:i.FUNC_SUBTRACT,[Xm]:i.FUNC_REVERSE_SUBTRACT};ce[qm]=i.MIN,ce[Ym]=i.MAX;let ie={[gc]:i.ZERO,[_c]:i.ONE,[$m]:i.SRC_COLOR,[Ff]:i.SRC_ALPHA,[tg]:i.SRC_ALPHA_SATURATE,[jm]:i.DST_COLOR,[Km]:i.DST_ALPHA,[Zm]:i.ONE_MINUS_SRC_COLOR,[Uf]:i.ONE_MINUS_SRC_ALPHA,[Qm]:i.ONE_MINUS_DST_COLOR,[Jm]:i.ONE_MINUS_DST_ALPHA,[eg]:i.CONSTANT_COLOR,[ng]:i.ONE_MINUS_CONSTANT_COLOR,[ig]:i.CONSTANT_ALPHA,[sg]:i.ONE_MINUS_CONSTANT_ALPHA};function Xe(U,rt,nt,wt,gt,Mt,Ht,jt,lt,Ot){if(U===pr){m===!0&&(Wt(i.BLEND),m=!1);return}if(m===!1&&(bt(i.BLEND),m=!0),U!==mc){if(U!==g||Ot!==D){if((v!==mr||R!==mr)&&(i.blendEquation(i.FUNC_ADD),v=mr,R=mr),Ot)switch(U){case xo:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Lf:i.blendFunc(i.ONE,i.ONE);break;case Nf:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case Df:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:te("WebGLState: Invalid blending: ",U);break}else switch(U){case xo:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Lf:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case Nf:te("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case Df:te("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:te("WebGLState: Invalid blending: ",U);break}T=null,b=null,E=null,_=null,A.set(0,0,0),B=0,g=U,D=Ot}return}gt=gt||rt,Mt=Mt||nt,Ht=Ht||wt,(rt!==v||gt!==R)&&(i.blendEquationSeparate(ce[rt],ce[gt]),v=rt,R=gt),(nt!==T||wt!==b||Mt!==E||Ht!==_)&&(i.blendFuncSeparate(ie[nt],ie[wt],ie[Mt],ie[Ht]),T=nt,b=wt,E=Mt,_=Ht),(jt.equals(A)===!1||lt!==B)&&(i.blendColor(jt.r,jt.g,jt.b,lt),A.copy(jt),B=lt),g=U,D=!1}function Be(U,rt){U.side===vi?Wt(i.CULL_FACE):bt(i.CULL_FACE);let nt=U.side===Nn;rt&&(nt=!nt),an(nt),U.blending===xo&&U.transparent===!1?Xe(pr):Xe(U.blending,U.blendEquation,U.blendSrc,U.blendDst,U.blendEquationAlpha,U.blendSrcAlpha,U.blendDstAlpha,U.blendColor,U.blendAlpha,U.premultipliedAlpha),o.setFunc(U.depthFunc),o.setTest(U.depthTest),o.setMask(U.depthWrite),r.setMask(U.colorWrite);let wt=U.stencilWrite;a.setTest(wt),wt&&(a.setMask(U.stencilWriteMask),a.setFunc(U.stencilFunc,U.stencilRef,U.stencilFuncMask),a.setOp(U.stencilFail,U.stencilZFail,U.stencilZPass)),ve(U.polygonOffset,U.polygonOffsetFactor,U.polygonOffsetUnits),U.alphaToCoverage===!0?bt(i.SAMPLE_ALPHA_TO_COVERAGE):Wt(i.SAMPLE_ALPHA_TO_COVERAGE)}function an(U){N!==U&&(U?i.frontFace(i.CW):i.frontFace(i.CCW),N=U)}function Le(U){U!==Gm?(bt(i.CULL_FACE),U!==G&&(U===If?i.cullFace(i.BACK):U===Vm?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):Wt(i.CULL_FACE),G=U}function wn(U){U!==W&&(H&&i.lineWidth(U),W=U)}function ve(U,rt,nt){U?(bt(i.POLYGON_OFFSET_FILL),(L!==rt||X!==nt)&&(L=rt,X=nt,o.getReversed()&&(rt=-rt,nt=-nt),i.polygonOffset(rt,nt))):Wt(i.POLYGON_OFFSET_FILL)}function gn(U){U?bt(i.SCISSOR_TEST):Wt(i.SCISSOR_TEST)}function Ze(U){U===void 0&&(U=i.TEXTURE0+$-1),Q!==U&&(i.activeTexture(U),Q=U)}function ln(U,rt,nt){nt===void 0&&(Q===null?nt=i.TEXTURE0+$-1:nt=Q);let wt=st[nt];wt===void 0&&(wt={type:void 0,texture:void 0},st[nt]=wt),(wt.type!==U||wt.texture!==rt)&&(Q!==nt&&(i.activeTexture(nt),Q=nt),i.bindTexture(U,rt||Tt[U]),wt.type=U,wt.texture=rt)}function O(){let U=st[Q];U!==void 0&&U.type!==void 0&&(i.bindTexture(U.type,null),U.type=void 0,U.texture=void 0)}function Rt(){try{i.compressedTexImage2D(...arguments)}catch(U){te("WebGLState:",U)}}function Zt(){try{i.compressedTexImage3D(...arguments)}catch(U){te("WebGLState:",U)}}function oe(){try{i.texSubImage2D(...arguments)}catch(U){te("WebGLState:",U)}}function St(){try{i.texSubImage3D(...arguments)}catch(U){te("WebGLState:",U)}}function De(){try{i.compressedTexSubImage2D(...arguments)}catch(U){te("WebGLState:",U)}}function zt(){try{i.compressedTexSubImage3D(...arguments)}catch(U){te("WebGLState:",U)}}function $t(){try{i.texStorage2D(...arguments)}catch(U){te("WebGLState:",U)}}function C(){try{i.texStorage3D(...arguments)}catch(U){te("WebGLState:",U)}}function M(){try{i.texImage2D(...arguments)}catch(U){te("WebGLState:",U)}}function q(){try{i.texImage3D(...arguments)}catch(U){te("WebGLState:",U)}}function ht(U){return f[U]!==void 0?f[U]:i.getParameter(U)}function ot(U,rt){f[U]!==rt&&(i.pixelStorei(U,rt),f[U]=rt)}function _t(U){tt.equals(U)===!1&&(i.scissor(U.x,U.y,U.z,U.w),tt.copy(U))}function yt(U){mt.equals(U)===!1&&(i.viewport(U.x,U.y,U.z,U.w),mt.copy(U))}function et(U,rt){let nt=c.get(rt);nt===void 0&&(nt=new WeakMap,c.set(rt,nt));let wt=nt.get(U);wt===void 0&&(wt=i.getUniformBlockIndex(rt,U.name),i.uniformBlockBinding(rt,wt,wt),nt.set(U,wt))}function it(U,rt,nt){let gt=c.get(rt).get(U);l[gt]!==nt&&(i.bindBufferBase(i.UNIFORM_BUFFER,gt,nt),l[gt]=nt)}function pt(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),h={},f={},Q=null,st={},u={},l={},d=new WeakMap,p=[],y=null,m=!1,g=null,v=null,T=null,b=null,R=null,E=null,_=null,A=new Gt(0,0,0),B=0,D=!1,N=null,G=null,W=null,L=null,X=null,tt.set(0,0,i.canvas.width,i.canvas.height),mt.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:bt,disable:Wt,bindFramebuffer:re,drawBuffers:Vt,useProgram:fe,setBlending:Xe,setMaterial:Be,setFlipSided:an,setCullFace:Le,setLineWidth:wn,setPolygonOffset:ve,setScissorTest:gn,activeTexture:Ze,bindTexture:ln,unbindTexture:O,compressedTexImage2D:Rt,compressedTexImage3D:Zt,texImage2D:M,texImage3D:q,pixelStorei:ot,getParameter:ht,updateUBOMapping:et,uniformBlockBinding:it,texStorage2D:$t,texStorage3D:C,texSubImage2D:oe,texSubImage3D:St,compressedTexSubImage2D:De,compressedTexSubImage3D:zt,scissor:_t,viewport:yt,reset:pt}}function W1(i,t,e,n,s,r,o){let a=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new qt,h=new WeakMap,f=new Set,u,d=new WeakMap,p=new Set,y=new FinalizationRegistry(C=>p.delete(C)),m=!1;try{m=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(C,M){return m?new OffscreenCanvas(C,M):la("canvas")}function v(C,M,q){let ht=1,ot=$t(C);if((ot.width>q||ot.height>q)&&(ht=q/Math.max(ot.width,ot.height)),ht<1)if(typeof HTMLImageElement<"u"&&C instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&C instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&C instanceof ImageBitmap||typeof VideoFrame<"u"&&C instanceof VideoFrame){let _t=Math.floor(ht*ot.width),yt=Math.floor(ht*ot.height);u===void 0&&(u=g(_t,yt));let et=M?g(_t,yt):u;return et.width=_t,et.height=yt,et.getContext("2d").drawImage(C,0,0,_t,yt),Kt("WebGLRenderer: Texture has been resized from ("+ot.width+"x"+ot.height+") to ("+_t+"x"+yt+")."),et}else return"data"in C&&Kt("WebGLRenderer: Image in DataTexture is too big ("+ot.width+"x"+ot.height+")."),C;return C}function T(C){return C.generateMipmaps}function b(C){i.generateMipmap(C)}function R(C){return C.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:C.isWebGL3DRenderTarget?i.TEXTURE_3D:C.isWebGLArrayRenderTarget||C.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function E(C,M,q,ht,ot,_t=!1){if(C!==null){if(i[C]!==void 0)return i[C];Kt("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+C+"'")}let yt;ht&&(yt=t.get("EXT_texture_norm16"),yt||Kt("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let et=M;if(M===i.RED&&(q===i.FLOAT&&(et=i.R32F),q===i.HALF_FLOAT&&(et=i.R16F),q===i.UNSIGNED_BYTE&&(et=i.R8),q===i.UNSIGNED_SHORT&&yt&&(et=yt.R16_EXT),q===i.SHORT&&yt&&(et=yt.R16_SNORM_EXT)),M===i.RED_INTEGER&&(q===i.UNSIGNED_BYTE&&(et=i.R8UI),q===i.UNSIGNED_SHORT&&(et=i.R16UI),q===i.UNSIGNED_INT&&(et=i.R32UI),q===i.BYTE&&(et=i.R8I),q===i.SHORT&&(et=i.R16I),q===i.INT&&(et=i.R32I)),M===i.RG&&(q===i.FLOAT&&(et=i.RG32F),q===i.HALF_FLOAT&&(et=i.RG16F),q===i.UNSIGNED_BYTE&&(et=i.RG8),q===i.UNSIGNED_SHORT&&yt&&(et=yt.RG16_EXT),q===i.SHORT&&yt&&(et=yt.RG16_SNORM_EXT)),M===i.RG_INTEGER&&(q===i.UNSIGNED_BYTE&&(et=i.RG8UI),q===i.UNSIGNED_SHORT&&(et=i.RG16UI),q===i.UNSIGNED_INT&&(et=i.RG32UI),q===i.BYTE&&(et=i.RG8I),q===i.SHORT&&(et=i.RG16I),q===i.INT&&(et=i.RG32I)),M===i.RGB_INTEGER&&(q===i.UNSIGNED_BYTE&&(et=i.RGB8UI),q===i.UNSIGNED_SHORT&&(et=i.RGB16UI),q===i.UNSIGNED_INT&&(et=i.RGB32UI),q===i.BYTE&&(et=i.RGB8I),q===i.SHORT&&(et=i.RGB16I),q===i.INT&&(et=i.RGB32I)),M===i.RGBA_INTEGER&&(q===i.UNSIGNED_BYTE&&(et=i.RGBA8UI),q===i.UNSIGNED_SHORT&&(et=i.RGBA16UI),q===i.UNSIGNED_INT&&(et=i.RGBA32UI),q===i.BYTE&&(et=i.RGBA8I),q===i.SHORT&&(et=i.RGBA16I),q===i.INT&&(et=i.RGBA32I)),M===i.RGB&&(q===i.UNSIGNED_SHORT&&yt&&(et=yt.RGB16_EXT),q===i.SHORT&&yt&&(et=yt.RGB16_SNORM_EXT),q===i.UNSIGNED_INT_5_9_9_9_REV&&(et=i.RGB9_E5),q===i.UNSIGNED_INT_10F_11F_11F_REV&&(et=i.R11F_G11F_B10F)),M===i.RGBA){let it=_t?aa:xe.getTransfer(ot);q===i.FLOAT&&(et=i.RGBA32F),q===i.HALF_FLOAT&&(et=i.RGBA16F),q===i.UNSIGNED_BYTE&&(et=it===Te?i.SRGB8_ALPHA8:i.RGBA8),q===i.UNSIGNED_SHORT&&yt&&(et=yt.RGBA16_EXT),q===i.SHORT&&yt&&(et=yt.RGBA16_SNORM_EXT),q===i.UNSIGNED_SHORT_4_4_4_4&&(et=i.RGBA4),q===i.UNSIGNED_SHORT_5_5_5_1&&(et=i.RGB5_A1)}return(et===i.R16F||et===i.R32F||et===i.RG16F||et===i.RG32F||et===i.RGBA16F||et===i.RGBA32F)&&t.get("EXT_color_buffer_float"),et}function _(C,M){let q;return C?M===null||M===Ni||M===_r?q=i.DEPTH24_STENCIL8:M===bi?q=i.DEPTH32F_STENCIL8:M===vo&&(q=i.DEPTH24_STENCIL8,Kt("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):M===null||M===Ni||M===_r?q=i.DEPTH_COMPONENT24:M===bi?q=i.DEPTH_COMPONENT32F:M===vo&&(q=i.DEPTH_COMPONENT16),q}function A(C,M){return T(C)===!0||C.isFramebufferTexture&&C.minFilter!==Pn&&C.minFilter!==Xn?Math.log2(Math.max(M.width,M.height))+1:C.mipmaps.length>0?C.mipmaps.length:C.isCompressedTexture&&Array.isArray(C.image)?M.mipmaps.length:1}function B(C){let M=new WeakRef(C);n.get(C).__ref=M,p.add(M),y.register(C,M,M)}function D(C){let M=n.get(C).__ref;M!==void 0&&(p.delete(M),y.unregister(M))}function N(C){W(C.target)}function G(C){L(C.target)}function W(C){C.removeEventListener("dispose",N),D(C),$(C),C.isVideoTexture&&h.delete(C),C.isHTMLTexture&&f.delete(C)}function L(C){C.removeEventListener("dispose",G),D(C),ct(C)}function X(){for(let C of p){let M=C.deref();M!==void 0&&(M.isRenderTarget===!0?L(M):W(M))}p.clear(),f.clear()}function $(C){let M=n.get(C);if(M.__webglInit===void 0)return;let q=C.source,ht=d.get(q);if(ht){let ot=ht[M.__cacheKey];ot.usedTimes--,ot.usedTimes===0&&H(C),Object.keys(ht).length===0&&d.delete(q)}n.remove(C)}function H(C){let M=n.get(C);i.deleteTexture(M.__webglTexture);let q=C.source,ht=d.get(q);delete ht[M.__cacheKey],o.memory.textures--}function ct(C){let M=n.get(C);M.__depthDisposeCallback&&M.__depthDisposeCallback();let q=C.depthTexture;if(q&&q.renderTarget===C&&W(q),C.isWebGLCubeRenderTarget)for(let ot=0;ot<6;ot++){if(Array.isArray(M.__webglFramebuffer[ot]))for(let _t=0;_t<M.__webglFramebuffer[ot].length;_t++)i.deleteFramebuffer(M.__webglFramebuffer[ot][_t]);else i.deleteFramebuffer(M.__webglFramebuffer[ot]);M.__webglDepthbuffer&&i.deleteRenderbuffer(M.__webglDepthbuffer[ot])}else{if(Array.isArray(M.__webglFramebuffer))for(let ot=0;ot<M.__webglFramebuffer.length;ot++)i.deleteFramebuffer(M.__webglFramebuffer[ot]);else i.deleteFramebuffer(M.__webglFramebuffer);if(M.__webglDepthbuffer&&i.deleteRenderbuffer(M.__webglDepthbuffer),M.__webglMultisampledFramebuffer&&i.deleteFramebuffer(M.__webglMultisampledFramebuffer),M.__webglColorRenderbuffer)for(let ot=0;ot<M.__webglColorRenderbuffer.length;ot++)M.__webglColorRenderbuffer[ot]&&i.deleteRenderbuffer(M.__webglColorRenderbuffer[ot]);M.__webglDepthRenderbuffer&&i.deleteRenderbuffer(M.__webglDepthRenderbuffer)}let ht=C.textures;for(let ot=0,_t=ht.length;ot<_t;ot++){let yt=n.get(ht[ot]);yt.__webglTexture&&(i.deleteTexture(yt.__webglTexture),o.memory.textures--),n.remove(ht[ot])}n.remove(C)}let J=0;function Q(){J=0}function st(){return J}function ft(C){J=C}function ut(){let C=J;return C>=s.maxTextures&&Kt("WebGLTextures: Trying to use "+(C+1)+" texture units while this GPU supports only "+s.maxTextures),J+=1,C}function tt(C){let M=[];return M.push(C.wrapS),M.push(C.wrapT),M.push(C.wrapR||0),M.push(C.magFilter),M.push(C.minFilter),M.push(C.anisotropy),M.push(C.internalFormat),M.push(C.format),M.push(C.type),M.push(C.generateMipmaps),M.push(C.mipmapsAutoUpdate),M.push(C.premultiplyAlpha),M.push(C.flipY),M.push(C.unpackAlignment),M.push(C.colorSpace),M.join()}function mt(C,M){let q=n.get(C);if(C.isVideoTexture&&De(C),C.isRenderTargetTexture===!1&&C.isExternalTexture!==!0&&C.version>0&&q.__version!==C.version){let ht=C.image;if(ht===null)Kt("WebGLRenderer: Texture marked for update but no image data found.");else if(ht.complete===!1)Kt("WebGLRenderer: Texture marked for update but image is incomplete");else{Be(q,C,M);return}}else C.isExternalTexture&&(q.__webglTexture=C.sourceTexture?C.sourceTexture:null);e.bindTexture(i.TEXTURE_2D,q.__webglTexture,i.TEXTURE0+M)}function xt(C,M){let q=n.get(C);if(C.isRenderTargetTexture===!1&&C.version>0&&q.__version!==C.version){Be(q,C,M);return}else C.isExternalTexture&&(q.__webglTexture=C.sourceTexture?C.sourceTexture:null);e.bindTexture(i.TEXTURE_2D_ARRAY,q.__webglTexture,i.TEXTURE0+M)}function Tt(C,M){let q=n.get(C);if(C.isRenderTargetTexture===!1&&C.version>0&&q.__version!==C.version){Be(q,C,M);return}e.bindTexture(i.TEXTURE_3D,q.__webglTexture,i.TEXTURE0+M)}function bt(C,M){let q=n.get(C);if(C.version>0&&q.__version!==C.version){an(q,C,M);return}e.bindTexture(i.TEXTURE_CUBE_MAP,q.__webglTexture,i.TEXTURE0+M)}let Wt={[Yl]:i.REPEAT,[Zi]:i.CLAMP_TO_EDGE,[$l]:i.MIRRORED_REPEAT},re={[Pn]:i.NEAREST,[ag]:i.NEAREST_MIPMAP_NEAREST,[Ea]:i.NEAREST_MIPMAP_LINEAR,[Xn]:i.LINEAR,[Mc]:i.LINEAR_MIPMAP_NEAREST,[ys]:i.LINEAR_MIPMAP_LINEAR},Vt={[ug]:i.NEVER,[Qf]:i.ALWAYS,[fg]:i.LESS,[Jf]:i.LEQUAL,[dg]:i.EQUAL,[jf]:i.GEQUAL,[pg]:i.GREATER,[mg]:i.NOTEQUAL};function fe(C,M){if(M.type===bi&&t.has("OES_texture_float_linear")===!1&&(M.magFilter===Xn||M.magFilter===Mc||M.magFilter===Ea||M.magFilter===ys||M.minFilter===Xn||M.minFilter===Mc||M.minFilter===Ea||M.minFilter===ys)&&Kt("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(C,i.TEXTURE_WRAP_S,Wt[M.wrapS]),i.texParameteri(C,i.TEXTURE_WRAP_T,Wt[M.wrapT]),(C===i.TEXTURE_3D||C===i.TEXTURE_2D_ARRAY)&&i.texParameteri(C,i.TEXTURE_WRAP_R,Wt[M.wrapR]),i.texParameteri(C,i.TEXTURE_MAG_FILTER,re[M.magFilter]),i.texParameteri(C,i.TEXTURE_MIN_FILTER,re[M.minFilter]),M.compareFunction&&(i.texParameteri(C,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(C,i.TEXTURE_COMPARE_FUNC,Vt[M.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(M.magFilter===Pn||M.minFilter!==Ea&&M.minFilter!==ys||M.type===bi&&t.has("OES_texture_float_linear")===!1)return;if(M.anisotropy>1||n.get(M).__currentAnisotropy){let q=t.get("EXT_texture_filter_anisotropic");i.texParameterf(C,q.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(M.anisotropy,s.getMaxAnisotropy())),n.get(M).__currentAnisotropy=M.anisotropy}}}function ce(C,M){let q=!1;C.__webglInit===void 0&&(C.__webglInit=!0,M.addEventListener("dispose",N),B(M));let ht=M.source,ot=d.get(ht);ot===void 0&&(ot={},d.set(ht,ot));let _t=tt(M);if(_t!==C.__cacheKey){ot[_t]===void 0&&(ot[_t]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,q=!0),ot[_t].usedTimes++;let yt=ot[C.__cacheKey];yt!==void 0&&(ot[C.__cacheKey].usedTimes--,yt.usedTimes===0&&H(M)),C.__cacheKey=_t,C.__webglTexture=ot[_t].texture}return q}function ie(C,M,q){return Math.floor(Math.floor(C/q)/M)}function Xe(C,M,q,ht){let _t=C.updateRanges;if(_t.length===0)e.texSubImage2D(i.TEXTURE_2D,0,0,0,M.width,M.height,q,ht,M.data);else{_t.sort((U,rt)=>U.start-rt.start);let yt=0;for(let U=1;U<_t.length;U++){let rt=_t[yt],nt=_t[U],wt=rt.start+rt.count,gt=ie(nt.start,M.width,4),Mt=ie(rt.start,M.width,4);nt.start<=wt+1&&gt===Mt&&ie(nt.start+nt.count-1,M.width,4)===gt?rt.count=Math.max(rt.count,nt.start+nt.count-rt.start):(++yt,_t[yt]=nt)}_t.length=yt+1;let et=e.getParameter(i.UNPACK_ROW_LENGTH),it=e.getParameter(i.UNPACK_SKIP_PIXELS),pt=e.getParameter(i.UNPACK_SKIP_ROWS);e.pixelStorei(i.UNPACK_ROW_LENGTH,M.width);for(let U=0,rt=_t.length;U<rt;U++){let nt=_t[U],wt=Math.floor(nt.start/4),gt=Math.ceil(nt.count/4),Mt=wt%M.width,Ht=Math.floor(wt/M.width),jt=gt,lt=1;e.pixelStorei(i.UNPACK_SKIP_PIXELS,Mt),e.pixelStorei(i.UNPACK_SKIP_ROWS,Ht),e.texSubImage2D(i.TEXTURE_2D,0,Mt,Ht,jt,lt,q,ht,M.data)}C.clearUpdateRanges(),e.pixelStorei(i.UNPACK_ROW_LENGTH,et),e.pixelStorei(i.UNPACK_SKIP_PIXELS,it),e.pixelStorei(i.UNPACK_SKIP_ROWS,pt)}}function Be(C,M,q){let ht=i.TEXTURE_2D;(M.isDataArrayTexture||M.isCompressedArrayTexture)&&(ht=i.TEXTURE_2D_ARRAY),M.isData3DTexture&&(ht=i.TEXTURE_3D);let ot=ce(C,M),_t=M.source;e.bindTexture(ht,C.__webglTexture,i.TEXTURE0+q);let yt=n.get(_t);if(_t.version!==yt.__version||ot===!0){if(e.activeTexture(i.TEXTURE0+q),(typeof ImageBitmap<"u"&&M.image instanceof ImageBitmap)===!1){let lt=xe.getPrimaries(xe.workingColorSpace),Ot=M.colorSpace===Ms?null:xe.getPrimaries(M.colorSpace),Qt=M.colorSpace===Ms||lt===Ot?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,M.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,Qt)}e.pixelStorei(i.UNPACK_ALIGNMENT,M.unpackAlignment);let it=v(M.image,!1,s.maxTextureSize);it=zt(M,it);let pt=r.convert(M.format,M.colorSpace),U=r.convert(M.type),rt=E(M.internalFormat,pt,U,M.normalized,M.colorSpace,M.isVideoTexture);fe(ht,M);let nt,wt=M.mipmaps,gt=M.isVideoTexture!==!0,Mt=yt.__version===void 0||ot===!0,Ht=_t.dataReady,jt=A(M,it);if(M.isDepthTexture)rt=_(M.format===vs,M.type),Mt&&(gt?e.texStorage2D(i.TEXTURE_2D,1,rt,it.width,it.height):e.texImage2D(i.TEXTURE_2D,0,rt,it.width,it.height,0,pt,U,null));else if(M.isDataTexture)if(wt.length>0){gt&&Mt&&e.texStorage2D(i.TEXTURE_2D,jt,rt,wt[0].width,wt[0].height);for(let lt=0,Ot=wt.length;lt<Ot;lt++)nt=wt[lt],gt?Ht&&e.texSubImage2D(i.TEXTURE_2D,lt,0,0,nt.width,nt.height,pt,U,nt.data):e.texImage2D(i.TEXTURE_2D,lt,rt,nt.width,nt.height,0,pt,U,nt.data);M.generateMipmaps=!1}else gt?(Mt&&e.texStorage2D(i.TEXTURE_2D,jt,rt,it.width,it.height),Ht&&Xe(M,it,pt,U)):e.texImage2D(i.TEXTURE_2D,0,rt,it.width,it.height,0,pt,U,it.data);else if(M.isCompressedTexture)if(M.isCompressedArrayTexture){gt&&Mt&&e.texStorage3D(i.TEXTURE_2D_ARRAY,jt,rt,wt[0].width,wt[0].height,it.depth);for(let lt=0,Ot=wt.length;lt<Ot;lt++)if(nt=wt[lt],M.format!==Fi)if(pt!==null)if(gt){if(Ht)if(M.layerUpdates.size>0){let Qt=ld(nt.width,nt.height,M.format,M.type);for(let Ct of M.layerUpdates){let ae=nt.data.subarray(Ct*Qt/nt.data.BYTES_PER_ELEMENT,(Ct+1)*Qt/nt.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,lt,0,0,Ct,nt.width,nt.height,1,pt,ae)}}else e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,lt,0,0,0,nt.width,nt.height,it.depth,pt,nt.data)}else e.compressedTexImage3D(i.TEXTURE_2D_ARRAY,lt,rt,nt.width,nt.height,it.depth,0,nt.data,0,0);else Kt("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else gt?Ht&&e.texSubImage3D(i.TEXTURE_2D_ARRAY,lt,0,0,0,nt.width,nt.height,it.depth,pt,U,nt.data):e.texImage3D(i.TEXTURE_2D_ARRAY,lt,rt,nt.width,nt.height,it.depth,0,pt,U,nt.data);M.layerUpdates.size>0&&M.clearLayerUpdates()}else{gt&&Mt&&e.texStorage2D(i.TEXTURE_2D,jt,rt,wt[0].width,wt[0].height);for(let lt=0,Ot=wt.length;lt<Ot;lt++)nt=wt[lt],M.format!==Fi?pt!==null?gt?Ht&&e.compressedTexSubImage2D(i.TEXTURE_2D,lt,0,0,nt.width,nt.height,pt,nt.data):e.compressedTexImage2D(i.TEXTURE_2D,lt,rt,nt.width,nt.height,0,nt.data):Kt("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):gt?Ht&&e.texSubImage2D(i.TEXTURE_2D,lt,0,0,nt.width,nt.height,pt,U,nt.data):e.texImage2D(i.TEXTURE_2D,lt,rt,nt.width,nt.height,0,pt,U,nt.data)}else if(M.isDataArrayTexture)if(gt){if(Mt&&e.texStorage3D(i.TEXTURE_2D_ARRAY,jt,rt,it.width,it.height,it.depth),Ht)if(M.layerUpdates.size>0){let lt=ld(it.width,it.height,M.format,M.type);for(let Ot of M.layerUpdates){let Qt=it.data.subarray(Ot*lt/it.data.BYTES_PER_ELEMENT,(Ot+1)*lt/it.data.BYTES_PER_ELEMENT);e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,Ot,it.width,it.height,1,pt,U,Qt)}M.clearLayerUpdates()}else e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,it.width,it.height,it.depth,pt,U,it.data)}else e.texImage3D(i.TEXTURE_2D_ARRAY,0,rt,it.width,it.height,it.depth,0,pt,U,it.data);else if(M.isData3DTexture)gt?(Mt&&e.texStorage3D(i.TEXTURE_3D,jt,rt,it.width,it.height,it.depth),Ht&&e.texSubImage3D(i.TEXTURE_3D,0,0,0,0,it.width,it.height,it.depth,pt,U,it.data)):e.texImage3D(i.TEXTURE_3D,0,rt,it.width,it.height,it.depth,0,pt,U,it.data);else if(M.isFramebufferTexture){if(Mt)if(gt)e.texStorage2D(i.TEXTURE_2D,jt,rt,it.width,it.height);else{let lt=it.width,Ot=it.height;for(let Qt=0;Qt<jt;Qt++)e.texImage2D(i.TEXTURE_2D,Qt,rt,lt,Ot,0,pt,U,null),lt>>=1,Ot>>=1}}else if(M.isHTMLTexture){if("texElementImage2D"in i){let lt=i.canvas;if(lt.hasAttribute("layoutsubtree")||lt.setAttribute("layoutsubtree","true"),it.parentNode!==lt){lt.appendChild(it),f.add(M),lt.onpaint=Ot=>{let Qt=Ot.changedElements;for(let Ct of f)Qt.includes(Ct.image)&&(Ct.needsUpdate=!0)},lt.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,it);else{let Qt=i.RGBA,Ct=i.RGBA,ae=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,Qt,Ct,ae,it)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(wt.length>0){if(gt&&Mt){let lt=$t(wt[0]);e.texStorage2D(i.TEXTURE_2D,jt,rt,lt.width,lt.height)}for(let lt=0,Ot=wt.length;lt<Ot;lt++)nt=wt[lt],gt?Ht&&e.texSubImage2D(i.TEXTURE_2D,lt,0,0,pt,U,nt):e.texImage2D(i.TEXTURE_2D,lt,rt,pt,U,nt);M.generateMipmaps=!1}else if(gt){if(Mt){let lt=$t(it);e.texStorage2D(i.TEXTURE_2D,jt,rt,lt.width,lt.height)}Ht&&e.texSubImage2D(i.TEXTURE_2D,0,0,0,pt,U,it)}else e.texImage2D(i.TEXTURE_2D,0,rt,pt,U,it);T(M)&&M.mipmapsAutoUpdate===!0&&b(ht),yt.__version=_t.version,M.onUpdate&&M.onUpdate(M)}C.__version=M.version}function an(C,M,q){if(M.image.length!==6)return;let ht=ce(C,M),ot=M.source;e.bindTexture(i.TEXTURE_CUBE_MAP,C.__webglTexture,i.TEXTURE0+q);let _t=n.get(ot);if(ot.version!==_t.__version||ht===!0){e.activeTexture(i.TEXTURE0+q);let yt=xe.getPrimaries(xe.workingColorSpace),et=M.colorSpace===Ms?null:xe.getPrimaries(M.colorSpace),it=M.colorSpace===Ms||yt===et?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,M.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),e.pixelStorei(i.UNPACK_ALIGNMENT,M.unpackAlignment),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,it);let pt=M.isCompressedTexture||M.image[0].isCompressedTexture,U=M.image[0]&&M.image[0].isDataTexture,rt=[];for(let Ct=0;Ct<6;Ct++)!pt&&!U?rt[Ct]=v(M.image[Ct],!0,s.maxCubemapSize):rt[Ct]=U?M.image[Ct].image:M.image[Ct],rt[Ct]=zt(M,rt[Ct]);let nt=rt[0],wt=r.convert(M.format,M.colorSpace),gt=r.convert(M.type),Mt=E(M.internalFormat,wt,gt,M.normalized,M.colorSpace),Ht=M.isVideoTexture!==!0,jt=_t.__version===void 0||ht===!0,lt=ot.dataReady,Ot=A(M,nt);fe(i.TEXTURE_CUBE_MAP,M);let Qt;if(M.isDepthTexture){if(Mt=_(M.format===vs,M.type),jt)if(Ht)e.texStorage2D(i.TEXTURE_CUBE_MAP,1,Mt,nt.width,nt.height);else for(let Ct=0;Ct<6;Ct++)e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,0,Mt,nt.width,nt.height,0,wt,gt,null)}else if(pt){Ht&&jt&&e.texStorage2D(i.TEXTURE_CUBE_MAP,Ot,Mt,nt.width,nt.height);for(let Ct=0;Ct<6;Ct++){Qt=rt[Ct].mipmaps;for(let ae=0;ae<Qt.length;ae++){let ke=Qt[ae];M.format!==Fi?wt!==null?Ht?lt&&e.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,ae,0,0,ke.width,ke.height,wt,ke.data):e.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,ae,Mt,ke.width,ke.height,0,ke.data):Kt("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Ht?lt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,ae,0,0,ke.width,ke.height,wt,gt,ke.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,ae,Mt,ke.width,ke.height,0,wt,gt,ke.data)}}}else{if(Qt=M.mipmaps,Ht&&jt){Qt.length>0&&Ot++;let Ct=$t(rt[0]);e.texStorage2D(i.TEXTURE_CUBE_MAP,Ot,Mt,Ct.width,Ct.height)}for(let Ct=0;Ct<6;Ct++)if(U){Ht?lt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,0,0,0,rt[Ct].width,rt[Ct].height,wt,gt,rt[Ct].data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,0,Mt,rt[Ct].width,rt[Ct].height,0,wt,gt,rt[Ct].data);for(let ae=0;ae<Qt.length;ae++){let kn=Qt[ae].image[Ct].image;Ht?lt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,ae+1,0,0,kn.width,kn.height,wt,gt,kn.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,ae+1,Mt,kn.width,kn.height,0,wt,gt,kn.data)}}else{Ht?lt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,0,0,0,wt,gt,rt[Ct]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,0,Mt,wt,gt,rt[Ct]);for(let ae=0;ae<Qt.length;ae++){let ke=Qt[ae];Ht?lt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,ae+1,0,0,wt,gt,ke.image[Ct]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,ae+1,Mt,wt,gt,ke.image[Ct])}}}T(M)&&M.mipmapsAutoUpdate===!0&&b(i.TEXTURE_CUBE_MAP),_t.__version=ot.version,M.onUpdate&&M.onUpdate(M)}C.__version=M.version}function Le(C,M,q,ht,ot,_t){let yt=r.convert(q.format,q.colorSpace),et=r.convert(q.type),it=E(q.internalFormat,yt,et,q.normalized,q.colorSpace),pt=n.get(M),U=n.get(q);if(U.__renderTarget=M,!pt.__hasExternalTextures){let rt=Math.max(1,M.width>>_t),nt=Math.max(1,M.height>>_t);ot===i.TEXTURE_3D||ot===i.TEXTURE_2D_ARRAY?e.texImage3D(ot,_t,it,rt,nt,M.depth,0,yt,et,null):e.texImage2D(ot,_t,it,rt,nt,0,yt,et,null)}e.bindFramebuffer(i.FRAMEBUFFER,C),St(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,ht,ot,U.__webglTexture,0,oe(M)):(ot===i.TEXTURE_2D||ot>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&ot<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,ht,ot,U.__webglTexture,_t),e.bindFramebuffer(i.FRAMEBUFFER,null)}function wn(C,M,q){if(i.bindRenderbuffer(i.RENDERBUFFER,C),M.depthBuffer){let ht=M.depthTexture,ot=ht&&ht.isDepthTexture?ht.type:null,_t=_(M.stencilBuffer,ot),yt=M.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;St(M)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,oe(M),_t,M.width,M.height):q?i.renderbufferStorageMultisample(i.RENDERBUFFER,oe(M),_t,M.width,M.height):i.renderbufferStorage(i.RENDERBUFFER,_t,M.width,M.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,yt,i.RENDERBUFFER,C)}else{let ht=M.textures;for(let ot=0;ot<ht.length;ot++){let _t=ht[ot],yt=r.convert(_t.format,_t.colorSpace),et=r.convert(_t.type),it=E(_t.internalFormat,yt,et,_t.normalized,_t.colorSpace);St(M)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,oe(M),it,M.width,M.height):q?i.renderbufferStorageMultisample(i.RENDERBUFFER,oe(M),it,M.width,M.height):i.renderbufferStorage(i.RENDERBUFFER,it,M.width,M.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function ve(C,M,q){let ht=M.isWebGLCubeRenderTarget===!0;if(e.bindFramebuffer(i.FRAMEBUFFER,C),!(M.depthTexture&&M.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let ot=n.get(M.depthTexture);ot.__renderTarget=M;let _t=ht?M.depthTexture.image[0]:M.depthTexture.image;(!ot.__webglTexture||_t.width!==M.width||_t.height!==M.height)&&(_t.width=M.width,_t.height=M.height,M.depthTexture.needsUpdate=!0),ht?bt(M.depthTexture,0):mt(M.depthTexture,0);let yt=ot.__webglTexture,et=oe(M),it=ht?i.TEXTURE_CUBE_MAP_POSITIVE_X+q:i.TEXTURE_2D,pt=M.depthTexture.format===vs?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(M.depthTexture.format===gs)St(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pt,it,yt,0,et):i.framebufferTexture2D(i.FRAMEBUFFER,pt,it,yt,0);else if(M.depthTexture.format===vs)St(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pt,it,yt,0,et):i.framebufferTexture2D(i.FRAMEBUFFER,pt,it,yt,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function gn(C){let M=n.get(C),q=C.isWebGLCubeRenderTarget===!0;if(M.__boundDepthTexture!==C.depthTexture){let ht=C.depthTexture;if(M.__depthDisposeCallback&&M.__depthDisposeCallback(),ht){let ot=()=>{delete M.__boundDepthTexture,delete M.__depthDisposeCallback,ht.removeEventListener("dispose",ot)};ht.addEventListener("dispose",ot),M.__depthDisposeCallback=ot}M.__boundDepthTexture=ht}if(C.depthTexture&&!M.__autoAllocateDepthBuffer)if(q)for(let ht=0;ht<6;ht++)ve(M.__webglFramebuffer[ht],C,ht);else C.texture.mipmaps.length>0?ve(M.__webglFramebuffer[0],C,0):ve(M.__webglFramebuffer,C,0);else if(q){M.__webglDepthbuffer=[];for(let ht=0;ht<6;ht++)if(e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer[ht]),M.__webglDepthbuffer[ht]===void 0)M.__webglDepthbuffer[ht]=i.createRenderbuffer(),wn(M.__webglDepthbuffer[ht],C,!1);else{let ot=C.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,_t=M.__webglDepthbuffer[ht];i.bindRenderbuffer(i.RENDERBUFFER,_t),i.framebufferRenderbuffer(i.FRAMEBUFFER,ot,i.RENDERBUFFER,_t)}}else if(C.texture.mipmaps.length>0?e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer[0]):e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer),M.__webglDepthbuffer===void 0)M.__webglDepthbuffer=i.createRenderbuffer(),wn(M.__webglDepthbuffer,C,!1);else{let ot=C.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,_t=M.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,_t),i.framebufferRenderbuffer(i.FRAMEBUFFER,ot,i.RENDERBUFFER,_t)}e.bindFramebuffer(i.FRAMEBUFFER,null)}function Ze(C,M,q){let ht=n.get(C);M!==void 0&&Le(ht.__webglFramebuffer,C,C.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),q!==void 0&&gn(C)}function ln(C){let M=C.texture,q=n.get(C),ht=n.get(M);C.addEventListener("dispose",G),B(C);let ot=C.textures,_t=C.isWebGLCubeRenderTarget===!0,yt=ot.length>1;if(yt||(ht.__webglTexture===void 0&&(ht.__webglTexture=i.createTexture()),ht.__version=M.version,o.memory.textures++),_t){q.__webglFramebuffer=[];for(let et=0;et<6;et++)if(M.mipmaps.length>0){q.__webglFramebuffer[et]=[];for(let it=0;it<M.mipmaps.length;it++)q.__webglFramebuffer[et][it]=i.createFramebuffer()}else q.__webglFramebuffer[et]=i.createFramebuffer()}else{if(M.mipmaps.length>0){q.__webglFramebuffer=[];for(let et=0;et<M.mipmaps.length;et++)q.__webglFramebuffer[et]=i.createFramebuffer()}else q.__webglFramebuffer=i.createFramebuffer();if(yt)for(let et=0,it=ot.length;et<it;et++){let pt=n.get(ot[et]);pt.__webglTexture===void 0&&(pt.__webglTexture=i.createTexture(),o.memory.textures++)}if(C.samples>0&&St(C)===!1){q.__webglMultisampledFramebuffer=i.createFramebuffer(),q.__webglColorRenderbuffer=[],e.bindFramebuffer(i.FRAMEBUFFER,q.__webglMultisampledFramebuffer);for(let et=0;et<ot.length;et++){let it=ot[et];q.__webglColorRenderbuffer[et]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,q.__webglColorRenderbuffer[et]);let pt=r.convert(it.format,it.colorSpace),U=r.convert(it.type),rt=E(it.internalFormat,pt,U,it.normalized,it.colorSpace,C.isXRRenderTarget===!0),nt=oe(C);i.renderbufferStorageMultisample(i.RENDERBUFFER,nt,rt,C.width,C.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+et,i.RENDERBUFFER,q.__webglColorRenderbuffer[et])}i.bindRenderbuffer(i.RENDERBUFFER,null),C.depthBuffer&&(q.__webglDepthRenderbuffer=i.createRenderbuffer(),wn(q.__webglDepthRenderbuffer,C,!0)),e.bindFramebuffer(i.FRAMEBUFFER,null)}}if(_t){e.bindTexture(i.TEXTURE_CUBE_MAP,ht.__webglTexture),fe(i.TEXTURE_CUBE_MAP,M);for(let et=0;et<6;et++)if(M.mipmaps.length>0)for(let it=0;it<M.mipmaps.length;it++)Le(q.__webglFramebuffer[et][it],C,M,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+et,it);else Le(q.__webglFramebuffer[et],C,M,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+et,0);T(M)?b(i.TEXTURE_CUBE_MAP):M.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),e.unbindTexture()}else if(yt){for(let et=0,it=ot.length;et<it;et++){let pt=ot[et],U=n.get(pt),rt=i.TEXTURE_2D;(C.isWebGL3DRenderTarget||C.isWebGLArrayRenderTarget)&&(rt=C.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(rt,U.__webglTexture),fe(rt,pt),Le(q.__webglFramebuffer,C,pt,i.COLOR_ATTACHMENT0+et,rt,0),T(pt)&&b(rt)}e.unbindTexture()}else{let et=i.TEXTURE_2D;if((C.isWebGL3DRenderTarget||C.isWebGLArrayRenderTarget)&&(et=C.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(et,ht.__webglTexture),fe(et,M),M.mipmaps.length>0)for(let it=0;it<M.mipmaps.length;it++)Le(q.__webglFramebuffer[it],C,M,i.COLOR_ATTACHMENT0,et,it);else Le(q.__webglFramebuffer,C,M,i.COLOR_ATTACHMENT0,et,0);T(M)?b(et):M.mipmaps.length>0&&i.texParameteri(et,i.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),e.unbindTexture()}C.depthBuffer&&gn(C)}function O(C){let M=C.textures;for(let q=0,ht=M.length;q<ht;q++){let ot=M[q];if(T(ot)&&ot.mipmapsAutoUpdate===!0){let _t=R(C),yt=n.get(ot).__webglTexture;e.bindTexture(_t,yt),b(_t),e.unbindTexture()}}}let Rt=[];function Zt(C){if(C.samples>0){if(St(C)===!1){let M=C.textures,q=C.width,ht=C.height,ot=i.COLOR_BUFFER_BIT,_t=C.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,yt=n.get(C),et=M.length>1;if(et)for(let pt=0;pt<M.length;pt++)e.bindFramebuffer(i.FRAMEBUFFER,yt.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+pt,i.RENDERBUFFER,null),e.bindFramebuffer(i.FRAMEBUFFER,yt.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+pt,i.TEXTURE_2D,null,0);e.bindFramebuffer(i.READ_FRAMEBUFFER,yt.__webglMultisampledFramebuffer),C.texture.mipmaps.length>0?e.bindFramebuffer(i.DRAW_FRAMEBUFFER,yt.__webglFramebuffer[0]):e.bindFramebuffer(i.DRAW_FRAMEBUFFER,yt.__webglFramebuffer);for(let pt=0;pt<M.length;pt++){if(C.resolveDepthBuffer&&(C.depthBuffer&&(ot|=i.DEPTH_BUFFER_BIT),C.stencilBuffer&&C.resolveStencilBuffer&&(ot|=i.STENCIL_BUFFER_BIT)),et){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,yt.__webglColorRenderbuffer[pt]);let U=n.get(M[pt]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,U,0)}i.blitFramebuffer(0,0,q,ht,0,0,q,ht,ot,i.NEAREST),l===!0&&(Rt.length=0,Rt.push(i.COLOR_ATTACHMENT0+pt),C.depthBuffer&&C.storeMultisampledDepthBuffer===!1&&Rt.push(_t),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,Rt))}if(e.bindFramebuffer(i.READ_FRAMEBUFFER,null),e.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),et)for(let pt=0;pt<M.length;pt++){e.bindFramebuffer(i.FRAMEBUFFER,yt.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+pt,i.RENDERBUFFER,yt.__webglColorRenderbuffer[pt]);let U=n.get(M[pt]).__webglTexture;e.bindFramebuffer(i.FRAMEBUFFER,yt.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+pt,i.TEXTURE_2D,U,0)}e.bindFramebuffer(i.DRAW_FRAMEBUFFER,yt.__webglMultisampledFramebuffer)}else if(C.depthBuffer&&C.storeMultisampledDepthBuffer===!1&&l){let M=C.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[M])}}}function oe(C){return Math.min(s.maxSamples,C.samples)}function St(C){let M=n.get(C);return C.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&M.__useRenderToTexture!==!1}function De(C){let M=o.render.frame;h.get(C)!==M&&(h.set(C,M),C.update())}function zt(C,M){let q=C.colorSpace,ht=C.format,ot=C.type;return C.isCompressedTexture===!0||C.isVideoTexture===!0||q!==oa&&q!==Ms&&(xe.getTransfer(q)===Te?(ht!==Fi||ot!==jn)&&Kt("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):te("WebGLTextures: Unsupported texture color space:",q)),M}function $t(C){return typeof HTMLImageElement<"u"&&C instanceof HTMLImageElement?(c.width=C.naturalWidth||C.width,c.height=C.naturalHeight||C.height):typeof VideoFrame<"u"&&C instanceof VideoFrame?(c.width=C.displayWidth,c.height=C.displayHeight):(c.width=C.width,c.height=C.height),c}this.allocateTextureUnit=ut,this.resetTextureUnits=Q,this.getTextureUnits=st,this.setTextureUnits=ft,this.setTexture2D=mt,this.setTexture2DArray=xt,this.setTexture3D=Tt,this.setTextureCube=bt,this.rebindTextures=Ze,this.setupRenderTarget=ln,this.updateRenderTargetMipmap=O,this.updateMultisampleRenderTarget=Zt,this.setupDepthRenderbuffer=gn,this.setupFrameBufferTexture=Le,this.useMultisampledRTT=St,this.dispose=X}function X1(i,t){function e(n,s=Ms){let r,o=xe.getTransfer(s);if(n===jn)return i.UNSIGNED_BYTE;if(n===Sc)return i.UNSIGNED_SHORT_4_4_4_4;if(n===wc)return i.UNSIGNED_SHORT_5_5_5_1;if(n===Yf)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===$f)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===Xf)return i.BYTE;if(n===qf)return i.SHORT;if(n===vo)return i.UNSIGNED_SHORT;if(n===bc)return i.INT;if(n===Ni)return i.UNSIGNED_INT;if(n===bi)return i.FLOAT;if(n===Di)return i.HALF_FLOAT;if(n===Zf)return i.ALPHA;if(n===Kf)return i.RGB;if(n===Fi)return i.RGBA;if(n===gs)return i.DEPTH_COMPONENT;if(n===vs)return i.DEPTH_STENCIL;if(n===Ec)return i.RED;if(n===Ac)return i.RED_INTEGER;if(n===$s)return i.RG;if(n===Tc)return i.RG_INTEGER;if(n===Cc)return i.RGBA_INTEGER;if(n===Aa||n===Ta||n===Ca||n===Ra)if(o===Te)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===Aa)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===Ta)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===Ca)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===Ra)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===Aa)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===Ta)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===Ca)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===Ra)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===Rc||n===Pc||n===Ic||n===Lc)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===Rc)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===Pc)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===Ic)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===Lc)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===Nc||n===Dc||n===Fc||n===Uc||n===Oc||n===Pa||n===Bc)if(r=t.get("WEBGL_compressed_texture_etc"),r!==null){if(n===Nc||n===Dc)return o===Te?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===Fc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===Uc)return r.COMPRESSED_R11_EAC;if(n===Oc)return r.COMPRESSED_SIGNED_R11_EAC;if(n===Pa)return r.COMPRESSED_RG11_EAC;if(n===Bc)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===kc||n===zc||n===Gc||n===Vc||n===Hc||n===Wc||n===Xc||n===qc||n===Yc||n===$c||n===Zc||n===Kc||n===Jc||n===jc)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(n===kc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===zc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===Gc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===Vc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===Hc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===Wc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===Xc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===qc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===Yc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===$c)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===Zc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===Kc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===Jc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===jc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===Qc||n===th||n===eh)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(n===Qc)return o===Te?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===th)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===eh)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===nh||n===ih||n===Ia||n===sh)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(n===nh)return r.COMPRESSED_RED_RGTC1_EXT;if(n===ih)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===Ia)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===sh)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===_r?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:e}}var q1=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,Y1=`
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

}`,_d=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e){if(this.texture===null){let n=new ma(t.texture);(t.depthNear!==e.depthNear||t.depthFar!==e.depthFar)&&(this.depthNear=t.depthNear,this.depthFar=t.depthFar),this.texture=n}}getMesh(t){if(this.texture!==null&&this.mesh===null){let e=t.cameras[0].viewport,n=new on({vertexShader:q1,fragmentShader:Y1,uniforms:{depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new rn(new ur(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},xd=class extends Li{constructor(t,e){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,f=null,u=null,d=null,p=null,y=typeof XRWebGLBinding<"u",m=new _d,g={},v=e.getContextAttributes(),T=null,b=null,R=[],E=[],_=new qt,A=null,B=null,D=new Wn;D.viewport=new Ye;let N=new Wn;N.viewport=new Ye;let G=[D,N],W=new pc,L=null,X=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(tt){let mt=R[tt];return mt===void 0&&(mt=new co,R[tt]=mt),mt.getTargetRaySpace()},this.getControllerGrip=function(tt){let mt=R[tt];return mt===void 0&&(mt=new co,R[tt]=mt),mt.getGripSpace()},this.getHand=function(tt){let mt=R[tt];return mt===void 0&&(mt=new co,R[tt]=mt),mt.getHandSpace()};function $(tt){let mt=E.indexOf(tt.inputSource);if(mt===-1)return;let xt=R[mt];xt!==void 0&&(xt.update(tt.inputSource,tt.frame,c||o),xt.dispatchEvent({type:tt.type,data:tt.inputSource}))}function H(){s.removeEventListener("select",$),s.removeEventListener("selectstart",$),s.removeEventListener("selectend",$),s.removeEventListener("squeeze",$),s.removeEventListener("squeezestart",$),s.removeEventListener("squeezeend",$),s.removeEventListener("end",H),s.removeEventListener("inputsourceschange",ct);for(let tt=0;tt<R.length;tt++){let mt=E[tt];mt!==null&&(E[tt]=null,R[tt].disconnect(mt))}L=null,X=null,m.reset();for(let tt in g)delete g[tt];if(t.setRenderTarget(T),d=null,u=null,f=null,s=null,b=null,ut.stop(),n.isPresenting=!1,t.setPixelRatio(A),t.setSize(_.width,_.height,!1),B!==null){let tt=B.camera;tt.fov=B.fov,tt.zoom=B.zoom,tt.updateProjectionMatrix(),B=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(tt){r=tt,n.isPresenting===!0&&Kt("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(tt){a=tt,n.isPresenting===!0&&Kt("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(tt){c=tt},this.getBaseLayer=function(){return u!==null?u:d},this.getBinding=function(){return f===null&&y&&(f=new XRWebGLBinding(s,e)),f},this.getFrame=function(){return p},this.getSession=function(){return s},this.setSession=async function(tt){if(s=tt,s!==null){if(T=t.getRenderTarget(),s.addEventListener("select",$),s.addEventListener("selectstart",$),s.addEventListener("selectend",$),s.addEventListener("squeeze",$),s.addEventListener("squeezestart",$),s.addEventListener("squeezeend",$),s.addEventListener("end",H),s.addEventListener("inputsourceschange",ct),v.xrCompatible!==!0&&await e.makeXRCompatible(),A=t.getPixelRatio(),t.getSize(_),y&&"createProjectionLayer"in XRWebGLBinding.prototype){let xt=null,Tt=null,bt=null;v.depth&&(bt=v.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,xt=v.stencil?vs:gs,Tt=v.stencil?_r:Ni);let Wt={colorFormat:e.RGBA8,depthFormat:bt,scaleFactor:r};f=this.getBinding(),u=f.createProjectionLayer(Wt),s.updateRenderState({layers:[u]}),t.setPixelRatio(1),t.setSize(u.textureWidth,u.textureHeight,!1),b=new hi(u.textureWidth,u.textureHeight,{format:Fi,type:jn,depthTexture:new xs(u.textureWidth,u.textureHeight,Tt,void 0,void 0,void 0,void 0,void 0,void 0,xt),stencilBuffer:v.stencil,colorSpace:t.outputColorSpace,samples:v.antialias?4:0,resolveDepthBuffer:u.ignoreDepthValues===!1,resolveStencilBuffer:u.ignoreDepthValues===!1,storeMultisampledDepthBuffer:u.ignoreDepthValues===!1,storeMultisampledStencilBuffer:u.ignoreDepthValues===!1})}else{let xt={antialias:v.antialias,alpha:!0,depth:v.depth,stencil:v.stencil,framebufferScaleFactor:r};d=new XRWebGLLayer(s,e,xt),s.updateRenderState({baseLayer:d}),t.setPixelRatio(1),t.setSize(d.framebufferWidth,d.framebufferHeight,!1),b=new hi(d.framebufferWidth,d.framebufferHeight,{format:Fi,type:jn,colorSpace:t.outputColorSpace,stencilBuffer:v.stencil,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}b.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),ut.setContext(s),ut.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return m.getDepthTexture()};function ct(tt){for(let mt=0;mt<tt.removed.length;mt++){let xt=tt.removed[mt],Tt=E.indexOf(xt);Tt>=0&&(E[Tt]=null,R[Tt].disconnect(xt))}for(let mt=0;mt<tt.added.length;mt++){let xt=tt.added[mt],Tt=E.indexOf(xt);if(Tt===-1){for(let Wt=0;Wt<R.length;Wt++)if(Wt>=E.length){E.push(xt),Tt=Wt;break}else if(E[Wt]===null){E[Wt]=xt,Tt=Wt;break}if(Tt===-1)break}let bt=R[Tt];bt&&bt.connect(xt)}}function J(tt,mt){mt===null?tt.matrixWorld.copy(tt.matrix):tt.matrixWorld.multiplyMatrices(mt.matrixWorld,tt.matrix),tt.matrixWorldInverse.copy(tt.matrixWorld).invert()}this.updateCamera=function(tt){if(s===null)return;let mt=tt.near,xt=tt.far;m.texture!==null&&(m.depthNear>0&&(mt=m.depthNear),m.depthFar>0&&(xt=m.depthFar)),W.near=N.near=D.near=mt,W.far=N.far=D.far=xt,(L!==W.near||X!==W.far)&&(s.updateRenderState({depthNear:W.near,depthFar:W.far}),L=W.near,X=W.far),W.layers.mask=tt.layers.mask|6,D.layers.mask=W.layers.mask&-5,N.layers.mask=W.layers.mask&-3;let Tt=tt.parent,bt=W.cameras;J(W,Tt);for(let Wt=0;Wt<bt.length;Wt++)J(bt[Wt],Tt);W.projectionMatrix.copy(D.projectionMatrix),W.projectionMatrixInverse.copy(D.projectionMatrixInverse),B===null&&tt.isPerspectiveCamera&&(B={camera:tt,fov:tt.fov,zoom:tt.zoom}),Q(tt,W,Tt)};function Q(tt,mt,xt){xt===null?tt.matrix.copy(mt.matrixWorld):(tt.matrix.copy(xt.matrixWorld),tt.matrix.invert(),tt.matrix.multiply(mt.matrixWorld)),tt.matrix.decompose(tt.position,tt.quaternion,tt.scale),tt.updateMatrixWorld(!0),tt.projectionMatrix.copy(mt.projectionMatrix),tt.projectionMatrixInverse.copy(mt.projectionMatrixInverse),tt.isPerspectiveCamera&&(tt.fov=oo*2*Math.atan(1/tt.projectionMatrix.elements[5]),tt.zoom=1)}this.getCamera=function(){return W},this.getFoveation=function(){if(!(u===null&&d===null))return l},this.setFoveation=function(tt){l=tt,u!==null&&(u.fixedFoveation=tt),d!==null&&d.fixedFoveation!==void 0&&(d.fixedFoveation=tt)},this.hasDepthSensing=function(){return m.texture!==null},this.getDepthSensingMesh=function(){return m.getMesh(W)},this.getCameraTexture=function(tt){return g[tt]};let st=null;function ft(tt,mt){if(h=mt.getViewerPose(c||o),p=mt,h!==null){let xt=h.views;d!==null&&(t.setRenderTargetFramebuffer(b,d.framebuffer),t.setRenderTarget(b));let Tt=!1;xt.length!==W.cameras.length&&(W.cameras.length=0,Tt=!0);for(let Vt=0;Vt<xt.length;Vt++){let fe=xt[Vt],ce=null;if(d!==null)ce=d.getViewport(fe);else{let Xe=f.getViewSubImage(u,fe);ce=Xe.viewport,Vt===0&&(t.setRenderTargetTextures(b,Xe.colorTexture,Xe.depthStencilTexture),t.setRenderTarget(b))}let ie=G[Vt];ie===void 0&&(ie=new Wn,ie.layers.enable(Vt),ie.viewport=new Ye,G[Vt]=ie),ie.matrix.fromArray(fe.transform.matrix),ie.matrix.decompose(ie.position,ie.quaternion,ie.scale),ie.projectionMatrix.fromArray(fe.projectionMatrix),ie.projectionMatrixInverse.copy(ie.projectionMatrix).invert(),ie.viewport.set(ce.x,ce.y,ce.width,ce.height),Vt===0&&(W.matrix.copy(ie.matrix),W.matrix.decompose(W.position,W.quaternion,W.scale)),Tt===!0&&W.cameras.push(ie)}let bt=s.enabledFeatures;if(bt&&bt.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&y){f=n.getBinding();let Vt=f.getDepthInformation(xt[0]);Vt&&Vt.isValid&&Vt.texture&&m.init(Vt,s.renderState)}if(bt&&bt.includes("camera-access")&&y){t.state.unbindTexture(),f=n.getBinding();for(let Vt=0;Vt<xt.length;Vt++){let fe=xt[Vt].camera;if(fe){let ce=g[fe];ce||(ce=new ma,g[fe]=ce);let ie=f.getCameraImage(fe);ce.sourceTexture=ie}}}}for(let xt=0;xt<R.length;xt++){let Tt=E[xt],bt=R[xt];Tt!==null&&bt!==void 0&&bt.update(Tt,mt,c||o)}st&&st(tt,mt),mt.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:mt}),p=null}let ut=new Yg;ut.setAnimationLoop(ft),this.setAnimationLoop=function(tt){st=tt},this.dispose=function(){}}},$1=new Me,i0=new ne;i0.set(-1,0,0,0,1,0,0,0,1);function Z1(i,t){function e(m,g){m.matrixAutoUpdate===!0&&m.updateMatrix(),g.value.copy(m.matrix)}function n(m,g){g.color.getRGB(m.fogColor.value,rd(i)),g.isFog?(m.fogNear.value=g.near,m.fogFar.value=g.far):g.isFogExp2&&(m.fogDensity.value=g.density)}function s(m,g,v,T,b){g.isNodeMaterial?g.uniformsNeedUpdate=!1:g.isMeshBasicMaterial?r(m,g):g.isMeshLambertMaterial?(r(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshToonMaterial?(r(m,g),f(m,g)):g.isMeshPhongMaterial?(r(m,g),h(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshStandardMaterial?(r(m,g),u(m,g),g.isMeshPhysicalMaterial&&d(m,g,b)):g.isMeshMatcapMaterial?(r(m,g),p(m,g)):g.isMeshDepthMaterial?r(m,g):g.isMeshDistanceMaterial?(r(m,g),y(m,g)):g.isMeshNormalMaterial?r(m,g):g.isLineBasicMaterial?(o(m,g),g.isLineDashedMaterial&&a(m,g)):g.isPointsMaterial?l(m,g,v,T):g.isSpriteMaterial?c(m,g):g.isShadowMaterial?(m.color.value.copy(g.color),m.opacity.value=g.opacity):g.isShaderMaterial&&(g.uniformsNeedUpdate=!1)}function r(m,g){m.opacity.value=g.opacity,g.color&&m.diffuse.value.copy(g.color),g.emissive&&m.emissive.value.copy(g.emissive).multiplyScalar(g.emissiveIntensity),g.map&&(m.map.value=g.map,e(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.bumpMap&&(m.bumpMap.value=g.bumpMap,e(g.bumpMap,m.bumpMapTransform),m.bumpScale.value=g.bumpScale,g.side===Nn&&(m.bumpScale.value*=-1)),g.normalMap&&(m.normalMap.value=g.normalMap,e(g.normalMap,m.normalMapTransform),m.normalScale.value.copy(g.normalScale),g.side===Nn&&m.normalScale.value.negate()),g.displacementMap&&(m.displacementMap.value=g.displacementMap,e(g.displacementMap,m.displacementMapTransform),m.displacementScale.value=g.displacementScale,m.displacementBias.value=g.displacementBias),g.emissiveMap&&(m.emissiveMap.value=g.emissiveMap,e(g.emissiveMap,m.emissiveMapTransform)),g.specularMap&&(m.specularMap.value=g.specularMap,e(g.specularMap,m.specularMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest);let v=t.get(g),T=v.envMap,b=v.envMapRotation;T&&(m.envMap.value=T,m.envMapRotation.value.setFromMatrix4($1.makeRotationFromEuler(b)).transpose(),T.isCubeTexture&&T.isRenderTargetTexture===!1&&m.envMapRotation.value.premultiply(i0),m.reflectivity.value=g.reflectivity,m.ior.value=g.ior,m.refractionRatio.value=g.refractionRatio),g.lightMap&&(m.lightMap.value=g.lightMap,m.lightMapIntensity.value=g.lightMapIntensity,e(g.lightMap,m.lightMapTransform)),g.aoMap&&(m.aoMap.value=g.aoMap,m.aoMapIntensity.value=g.aoMapIntensity,e(g.aoMap,m.aoMapTransform))}function o(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,g.map&&(m.map.value=g.map,e(g.map,m.mapTransform))}function a(m,g){m.dashSize.value=g.dashSize,m.totalSize.value=g.dashSize+g.gapSize,m.scale.value=g.scale}function l(m,g,v,T){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.size.value=g.size*v,m.scale.value=T*.5,g.map&&(m.map.value=g.map,e(g.map,m.uvTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function c(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.rotation.value=g.rotation,g.map&&(m.map.value=g.map,e(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function h(m,g){m.specular.value.copy(g.specular),m.shininess.value=Math.max(g.shininess,1e-4)}function f(m,g){g.gradientMap&&(m.gradientMap.value=g.gradientMap)}function u(m,g){m.metalness.value=g.metalness,g.metalnessMap&&(m.metalnessMap.value=g.metalnessMap,e(g.metalnessMap,m.metalnessMapTransform)),m.roughness.value=g.roughness,g.roughnessMap&&(m.roughnessMap.value=g.roughnessMap,e(g.roughnessMap,m.roughnessMapTransform)),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)}function d(m,g,v){m.ior.value=g.ior,g.diffuseRoughness>0&&(m.diffuseRoughness.value=g.diffuseRoughness,g.diffuseRoughnessMap&&(m.diffuseRoughnessMap.value=g.diffuseRoughnessMap,e(g.diffuseRoughnessMap,m.diffuseRoughnessMapTransform))),g.sheen>0&&(m.sheenColor.value.copy(g.sheenColor).multiplyScalar(g.sheen),m.sheenRoughness.value=g.sheenRoughness,g.sheenColorMap&&(m.sheenColorMap.value=g.sheenColorMap,e(g.sheenColorMap,m.sheenColorMapTransform)),g.sheenRoughnessMap&&(m.sheenRoughnessMap.value=g.sheenRoughnessMap,e(g.sheenRoughnessMap,m.sheenRoughnessMapTransform))),g.clearcoat>0&&(m.clearcoat.value=g.clearcoat,m.clearcoatRoughness.value=g.clearcoatRoughness,g.clearcoatMap&&(m.clearcoatMap.value=g.clearcoatMap,e(g.clearcoatMap,m.clearcoatMapTransform)),g.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=g.clearcoatRoughnessMap,e(g.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),g.clearcoatNormalMap&&(m.clearcoatNormalMap.value=g.clearcoatNormalMap,e(g.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(g.clearcoatNormalScale),g.side===Nn&&m.clearcoatNormalScale.value.negate())),g.dispersion>0&&(m.dispersion.value=g.dispersion),g.retroreflectivity>0&&(m.retroreflectivity.value=g.retroreflectivity),g.iridescence>0&&(m.iridescence.value=g.iridescence,m.iridescenceIOR.value=g.iridescenceIOR,m.iridescenceThicknessMinimum.value=g.iridescenceThicknessMinimum,m.iridescenceThicknessMaximum.value=g.iridescenceThicknessMaximum,g.iridescenceMap&&(m.iridescenceMap.value=g.iridescenceMap,e(g.iridescenceMap,m.iridescenceMapTransform)),g.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=g.iridescenceThicknessMap,e(g.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),g.transmission>0&&(m.transmission.value=g.transmission,m.transmissionSamplerMap.value=v.texture,m.transmissionSamplerSize.value.set(v.width,v.height),g.transmissionMap&&(m.transmissionMap.value=g.transmissionMap,e(g.transmissionMap,m.transmissionMapTransform)),m.thickness.value=g.thickness,g.thicknessMap&&(m.thicknessMap.value=g.thicknessMap,e(g.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=g.attenuationDistance,m.attenuationColor.value.copy(g.attenuationColor)),g.anisotropy>0&&(m.anisotropyVector.value.set(g.anisotropy*Math.cos(g.anisotropyRotation),g.anisotropy*Math.sin(g.anisotropyRotation)),g.anisotropyMap&&(m.anisotropyMap.value=g.anisotropyMap,e(g.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=g.specularIntensity,m.specularColor.value.copy(g.specularColor),g.specularColorMap&&(m.specularColorMap.value=g.specularColorMap,e(g.specularColorMap,m.specularColorMapTransform)),g.specularIntensityMap&&(m.specularIntensityMap.value=g.specularIntensityMap,e(g.specularIntensityMap,m.specularIntensityMapTransform))}function p(m,g){g.matcap&&(m.matcap.value=g.matcap)}function y(m,g){let v=t.get(g).light;m.referencePosition.value.setFromMatrixPosition(v.matrixWorld),m.nearDistance.value=v.shadow.camera.near,m.farDistance.value=v.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function K1(i,t,e,n){let s={},r={};function o(v,T){let b=T.program;n.uniformBlockBinding(v,b,s[v.id])}function a(v,T){let b=s[v.id];b===void 0&&(p(v),b=l(v),s[v.id]=b,v.addEventListener("dispose",m));let R=T.program;n.updateUBOMapping(v,R);let E=t.render.frame;r[v.id]!==E&&(c(v),r[v.id]=E)}function l(v){let T=i.createBuffer(),b=v.__size,R=v.usage;return i.bindBuffer(i.UNIFORM_BUFFER,T),i.bufferData(i.UNIFORM_BUFFER,b,R),i.bindBuffer(i.UNIFORM_BUFFER,null),T}function c(v){let T=s[v.id],b=v.uniforms,R=v.__cache;i.bindBuffer(i.UNIFORM_BUFFER,T);for(let E=0,_=b.length;E<_;E++){let A=b[E];if(Array.isArray(A))for(let B=0,D=A.length;B<D;B++)h(A[B],E,B,R);else h(A,E,0,R)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function h(v,T,b,R){if(u(v,T,b,R)===!0){let E=v.__offset,_=v.value;if(Array.isArray(_)){let A=0;for(let B=0;B<_.length;B++){let D=_[B],N=y(D,!0);f(D,v.__data,A),A+=N.storage/Float32Array.BYTES_PER_ELEMENT}}else f(_,v.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,E,v.__data)}}function f(v,T,b){typeof v=="number"||typeof v=="boolean"?T[b]=v:v.isMatrix3?(T[b]=v.elements[0],T[b+1]=v.elements[1],T[b+2]=v.elements[2],T[b+3]=0,T[b+4]=v.elements[3],T[b+5]=v.elements[4],T[b+6]=v.elements[5],T[b+7]=0,T[b+8]=v.elements[6],T[b+9]=v.elements[7],T[b+10]=v.elements[8],T[b+11]=0):ArrayBuffer.isView(v)?T.set(v.subarray(0,T.length-b),b):v.toArray(T,b)}function u(v,T,b,R){let E=v.value,_=T+"_"+b;if(Array.isArray(E)){R[_]===void 0&&(R[_]=[]);let A=R[_],B=!1;for(let D=0;D<E.length;D++)d(E[D],A,D)===!0&&(B=!0);return B}return d(E,R,_)}function d(v,T,b){if(T[b]===void 0)return typeof v=="number"||typeof v=="boolean"?T[b]=v:ArrayBuffer.isView(v)?T[b]=v.slice():T[b]=v.clone(),!0;{let R=T[b];if(typeof v=="number"||typeof v=="boolean"){if(R!==v)return T[b]=v,!0}else{if(ArrayBuffer.isView(v))return!0;if(R.equals(v)===!1)return R.copy(v),!0}}return!1}function p(v){let T=v.uniforms,b=0,R=16;for(let _=0,A=T.length;_<A;_++){let B=Array.isArray(T[_])?T[_]:[T[_]];for(let D=0,N=B.length;D<N;D++){let G=B[D],W=Array.isArray(G.value)?G.value:[G.value],L=Array.isArray(T[_])||Array.isArray(G.value),X=b;for(let H=0,ct=W.length;H<ct;H++){let J=W[H],Q=y(J,L),st=b%R,ft=st%Q.boundary,ut=st+ft;b+=ft,ut!==0&&R-ut<Q.storage&&(b+=R-ut),H===0&&(X=b),b+=Q.storage}let $=G.type==="int"?Int32Array:G.type==="uint"?Uint32Array:Float32Array;G.__data=new $((b-X)/Float32Array.BYTES_PER_ELEMENT),G.__offset=X}}let E=b%R;return E>0&&(b+=R-E),v.__size=b,v.__cache={},this}function y(v,T){let b={boundary:0,storage:0};return typeof v=="number"||typeof v=="boolean"?(b.boundary=4,b.storage=4):v.isVector2?(b.boundary=8,b.storage=8):v.isVector3||v.isColor?(b.boundary=16,b.storage=12):v.isVector4?(b.boundary=16,b.storage=16):v.isMatrix3?(b.boundary=16,b.storage=48):v.isMatrix4?(b.boundary=16,b.storage=64):v.isTexture?Kt("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(v)?(b.boundary=16,b.storage=v.byteLength):Kt("WebGLRenderer: Unsupported uniform value type.",v),T===!0&&(b.boundary=16,b.storage=Math.ceil(b.storage/16)*16),b}function m(v){let T=v.target;T.removeEventListener("dispose",m),i.deleteBuffer(s[T.id]),delete s[T.id],delete r[T.id]}function g(){for(let v in s)i.deleteBuffer(s[v]);s={},r={}}return{bind:o,update:a,dispose:g}}var J1=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),Qi=null;function j1(){return Qi===null&&(Qi=new fa(J1,16,16,$s,Di),Qi.name="DFG_LUT",Qi.minFilter=Xn,Qi.magFilter=Xn,Qi.wrapS=Zi,Qi.wrapT=Zi,Qi.generateMipmaps=!1,Qi.needsUpdate=!0),Qi}var hh=class{constructor(t={}){let{canvas:e=_g(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:f=!1,reversedDepthBuffer:u=!1,outputBufferType:d=jn}=t;this.isWebGLRenderer=!0;let p;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");p=n.getContextAttributes().alpha}else p=o;let y=d,m=new Set([Cc,Tc,Ac]),g=new Set([jn,Ni,vo,_r,Sc,wc]),v=new Uint32Array(4),T=new Int32Array(4),b={textures:[],min:[],max:[],resolution:[]},R=null,E=null,_=[],A=[],B=null;this.domElement=e,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=Mi,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let D=this,N=!1,G=null,W=null,L=null,X=null;this._outputColorSpace=Ln;let $=0,H=0,ct=null,J=-1,Q=null,st=new Ye,ft=new Ye,ut=null,tt=new Gt(0),mt=0,xt=e.width,Tt=e.height,bt=1,Wt=null,re=null,Vt=new Ye(0,0,xt,Tt),fe=new Ye(0,0,xt,Tt),ce=!1,ie=new zs,Xe=new tc,Be=!1,an=!1,Le=new Me,wn=new z,ve=new Ye,gn={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},Ze=!1;function ln(){return ct===null?bt:1}let O=n;function Rt(w,k){return e.getContext(w,k)}let Zt,oe,St,De,zt,$t,C,M,q,ht,ot,_t,yt,et,it,pt,U,rt,nt,wt,gt,Mt,Ht;try{let w={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:f};if("setAttribute"in e&&e.setAttribute("data-engine",`three.js r${"187"}`),e.addEventListener("webglcontextlost",Ot,!1),e.addEventListener("webglcontextrestored",Qt,!1),e.addEventListener("webglcontextcreationerror",Ct,!1),O===null){let k="webgl2";if(O=Rt(k,w),O===null)throw Rt(k)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}jt()}catch(w){throw e.removeEventListener("webglcontextlost",Ot,!1),e.removeEventListener("webglcontextrestored",Qt,!1),e.removeEventListener("webglcontextcreationerror",Ct,!1),te("WebGLRenderer: "+w.message),w}function jt(){Zt=new cw(O),Zt.init(),gt=new X1(O,Zt),oe=new jS(O,Zt,t,gt),St=new H1(O,Zt),oe.reversedDepthBuffer&&u&&St.buffers.depth.setReversed(!0),W=O.createFramebuffer(),L=O.createFramebuffer(),X=O.createFramebuffer(),De=new fw(O),zt=new R1,$t=new W1(O,Zt,St,zt,oe,gt,De),C=new lw(D),M=new pM(O),Mt=new KS(O,M),q=new hw(O,M,De,Mt),ht=new pw(O,q,M,Mt,De),rt=new dw(O,oe,$t),it=new QS(zt),ot=new C1(D,C,Zt,oe,Mt,it),_t=new Z1(D,zt),yt=new I1,et=new O1(Zt),U=new ZS(D,C,St,ht,p,l),pt=new V1(D,ht,oe),Ht=new K1(O,De,oe,St),nt=new JS(O,Zt,De),wt=new uw(O,Zt,De),De.programs=ot.programs,D.capabilities=oe,D.extensions=Zt,D.properties=zt,D.renderLists=yt,D.shadowMap=pt,D.state=St,D.info=De}y!==jn&&(B=new gw(y,e.width,e.height,a,s,r));let lt=new xd(D,O);this.xr=lt,this.getContext=function(){return O},this.getContextAttributes=function(){return O.getContextAttributes()},this.forceContextLoss=function(){let w=Zt.get("WEBGL_lose_context");w&&w.loseContext()},this.forceContextRestore=function(){let w=Zt.get("WEBGL_lose_context");w&&w.restoreContext()},this.getPixelRatio=function(){return bt},this.setPixelRatio=function(w){w!==void 0&&(bt=w,this.setSize(xt,Tt,!1))},this.getSize=function(w){return w.set(xt,Tt)},this.setSize=function(w,k,j=!0){if(lt.isPresenting){Kt("WebGLRenderer: Can't change size while VR device is presenting.");return}xt=w,Tt=k,e.width=Math.floor(w*bt),e.height=Math.floor(k*bt),j===!0&&(e.style.width=w+"px",e.style.height=k+"px"),B!==null&&B.setSize(e.width,e.height),this.setViewport(0,0,w,k)},this.getDrawingBufferSize=function(w){return w.set(xt*bt,Tt*bt).floor()},this.setDrawingBufferSize=function(w,k,j){xt=w,Tt=k,bt=j,e.width=Math.floor(w*j),e.height=Math.floor(k*j),this.setViewport(0,0,w,k)},this.setEffects=function(w){if(y===jn){te("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(w){for(let k=0;k<w.length;k++)if(w[k].isOutputPass===!0){Kt("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}B.setEffects(w||[])},this.getCurrentViewport=function(w){return w.copy(st)},this.getViewport=function(w){return w.copy(Vt)},this.setViewport=function(w,k,j,Y){w.isVector4?Vt.set(w.x,w.y,w.z,w.w):Vt.set(w,k,j,Y),St.viewport(st.copy(Vt).multiplyScalar(ln()).round())},this.getScissor=function(w){return w.copy(fe)},this.setScissor=function(w,k,j,Y){w.isVector4?fe.set(w.x,w.y,w.z,w.w):fe.set(w,k,j,Y),St.scissor(ft.copy(fe).multiplyScalar(ln()).round())},this.getScissorTest=function(){return ce},this.setScissorTest=function(w){St.setScissorTest(ce=w)},this.setOpaqueSort=function(w){Wt=w},this.setTransparentSort=function(w){re=w},this.getClearColor=function(w){return w.copy(U.getClearColor())},this.setClearColor=function(){U.setClearColor(...arguments)},this.getClearAlpha=function(){return U.getClearAlpha()},this.setClearAlpha=function(){U.setClearAlpha(...arguments)},this.clear=function(w=!0,k=!0,j=!0){let Y=0;if(w){let Z=!1;if(ct!==null){let Et=ct.texture.format;Z=m.has(Et)}if(Z){let Et=ct.texture.type,Pt=g.has(Et),At=U.getClearColor(),Lt=U.getClearAlpha(),kt=At.r,ee=At.g,de=At.b;Pt?(v[0]=kt,v[1]=ee,v[2]=de,v[3]=Lt,O.clearBufferuiv(O.COLOR,0,v)):(T[0]=kt,T[1]=ee,T[2]=de,T[3]=Lt,O.clearBufferiv(O.COLOR,0,T))}else Y|=O.COLOR_BUFFER_BIT}k&&(Y|=O.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),j&&(Y|=O.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),Y!==0&&O.clear(Y)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(w){w.setRenderer(this),G=w},this.dispose=function(){e.removeEventListener("webglcontextlost",Ot,!1),e.removeEventListener("webglcontextrestored",Qt,!1),e.removeEventListener("webglcontextcreationerror",Ct,!1),U.dispose(),yt.dispose(),et.dispose(),$t.dispose(),zt.dispose(),C.dispose(),ht.dispose(),q.dispose(),Mt.dispose(),Ht.dispose(),ot.dispose(),lt.dispose(),lt.removeEventListener("sessionstart",ja),lt.removeEventListener("sessionend",zi),rs.stop()};function Ot(w){w.preventDefault(),ed("WebGLRenderer: Context Lost."),N=!0}function Qt(){ed("WebGLRenderer: Context Restored."),N=!1;let w=De.autoReset,k=pt.enabled,j=pt.autoUpdate,Y=pt.needsUpdate,Z=pt.type;jt(),De.autoReset=w,pt.enabled=k,pt.autoUpdate=j,pt.needsUpdate=Y,pt.type=Z}function Ct(w){te("WebGLRenderer: A WebGL context could not be created. Reason: ",w.statusMessage)}function ae(w){let k=w.target;k.removeEventListener("dispose",ae),ke(k)}function ke(w){kn(w),zt.remove(w)}function kn(w){let k=zt.get(w).programs;k!==void 0&&(k.forEach(function(j){ot.releaseProgram(j)}),w.isShaderMaterial&&ot.releaseShaderCache(w))}this.renderBufferDirect=function(w,k,j,Y,Z,Et){k===null&&(k=gn);let Pt=Z.isMesh&&Z.matrixWorld.determinantAffine()<0,At=Vo(w,k,j,Y,Z);St.setMaterial(Y,Pt);let Lt=j.index,kt=1;if(Y.wireframe===!0){if(Lt=q.getWireframeAttribute(j),Lt===void 0)return;kt=2}let ee=j.drawRange,de=j.attributes.position,Bt=ee.start*kt,pe=(ee.start+ee.count)*kt;Et!==null&&(Bt=Math.max(Bt,Et.start*kt),pe=Math.min(pe,(Et.start+Et.count)*kt)),Lt!==null?(Bt=Math.max(Bt,0),pe=Math.min(pe,Lt.count)):de!=null&&(Bt=Math.max(Bt,0),pe=Math.min(pe,de.count));let $e=pe-Bt;if($e<0||$e===1/0)return;Mt.setup(Z,Y,At,j,Lt);let Re,Pe=nt;if(Lt!==null&&(Re=M.get(Lt),Pe=wt,Pe.setIndex(Re)),Z.isMesh)Y.wireframe===!0?(St.setLineWidth(Y.wireframeLinewidth*ln()),Pe.setMode(O.LINES)):Pe.setMode(O.TRIANGLES);else if(Z.isLine){let _n=Y.linewidth;_n===void 0&&(_n=1),St.setLineWidth(_n*ln()),Z.isLineSegments?Pe.setMode(O.LINES):Z.isLineLoop?Pe.setMode(O.LINE_LOOP):Pe.setMode(O.LINE_STRIP)}else Z.isPoints?Pe.setMode(O.POINTS):Z.isSprite&&Pe.setMode(O.TRIANGLES);if(Z.isBatchedMesh)if(Zt.get("WEBGL_multi_draw"))Pe.renderMultiDraw(Z._multiDrawStarts,Z._multiDrawCounts,Z._multiDrawCount);else{let _n=Z._multiDrawStarts,Ft=Z._multiDrawCounts,cn=Z._multiDrawCount,_e=Lt?M.get(Lt).bytesPerElement:1,as=zt.get(Y).currentProgram.getUniforms();for(let hn=0;hn<cn;hn++)as.setValue(O,"_gl_DrawID",hn),Pe.render(_n[hn]/_e,Ft[hn])}else if(Z.isInstancedMesh)Pe.renderInstances(Bt,$e,Z.count);else if(j.isInstancedBufferGeometry){let _n=j._maxInstanceCount!==void 0?j._maxInstanceCount:1/0,Ft=Math.min(j.instanceCount,_n);Pe.renderInstances(Bt,$e,Ft)}else Pe.render(Bt,$e)};function ko(w,k,j,Y){G!==null&&w.isNodeMaterial&&G.setObject(Y,w),Be===!0&&it.setState(w,j,!1),w.transparent===!0&&w.side===vi&&w.forceSinglePass===!1?(w.side=Nn,w.needsUpdate=!0,Gi(w,k,Y),w.side=ji,w.needsUpdate=!0,Gi(w,k,Y),w.side=vi):Gi(w,k,Y)}this.compile=function(w,k,j=null){j===null&&(j=w),G!==null&&G.renderStart(w,k,j),E=et.get(j),E.init(k),A.push(E),j.traverseVisible(function(Z){Z.isLight&&Z.layers.test(k.layers)&&(E.pushLight(Z),Z.castShadow&&E.pushShadow(Z))}),w!==j&&w.traverseVisible(function(Z){Z.isLight&&Z.layers.test(k.layers)&&(E.pushLight(Z),Z.castShadow&&E.pushShadow(Z))}),E.setupLights(),G!==null&&G.updateLights(E.state.lightsArray),an=this.localClippingEnabled,Be=it.init(this.clippingPlanes,an),Be===!0&&it.setGlobalState(this.clippingPlanes,k),G!==null&&pt.render(E.state.shadowsArray,j,k);let Y=new Set;return w.traverse(function(Z){if(!(Z.isMesh||Z.isPoints||Z.isLine||Z.isSprite))return;let Et=Z.material;if(Et)if(Array.isArray(Et))for(let Pt=0;Pt<Et.length;Pt++){let At=Et[Pt];ko(At,j,k,Z),Y.add(At)}else ko(Et,j,k,Z),Y.add(Et)}),E=A.pop(),G!==null&&G.renderEnd(),Y},this.compileAsync=function(w,k,j=null){let Y=this.compile(w,k,j);return new Promise(Z=>{function Et(){if(Y.forEach(function(Pt){let Lt=zt.get(Pt).currentProgram;(Lt===void 0||Lt.isReady())&&Y.delete(Pt)}),Y.size===0){Z(w);return}setTimeout(Et,10)}Zt.get("KHR_parallel_shader_compile")!==null?Et():setTimeout(Et,10)})};let Tr=null;function Ou(w){Tr&&Tr(w)}function ja(){rs.stop()}function zi(){rs.start()}let rs=new Yg;rs.setAnimationLoop(Ou),typeof self<"u"&&rs.setContext(self),this.setAnimationLoop=function(w){Tr=w,lt.setAnimationLoop(w),w===null?rs.stop():rs.start()},lt.addEventListener("sessionstart",ja),lt.addEventListener("sessionend",zi),this.render=function(w,k){if(k!==void 0&&k.isCamera!==!0){te("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(N===!0)return;G!==null&&G.renderStart(w,k);let j=lt.enabled===!0&&lt.isPresenting===!0,Y=B!==null&&(ct===null||j)&&B.begin(D,ct);if(w.matrixWorldAutoUpdate===!0&&w.updateMatrixWorld(),k.parent===null&&k.matrixWorldAutoUpdate===!0&&k.updateMatrixWorld(),lt.enabled===!0&&lt.isPresenting===!0&&(B===null||B.isCompositing()===!1)&&(lt.cameraAutoUpdate===!0&&lt.updateCamera(k),k=lt.getCamera()),w.isScene===!0&&w.onBeforeRender(D,w,k,ct),E=et.get(w,A.length),E.init(k),E.state.textureUnits=$t.getTextureUnits(),A.push(E),Le.multiplyMatrices(k.projectionMatrix,k.matrixWorldInverse),k.isArrayCamera?Xe.setFromArrayCamera(k):ie.setFromProjectionMatrix(Le,xi,k.reversedDepth),an=this.localClippingEnabled,Be=it.init(this.clippingPlanes,an),R=yt.get(w,_.length),R.init(),_.push(R),this.info.render.frame++,lt.enabled===!0&&lt.isPresenting===!0){let Pt=D.xr.getDepthSensingMesh();Pt!==null&&os(Pt,k,-1/0,D.sortObjects)}os(w,k,0,D.sortObjects),R.finish(),G!==null&&G.updateLights(E.state.lightsArray),D.sortObjects===!0&&R.sort(Wt,re),Ze=lt.enabled===!1||lt.isPresenting===!1||lt.hasDepthSensing()===!1,Ze&&U.addToRenderList(R,w),this.info.autoReset===!0&&this.info.reset(),Be===!0&&it.beginShadows();let Z=E.state.shadowsArray;if(pt.render(Z,w,k),Be===!0&&it.endShadows(),(Y&&B.hasRenderPass())===!1){let Pt=R.opaque,At=R.transmissive;if(E.setupLights(),k.isArrayCamera){let Lt=k.cameras;if(At.length>0)for(let kt=0,ee=Lt.length;kt<ee;kt++){let de=Lt[kt];Ai(Pt,At,w,de)}Ze&&U.render(w);for(let kt=0,ee=Lt.length;kt<ee;kt++){let de=Lt[kt];zo(R,w,de,de.viewport)}}else At.length>0&&Ai(Pt,At,w,k),Ze&&U.render(w),zo(R,w,k)}ct!==null&&H===0&&($t.updateMultisampleRenderTarget(ct),$t.updateRenderTargetMipmap(ct)),Y&&B.end(D),w.isScene===!0&&w.onAfterRender(D,w,k),Mt.resetDefaultState(),J=-1,Q=null,A.pop(),A.length>0?(E=A[A.length-1],$t.setTextureUnits(E.state.textureUnits),Be===!0&&it.setGlobalState(D.clippingPlanes,E.state.camera)):E=null,_.pop(),_.length>0?R=_[_.length-1]:R=null,G!==null&&G.renderEnd()};function os(w,k,j,Y){if(w.visible===!1)return;if(w.layers.test(k.layers)){if(w.isGroup)j=w.renderOrder;else if(w.isLOD)w.autoUpdate===!0&&w.update(k);else if(w.isLight)E.pushLight(w),w.castShadow&&E.pushShadow(w);else if(w.isSprite){let Pt=k.isArrayCamera?Xe:ie;if(!w.frustumCulled||w.intersectsFrustum(Pt)){Y&&ve.setFromMatrixPosition(w.matrixWorld).applyMatrix4(Le);let At=ht.update(w),Lt=w.material;Lt.visible&&R.push(w,At,Lt,j,ve.z,null,k)}}else if(w.isMesh||w.isLine||w.isPoints){let Pt=k.isArrayCamera?Xe:ie;if(!w.frustumCulled||w.intersectsFrustum(Pt)){let At=ht.update(w),Lt=w.material;if(Y&&(w.boundingSphere!==void 0?(w.boundingSphere===null&&w.computeBoundingSphere(),ve.copy(w.boundingSphere.center)):(At.boundingSphere===null&&At.computeBoundingSphere(),ve.copy(At.boundingSphere.center)),ve.applyMatrix4(w.matrixWorld).applyMatrix4(Le)),Array.isArray(Lt)){let kt=At.groups;for(let ee=0,de=kt.length;ee<de;ee++){let Bt=kt[ee],pe=Lt[Bt.materialIndex];pe&&pe.visible&&R.push(w,At,pe,j,ve.z,Bt,k)}}else Lt.visible&&R.push(w,At,Lt,j,ve.z,null,k)}}}let Et=w.children;for(let Pt=0,At=Et.length;Pt<At;Pt++)os(Et[Pt],k,j,Y)}function zo(w,k,j,Y){let{opaque:Z,transmissive:Et,transparent:Pt}=w;E.setupLightsView(j),Be===!0&&it.setGlobalState(D.clippingPlanes,j),Y&&St.viewport(st.copy(Y)),Z.length>0&&Ke(Z,k,j),Et.length>0&&Ke(Et,k,j),Pt.length>0&&Ke(Pt,k,j),St.buffers.depth.setTest(!0),St.buffers.depth.setMask(!0),St.buffers.color.setMask(!0),St.setPolygonOffset(!1)}function Ai(w,k,j,Y){if((j.isScene===!0?j.overrideMaterial:null)!==null)return;if(E.state.transmissionRenderTarget[Y.id]===void 0){let Bt=Zt.has("EXT_color_buffer_half_float")||Zt.has("EXT_color_buffer_float");E.state.transmissionRenderTarget[Y.id]=new hi(1,1,{generateMipmaps:!0,type:Bt?Di:jn,minFilter:ys,samples:Math.max(4,oe.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:xe.workingColorSpace})}let Et=E.state.transmissionRenderTarget[Y.id],Pt=Y.viewport||st;Et.setSize(Pt.z*D.transmissionResolutionScale,Pt.w*D.transmissionResolutionScale);let At=D.getRenderTarget(),Lt=D.getActiveCubeFace(),kt=D.getActiveMipmapLevel();D.setRenderTarget(Et),D.getClearColor(tt),mt=D.getClearAlpha(),mt<1&&D.setClearColor(16777215,.5),D.clear(),Ze&&U.render(j);let ee=D.toneMapping;D.toneMapping=Mi;let de=Y.viewport;if(Y.viewport!==void 0&&(Y.viewport=void 0),E.setupLightsView(Y),Be===!0&&it.setGlobalState(D.clippingPlanes,Y),Ke(w,j,Y),$t.updateMultisampleRenderTarget(Et),$t.updateRenderTargetMipmap(Et),Zt.has("WEBGL_multisampled_render_to_texture")===!1){let Bt=!1;for(let pe=0,$e=k.length;pe<$e;pe++){let Re=k[pe],{object:Pe,geometry:_n,material:Ft,group:cn}=Re;if(Ft.side===vi&&Pe.layers.test(Y.layers)){let _e=Ft.side;Ft.side=Nn,Ft.needsUpdate=!0,en(Pe,j,Y,_n,Ft,cn),Ft.side=_e,Ft.needsUpdate=!0,Bt=!0}}Bt===!0&&($t.updateMultisampleRenderTarget(Et),$t.updateRenderTargetMipmap(Et))}D.setRenderTarget(At,Lt,kt),D.setClearColor(tt,mt),de!==void 0&&(Y.viewport=de),D.toneMapping=ee}function Ke(w,k,j){let Y=k.isScene===!0?k.overrideMaterial:null;for(let Z=0,Et=w.length;Z<Et;Z++){let Pt=w[Z],{object:At,geometry:Lt,group:kt}=Pt,ee=Pt.material;ee.allowOverride===!0&&Y!==null&&(ee=Y),At.layers.test(j.layers)&&en(At,k,j,Lt,ee,kt)}}function en(w,k,j,Y,Z,Et){G!==null&&Z.isNodeMaterial&&G.setObject(w,Z),w.onBeforeRender(D,k,j,Y,Z,Et),w.modelViewMatrix.multiplyMatrices(j.matrixWorldInverse,w.matrixWorld),w.normalMatrix.getNormalMatrix(w.modelViewMatrix),Z.onBeforeRender(D,k,j,Y,w,Et),Z.transparent===!0&&Z.side===vi&&Z.forceSinglePass===!1?(Z.side=Nn,Z.needsUpdate=!0,D.renderBufferDirect(j,k,Y,Z,w,Et),Z.side=ji,Z.needsUpdate=!0,D.renderBufferDirect(j,k,Y,Z,w,Et),Z.side=vi):D.renderBufferDirect(j,k,Y,Z,w,Et),w.onAfterRender(D,k,j,Y,Z,Et)}function nn(w){let k=0;for(let j of w)j.texture!==null&&k++;return k}function Gi(w,k,j){k.isScene!==!0&&(k=gn);let Y=zt.get(w),Z=E.state.lights,Et=E.state.shadowsArray,Pt=Z.state.version,At=ot.getParameters(w,Z.state,Et,k,j,E.state.lightProbeGridArray),Lt=ot.getProgramCacheKey(At),kt=Y.programs;Y.environment=w.isMeshStandardMaterial||w.isMeshLambertMaterial||w.isMeshPhongMaterial?k.environment:null,Y.fog=k.fog;let ee=w.isMeshStandardMaterial||w.isMeshLambertMaterial&&!w.envMap||w.isMeshPhongMaterial&&!w.envMap;Y.envMap=C.get(w.envMap||Y.environment,ee),Y.envMapRotation=Y.environment!==null&&w.envMap===null?k.environmentRotation:w.envMapRotation,kt===void 0&&(w.addEventListener("dispose",ae),kt=new Map,Y.programs=kt,Y.programVariants=new Map);let de=kt.get(Lt);if(de!==void 0){if(Y.currentProgram===de&&Y.lightsStateVersion===Pt)return Go(w,At),de}else At.uniforms=ot.getUniforms(w),G!==null&&w.isNodeMaterial&&G.build(w,j,At),w.onBeforeCompile(At,D),de=ot.acquireProgram(At,Lt),kt.set(Lt,de),Y.uniforms=At.uniforms;let Bt=Y.uniforms;return(!w.isShaderMaterial&&!w.isRawShaderMaterial||w.clipping===!0)&&(Bt.clippingPlanes=it.uniform),Go(w,At),Y.needsLights=As(w),Y.lightsStateVersion=Pt,Y.needsLights&&(Bt.ambientLightColor.value=Z.state.ambient,Bt.lightProbe.value=Z.state.probe,Bt.sunLights.value=Z.state.sun,Bt.sunLightShadows.value=Z.state.sunShadow,Bt.directionalLights.value=Z.state.directional,Bt.directionalLightShadows.value=Z.state.directionalShadow,Bt.spotLights.value=Z.state.spot,Bt.spotLightShadows.value=Z.state.spotShadow,Bt.rectAreaLights.value=Z.state.rectArea,Bt.ltc_1.value=Z.state.rectAreaLTC1,Bt.ltc_2.value=Z.state.rectAreaLTC2,Bt.pointLights.value=Z.state.point,Bt.pointLightShadows.value=Z.state.pointShadow,Bt.hemisphereLights.value=Z.state.hemi,Bt.sunShadowMatrix.value=Z.state.sunShadowMatrix,Bt.sunShadowCascade.value=Z.state.sunShadowCascade,Bt.directionalShadowMatrix.value=Z.state.directionalShadowMatrix,Bt.spotLightMatrix.value=Z.state.spotLightMatrix,Bt.spotLightMap.value=Z.state.spotLightMap,Bt.pointShadowMatrix.value=Z.state.pointShadowMatrix),Y.numLightProbeGrids=nn(E.state.lightProbeGridArray),Y.currentProgram=de,Y.uniformsList=null,de}function ei(w,k,j,Y,Z){let Et=zt.get(w),Pt=Et.currentProgram.id+","+Y+","+Z,At=Et.programVariants.get(Pt);return At===void 0?(At=Gi(w,k,j),Et.programVariants.set(Pt,At)):(Et.currentProgram=At,Et.uniformsList=null,Et.outputColorSpace=Y,Et.toneMapping=Z),At}function Es(w){if(w.uniformsList===null){let k=w.currentProgram.getUniforms();w.uniformsList=bo.seqWithValue(k.seq,w.uniforms)}return w.uniformsList}function Go(w,k){let j=zt.get(w);j.outputColorSpace=k.outputColorSpace,j.batching=k.batching,j.batchingColor=k.batchingColor,j.instancing=k.instancing,j.instancingColor=k.instancingColor,j.instancingMorph=k.instancingMorph,j.skinning=k.skinning,j.morphTargets=k.morphTargets,j.morphNormals=k.morphNormals,j.morphColors=k.morphColors,j.morphTargetsCount=k.morphTargetsCount,j.numClippingPlanes=k.numClippingPlanes,j.numIntersection=k.numClipIntersection,j.vertexAlphas=k.vertexAlphas,j.vertexTangents=k.vertexTangents,j.toneMapping=k.toneMapping}function Vo(w,k,j,Y,Z){k.isScene!==!0&&(k=gn),$t.resetTextureUnits();let Et=k.fog,Pt=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial?k.environment:null,At=ct===null?D.outputColorSpace:ct.isXRRenderTarget===!0?ct.texture.colorSpace:xe.workingColorSpace,Lt=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial&&!Y.envMap||Y.isMeshPhongMaterial&&!Y.envMap,kt=C.get(Y.envMap||Pt,Lt),ee=Y.vertexColors===!0&&!!j.attributes.color&&j.attributes.color.itemSize===4,de=!!j.attributes.tangent&&(!!Y.normalMap||Y.anisotropy>0),Bt=!!j.morphAttributes.position,pe=!!j.morphAttributes.normal,$e=!!j.morphAttributes.color,Re=Mi;Y.toneMapped&&(ct===null||ct.isXRRenderTarget===!0)&&(Re=D.toneMapping);let Pe=j.morphAttributes.position||j.morphAttributes.normal||j.morphAttributes.color,_n=Pe!==void 0?Pe.length:0,Ft=zt.get(Y),cn=E.state.lights;if(Be===!0&&(an===!0||w!==Q)){let Ie=w===Q&&Y.id===J;it.setState(Y,w,Ie)}let _e=!1,as=!1;Y.version===Ft.__version?Ft.needsLights&&Ft.lightsStateVersion!==cn.state.version||Z.isBatchedMesh&&Ft.batching===!1||!Z.isBatchedMesh&&Ft.batching===!0||Z.isBatchedMesh&&Ft.batchingColor===!0&&Z._colorsTexture===null||Z.isBatchedMesh&&Ft.batchingColor===!1&&Z._colorsTexture!==null||Z.isInstancedMesh&&Ft.instancing===!1||!Z.isInstancedMesh&&Ft.instancing===!0||Z.isSkinnedMesh&&Ft.skinning===!1||!Z.isSkinnedMesh&&Ft.skinning===!0||Z.isInstancedMesh&&Ft.instancingColor===!0&&Z.instanceColor===null||Z.isInstancedMesh&&Ft.instancingColor===!1&&Z.instanceColor!==null||Z.isInstancedMesh&&Ft.instancingMorph===!0&&Z.morphTexture===null||Z.isInstancedMesh&&Ft.instancingMorph===!1&&Z.morphTexture!==null||Ft.envMap!==kt||Y.fog===!0&&Ft.fog!==Et||Ft.numClippingPlanes!==void 0&&(Ft.numClippingPlanes!==it.numPlanes||Ft.numIntersection!==it.numIntersection)||Ft.vertexAlphas!==ee||Ft.vertexTangents!==de||Ft.morphTargets!==Bt||Ft.morphNormals!==pe||Ft.morphColors!==$e||Ft.morphTargetsCount!==_n||Ft.numLightProbeGrids!==nn(E.state.lightProbeGridArray)?_e=!0:(Ft.outputColorSpace!==At||Ft.toneMapping!==Re)&&(as=!0):(_e=!0,Ft.__version=Y.version);let hn=Ft.currentProgram;(_e===!0||as===!0)&&(hn=as===!0?ei(Y,k,Z,At,Re):Gi(Y,k,Z),G&&Y.isNodeMaterial&&G.onUpdateProgram(Y,hn,Ft));let Pr=!1,Vi=!1,ls=!1,he=hn.getUniforms(),Je=Ft.uniforms;if(St.useProgram(hn.program)&&(Pr=!0,Vi=!0,ls=!0),Y.id!==J&&(J=Y.id,Vi=!0),Pr||Q!==w){St.buffers.depth.getReversed()&&w.reversedDepth!==!0&&(w._reversedDepth=!0,w.updateProjectionMatrix()),he.setValue(O,"projectionMatrix",w.projectionMatrix),he.setValue(O,"viewMatrix",w.matrixWorldInverse);let un=he.map.cameraPosition;un!==void 0&&un.setValue(O,wn.setFromMatrixPosition(w.matrixWorld)),oe.logarithmicDepthBuffer&&he.setValue(O,"logDepthBufFC",2/(Math.log(w.far+1)/Math.LN2)),(Y.isMeshPhongMaterial||Y.isMeshToonMaterial||Y.isMeshLambertMaterial||Y.isMeshBasicMaterial||Y.isMeshStandardMaterial||Y.isShaderMaterial)&&he.setValue(O,"isOrthographic",w.isOrthographicCamera===!0),Q!==w&&(Q=w,Vi=!0,ls=!0)}if(Ft.needsLights&&(cn.state.sunShadowMap.length>0&&he.setValue(O,"sunShadowMap",cn.state.sunShadowMap,$t),cn.state.directionalShadowMap.length>0&&he.setValue(O,"directionalShadowMap",cn.state.directionalShadowMap,$t),cn.state.spotShadowMap.length>0&&he.setValue(O,"spotShadowMap",cn.state.spotShadowMap,$t),cn.state.pointShadowMap.length>0&&he.setValue(O,"pointShadowMap",cn.state.pointShadowMap,$t)),Z.isSkinnedMesh){he.setOptional(O,Z,"bindMatrix"),he.setOptional(O,Z,"bindMatrixInverse");let Ie=Z.skeleton;Ie&&(Ie.boneTexture===null&&Ie.computeBoneTexture(),he.setValue(O,"boneTexture",Ie.boneTexture,$t))}Z.isBatchedMesh&&(he.setOptional(O,Z,"batchingTexture"),he.setValue(O,"batchingTexture",Z._matricesTexture,$t),he.setOptional(O,Z,"batchingIdTexture"),he.setValue(O,"batchingIdTexture",Z._indirectTexture,$t),he.setOptional(O,Z,"batchingColorTexture"),Z._colorsTexture!==null&&he.setValue(O,"batchingColorTexture",Z._colorsTexture,$t));let zn=j.morphAttributes;if((zn.position!==void 0||zn.normal!==void 0||zn.color!==void 0)&&rt.update(Z,j,hn),(Vi||Ft.receiveShadow!==Z.receiveShadow)&&(Ft.receiveShadow=Z.receiveShadow,he.setValue(O,"receiveShadow",Z.receiveShadow)),(Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial)&&Y.envMap===null&&k.environment!==null&&(Je.envMapIntensity.value=k.environmentIntensity),Je.dfgLUT!==void 0&&(Je.dfgLUT.value=j1()),Vi){if(he.setValue(O,"toneMappingExposure",D.toneMappingExposure),Ft.needsLights&&Cr(Je,ls),Et&&Y.fog===!0&&_t.refreshFogUniforms(Je,Et),_t.refreshMaterialUniforms(Je,Y,bt,Tt,E.state.transmissionRenderTarget[w.id]),Ft.needsLights&&Ft.numLightProbeGrids>0){let Ie=b,un=0;for(let Dn of E.state.lightProbeGridArray)Dn.texture!==null&&(Ie.textures[un]=Dn.texture,Ie.min[un]=Dn.boundingBox.min,Ie.max[un]=Dn.boundingBox.max,Ie.resolution[un]=Dn.resolution,un++);for(let Dn in Ie)Ie[Dn].length=un;Je.probesSH.value=Ie.textures,Je.probesMin.value=Ie.min,Je.probesMax.value=Ie.max,Je.probesResolution.value=Ie.resolution}bo.upload(O,Es(Ft),Je,$t)}if(Y.isShaderMaterial&&Y.uniformsNeedUpdate===!0&&(bo.upload(O,Es(Ft),Je,$t),Y.uniformsNeedUpdate=!1),Y.isSpriteMaterial&&he.setValue(O,"center",Z.center),he.setValue(O,"modelViewMatrix",Z.modelViewMatrix),he.setValue(O,"normalMatrix",Z.normalMatrix),he.setValue(O,"modelMatrix",Z.matrixWorld),Y.uniformsGroups!==void 0){let Ie=Y.uniformsGroups;for(let un=0,Dn=Ie.length;un<Dn;un++){let Qa=Ie[un];Ht.update(Qa,hn),Ht.bind(Qa,hn)}}return hn}function Cr(w,k){w.ambientLightColor.needsUpdate=k,w.lightProbe.needsUpdate=k,w.sunLights.needsUpdate=k,w.sunLightShadows.needsUpdate=k,w.directionalLights.needsUpdate=k,w.directionalLightShadows.needsUpdate=k,w.pointLights.needsUpdate=k,w.pointLightShadows.needsUpdate=k,w.spotLights.needsUpdate=k,w.spotLightShadows.needsUpdate=k,w.rectAreaLights.needsUpdate=k,w.hemisphereLights.needsUpdate=k}function As(w){return w.isMeshLambertMaterial||w.isMeshToonMaterial||w.isMeshPhongMaterial||w.isMeshStandardMaterial||w.isShadowMaterial||w.isShaderMaterial&&w.lights===!0}this.getActiveCubeFace=function(){return $},this.getActiveMipmapLevel=function(){return H},this.getRenderTarget=function(){return ct},this.setRenderTargetTextures=function(w,k,j){let Y=zt.get(w);Y.__autoAllocateDepthBuffer=w.resolveDepthBuffer===!1,Y.__autoAllocateDepthBuffer===!1&&(Y.__useRenderToTexture=!1),zt.get(w.texture).__webglTexture=k,zt.get(w.depthTexture).__webglTexture=Y.__autoAllocateDepthBuffer?void 0:j,Y.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(w,k){let j=zt.get(w);j.__webglFramebuffer=k,j.__useDefaultFramebuffer=k===void 0},this.setRenderTarget=function(w,k=0,j=0){ct=w,$=k,H=j;let Y=null,Z=!1,Et=!1;if(w){let At=zt.get(w);if(At.__useDefaultFramebuffer!==void 0){St.bindFramebuffer(O.FRAMEBUFFER,At.__webglFramebuffer),st.copy(w.viewport),ft.copy(w.scissor),ut=w.scissorTest,St.viewport(st),St.scissor(ft),St.setScissorTest(ut),J=-1;return}else if(At.__webglFramebuffer===void 0)$t.setupRenderTarget(w);else if(At.__hasExternalTextures)$t.rebindTextures(w,zt.get(w.texture).__webglTexture,zt.get(w.depthTexture).__webglTexture);else if(w.depthBuffer){let ee=w.depthTexture;if(At.__boundDepthTexture!==ee){if(ee!==null&&zt.has(ee)&&(w.width!==ee.image.width||w.height!==ee.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");$t.setupDepthRenderbuffer(w)}}let Lt=w.texture;(Lt.isData3DTexture||Lt.isDataArrayTexture||Lt.isCompressedArrayTexture)&&(Et=!0);let kt=zt.get(w).__webglFramebuffer;w.isWebGLCubeRenderTarget?(Array.isArray(kt[k])?Y=kt[k][j]:Y=kt[k],Z=!0):w.samples>0&&$t.useMultisampledRTT(w)===!1?Y=zt.get(w).__webglMultisampledFramebuffer:Array.isArray(kt)?Y=kt[j]:Y=kt,st.copy(w.viewport),ft.copy(w.scissor),ut=w.scissorTest}else st.copy(Vt).multiplyScalar(bt).floor(),ft.copy(fe).multiplyScalar(bt).floor(),ut=ce;if(j!==0&&(Y=W),St.bindFramebuffer(O.FRAMEBUFFER,Y)&&St.drawBuffers(w,Y),St.viewport(st),St.scissor(ft),St.setScissorTest(ut),Z){let At=zt.get(w.texture);O.framebufferTexture2D(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_CUBE_MAP_POSITIVE_X+k,At.__webglTexture,j)}else if(Et){let At=k;for(let Lt=0;Lt<w.textures.length;Lt++){let kt=zt.get(w.textures[Lt]);O.framebufferTextureLayer(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0+Lt,kt.__webglTexture,j,At)}}else if(w!==null&&j!==0){let At=zt.get(w.texture);O.framebufferTexture2D(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,At.__webglTexture,j)}J=-1};function Rr(w){let k=zt.get(w);return(k.__readFormat!==w.format||k.__readType!==w.type)&&(k.__readFormat=w.format,k.__readType=w.type,k.__formatReadable=oe.textureFormatReadable(w.format),k.__typeReadable=oe.textureTypeReadable(w.type)),k}this.readRenderTargetPixels=function(w,k,j,Y,Z,Et,Pt,At=0){if(!(w&&w.isWebGLRenderTarget)){te("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Lt=zt.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Pt!==void 0&&(Lt=Lt[Pt],Array.isArray(Lt)&&(Lt=Lt[0])),Lt){St.bindFramebuffer(O.FRAMEBUFFER,Lt);try{let kt=w.textures[At],ee=kt.format,de=kt.type;w.textures.length>1&&O.readBuffer(O.COLOR_ATTACHMENT0+At);let Bt=Rr(kt);if(Bt.__formatReadable===!1){te("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Bt.__typeReadable===!1){te("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}k>=0&&k<=w.width-Y&&j>=0&&j<=w.height-Z&&O.readPixels(k,j,Y,Z,gt.convert(ee),gt.convert(de),Et)}finally{let kt=ct!==null?zt.get(ct).__webglFramebuffer:null;St.bindFramebuffer(O.FRAMEBUFFER,kt)}}},this.readRenderTargetPixelsAsync=async function(w,k,j,Y,Z,Et,Pt,At=0){if(!(w&&w.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Lt=zt.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Pt!==void 0&&(Lt=Lt[Pt],Array.isArray(Lt)&&(Lt=Lt[0])),Lt)if(k>=0&&k<=w.width-Y&&j>=0&&j<=w.height-Z){St.bindFramebuffer(O.FRAMEBUFFER,Lt);let kt=w.textures[At],ee=kt.format,de=kt.type;w.textures.length>1&&O.readBuffer(O.COLOR_ATTACHMENT0+At);let Bt=Rr(kt);if(Bt.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Bt.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let pe=O.createBuffer();O.bindBuffer(O.PIXEL_PACK_BUFFER,pe),O.bufferData(O.PIXEL_PACK_BUFFER,Et.byteLength,O.STREAM_READ),O.readPixels(k,j,Y,Z,gt.convert(ee),gt.convert(de),0),O.bindBuffer(O.PIXEL_PACK_BUFFER,null);let $e=ct!==null?zt.get(ct).__webglFramebuffer:null;St.bindFramebuffer(O.FRAMEBUFFER,$e);let Re=O.fenceSync(O.SYNC_GPU_COMMANDS_COMPLETE,0);return O.flush(),await yg(O,Re,4),O.bindBuffer(O.PIXEL_PACK_BUFFER,pe),O.getBufferSubData(O.PIXEL_PACK_BUFFER,0,Et),O.bindBuffer(O.PIXEL_PACK_BUFFER,null),O.deleteBuffer(pe),O.deleteSync(Re),Et}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(w,k=null,j=0){let Y=Math.pow(2,-j),Z=Math.floor(w.image.width*Y),Et=Math.floor(w.image.height*Y),Pt=k!==null?k.x:0,At=k!==null?k.y:0;$t.setTexture2D(w,0),O.copyTexSubImage2D(O.TEXTURE_2D,j,0,0,Pt,At,Z,Et),St.unbindTexture()},this.copyTextureToTexture=function(w,k,j=null,Y=null,Z=0,Et=0){let Pt,At,Lt,kt,ee,de,Bt,pe,$e,Re=w.isCompressedTexture?w.mipmaps[Et]:w.image;if(j!==null)Pt=j.max.x-j.min.x,At=j.max.y-j.min.y,Lt=j.isBox3?j.max.z-j.min.z:1,kt=j.min.x,ee=j.min.y,de=j.isBox3?j.min.z:0;else{let he=Math.pow(2,-Z);Pt=Math.floor(Re.width*he),At=Math.floor(Re.height*he),w.isDataArrayTexture?Lt=Re.depth:w.isData3DTexture?Lt=Math.floor(Re.depth*he):Lt=1,kt=0,ee=0,de=0}Y!==null?(Bt=Y.x,pe=Y.y,$e=Y.z):(Bt=0,pe=0,$e=0);let Pe=gt.convert(k.format),_n=gt.convert(k.type),Ft;k.isData3DTexture?($t.setTexture3D(k,0),Ft=O.TEXTURE_3D):k.isDataArrayTexture||k.isCompressedArrayTexture?($t.setTexture2DArray(k,0),Ft=O.TEXTURE_2D_ARRAY):($t.setTexture2D(k,0),Ft=O.TEXTURE_2D),St.activeTexture(O.TEXTURE0),St.pixelStorei(O.UNPACK_FLIP_Y_WEBGL,k.flipY),St.pixelStorei(O.UNPACK_PREMULTIPLY_ALPHA_WEBGL,k.premultiplyAlpha),St.pixelStorei(O.UNPACK_ALIGNMENT,k.unpackAlignment);let cn=St.getParameter(O.UNPACK_ROW_LENGTH),_e=St.getParameter(O.UNPACK_IMAGE_HEIGHT),as=St.getParameter(O.UNPACK_SKIP_PIXELS),hn=St.getParameter(O.UNPACK_SKIP_ROWS),Pr=St.getParameter(O.UNPACK_SKIP_IMAGES);St.pixelStorei(O.UNPACK_ROW_LENGTH,Re.width),St.pixelStorei(O.UNPACK_IMAGE_HEIGHT,Re.height),St.pixelStorei(O.UNPACK_SKIP_PIXELS,kt),St.pixelStorei(O.UNPACK_SKIP_ROWS,ee),St.pixelStorei(O.UNPACK_SKIP_IMAGES,de);let Vi=w.isDataArrayTexture||w.isData3DTexture,ls=k.isDataArrayTexture||k.isData3DTexture;if(w.isDepthTexture){let he=zt.get(w),Je=zt.get(k),zn=zt.get(he.__renderTarget),Ie=zt.get(Je.__renderTarget);St.bindFramebuffer(O.READ_FRAMEBUFFER,zn.__webglFramebuffer),St.bindFramebuffer(O.DRAW_FRAMEBUFFER,Ie.__webglFramebuffer);for(let un=0;un<Lt;un++)Vi&&(O.framebufferTextureLayer(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,zt.get(w).__webglTexture,Z,de+un),O.framebufferTextureLayer(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,zt.get(k).__webglTexture,Et,$e+un)),O.blitFramebuffer(kt,ee,kt+Pt,ee+At,Bt,pe,Bt+Pt,pe+At,O.DEPTH_BUFFER_BIT,O.NEAREST);St.bindFramebuffer(O.READ_FRAMEBUFFER,null),St.bindFramebuffer(O.DRAW_FRAMEBUFFER,null)}else if(Z!==0||w.isRenderTargetTexture||zt.has(w)){let he=zt.get(w),Je=zt.get(k);St.bindFramebuffer(O.READ_FRAMEBUFFER,L),St.bindFramebuffer(O.DRAW_FRAMEBUFFER,X);for(let zn=0;zn<Lt;zn++)Vi?O.framebufferTextureLayer(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,he.__webglTexture,Z,de+zn):O.framebufferTexture2D(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,he.__webglTexture,Z),ls?O.framebufferTextureLayer(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,Je.__webglTexture,Et,$e+zn):O.framebufferTexture2D(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,Je.__webglTexture,Et),Z!==0?O.blitFramebuffer(kt,ee,kt+Pt,ee+At,Bt,pe,Bt+Pt,pe+At,O.COLOR_BUFFER_BIT,O.NEAREST):ls?O.copyTexSubImage3D(Ft,Et,Bt,pe,$e+zn,kt,ee,Pt,At):O.copyTexSubImage2D(Ft,Et,Bt,pe,kt,ee,Pt,At);St.bindFramebuffer(O.READ_FRAMEBUFFER,null),St.bindFramebuffer(O.DRAW_FRAMEBUFFER,null)}else ls?w.isDataTexture||w.isData3DTexture?O.texSubImage3D(Ft,Et,Bt,pe,$e,Pt,At,Lt,Pe,_n,Re.data):k.isCompressedArrayTexture?O.compressedTexSubImage3D(Ft,Et,Bt,pe,$e,Pt,At,Lt,Pe,Re.data):O.texSubImage3D(Ft,Et,Bt,pe,$e,Pt,At,Lt,Pe,_n,Re):w.isDataTexture?O.texSubImage2D(O.TEXTURE_2D,Et,Bt,pe,Pt,At,Pe,_n,Re.data):w.isCompressedTexture?O.compressedTexSubImage2D(O.TEXTURE_2D,Et,Bt,pe,Re.width,Re.height,Pe,Re.data):O.texSubImage2D(O.TEXTURE_2D,Et,Bt,pe,Pt,At,Pe,_n,Re);St.pixelStorei(O.UNPACK_ROW_LENGTH,cn),St.pixelStorei(O.UNPACK_IMAGE_HEIGHT,_e),St.pixelStorei(O.UNPACK_SKIP_PIXELS,as),St.pixelStorei(O.UNPACK_SKIP_ROWS,hn),St.pixelStorei(O.UNPACK_SKIP_IMAGES,Pr),Et===0&&k.generateMipmaps===!0&&k.mipmapsAutoUpdate===!0&&O.generateMipmap(Ft),St.unbindTexture()},this.initRenderTarget=function(w){zt.get(w).__webglFramebuffer===void 0&&$t.setupRenderTarget(w)},this.initTexture=function(w){w.isCubeTexture?$t.setTextureCube(w,0):w.isData3DTexture?$t.setTexture3D(w,0):w.isDataArrayTexture||w.isCompressedArrayTexture?$t.setTexture2DArray(w,0):$t.setTexture2D(w,0),St.unbindTexture()},this.resetState=function(){$=0,H=0,ct=null,St.reset(),Mt.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return xi}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;let e=this.getContext();e.drawingBufferColorSpace=xe._getDrawingBufferColorSpace(t),e.unpackColorSpace=xe._getUnpackColorSpace()}};var s0=["#1b6ca8","#d1495b","#edae49","#3a7d44","#7d5ba6","#30a5bf","#8d5524","#52606d"],dh=i=>s0[i%s0.length],Oa={reactions:"#2f7fd6",loops:"#9256c9",forces:"#e2602f",weight:"#3f9b52"},ph=["#d8434e","#3f9b52","#2f6fd6"],r0="#0f9fa8",o0="#e08a1e";var a0="#d1495b",yr={light:{paper:"#eef1f5",floor:"#f8f9fb",rules:"#c9d1db",shadow:"#28323f",shade:.3,lift:0,ink:"#1f2933",muted:"#5b6672",halo:"rgba(248, 249, 251, 0.88)"},dark:{paper:"#161b21",floor:"#2c343e",rules:"#46525f",shadow:"#000000",shade:.6,lift:.12,ink:"#e8ecf1",muted:"#9aa7b5",halo:"rgba(19, 23, 28, 0.82)"}},mh=i=>new Gt().setRGB(i[0],i[1],i[2],Ln);function gh(i,t=!1){let e=i[0].index!==null,n=new Set(Object.keys(i[0].attributes)),s=new Set(Object.keys(i[0].morphAttributes)),r={},o={},a=i[0].morphTargetsRelative,l=new Fe;l.morphTargetsRelative=a;let c=0;for(let h=0;h<i.length;++h){let f=i[h],u=0,d=0;if(e!==(f.index!==null))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". All geometries must have compatible attributes; make sure index attribute exists among all geometries, or in none of them."),null;for(let p in f.attributes){if(!n.has(p))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+'. All geometries must have compatible attributes; make sure "'+p+'" attribute exists among all geometries, or in none of them.'),null;r[p]===void 0&&(r[p]=[]),r[p].push(f.attributes[p]),u++}if(u!==n.size)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". Make sure all geometries have the same number of attributes."),null;if(a!==f.morphTargetsRelative)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". .morphTargetsRelative must be consistent throughout all geometries."),null;for(let p in f.morphAttributes){if(!s.has(p))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+".  .morphAttributes must be consistent throughout all geometries."),null;if(f.morphAttributes[p].length!==i[0].morphAttributes[p].length)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+'. All geometries must have the same number of morph targets for the "'+p+'" morph attribute.'),null;o[p]===void 0&&(o[p]=[]),o[p].push(f.morphAttributes[p]),d++}if(d!==s.size)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". Make sure all geometries have the same number of morph attributes."),null;if(t){let p;if(e)p=f.index.count;else if(f.attributes.position!==void 0)p=f.attributes.position.count;else return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". The geometry must have either an index or a position attribute"),null;l.addGroup(c,p,h),c+=p}}if(e){let h=0,f=[];for(let u=0;u<i.length;++u){let d=i[u].index;for(let p=0;p<d.count;++p)f.push(d.getX(p)+h);h+=i[u].attributes.position.count}l.setIndex(f)}for(let h in r){let f=l0(r[h]);if(!f)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed while trying to merge the "+h+" attribute."),null;l.setAttribute(h,f)}for(let h in o){let f=o[h][0].length;if(f!==0){l.morphAttributes=l.morphAttributes||{},l.morphAttributes[h]=[];for(let u=0;u<f;++u){let d=[];for(let y=0;y<o[h].length;++y)d.push(o[h][y][u]);let p=l0(d);if(!p)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed while trying to merge the "+h+" morphAttribute."),null;l.morphAttributes[h].push(p)}}}return l}function l0(i){let t,e,n,s=-1,r=0;for(let c=0;c<i.length;++c){let h=i[c];if(t===void 0&&(t=h.array.constructor),t!==h.array.constructor)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.array must be of consistent array types across matching attributes."),null;if(e===void 0&&(e=h.itemSize),e!==h.itemSize)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.itemSize must be consistent across matching attributes."),null;if(n===void 0&&(n=h.normalized),n!==h.normalized)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.normalized must be consistent across matching attributes."),null;if(s===-1&&(s=h.gpuType),s!==h.gpuType)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.gpuType must be consistent across matching attributes."),null;r+=h.count*e}let o=new t(r),a=new sn(o,e,n),l=0;for(let c=0;c<i.length;++c){let h=i[c];if(h.isInterleavedBufferAttribute){let f=l/e;for(let u=0,d=h.count;u<d;u++)for(let p=0;p<e;p++){let y=h.getComponent(u,p);a.setComponent(u+f,p,y)}}else o.set(h.array,l);l+=h.count*e}return s!==void 0&&(a.gpuType=s),a}function h0(i,t=1e-4){t=Math.max(t,Number.EPSILON);let e={},n=i.getIndex(),s=i.getAttribute("position"),r=n?n.count:s.count,o=0,a=Object.keys(i.attributes),l=[],c=new Map,h=[],f=["getX","getY","getZ","getW"],u=t*.5,d=Math.log10(1/t),p=Math.pow(10,d),y=u*p;for(let g=0;g<r;g++){let v=n?n.getX(g):g,T="";for(let b=0,R=a.length;b<R;b++){let E=a[b],_=i.getAttribute(E),A=_.itemSize;for(let B=0;B<A;B++)T+=`${Math.trunc(_[f[B]](v)*p+y)},`}T in e?h.push(e[T]):(l.push(v),e[T]=o,h.push(o),o++)}let m=i.clone();for(let g in i.attributes)m.setAttribute(g,c0(i.attributes[g],l,c));for(let g in i.morphAttributes)m.morphAttributes[g]=i.morphAttributes[g].map(v=>c0(v,l,c));return m.setIndex(h),m}function c0(i,t,e=new Map){let n=i.isInterleavedBufferAttribute,s=n?i.data:i,r=n?s.stride:i.itemSize,o=n?e.get(s):void 0;if(o===void 0){let l=new s.array.constructor(t.length*r);for(let c=0;c<t.length;c++)for(let h=0;h<r;h++)l[c*r+h]=s.array[t[c]*r+h];o=n?new s.constructor(l,r,s.meshPerAttribute):new i.constructor(l,i.itemSize,i.normalized,i.meshPerAttribute),o.setUsage(s.usage),n&&e.set(s,o)}let a=n?new i.constructor(o,i.itemSize,i.offset,i.normalized):o;return a.name=i.name,n||(a.gpuType=i.gpuType),a}var f0=i=>i>1e4?6:i>2e3?8:i>300?16:32,wo=i=>i<16;function _h(i,t){let e=t/2,n=wo(t);switch(i){case"box":return Ba(n?Q1():new Gs(1,1,1),(s,r,o)=>[s,r,o]);case"sphere":return Ba(n?eE(t):es(new fr(1,t,e)),(s,r,o)=>[s,r,o]);case"cylinder":return Ba(n?tE(t):es(new yi(1,1,1,t)),(s,r,o)=>[s,r,Math.sign(o)]);case"tube":return Ba(es(new yi(1,1,1,t,1,!0)),(s,r)=>[s,r,0]);case"dome":return Ba(es(new fr(1,t,e/2,0,2*Math.PI,0,Math.PI/2)),(s,r,o)=>[s,r,o]);default:throw new Error(`unknown shape '${i}'`)}}function Q1(){let i=new Fe,t=[0,1,2,3,4,5,6,7].flatMap(n=>[0,1,2].map(s=>(n>>s&1)-.5));i.setAttribute("position",new le(t,3));let e=[0,2,3,1,4,5,7,6,0,1,5,4,2,6,7,3,0,4,6,2,1,3,7,5];return i.setIndex([0,4,8,12,16,20].flatMap(n=>[0,1,2,0,2,3].map(s=>e[n+s]))),i}function tE(i){let t=new Fe,e=[],n=[];for(let s=0;s<i;s++){let r=2*Math.PI*s/i;for(let l of[-.5,.5])e.push(Math.cos(r),Math.sin(r),l);let[o,a]=[2*s,2*((s+1)%i)];n.push(o,a,a+1,o,a+1,o+1),s>1&&n.push(0,o,o-2,1,o-1,o+1)}return t.setAttribute("position",new le(e,3)),t.setIndex(n),t}function eE(i){let t=es(new fr(1,i,Math.floor(.75*i)));return t.deleteAttribute("normal"),t.deleteAttribute("uv"),h0(t)}var es=i=>i.rotateX(Math.PI/2);function Ba(i,t){let e=i.attributes.position,n=new Float32Array(3*e.count);for(let s=0;s<e.count;s++){let r=t(e.getX(s),e.getY(s),e.getZ(s)),o=Math.hypot(...r)||1;for(let a=0;a<3;a++)n[3*s+a]=r[a]/o}return i.setAttribute("outward",new le(n,3)),i.deleteAttribute("uv"),i}function yd(i,t,e=10){let n=new yi(i,i,1-t,e).translate(0,(1-t)/2,0),s=new Vs(2.6*i,t,e+4).translate(0,1-t/2,0);return es(gh([n,s]))}var vd=(i,t)=>{let{r:e,g:n,b:s}=new Gt(t),r=i.attributes.position.count,o=new Float32Array(3*r);for(let a=0;a<r;a++)o.set([e,n,s],3*a);return i.setAttribute("color",new le(o,3)),i.deleteAttribute("uv"),i};function d0(){let[i,t,e]=ph;return gh([vd(yd(.03,.24).rotateY(Math.PI/2),i),vd(yd(.03,.24).rotateX(-Math.PI/2),t),vd(yd(.03,.24),e)])}function p0(i){let t=(a,l=.025)=>es(new yi(l,l,a,8)),e=(a,l)=>es(new Vs(.07,.2,12).rotateX(l?0:Math.PI)).translate(0,0,a),n=1.6*Math.PI,s=()=>[new uo(.26,.025,8,32,n),new Vs(.075,.2,12).translate(.26,.06,0).rotateZ(n)],r=()=>new uo(.26,.022,8,36);return gh({turns:()=>[t(1),...s()],slides:()=>[t(.8),e(.5,!0),e(-.5,!1)],screws:()=>[t(.8),e(.5,!0),e(-.5,!1),...s()],swivels:()=>[r(),r().rotateX(Math.PI/2),r().rotateY(Math.PI/2)],glides:()=>[t(.5).translate(0,0,.25),...[0,1,2,3].map(a=>t(.64,.02).rotateX(Math.PI/2).translate(.32,0,0).rotateZ(a*Math.PI/2))],shifts:()=>[t(.6),t(.6).rotateX(Math.PI/2),t(.6).rotateY(Math.PI/2)]}[i]())}var m0=()=>es(new yi(1,1,1,12).translate(0,.5,0)),g0=()=>es(new Vs(1,1,16).translate(0,.5,0)),nE=Math.cos(35*Math.PI/180);function _0(i,t,e){let n=Math.floor(t.length/3),s=new Uint32Array(3*n);for(let u=0;u<n;u++)s[3*u]=t[3*u],s[3*u+1]=t[3*u+(e?2:1)],s[3*u+2]=t[3*u+(e?1:2)];let r=iE(i,s,n),o=sE(i),a=rE(o,s,i.length/3),l=new Float32Array(9*n),c=new Float32Array(9*n),h=new Float32Array(9*n);for(let u=0;u<3*n;u++){let d=Math.floor(u/3);for(let y=0;y<3;y++)l[3*u+y]=i[3*s[u]+y];let p=o[s[u]];u0(r,a,p,d,nE,c,3*u,e),u0(r,a,p,d,-2,h,3*u,e)}let f=new Fe;return f.setAttribute("position",new le(l,3)),f.setAttribute("normal",new le(c,3)),f.setAttribute("outward",new le(h,3)),f}function iE(i,t,e){let n=new Float32Array(4*e);for(let s=0;s<e;s++){let[r,o,a]=[3*t[3*s],3*t[3*s+1],3*t[3*s+2]],[l,c,h]=[i[o]-i[r],i[o+1]-i[r+1],i[o+2]-i[r+2]],[f,u,d]=[i[a]-i[r],i[a+1]-i[r+1],i[a+2]-i[r+2]],p=[c*d-h*u,h*f-l*d,l*u-c*f];n.set(p,4*s),n[4*s+3]=Math.hypot(...p)}return n}function sE(i){let t=i.length/3,e=new Uint32Array(Float32Array.from(i,r=>r+0).buffer),n=new Int32Array(2**Math.ceil(Math.log2(2*t+2))).fill(-1),s=new Uint32Array(t);for(let r=0;r<t;r++){let o=e[3*r]*73856093^e[3*r+1]*19349663^e[3*r+2]*83492791;o=(o^o>>>15)>>>0;let a=o&n.length-1;for(;;){n[a]<0&&(n[a]=r);let c=n[a];if(e[3*c]===e[3*r]&&e[3*c+1]===e[3*r+1]&&e[3*c+2]===e[3*r+2]){s[r]=c;break}a=a+1&n.length-1}}return s}function rE(i,t,e){let n=new Uint32Array(e+1);for(let o of t)n[i[o]+1]++;for(let o=0;o<e;o++)n[o+1]+=n[o];let s=n.slice(),r=new Uint32Array(t.length);for(let o=0;o<t.length;o++)r[s[i[t[o]]]++]=Math.floor(o/3);return{starts:n,faces:r}}function u0(i,t,e,n,s,r,o,a){let[l,c,h]=[0,0,0],f=4*n;for(let d=t.starts[e];d<t.starts[e+1];d++){let p=4*t.faces[d];i[f]*i[p]+i[f+1]*i[p+1]+i[f+2]*i[p+2]>=s*i[f+3]*i[p+3]&&(l+=i[p],c+=i[p+1],h+=i[p+2])}let u=(a?-1:1)*(Math.hypot(l,c,h)||1);r[o]=l/u,r[o+1]=c/u,r[o+2]=h/u}function ka(i,t,e,n,s){let[r,o,a,l]=n,c=2/(r*r+o*o+a*a+l*l||1),[h,f,u]=s;i[t]=h*(1-c*(o*o+a*a)),i[t+1]=f*c*(r*o-a*l),i[t+2]=u*c*(r*a+o*l),i[t+3]=e[0],i[t+4]=h*c*(r*o+a*l),i[t+5]=f*(1-c*(r*r+a*a)),i[t+6]=u*c*(o*a-r*l),i[t+7]=e[1],i[t+8]=h*c*(r*a-o*l),i[t+9]=f*c*(o*a+r*l),i[t+10]=u*(1-c*(r*r+o*o)),i[t+11]=e[2]}function Ui(i,t){let e=Math.floor(i.length/7);for(let n=0,s=0,r=0;n<e;n++,s+=7,r+=12){let o=i[s+3],a=i[s+4],l=i[s+5],c=i[s+6],h=o*o+a*a+l*l+c*c,f=i[s]+i[s+1]+i[s+2]+h,u=f-f===0&&h>0?2/h:NaN;t[r]=1-u*(a*a+l*l),t[r+1]=u*(o*a-l*c),t[r+2]=u*(o*l+a*c),t[r+3]=i[s]+0*u,t[r+4]=u*(o*a+l*c),t[r+5]=1-u*(o*o+l*l),t[r+6]=u*(a*l-o*c),t[r+7]=i[s+1]+0*u,t[r+8]=u*(o*l-a*c),t[r+9]=u*(a*l+o*c),t[r+10]=1-u*(o*o+a*a),t[r+11]=i[s+2]+0*u}}function Zs(i){let t=new Float64Array(12*(i+1)).fill(NaN);return ka(t,12*i,[0,0,0],[0,0,0,1],[1,1,1]),t}function x0(i,t,e,n,s,r){let o=i[t]-i[t]===0;for(let a=0;a<3;a++){let l=o?i[t+4*a]:0,c=o?i[t+4*a+1]:0,h=o?i[t+4*a+2]:0;s[r+a]=l*e[n]+c*e[n+4]+h*e[n+8],s[r+a+4]=l*e[n+1]+c*e[n+5]+h*e[n+9],s[r+a+8]=l*e[n+2]+c*e[n+6]+h*e[n+10],s[r+a+12]=o?l*e[n+3]+c*e[n+7]+h*e[n+11]+i[t+4*a+3]:0}s[r+15]=1}function Qn(i,t,e,n,s,r,o){r[o]=i[t]*e+i[t+1]*n+i[t+2]*s+i[t+3],r[o+1]=i[t+4]*e+i[t+5]*n+i[t+6]*s+i[t+7],r[o+2]=i[t+8]*e+i[t+9]*n+i[t+10]*s+i[t+11]}function xh(i){let t=Math.hypot(...i)||1,[e,n,s]=i.map(o=>o/t);if(s<-.999999)return[1,0,0,0];let r=Math.sqrt((1+s)/2);return[-n/(2*r),e/(2*r),0,r]}function Eo(i,t){return[i[3]*t[0]+i[0]*t[3]+i[1]*t[2]-i[2]*t[1],i[3]*t[1]-i[0]*t[2]+i[1]*t[3]+i[2]*t[0],i[3]*t[2]+i[0]*t[1]-i[1]*t[0]+i[2]*t[3],i[3]*t[3]-i[0]*t[0]-i[1]*t[1]-i[2]*t[2]]}function za(i,t,e,n,s,r,o,a){let l=e[n]-i[t],c=e[n+1]-i[t+1],h=e[n+2]-i[t+2],f=Math.sqrt(l*l+c*c+h*h);if(!(f>0)||!Number.isFinite(f))return o.fill(0,a,a+15),o[a+15]=1,f;let u=l/f,d=c/f,p=h/f,y=p<0?-1:1,m=-1/(y+p),g=u*d*m;return o[a]=s*(1+y*u*u*m),o[a+1]=s*y*g,o[a+2]=s*-y*u,o[a+4]=s*g,o[a+5]=s*(y+d*d*m),o[a+6]=s*-d,o[a+8]=r*u,o[a+9]=r*d,o[a+10]=r*p,o[a+12]=i[t],o[a+13]=i[t+1],o[a+14]=i[t+2],o[a+3]=o[a+7]=o[a+11]=0,o[a+15]=1,f}var oE=.3,aE=[1,1.5,2,2.5,3,4,5,6,8,10],yh={shaft:.0045,head:.0125,long:.034},lE=.001,cE=4e3;function vh({kind:i,group:t}){return i==="moment"?"moments":t==="loops"?"reactions":t}var Mh=class{constructor(t){this.size=t>0&&Number.isFinite(t)?t:1,this.largest={force:0,moment:0},this.factor=1}see(t){for(let{kind:e,vectors:n}of t){let s=this.largest[e]**2;for(let r=0;r<n.length;r+=3){let o=n[r]**2+n[r+1]**2+n[r+2]**2;o>s&&Number.isFinite(o)&&(s=o)}this.largest[e]=Math.sqrt(s)}}perMetre(t){let e=this.largest[t]/(oE*this.size);if(!(e>0))return 1;let n=10**Math.floor(Math.log10(e)),s=r=>Math.abs(Math.log(r*n/e));return aE.reduce((r,o)=>s(o)<s(r)?o:r)*n/this.factor}text(t,e){let n=10**Math.floor(Math.log10(.7*this.size));return`${Ao(n,"m")} \u2259 ${Ao(this.perMetre(t)*n,e)}`}},y0=[[1e9,"G"],[1e6,"M"],[1e3,"k"],[1,""],[.001,"m"],[1e-6,"\xB5"],[1e-9,"n"],[1e-12,"p"]];function Ao(i,t){let e=Math.abs(Number(i.toPrecision(3)))*1.000000001,[n,s]=y0.find(([r])=>e>=r)??y0.at(-1);return`${Number((i/n).toPrecision(3))} ${s}${t}`}var bh=class{constructor(t,e,n){Object.assign(this,{figure:t,materials:e,scales:n}),this.on=new Set,this.set(t.run.arrows??[])}set(t){let e=t.length===this.list?.length&&t.every((n,s)=>hE(n,this.list[s]));this.list=t,this.scales.see(t),!e&&(this.shafts?.removeFromParent(),this.heads?.removeFromParent(),this.shafts=this.make(m0(),1),this.heads=this.make(g0(),2),this.ends=new Float64Array(6),this.show())}make(t,e){let n=new Ji(t,this.materials.mark(),e*this.list.length);n.instanceMatrix.setUsage(Si),n.frustumCulled=!1,n.raycast=()=>{};let s=new Float32Array(3*e*this.list.length);return this.list.forEach(({group:r,kind:o},a)=>{let l=new Gt(Oa[r]??Oa.forces);o==="moment"&&l.lerp(new Gt("#ffffff"),.3);for(let c=0;c<e;c++)l.toArray(s,3*(e*a+c))}),n.instanceColor=new On(s,3),n}toggle(t,e){e?this.on.add(t):this.on.delete(t),this.show()}show(){let t=this.list.some(e=>this.on.has(vh(e)));for(let e of[this.shafts,this.heads])t?this.figure.marks.add(e):e.removeFromParent()}shownList(){return this.list.filter(t=>this.on.has(vh(t)))}get shown(){return this.shafts.parent!==null}update(t){let{figure:e,list:n,on:s,scales:r,ends:o}=this,a=r.size,l={force:r.perMetre("force"),moment:r.perMetre("moment")},c=kr(e.run,t);n.forEach((h,f)=>{let u=h.kind==="moment"?2:1;Yo(h,c,Sh),M0(e,e.places,h,o);let d=0;for(let m=0;m<3;m++){let g=Sh[m]/l[h.kind];o[m+3]=o[m]+g,d+=g*g}let p=Math.sqrt(d),y=s.has(vh(h))&&p>lE*a;this.draw(f,y?p:NaN,u,a)}),this.shafts.instanceMatrix.needsUpdate=this.heads.instanceMatrix.needsUpdate=!0}draw(t,e,n,s){let{ends:r}=this,o=this.shafts.instanceMatrix.array,a=this.heads.instanceMatrix.array;e>0||r.fill(NaN);let l=Math.min(yh.long*s,.6/n*e),c=Math.max(.35,l/(yh.long*s));za(r,0,r,3,yh.shaft*s*c,e-n*l+.5*l,o,16*t);for(let h=0;h<2;h++){let f=32*t+16*h;if(h>=n){a.fill(0,f,f+15);continue}za(r,0,r,3,yh.head*s*c,l,a,f);let u=(e-(h+1)*l)/l;for(let d=0;d<3;d++)a[f+12+d]+=u*a[f+8+d]}}drawn(){if(!this.shown)return[];let t=this.shafts.instanceMatrix.array,e=this.heads.instanceMatrix.array;return this.list.flatMap((n,s)=>{let[r,o]=[16*s,32*s];if(!e[o+8]&&!e[o+9]&&!e[o+10])return[];let a=[...t.subarray(r+12,r+15)],l=[0,1,2].map(y=>e[o+12+y]+e[o+8+y]),c=Math.hypot(...l.map((y,m)=>y-a[m]))*this.scales.perMetre(n.kind),{group:h,name:f,kind:u,unit:d,body:p}=n;return[{run:this.figure.index,group:h,name:f,kind:u,unit:d,body:p,from:a,to:l,value:c}]})}};function M0(i,t,{point:e,body:n,at:s},r){if(e)for(let o=0;o<3;o++)r[o]=e[o];else Qn(t,i.offset(n),s[0],s[1],s[2],r,0)}function b0(i){let{visible:t,overlays:e,run:n,shift:s,count:r}=i,o=t&&e.arrows?.shownList()||[],a=[],l=o.length?Math.max(1,Math.min(n.frames,Math.floor(cE/o.length))):0,[c,h]=[new Float32Array(7*r),Zs(r)];for(let f=0;f<l;f++){let u=n.from+f/Math.max(1,l-1)*(n.to-n.from);Ui(n.pose(u,c),h);let d=kr(n,u);for(let p of o){let y=e.scales.perMetre(p.kind);Yo(p,d,Sh),M0(i,h,p,v0);let m=[0,1,2].map(v=>v0[v]+s.getComponent(v)),g=m.map((v,T)=>v+Sh[T]/y);g.every(Number.isFinite)&&a.push(...m,0,...g,0)}}return Float32Array.from(a)}var v0=new Float64Array(3),Sh=new Float64Array(3),hE=(i,t)=>i.kind===t.kind&&i.group===t.group&&i.name===t.name;function S0(i,t,e){let n=new Map;for(let{visible:s,overlays:r}of i)for(let o of s&&r.arrows?.list||[]){let{group:a,kind:l,unit:c}=o;t[vh(o)]&&n.set(`${a} ${l}`,{group:a,kind:l,unit:c,text:e.text(l,c)})}return[...n.values()]}var w0=2e5,uE=200,fE=500;function dE(i){let t=i.bodies.length,e=Array.from({length:t+1},()=>[1/0,1/0,1/0,-1/0,-1/0,-1/0]),n=new Float64Array(3),s=(r,o)=>{let a=e[r<0?t:r];for(let l=0;l<3;l++)if(!Number.isFinite(o[l]))return;for(let l=0;l<3;l++)a[l]=Math.min(a[l],o[l]),a[l+3]=Math.max(a[l+3],o[l])};for(let r of i.solids){let[o,a]=mE(r,i),l=pE(r.at,r.turn);for(let c=0;c<8;c++){let[h,f,u]=[0,1,2].map(d=>c>>d&1?a[d]:o[d]);Qn(l,0,h,f,u,n,0),s(r.body,n)}}for(let r of i.stretches)s(r.body,r.at),s(r.other,r.other_at);return i.bodies.forEach((r,o)=>{e[o][0]>e[o][3]&&(s(o,[0,0,0]),s(o,r.center??[0,0,0]))}),e}function pE(i,t){let e=new Float64Array(24);return Ui([...i,...t],e),e}function mE(i,t){let[e,n,s]=i.size,o={box:[e/2,n/2,s/2],sphere:[e,e,e],cylinder:[e,e,n/2],capsule:[e,e,n/2+e]}[i.shape];if(o)return[o.map(h=>-h),o];let a=t.meshes[i.mesh]?.points??[],l=[1/0,1/0,1/0],c=[-1/0,-1/0,-1/0];for(let h=0;h<a.length;h++){let f=a[h]*i.size[h%3];l[h%3]=Math.min(l[h%3],f),c[h%3]=Math.max(c[h%3],f)}return[l,c]}var wh=class{constructor(t,e){this.boxes=dE(e),this.count=e.bodies.length,this.places=Zs(this.count);let n=this.count>fE;this.each=n?this.balls():this.corners();let s=this.each.points.length/4,r=Math.max(1,t.frames),o=Math.max(2,Math.min(uE,r,Math.floor(w0/Math.max(1,s)))),a=new Float32Array(7*this.count),l=[];for(let c=0;c<Math.min(o,r);c++){let h=o>1?c/(o-1):0;Ui(t.pose(t.from+h*(t.to-t.from),a),this.places),l.push(this.at(this.places))}this.points=Eh(l)}corners(){let t=[],e=[];return this.boxes.forEach((n,s)=>{if(n[0]<=n[3])for(let r=0;r<8;r++)t.push(...[0,1,2].map(o=>n[o+(r>>o&1?3:0)]),0),e.push(12*s)}),{points:t,bodies:e}}balls(){let t=[],e=[];return this.boxes.forEach((n,s)=>{if(!(n[0]<=n[3]))return;let r=[0,1,2].map(o=>(n[o]+n[o+3])/2);t.push(...r,Math.hypot(n[3]-n[0],n[4]-n[1],n[5]-n[2])/2),e.push(12*s)}),{points:t,bodies:e}}at(t){let{points:e,bodies:n}=this.each,s=new Float32Array(e.length),r=0;for(let o=0;o<n.length;o++){Qn(t,n[o],e[4*o],e[4*o+1],e[4*o+2],s,r),s[r+3]=e[4*o+3];let a=s[r]+s[r+1]+s[r+2];a-a===0&&(r+=4)}return s.subarray(0,r)}add(t){this.points=Eh([this.points.length>4*w0?gE(this.points):this.points,this.at(t)])}};function Eh(i){let t=new Float32Array(i.reduce((n,s)=>n+s.length,0)),e=0;for(let n of i)t.set(n,e),e+=n.length;return t}function gE(i){let[t,e]=Ks(i,[[1,0,0],[0,1,0],[0,0,1]]),n=[];for(let s=0;s<8;s++)n.push(...[0,1,2].map(r=>s>>r&1?e[r]:t[r]),0);return Float32Array.from(n)}function Ks(i,t){let e=t.map(()=>1/0),n=t.map(()=>-1/0);for(let s=0;s<i.length;s+=4)for(let r=0;r<t.length;r++){let[o,a,l]=t[r],c=o*i[s]+a*i[s+1]+l*i[s+2];e[r]=Math.min(e[r],c-i[s+3]),n[r]=Math.max(n[r],c+i[s+3])}return[e,n]}function E0(i,t){let e=i/t;if(!(e>0)||!Number.isFinite(e))return 1;let n=10**Math.floor(Math.log10(e)),s=r=>Math.abs(Math.log(r*n/e));return[1,2,5,10].reduce((r,o)=>s(o)<s(r)?o:r)*n}var Md=1024,bs=class{constructor(t,e,n,s){if(this.pieces=n,this.bodies=Int32Array.from(n,r=>12*(r.body<0?s:r.body)),this.locals=new Float64Array(12*n.length),n.forEach((r,o)=>ka(this.locals,12*o,r.at,r.turn,r.scale)),this.instances=new Ji(t,e,n.length),this.instances.instanceMatrix.setUsage(Si),this.mesh=this.instances,this.mesh.frustumCulled=!1,n.some(r=>r.colour)){let r=new Float32Array(3*n.length);n.forEach((o,a)=>o.colour.toArray(r,3*a)),this.instances.instanceColor=new On(r,3)}}update(t){let{bodies:e,locals:n}=this,s=this.instances.instanceMatrix;for(let r=0;r<e.length;r++)x0(t,e[r],n,12*r,s.array,16*r);s.needsUpdate=!0,this.instances.boundingSphere=null}paint(t){let e=this.instances.instanceColor;this.pieces.forEach((n,s)=>t(n).toArray(e.array,3*s)),e.needsUpdate=!0}intersections(t){return this.instances.matrixWorld.copy(this.mesh.matrixWorld),t.intersectObject(this.instances,!1)}dispose(){this.mesh.removeFromParent(),this.instances.dispose()}},Ah=class extends bs{constructor(t,e,n,s){super(t,e,n,s),this.unit=t.attributes.position.array;let r=new Fe;this.points=new sn(new Float32Array(this.unit.length*n.length),3).setUsage(Si),r.setAttribute("position",this.points),r.setAttribute("colour",new sn(new Float32Array(this.points.array.length),3)),this.corners=t.index.array;let o=new Uint32Array(this.corners.length*n.length);r.setIndex(new sn(o,1).setUsage(Si)),this.depths=new Float32Array(n.length),this.counts=new Uint32Array(Md+1),this.mesh=new rn(r,e),this.mesh.frustumCulled=!1,this.mesh.raycast=()=>{},this.paint(a=>a.colour)}update(t){super.update(t);let{unit:e}=this,n=this.points.array,s=this.instances.instanceMatrix.array;for(let r=0,o=0;r<s.length;r+=16){let[a,l,c]=[s[r],s[r+1],s[r+2]],[h,f,u]=[s[r+4],s[r+5],s[r+6]],[d,p,y]=[s[r+8],s[r+9],s[r+10]],[m,g,v]=[s[r+12],s[r+13],s[r+14]];for(let T=0;T<e.length;T+=3,o+=3){let b=e[T],R=e[T+1],E=e[T+2];n[o]=a*b+h*R+d*E+m,n[o+1]=l*b+f*R+p*E+g,n[o+2]=c*b+u*R+y*E+v}}this.points.needsUpdate=!0}sort(t,e,n){let{corners:s,counts:r,depths:o}=this,a=this.instances.instanceMatrix.array,l=o.length,[c,h]=[1/0,-1/0];for(let p=0,y=12;p<l;p++,y+=16){let m=t*a[y]+e*a[y+1]+n*a[y+2];o[p]=m,m<c&&(c=m),m>h&&(h=m)}let f=h>c?(Md-1)/(h-c):0;r.fill(0);for(let p=0;p<l;p++)r[Math.floor((o[p]-c)*f)+1]++;for(let p=0;p<Md;p++)r[p+1]+=r[p];let u=this.mesh.geometry.index,d=this.unit.length/3;for(let p=0;p<l;p++){let y=s.length*r[Math.floor((o[p]-c)*f)]++;for(let m=0;m<s.length;m++)u.array[y++]=p*d+s[m]}u.needsUpdate=!0}paint(t){super.paint(t);let e=this.instances.instanceColor.array,n=this.mesh.geometry.attributes.colour,s=this.unit.length;for(let r=0;r<n.array.length;r++)n.array[r]=e[3*Math.floor(r/s)+r%3];n.needsUpdate=!0}dispose(){super.dispose(),this.mesh.geometry.dispose()}};function Th(i,t,e){let n=new Map;for(let s of i){let r=t(s);n.has(r)||n.set(r,[]),n.get(r).push(s)}return[...n.values()].map(e)}var _E=.62,xE=[1,0,0,0],yE=400,vE=1.3,ME=.5,Ch=class{constructor(t,e){this.machine=t;let n=t.solids.length+t.stretches.length;this.sides=f0(n),this.isMerged=e&&n>yE,this.known=new Map,this.pieces=t.solids.flatMap((s,r)=>bE(s,r,t,wo(this.sides)))}lighting(t){return t==="mesh"?"pixel":wo(this.sides)?"face":"vertex"}of(t){let e=A0(t);if(!this.known.has(e)){let n=t.mesh>=0?this.machine.meshes[t.mesh]:null,s=n?_0(n.points,n.faces,t.mirrored):_h(t.kind,this.sides);this.known.set(e,s)}return this.known.get(e)}},A0=i=>`${i.kind} ${i.mesh} ${i.mirrored}`;function bE(i,t,e,n){let{body:s,at:r,turn:o,size:a,shape:l}=i,[c,h,f,u]=i.colour;if(![...r,...o,...a].every(Number.isFinite))return[];let p={body:s,at:r,turn:o,solid:t,mesh:-1,mirrored:!1,colour:mh([c,h,f]),opacity:Math.round(100*(u??1))/100},[y,m,g]=a,v=T=>SE(r,o,T);switch(l){case"box":return[{...p,kind:"box",scale:[y,m,g]}];case"sphere":return[{...p,kind:"sphere",scale:[y,y,y]}];case"cylinder":return[{...p,kind:"cylinder",scale:[y,y,m]}];case"capsule":return n?[{...p,kind:"cylinder",scale:[y,y,m+vE*y]}]:[{...p,kind:"tube",scale:[y,y,m]},{...p,kind:"dome",scale:[y,y,y],at:v(m/2)},{...p,kind:"dome",scale:[y,y,y],at:v(-m/2),turn:Eo(o,xE)}];case"mesh":return e.meshes[i.mesh]?[{...p,kind:"mesh",mesh:i.mesh,mirrored:y*m*g<0,scale:[y,m,g]}]:[];default:return[]}}function SE(i,[t,e,n,s],r){return[i[0]+r*2*(t*n+e*s),i[1]+r*2*(e*n-t*s),i[2]+r*(1-2*(t*t+e*e))]}var Js=class{constructor(t,e,{body:n=null,ghost:s=0,outline:r=!1}={}){let o=n===null?t.pieces:t.pieces.filter(c=>c.body===n),a=t.machine.bodies.length,l=t.isMerged&&!s&&!r;this.batches=Th(o,c=>`${A0(c)} ${c.opacity}`,c=>{let[{opacity:h,kind:f}]=c,u=l&&f!=="mesh"?"face":t.lighting(f),d=r?e.outline:e.solid(s?s*h:h,{by:u,isGhost:s>0}),p=t.of(c[0]),y=l&&p.index?Ah:bs,m=new y(p,d,c,a),g=!s&&!r&&h>=ME;return m.mesh.castShadow=g,m})}addTo(t){for(let{mesh:e}of this.batches)t.add(e);return this}update(t){for(let e of this.batches)e.update(t)}sort({x:t,y:e,z:n}){for(let s of this.batches)s.sort?.(t,e,n)}tint(t){let e=new Gt;for(let n of this.batches)n.paint(s=>t?e.copy(s.colour).lerp(t,_E):s.colour)}dispose(){for(let t of this.batches)t.dispose()}};var T0={fine:{around:7,perTurn:18},bare:{around:4,perTurn:8}},wE=.17,EE=.62,C0=`
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
  }`;function AE(){let i=new fo;return i.onBeforeCompile=t=>{t.vertexShader=t.vertexShader.replace("#include <common>",`#include <common>
${C0}`).replace("#include <begin_vertex>","vec3 transformed = bentPoint();")},i}function TE(i,{around:t,perTurn:e}){let n=Math.ceil(e*(i+1)),s=[],r=[];for(let a=0;a<=n;a++)for(let l=0;l<t;l++){let c=2*Math.PI*l/t;if(s.push(a/n,Math.cos(c),Math.sin(c)),a===n)continue;let[h,f]=[a*t+l,a*t+(l+1)%t];r.push(h,f,h+t,f,f+t,h+t)}let o=new Fe;return o.setAttribute("position",new le(s,3)),o.setIndex(r),o}var bd=class{constructor(t,e,n,s){this.stretches=t,this.isCoil=t[0].kind==="coil";let r=l=>12*(l<0?e:l);this.from=t.map(l=>r(l.body)),this.to=t.map(l=>r(l.other)),this.ends=new Float64Array(6);let o=t.length,a=Math.round(100*(t[0].colour[3]??1))/100;if(this.isCoil){let l=TE(t[0].turns,wo(n)?T0.bare:T0.fine);this.coil=new On(new Float32Array(4*o),4).setUsage(Si),t.forEach(({radius:c,turns:h},f)=>this.coil.array.set([0,c,h,wE*c],4*f)),l.setAttribute("coil",this.coil),this.mesh=new Ji(l,s.solid(a,{bend:C0}),o),this.mesh.customDepthMaterial=AE()}else{let l=new yi(1,1,1,n).translate(0,.5,0).rotateX(Math.PI/2);this.mesh=new Ji(l,s.solid(a),o)}this.mesh.instanceMatrix.setUsage(Si),this.mesh.frustumCulled=!1,this.mesh.castShadow=!0,this.mesh.raycast=()=>{},this.mesh.instanceColor=new On(new Float32Array(3*o),3)}update(t){let{ends:e,stretches:n,isCoil:s}=this,r=this.mesh.instanceMatrix;for(let o=0;o<n.length;o++){let{at:a,other_at:l,radius:c}=n[o];Qn(t,this.from[o],a[0],a[1],a[2],e,0),Qn(t,this.to[o],l[0],l[1],l[2],e,3);let h=Math.sqrt((e[3]-e[0])**2+(e[4]-e[1])**2+(e[5]-e[2])**2);za(e,0,e,3,s?1:c,s?1:h,r.array,16*o),s&&(this.coil.array[4*o]=h)}r.needsUpdate=!0,s&&(this.coil.needsUpdate=!0)}tint(t){let e=new Gt,n=this.mesh.instanceColor;this.stretches.forEach((s,r)=>{e.copy(mh(s.colour)),t&&e.lerp(t,EE),e.toArray(n.array,3*r)}),n.needsUpdate=!0}},Rh=class{constructor(t,e,n){let s=new Map;for(let r of t.stretches){let o=`${r.kind} ${r.kind==="coil"?r.turns:""} ${r.colour[3]}`;s.has(o)||s.set(o,[]),s.get(o).push(r)}this.rows=[...s.values()].map(r=>new bd(r,t.bodies.length,e,n))}addTo(t){for(let{mesh:e}of this.rows)t.add(e);return this}update(t){for(let e of this.rows)e.update(t)}tint(t){for(let e of this.rows)e.tint(t)}};var Ph=class{constructor(t,e,n,s,r){Object.assign(this,{run:t,index:e,machine:n,shapes:s,materials:r}),this.count=n.bodies.length,this.poses=new Float32Array(7*this.count),this.places=Zs(this.count),this.solids=new Js(s,r),this.stretches=new Rh(n,s.sides,r),this.group=new Kn,this.marks=new Kn;for(let{mesh:o}of[...this.solids.batches,...this.stretches.rows])o.onBeforeRender=Sd(e);this.solids.addTo(this.group),this.stretches.addTo(this.group),this.shift=new z,this.colour=new Gt(dh(e)),this.extent=new wh(t,n),this.anchors=Float64Array.from({length:3*this.count},(o,a)=>{let l=this.extent.boxes[Math.floor(a/3)];return(l[a%3]+l[a%3+3])/2}),this.given=null,this.middle=new z,this.half=new z,this.radius=0}get visible(){return this.group.visible}set visible(t){this.group.visible=this.marks.visible=t}place(t,e,n){this.shift.set(t,e,n),this.group.position.copy(this.shift),this.marks.position.copy(this.shift)}tint(t){this.solids.tint(t?this.colour:null),this.stretches.tint(t?this.colour:null)}setTime(t){this.given?this.poses.set(this.given.subarray(0,this.poses.length)):this.run.pose(t,this.poses),Ui(this.poses,this.places),this.solids.update(this.places),this.stretches.update(this.places),this.findBall()}findBall(){let{points:t,bodies:e}=this.extent.each,[n,s]=[CE,RE];n.fill(1/0),s.fill(-1/0);for(let r=0;r<e.length;r++){Qn(this.places,e[r],t[4*r],t[4*r+1],t[4*r+2],Ga,0);let o=t[4*r+3];for(let a=0;a<3;a++)Ga[a]-o<n[a]&&(n[a]=Ga[a]-o),Ga[a]+o>s[a]&&(s[a]=Ga[a]+o)}this.radius=n[0]<=s[0]?Math.hypot(s[0]-n[0],s[1]-n[1],s[2]-n[2])/2:0,this.radius>0&&(this.middle.set((n[0]+s[0])/2,(n[1]+s[1])/2,(n[2]+s[2])/2),this.half.set((s[0]-n[0])/2,(s[1]-n[1])/2,(s[2]-n[2])/2))}isPlaced(t){return Number.isFinite(this.places[this.offset(t)])}offset(t){return 12*(t<0?this.count:t)}pointOf(t,e,n){return Qn(this.places,this.offset(t),e[0],e[1],e[2],n,0),n}anchor(t,e){let{anchors:n}=this;return Qn(this.places,12*t,n[3*t],n[3*t+1],n[3*t+2],e,0),e}},CE=new Float64Array(3),RE=new Float64Array(3),Ga=new Float64Array(3);function Sd(i){return(t,e,n,s,r)=>{r.uniforms.behind.value!==i&&(r.uniforms.behind.value=i,r.uniformsNeedUpdate=!0)}}var wd={value:new qt(1,1)},Ed={value:1};function P0(i,t,e){wd.value.set(i,t),Ed.value=e}var I0=`
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
  }`,PE=[0,-1,0,1,-1,0,1,1,0,0,1,0];function Ad(i){let t=new Fe,e=new Float32Array(12*i),n=new Uint32Array(6*i);for(let s=0;s<i;s++)e.set(PE,12*s),n.set([4*s,4*s+1,4*s+2,4*s,4*s+2,4*s+3],6*s);return t.setAttribute("position",new le(e,3)),t.setAttribute("start",new sn(new Float32Array(12*i),3)),t.setAttribute("end",new sn(new Float32Array(12*i),3)),t.setIndex(new sn(n,1)),t}function Ih(i,t,e,n,s,r){let{start:o,end:a}=i.attributes;for(let l=0;l<12;l++)o.array[12*t+l]=e[n+l%3],a.array[12*t+l]=s[r+l%3]}function Td(i,t){let e=new rn(i,t);return e.frustumCulled=!1,e.raycast=()=>{},e}function L0(i,t,e,n){return new on({transparent:!0,depthWrite:!1,toneMapped:!1,uniforms:{size:wd,ratio:Ed,wide:{value:t},now:{value:1/0},colour:{value:new Gt(i)},opacity:{value:new qt(e,n)}},vertexShader:`
      ${I0}
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
      }`})}var Lh=class{constructor(t,e,{colour:n,wide:s=2.5}){let r=[];for(let l=0;l+5<t.length;l+=3){let c=0;for(let h=0;h<6;h++)c+=t[l+h];Number.isFinite(c)&&r.push(l)}let o=Ad(r.length),a=new Float32Array(4*r.length);r.forEach((l,c)=>{Ih(o,c,t,l,t,l+3);let[h,f]=[e[l/3],e[l/3+1]];a.set([h,f,f,h],4*c)}),o.setAttribute("when",new le(a,1)),this.mesh=Td(o,L0(n,s,.95,.35))}set now(t){this.mesh.material.uniforms.now.value=t}dispose(){this.mesh.removeFromParent(),this.mesh.geometry.dispose(),this.mesh.material.dispose()}},Nh=class{constructor(t,e,n){let s=Ad(t);s.setAttribute("when",new le(new Float32Array(4*t),1)),this.mesh=Td(s,L0(e,n,.95,.95))}set(t,e,n){let s=e[0]+e[1]+e[2]+n[0]+n[1]+n[2];Number.isFinite(s)?Ih(this.mesh.geometry,t,e,0,n,0):Ih(this.mesh.geometry,t,R0,0,R0,0)}update(){let{start:t,end:e}=this.mesh.geometry.attributes;t.needsUpdate=e.needsUpdate=!0}},R0=[0,0,0],Dh=class{constructor(){let t=new on({uniforms:{size:wd,ratio:Ed},vertexShader:`
        ${I0}
        attribute vec3 paint;
        varying vec3 colour;
        void main() {
          colour = paint;
          strip(1.15);
        }`,fragmentShader:`
        varying vec3 colour;
        void main() { gl_FragColor = vec4(colour, 1.0); }`,depthTest:!1,depthWrite:!1,toneMapped:!1});this.mesh=Td(new Fe,t)}draw(t){this.mesh.geometry.dispose(),this.mesh.geometry=Ad(t.length/6);for(let e=0;6*e<t.length;e++)Ih(this.mesh.geometry,e,t,6*e,t,6*e+3)}paint(t){let e=new Float32Array(2*t.length);for(let n=0;6*n<t.length;n++){let[s,r]=[t.slice(6*n,6*n+3),t.slice(6*n+3,6*n+6)];e.set([...s,...r,...r,...s],12*n)}this.mesh.geometry.setAttribute("paint",new le(e,3))}};var ns={toKey:{value:new z(0,0,1)},toEye:{value:new z(0,0,1)},upward:{value:new z(0,0,1)},texel:{value:0},soft:{value:1},lift:{value:0}},N0=`
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
  #endif`,D0=`
  #if defined(USE_SHADOWMAP) && NUM_DIR_LIGHT_SHADOWS > 0
    uniform mat4 directionalShadowMatrix[NUM_DIR_LIGHT_SHADOWS];
    varying vec3 shadowAt;
    void placeShadow(vec4 world) { shadowAt = (directionalShadowMatrix[0] * world).xyz; }
  #else
    void placeShadow(vec4 world) {}
  #endif`,IE=`
  vec3 onScreen(vec3 light) {
    vec3 a = sqrt(light);
    vec3 b = sqrt(a);
    return clamp(0.662002687 * a + 0.68412206 * b - 0.323583601 * sqrt(b) - 0.022541147 * light, 0.0, 1.0);
  }`,F0=`
  uniform vec3 toKey;
  uniform vec3 toEye;
  uniform vec3 upward;
  /* light without the key, and from the key */
  vec2 shine(vec3 normal) {
    float sky = 0.3 + 0.12 * dot(normal, upward) + 0.18 * max(0.0, dot(normal, toEye));
    return vec2(sky, 0.55 * max(0.0, dot(normal, toKey)));
  }`,LE=`
  #include <common>
  uniform float texel;
  uniform float behind;
  uniform float lift;
  #if defined(BY_PIXEL) || defined(BY_FACE)
    varying vec3 facing;
  #else
    varying vec2 light;
  #endif
  varying vec3 paint;
  #ifndef USE_INSTANCING
    attribute vec3 colour;
  #endif
  ${D0}
  ${F0}
  //BEND
  void main() {
    #ifdef USE_INSTANCING
      vec4 world = modelMatrix * (instanceMatrix * vec4(POSITION, 1.0));
      paint = instanceColor;
    #else
      vec4 world = modelMatrix * vec4(position, 1.0);
      paint = colour;
    #endif
    float bright = max(paint.r, max(paint.g, paint.b)); // (of colours, which stand out by themselves, little is added)
    paint += sqrt(bright * bright + lift * lift) - bright;
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
  }`,NE=`
  #include <common>
  uniform float opacity;
  uniform vec3 fade;
  uniform float faded;
  #if defined(BY_PIXEL) || defined(BY_FACE)
    varying vec3 facing;
    ${F0}
  #else
    varying vec2 light;
  #endif
  varying vec3 paint;
  ${IE}
  ${N0}
  void main() {
    #ifdef BY_FACE
      vec2 light = shine(normalize(cross(dFdx(facing), dFdy(facing))));
    #elif defined(BY_PIXEL)
      vec3 normal = normalize(facing);
      vec2 light = shine(gl_FrontFacing ? normal : -normal);
    #endif
    float sun = light.y > 0.0 ? sunlight() : 0.0;
    gl_FragColor = vec4(onScreen(mix(paint * (light.x + sun * light.y), fade, faded)), opacity);
  }`;function U0({opacity:i,by:t="vertex",isGhost:e=!1,bend:n=""}){let s=i<1,r=LE.replace("//BEND",n).replace("NORMAL /",n?"bentNormal() /":"normal /").replace("POSITION",n?"bentPoint()":"position"),o=new on({uniforms:La.merge([It.lights,{opacity:{value:i},behind:{value:0},fade:{value:new Gt("#9aa5b1")},faded:{value:e?.45:0}}]),vertexShader:r,fragmentShader:NE,defines:t==="vertex"?{}:{[`BY_${t.toUpperCase()}`]:""},lights:!0,transparent:s,depthWrite:!s||e,side:t==="pixel"?vi:ji,toneMapped:!1});return Object.assign(o.uniforms,ns),o}function O0(){let i=new on({uniforms:La.merge([It.lights,{colour:{value:new Gt},shade:{value:.3}}]),vertexShader:`
      #include <common>
      ${D0}
      void main() {
        vec4 world = modelMatrix * vec4(position, 1.0);
        gl_Position = projectionMatrix * viewMatrix * world;
        placeShadow(world);
      }`,fragmentShader:`
      #include <common>
      uniform vec3 colour;
      uniform float shade;
      ${N0}
      void main() {
        float dark = 1.0 - sunlight();
        if (dark <= 0.0) discard;
        gl_FragColor = vec4(colour, shade * dark);
        #include <colorspace_fragment>
      }`,lights:!0,blending:mc,blendSrcAlpha:gc,blendDstAlpha:_c,depthTest:!1,depthWrite:!1,toneMapped:!1});return i.uniforms.soft=ns.soft,i}var B0=()=>new on({vertexShader:`
      attribute vec3 paint;
      varying vec3 colour;
      void main() {
        colour = paint;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }`,fragmentShader:`
      varying vec3 colour;
      void main() { gl_FragColor = vec4(colour, 1.0); }`,depthTest:!1,depthWrite:!1,toneMapped:!1});var k0=12,vr=48,z0=16,DE=1.7,FE=i=>Math.max(0,1-i*i)**1.5,Fh=class{constructor(t){this.level=t,this.step=1,this.radius=0,this.sheet=new rn(UE(),B0()),this.rules=new Dh,this.shade=new rn(new ur(2,2),O0()),this.group=new Kn,[this.sheet,this.rules.mesh,this.shade].forEach((e,n)=>{Object.assign(e,{renderOrder:n-9,frustumCulled:!1,raycast:()=>{}}),this.group.add(e)}),this.group.matrixAutoUpdate=!1,this.shares=[]}place(t,e,n){let{right:s,away:r,up:o}=this.level,a=Math.max(n[0]-e[0],n[1]-e[1],.8*(n[2]-e[2]),1e-6);this.step=E0(a,8),this.radius=DE*a,this.height=t;let l=[(e[0]+n[0])/2,(e[1]+n[1])/2];this.middle=l.map(d=>this.step*Math.round(d/this.step));let c=[0,1,2].map(d=>this.middle[0]*s[d]+this.middle[1]*r[d]+t*o[d]),[h,f,u]=[s,r,o].map(d=>new z(...d));this.group.matrix.copy(new Me().makeBasis(h,f,u)).setPosition(...c),this.group.matrixWorldNeedsUpdate=!0,this.sheet.scale.setScalar(this.radius),this.rule(),this.setTheme(this.theme??"light")}rule(){let t=[];this.shares=[];let{radius:e,step:n}=this;for(let s=-Math.floor(e/n);s*n<=e;s++){let r=s*n,o=Math.sqrt(Math.max(0,e*e-r*r));for(let a=0;a<z0;a++){let l=[a,a+1].map(c=>o*(2*c/z0-1));for(let c of l)t.push(r,c,0);for(let c of l)t.push(c,r,0);for(let c=0;c<2;c++)for(let h of l)this.shares.push(Math.hypot(r,h)/e)}}this.rules.draw(t)}setTheme(t){this.theme=t;let{paper:e,floor:n,rules:s,shadow:r,shade:o}=yr[t],a=this.sheet.geometry;a.setAttribute("paint",new le(G0(a.userData.shares,n,e),3)),this.rules.paint(G0(this.shares,s,e)),this.shade.material.uniforms.colour.value.set(r),this.shade.material.uniforms.shade.value=o}fitShade(t,e,n){let{right:s,away:r,up:o}=this.level,a=u=>t.x*u[0]+t.y*u[1]+t.z*u[2],l=u=>n.dot(new z(...u))/n.dot(new z(...o)),c=a(o)-this.height,h=[s,r].map((u,d)=>a(u)-c*l(u)-this.middle[d]);this.shade.position.set(h[0],h[1],0);let f=e*Math.hypot(1,l(s),l(r));this.shade.scale.set(f,f,1)}isBelow(t){let{up:e}=this.level;return t.x*e[0]+t.y*e[1]+t.z*e[2]>this.height}};function UE(){let i=[0,0,0],t=[0],e=[];for(let s=1;s<=k0;s++)for(let r=0;r<vr;r++){let o=s/k0,a=2*Math.PI*r/vr;i.push(o*Math.cos(a),o*Math.sin(a),0),t.push(o);let l=1+(s-1)*vr,[c,h]=[l+r,l+(r+1)%vr];s===1?e.push(0,c,h):e.push(c-vr,c,h,c-vr,h,h-vr)}let n=new Fe;return n.setAttribute("position",new le(i,3)),n.setIndex(e),n.userData.shares=t,n}function G0(i,t,e){let[n,s]=[t,e].map(o=>new Gt(o).getRGB({},Ln)),r=new Float32Array(3*i.length);return i.forEach((o,a)=>{let l=FE(o);["r","g","b"].forEach((c,h)=>r[3*a+h]=l*n[c]+(1-l)*s[c])}),r}var Uh='12px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif',OE=`600 ${Uh.replace("12px","13px")}`,V0=60,H0=42,To={wide:190,high:76};function W0(i){let t=[...String(i)].map(e=>/[\p{C}\p{Zl}\p{Zp}]/u.test(e)?"\uFFFD":e);return t.length>H0?`${t.slice(0,H0-1).join("")}\u2026`:t.join("")}var Oh=class{constructor(t){this.canvas=X0(t),this.compass=X0(t),Object.assign(this.compass.style,{left:"8px",top:"auto",bottom:"8px"}),this.pen=this.canvas.getContext("2d"),this.boxes=new Float64Array(4*V0),this.setTheme("light"),this.used=0,this.wrote=!1,this.written=[]}setTheme(t){this.theme=yr[t]}resize(t,e){Object.assign(this,{wide:t,high:e,ratio:Math.min(window.devicePixelRatio||1,2)}),q0(this.canvas,t,e,this.ratio),this.compassState="",q0(this.compass,To.wide,To.high,this.ratio)}begin(){this.wrote&&this.pen.clearRect(0,0,this.canvas.width,this.canvas.height),this.wrote=!1,this.used=0,this.written.length=0}end(){this.wrote!==this.shown&&(this.shown=this.wrote,this.canvas.style.display=this.wrote?"block":"none")}label(t,e,n,{bold:s=!1,colour:r=null,above:o=0,between:a=null}={}){if(this.used>=V0||!(e>-80&&e<this.wide+80&&n>-20&&n<this.high+20))return!1;let{pen:l,boxes:c,theme:h}=this;l.setTransform(this.ratio,0,0,this.ratio,0,0),l.font=s?OE:Uh;let f=a?this.shortened(W0(t),a[1]-a[0]-10):W0(t),u=l.measureText(f).width+10,d=s?20:18,p=a?Math.max(Math.min(e,a[1]-u/2),a[0]+u/2):e,y=Math.round(p-u/2),m=Math.round(n-d/2-o);for(let g=0;g<this.used;g++)if(!(y>c[4*g+2]||c[4*g]>y+u||m>c[4*g+3]||c[4*g+1]>m+d))return!1;return c.set([y,m,y+u,m+d],4*this.used++),l.fillStyle=h.halo,l.beginPath(),l.roundRect(y,m,u,d,4),l.fill(),l.fillStyle=r??h.ink,l.textBaseline="middle",l.fillText(f,y+5,m+d/2+.5),this.wrote=!0,this.written.push({text:f,x:e,y:n}),!0}shortened(t,e){let n=[...t],s=t;for(let r=n.length-1;r>1&&this.pen.measureText(s).width>e;r--){let o=Math.floor(r/2);s=`${n.slice(0,r-o).join("").trimEnd()}\u2026${n.slice(n.length-o).join("").trimStart()}`}return s}drawCompass(t,e){let{ratio:n,theme:s}=this,r=t.matrixWorldInverse.elements,o=`${[0,1,2,4,5,6,8,9,10].map(u=>r[u].toFixed(3))} ${e} ${n} ${s.ink}`;if(o===this.compassState)return;this.compassState=o;let a=this.compass.getContext("2d");a.setTransform(n,0,0,n,0,0),a.clearRect(0,0,To.wide,To.high);let[l,c,h]=[36,To.high-38,24],f=[0,1,2].map(u=>({c:u,right:r[4*u],up:r[4*u+1],near:r[4*u+2]}));f.sort((u,d)=>u.near-d.near),a.lineWidth=2,a.lineCap="round",a.textAlign="center",a.textBaseline="middle",a.font=`600 ${Uh.replace("12px","11px")}`;for(let{c:u,right:d,up:p}of f){a.strokeStyle=a.fillStyle=ph[u],a.beginPath(),a.moveTo(l,c),a.lineTo(l+h*d,c-h*p),a.stroke();let y=Math.hypot(d,p),m=y>.15?1+8/(h*y):1.4;a.fillText("xyz"[u],l+h*d*m,c-h*p*m)}e&&(a.font=Uh.replace("12px","11px"),a.textAlign="left",a.fillStyle=s.muted,a.fillText(`a square is ${Ao(e,"m")}`,74,To.high-12))}};function X0(i){let t=document.createElement("canvas");return Object.assign(t.style,{position:"absolute",left:"0",top:"0",pointerEvents:"none"}),t.setAttribute("aria-hidden","true"),i.append(t),t}function q0(i,t,e,n){i.width=Math.max(1,Math.round(t*n)),i.height=Math.max(1,Math.round(e*n)),i.style.width=`${t}px`,i.style.height=`${e}px`}var Cd=.12,BE=4;function Y0(i,t,{right:e,away:n}){for(let d of i)d.place(0,0,0);let s=i.filter(d=>d.visible&&d.extent.points.length);if(t!=="side"||s.length<2)return;let r=s.map(d=>Ks(d.extent.points,[e,n])),o=[0,1].map(d=>Math.max(...r.map(([p,y])=>y[d]-p[d]))),a=[e,n],l=s.length<=BE?s.length:Math.ceil(Math.sqrt(s.length)),c=Cd*Math.max(...o),h=o.map(d=>(1+Cd)*d+c),f=r.map(([d,p])=>p[0]-d[0]),u=0;s.forEach((d,p)=>{p&&(u+=(1+Cd)*((f[p-1]+f[p])/2)+c);let y=[l===s.length?u:p%l*h[0],Math.floor(p/l)*h[1]];for(let m of[0,1]){let g=v=>(r[v][0][m]+r[v][1][m])/2;y[m]+=g(0)-g(p)}d.place(...[0,1,2].map(m=>y[0]*a[0][m]+y[1]*a[1][m]))})}function Rd(i){let t=i.filter(n=>n.visible).map(({extent:n,shift:s})=>{if(!s.lengthSq())return n.points;let r=n.points.slice();for(let o=0;o<r.length;o+=4)r[o]+=s.x,r[o+1]+=s.y,r[o+2]+=s.z;return r});if(t.length===1)return t[0];let e=new Float32Array(t.reduce((n,s)=>n+s.length,0));return t.reduce((n,s)=>(e.set(s,n),n+s.length),0),e}function $0(i,t){let e=Math.max(...t.map((s,r)=>s-i[r])),n=i[2];return n<=.5*e?Math.min(n,0):n-.05*e}function Z0(i,t){let e=0;for(let n of i){if(!n.visible||!(n.radius>0))continue;if(Va.copy(n.middle).add(n.shift),!e){t.copy(Va),e=n.radius;continue}let s=t.distanceTo(Va);if(s+n.radius<=e)continue;if(s+e<=n.radius){t.copy(Va),e=n.radius;continue}let r=(s+e+n.radius)/2;t.lerp(Va,(r-e)/s),e=r}return e}var Va=new z;var kE=(i,t)=>i[0]*t[0]+i[1]*t[1]+i[2]*t[2],zE=(i,t)=>[i[1]*t[2]-i[2]*t[1],i[2]*t[0]-i[0]*t[2],i[0]*t[1]-i[1]*t[0]],K0=i=>i.map(t=>t/Math.hypot(...i));function J0(i){let e=i?.length===3&&i.every(Number.isFinite)&&Math.hypot(...i)>0?K0(i):[0,0,1],n=Math.abs(e[0])<.9?[1,0,0]:[0,1,0],s=K0(n.map((r,o)=>r-kE(n,e)*e[o]));return{up:e,right:s,away:zE(e,s)}}var Bh=class{constructor(){this.known=new Map,this.outline=GE()}solid(t,{by:e="vertex",isGhost:n=!1,bend:s=""}={}){return this.find(`solid ${t} ${e} ${n} ${s}`,()=>U0({opacity:t,by:e,isGhost:n,bend:s}))}mark(t=1,e=!1){return this.find(`mark ${t} ${e}`,()=>{let n=t<1;return new ga({opacity:t,transparent:n,depthWrite:!n,vertexColors:e})})}find(t,e){return this.known.has(t)||this.known.set(t,e()),this.known.get(t)}};function GE(){return new on({side:Nn,toneMapped:!1,uniforms:{colour:{value:new z(1,.25,.01)},size:{value:new qt(1,1)},wide:{value:3}},vertexShader:`
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
      }`})}var pn=new z,j0=new Float64Array(3);function kh(i,t,e,n,s){return pn.set(t[0],t[1],t[2]).add(i.shift).project(e),pn.z>-1&&pn.z<1?(pn.x=(pn.x+1)/2*n,pn.y=(1-pn.y)/2*s,pn.x>-50&&pn.x<n+50&&pn.y>-20&&pn.y<s+20):!1}function Pd(i,t,e){let{camera:n}=t.orbit,{wide:s,high:r}=i,o=t.figures.filter(a=>a.visible);if(i.begin(),t.layout==="side"&&o.length>1&&VE(i,o,t,n),t.selected){let{run:a,body:l}=t.selected,c=t.figures[a];c.visible&&l>=0&&kh(c,c.anchor(l,j0),n,s,r)&&i.label(c.machine.bodies[l].name,pn.x,pn.y,{bold:!0,above:22})}if(t.on.loops)for(let a of o)HE(i,a,n);t.on.names&&WE(i,o,n,e,t.selected),i.end()}function VE(i,t,e,n){let{up:s}=e.level,r=[];for(let{run:o,shift:a,middle:l,half:c}of t){let h=[0,1,2].reduce((u,d)=>u+Math.abs(s[d])*c.getComponent(d),0),f=[0,1,2].map(u=>l.getComponent(u)+h*s[u]);kh({shift:a},f,n,i.wide,i.high)&&r.push({text:o.label,x:pn.x,y:Math.max(14,pn.y-22)})}for(let{text:o,x:a,y:l}of r){let c=r.filter(u=>u.x!==a&&Math.abs(u.y-l)<24),h=Math.max(0,...c.filter(u=>u.x<a).map(u=>(a+u.x)/2)),f=Math.min(i.wide,...c.filter(u=>u.x>a).map(u=>(a+u.x)/2));i.label(o,a,l,{bold:!0,between:[h+3,f-3]})}}function HE(i,t,e){let{loops:n}=t.overlays;n?.loops.forEach((s,r)=>{if(!kh(t,n.points.subarray(3*r,3*r+3),e,i.wide,i.high))return;let o=n.isOpen(r)?`: open by ${Ao(n.gaps[r],"m")}`:"";i.label(`${s.name}${o}`,pn.x,pn.y,{above:20})})}function WE(i,t,e,n,s){let r=[];for(let o of t)for(let a=0;a<o.count;a++){if(s?.run===o.index&&s.body===a||!kh(o,o.anchor(a,j0),e,i.wide,i.high))continue;let l=o.index*1e6+a;r.push({id:l,name:o.machine.bodies[a].name,x:pn.x,y:pn.y,rank:pn.z-(n.has(l)?1:0)})}r.sort((o,a)=>o.rank-a.rank),n.clear();for(let{id:o,name:a,x:l,y:c}of r.slice(0,2e3))i.label(a,l,c)&&n.add(o)}var XE={position:"absolute",inset:"auto 10% 50% 10%",margin:"0",padding:"1em",borderRadius:"8px",textAlign:"center",font:"16px/1.4 system-ui, sans-serif",color:"#7a1420",background:"#fdecee",zIndex:"1"},zh=class{constructor(t){this.element=document.createElement("p"),this.element.setAttribute("role","alert"),Object.assign(this.element.style,XE),t.append(this.element),this.say("")}say(t){this.element.textContent=t,this.element.hidden=!t}};var qE=6,YE=15e3,$E=.2,Gh=class{constructor(t){let{run:e,shapes:n,materials:s}=t;this.group=new Kn;let r=Math.max(1,n.pieces.length),o=Math.min(qE,e.frames,Math.max(1,Math.floor(YE/r))),a=new Float32Array(7*t.count),l=Zs(t.count);this.solids=[];for(let c=0;c<o;c++){let h=o>1?c/(o-1):.5;Ui(e.pose(e.from+h*(e.to-e.from),a),l);let f=new Js(n,s,{ghost:$E}).addTo(this.group);f.update(l);for(let{mesh:u}of f.batches)u.onBeforeRender=Sd(t.index+c+1);this.solids.push(f)}t.group.add(this.group)}dispose(){for(let t of this.solids)t.dispose();this.group.removeFromParent()}};var ZE=0,KE=1,Q0=2,Id=new on({transparent:!0,depthTest:!1,depthWrite:!1,toneMapped:!1,uniforms:{size:{value:new qt(1,1)},ratio:{value:1}},vertexShader:`
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
    }`});function t_(i,t,e){Id.uniforms.size.value.set(i,t),Id.uniforms.ratio.value=e}var Ha=class{constructor(t){let e=new ba;e.setAttribute("position",new le([-1,-1,0,1,-1,0,1,1,0,-1,1,0],3)),e.setIndex([0,1,2,0,2,3]),this.places=new On(new Float32Array(3*t.length),3).setUsage(Si),e.setAttribute("place",this.places),e.setAttribute("kind",new On(Float32Array.from(t),1)),e.instanceCount=t.length,this.mesh=new rn(e,Id),this.mesh.frustumCulled=!1,this.mesh.renderOrder=3,this.mesh.raycast=()=>{}}set(t,e){let{array:n}=this.places,s=Number.isFinite(e[0]+e[1]+e[2]);for(let r=0;r<3;r++)n[3*t+r]=s?e[r]:1e30}update(){this.places.needsUpdate=!0}},Vh=class{constructor(t){this.figure=t,this.bodies=[],t.machine.bodies.forEach(({mass:e,center:n},s)=>{e>0&&n?.every(Number.isFinite)&&this.bodies.push({body:s,mass:e,center:n})}),this.total=this.bodies.reduce((e,{mass:n})=>e+n,0),this.signs=new Ha([...this.bodies.map(()=>ZE),...this.bodies.length>1?[KE]:[]]),this.mesh=this.signs.mesh,this.whole=new Float64Array(3),this.point=new Float64Array(3)}update(){let{bodies:t,figure:e,point:n,signs:s,total:r,whole:o}=this;o.fill(0),t.forEach(({body:a,mass:l,center:c},h)=>{e.pointOf(a,c,n),s.set(h,n);for(let f=0;f<3;f++)o[f]+=l/r*n[f]}),t.length>1&&s.set(t.length,o),s.update()}};var JE=1e-4,jE=new Set(["Revolute","Ball","Gimbal","Universal","Fixed"]),QE=new Set(["Prismatic","Cylindrical","Helical","TelescopicUniversal","BallInCylinder"]),Hh=class{constructor(t){this.figure=t,this.loops=t.machine.loops;let e=this.loops.length;this.signs=new Ha(Array(2*e).fill(Q0)),this.links=new Nh(e,"#9256c9",2),this.meshes=[this.signs.mesh,this.links.mesh],this.gaps=new Float64Array(e).fill(NaN),this.points=new Float64Array(3*e),this.a=new Float64Array(3),this.b=new Float64Array(3),this.axes=this.loops.map(n=>{let s=new Float64Array(12);return ka(s,0,[0,0,0],Eo(n.other_turn,xh(n.axis??[0,0,1])),[1,1,1]),[s[2],s[6],s[10]]})}update(){let{a:t,b:e,figure:n,signs:s}=this;this.loops.forEach((r,o)=>{n.pointOf(r.body,r.at,t),n.pointOf(r.other,r.other_at,e),s.set(2*o,t),s.set(2*o+1,e),this.links.set(o,t,e);for(let a=0;a<3;a++)this.points[3*o+a]=(t[a]+e[a])/2;this.gaps[o]=this.gap(r,o)}),s.update(),this.links.update()}gap(t,e){let{a:n,b:s,figure:r}=this,o=(n[0]-s[0])**2+(n[1]-s[1])**2+(n[2]-s[2])**2;if(jE.has(t.kind))return Math.sqrt(o);if(!QE.has(t.kind))return NaN;let a=r.offset(t.other),l=0;for(let c=0;c<3;c++){let h=0;for(let f=0;f<3;f++)h+=r.places[a+4*c+f]*this.axes[e][f];l+=h*(n[c]-s[c])}return Math.sqrt(Math.max(0,o-l*l))}isOpen(t){let e=JE*(this.figure.machine.size||1);return this.gaps[t]>e&&!(this.figure.run.gaps?.[t]<=e)}};var Nd=[0,0,0,1],tA={Revolute:["turns"],Prismatic:["slides"],Cylindrical:["screws"],Helical:["screws"],Ball:["swivels"],Gimbal:["swivels"],Universal:["swivels"],TelescopicUniversal:["swivels","slides"],BallInCylinder:["swivels","slides"],BallOnPlane:["swivels","glides"],EdgeOnPlane:["glides"],Planar:["glides","turns"],Translational:["shifts"]};function e_(i){return(i.size>0&&Number.isFinite(i.size)?i.size:1)*Math.min(.11,Math.max(.012,.4/Math.sqrt(i.bodies.length+1)))}var Ld=new Map,Dd=(i,t)=>(Ld.has(i)||Ld.set(i,t()),Ld.get(i));function n_({machine:i,count:t},e){let n=.75*e_(i),s=i.bodies.map((o,a)=>({body:a,at:[0,0,0],turn:Nd,scale:[n,n,n]})),r=1.5*n;return s.push({body:-1,at:[0,0,0],turn:Nd,scale:[r,r,r]}),[new bs(Dd("triad",d0),e.mark(1,!0),s,t)]}function i_({machine:i,count:t},e){let n=1.2*e_(i),s=[],r=(o,a,l,c,h,f)=>{let u=tA[c]??(h?["turns"]:[]),d=h?Eo(l,xh(h)):l,p=new Gt(f?o0:r0);for(let y of u)s.push({body:o,at:a,turn:d,scale:[n,n,n],colour:p,sign:y})};i.bodies.forEach(({joint:o},a)=>{o&&r(a,[0,0,0],Nd,o.kind,o.axis,o.driven)});for(let o of i.loops)r(o.body,o.at,o.turn,o.kind,o.axis,!1);return Th(s,o=>o.sign,o=>{let[{sign:a}]=o;return new bs(Dd(a,()=>p0(a)),e.mark(),o,t)})}function s_({machine:i,count:t},e){let n=new Gt("#4f8fd6"),s=[];if(i.bodies.forEach(({ellipsoid:o,center:a},l)=>{if(!o||![...o.radii,...a].every(Number.isFinite))return;let c=Math.max(...o.radii),h=o.radii.map(f=>Math.max(f,.01*c));s.push({body:l,at:a,turn:o.turn,scale:h,colour:n})}),!s.length)return[];let r=s.length>500?12:28;return[new bs(Dd(`ball ${r}`,()=>_h("sphere",r)),e.mark(.45),s,t)]}var eA=4e3,Wh=class{constructor(t,e){this.figure=t,this.colour=e,this.lines=new Map,this.shown=!1;let{tip:n,bodies:s}=t.machine;n&&n.body<s.length&&this.set(n.body,n.at,!0)}set(t,e,n){let s=`${t} ${e.join(" ")}`;this.lines.get(s)?.dispose(),this.lines.delete(s),n&&this.lines.set(s,this.draw(t,e)),this.show(this.shown)}draw(t,e){let{run:n}=this.figure,s=Math.min(eA,n.frames),r=new Float32Array(3*s),o=new Float32Array(s),a=new Float64Array(12),l=7*n.bodies;for(let c=0;c<s;c++){let h=s>1?Math.round(c*(n.frames-1)/(s-1)):0,f=h*l+7*t;Ui(n.poses.subarray(f,f+7),a),Qn(a,0,e[0],e[1],e[2],r,3*c),o[c]=n.from+h/Math.max(1,n.frames-1)*(n.to-n.from)}return new Lh(r,o,{colour:this.colour})}show(t){this.shown=t;for(let{mesh:e}of this.lines.values())t?this.figure.marks.add(e):e.removeFromParent()}update(t){for(let e of this.lines.values())e.now=t}};var Fd={frames:n_,axes:i_,ellipsoids:s_},nA=new Set(["reactions","moments","forces","weight"]),Xh=class{constructor(t,e,n,s){Object.assign(this,{figure:t,materials:e,scales:n,colour:s}),this.on={}}show(t,e){this.on[t]=e;let{figure:n,materials:s}=this;if(t in Fd){this[t]??=e?Fd[t](n,s):null;for(let{mesh:r}of this[t]??[])Ud(r,n.marks,e)}else if(nA.has(t))this.arrows??=e?new bh(n,s,this.scales):null,this.arrows?.toggle(t,e);else if(t==="centers")this.centers??=e?new Vh(n):null,this.centers&&Ud(this.centers.mesh,n.marks,e);else if(t==="loops"){this.loops??=e&&n.machine.loops.length?new Hh(n):null;for(let r of this.loops?.meshes??[])Ud(r,n.marks,e)}else t==="trails"&&(e||this.trails)?this.makeTrails().show(e):t==="ghosts"&&(this.ghosts?.dispose(),this.ghosts=e&&n.run.frames>1?new Gh(n):null)}makeTrails(){return this.trails??=new Wh(this.figure,this.colour),this.trails}trail(t,e,n){let s=this.makeTrails();s.set(t,e,n),s.show(!!this.on.trails)}setArrows(t){this.arrows?this.arrows.set(t):this.figure.run.arrows=t}outlineBody(t){if(this.outline?.dispose(),this.outline=null,t===null)return;let{shapes:e,group:n,places:s}=this.figure;this.outline=new Js(e,this.materials,{body:t,outline:!0}).addTo(n),this.outline.update(s)}update(t){let{places:e}=this.figure;for(let n of Object.keys(Fd))if(this.on[n])for(let s of this[n]??[])s.update(e);this.on.centers&&this.centers?.update(),this.on.loops&&this.loops?.update(),this.on.trails&&this.trails?.update(t),this.arrows?.shown&&this.arrows.update(t),this.outline?.update(e)}};function Ud(i,t,e){e?t.add(i):i.removeFromParent()}var r_=55.55555555555556,o_=8,Od=1e3,qh=class{constructor(t){this.scene=t,this.last=-1/0,this.slow=0,this.coarse=1,this.keepShadows=!1,this.steps=[.8,"shadows",.64,.5,...t.bodyCount>Od?[.35]:[]]}get isSoftware(){return!!this.scene.stage?.isSoftware}get fine(){return Math.min(window.devicePixelRatio||1,2)}get sharp(){return this.isSoftware?this.scene.bodyCount>Od?1:2:this.fine}next(t){clearTimeout(this.timer);let e=this.last>-1/0;return this.watch(e?t-this.last:0),this.last=t,this.isSoftware?Math.min(1,this.sharp)*this.coarse:this.sharp*(e?this.coarse:1)}idle(){this.last=-1/0,clearTimeout(this.timer),this.scene.ratio<this.sharp&&(this.timer=setTimeout(()=>this.scene.draw(this.sharp),150))}watch(t){let e=this.scene.bodyCount>Od?Math.min(t/r_,o_/2):1;if(this.slow=t>r_?this.slow+e:0,this.slow<o_||!this.steps.length)return;this.slow=0;let n=this.steps.shift();n!=="shadows"?this.coarse=n:this.scene.on.shadows&&!this.keepShadows&&this.scene.dropShadows()}stop(){clearTimeout(this.timer)}};var Wa=new Sa;function a_(i,t,e){e.updateMatrixWorld(),Wa.setFromCamera(new qt(2*i-1,1-2*t),e)}function l_(i,t,e,n){a_(t,e,n);let s=null,r=1/0;for(let o of i)if(o.visible){o.group.updateMatrixWorld();for(let a of o.solids.batches)for(let{instanceId:l,distance:c,point:h}of a.intersections(Wa)){if(!(c<r))continue;r=c;let f=h.clone().sub(o.shift).toArray();s={run:o.index,body:a.pieces[l].body,point:f}}}return s}function c_(i,t,e,n,s){a_(e,n,s);let r=s.getWorldDirection(new z),a=new z(...i).add(t).sub(Wa.ray.origin).dot(r)/Wa.ray.direction.dot(r);return Wa.ray.at(a,new z).sub(t).toArray()}var iA=5;function h_(i,t){let e=null;i.addEventListener("pointerdown",n=>{e=n.isPrimary&&n.button===0?[n.offsetX,n.offsetY]:null}),i.addEventListener("pointerup",n=>{let s=e&&Math.hypot(n.offsetX-e[0],n.offsetY-e[1])<=iA;e=null,s&&t(n.offsetX,n.offsetY)})}function u_(i,{stage:t,ink:e,wide:n}){let s=i.getContext("2d");s.imageSmoothingQuality="high";let r=t?[t.canvas,e.canvas]:[e.canvas];for(let h of r)(h!==e.canvas||e.wrote)&&s.drawImage(h,0,0,i.width,i.height);let o=i.width/n,{compass:a}=e,[l,c]=[a.clientWidth*o,a.clientHeight*o];s.drawImage(a,8*o,i.height-c-8*o,l,c)}var f_=i=>new Promise(t=>i.toBlob(t,"image/png"));function d_(i,t){for(let{instances:e,pieces:n,locals:s}of i.solids.batches){let r=n.findIndex(l=>l.body===t&&l.scale.every(c=>c!==0));if(r<0)continue;let o=new Me;if(e.getMatrixAt(r,o),o.determinant()===0)return null;let a=new Me().set(...s.subarray(12*r,12*r+12),0,0,0,1);return o.multiply(a.invert()).transpose().toArray()}return null}var Bd={right:-.6,back:.62,up:1.25},p_=1.25,Yh=class{constructor(t){this.isSoftware=sA(),this.renderer=new hh({antialias:!this.isSoftware,powerPreference:"high-performance"}),this.renderer.toneMapping=Mi,this.renderer.shadowMap.type=dr,this.renderer.shadowMap.autoUpdate=!1,this.renderer.autoClear=!1,this.renderer.info.autoReset=!1,Object.assign(this.canvas.style,{display:"block",touchAction:"none",outlineOffset:"-2px"}),this.canvas.setAttribute("role","img"),this.canvas.setAttribute("aria-label","The machine in motion; drag to turn it, scroll to zoom."),this.level=t,this.solids=new ho,this.marks=new ho,this.light()}light(){let{right:t,away:e,up:n}=this.level,s=(o,a,l)=>new z(...[0,1,2].map(c=>o*t[c]+a*e[c]+l*n[c]));this.toLight=ns.toKey.value,this.key=new po,this.solids.add(this.key,this.key.target);let{shadow:r}=this.key;r.mapSize.setScalar(this.isSoftware?1024:2048),r.camera.up.copy(s(1,0,0)),ns.upward.value.copy(s(0,0,1)),this.markLight=new po("#ffffff",1.2),this.marks.add(new Ma("#ffffff",2.1),this.markLight,this.markLight.target)}aim(t){let e=new z(...this.level.up),n=t.getWorldDirection(new z).negate().projectOnPlane(e).normalize(),s=e.clone().cross(n);this.toLight.copy(e).multiplyScalar(Bd.up).addScaledVector(n,Bd.back).addScaledVector(s,Bd.right),this.toLight.normalize()}get canvas(){return this.renderer.domElement}onLoss(t,e){this.canvas.addEventListener("webglcontextlost",n=>{n.preventDefault(),t()}),this.canvas.addEventListener("webglcontextrestored",e)}setTheme(t){this.solids.background=new Gt(yr[t].paper),ns.lift.value=yr[t].lift}resize(t,e,n){this.renderer.setPixelRatio(n),this.renderer.setSize(t,e,!0)}set shadows(t){this.renderer.shadowMap.enabled=t,this.key.castShadow=t}fitShadows(t,e,n){if(!(e>0)||!Number.isFinite(e))return 0;let s=p_**Math.ceil(Math.log(e*1.02)/Math.log(p_)),{camera:r,mapSize:o}=this.key.shadow,a=Math.max(0,new z(...this.level.up).dot(t)-n)/this.toLight.dot(new z(...this.level.up)),l=2*s+Math.min(a+s,40*s);if(r.right!==s||Math.abs(r.far-l)>.05*l){Object.assign(r,{left:-s,right:s,top:s,bottom:-s,near:0,far:1.1*l}),r.updateProjectionMatrix();let c=2*s/o.x;ns.texel.value=1.2*c,this.key.shadow.bias=-c/l}return this.key.target.position.copy(t),this.key.position.copy(t).addScaledVector(this.toLight,s),this.renderer.shadowMap.needsUpdate=!0,s}draw(t){let{renderer:e}=this,n=t.getWorldDirection(ns.toEye.value);this.markLight.position.copy(t.position),this.markLight.target.position.copy(t.position).add(n),n.negate(),e.info.reset(),e.clear(),e.render(this.solids,t),this.marks.children.some(s=>s.isGroup&&s.visible&&s.children.length)&&(e.clearDepth(),e.render(this.marks,t))}dispose(){this.renderer.dispose(),this.canvas.remove()}};function sA(){let i=document.createElement("canvas").getContext("webgl2");if(!i)return!1;let t=i.getExtension("WEBGL_debug_renderer_info"),e=String(i.getParameter(t?t.UNMASKED_RENDERER_WEBGL:i.RENDERER));return i.getExtension("WEBGL_lose_context")?.loseContext(),/swiftshader|llvmpipe|software|basic render/i.test(e)}var m_={type:"change"},zd={type:"start"},__={type:"end"},$h=new hr,g_=new li,rA=Math.cos(70*oh.DEG2RAD),vn=new z,ti=2*Math.PI,Ee={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},kd=1e-6,Zh=class extends wa{constructor(t,e=null){super(t,e),this.state=Ee.NONE,this.target=new z,this.cursor=new z,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:qs.ROTATE,MIDDLE:qs.DOLLY,RIGHT:qs.PAN},this.touches={ONE:Ys.ROTATE,TWO:Ys.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new z,this._lastQuaternion=new ci,this._lastTargetPosition=new z,this._quat=new ci().setFromUnitVectors(t.up,new z(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new go,this._sphericalDelta=new go,this._scale=1,this._panOffset=new z,this._rotateStart=new qt,this._rotateEnd=new qt,this._rotateDelta=new qt,this._panStart=new qt,this._panEnd=new qt,this._panDelta=new qt,this._dollyStart=new qt,this._dollyEnd=new qt,this._dollyDelta=new qt,this._dollyDirection=new z,this._mouse=new qt,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=aA.bind(this),this._onPointerDown=oA.bind(this),this._onPointerUp=lA.bind(this),this._onContextMenu=mA.bind(this),this._onMouseWheel=uA.bind(this),this._onKeyDown=fA.bind(this),this._onTouchStart=dA.bind(this),this._onTouchMove=pA.bind(this),this._onMouseDown=cA.bind(this),this._onMouseMove=hA.bind(this),this._interceptControlDown=gA.bind(this),this._interceptControlUp=_A.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(t){this._cursorStyle=t,t==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(t){super.connect(t),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=Ee.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(t){t.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=t}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(m_),this.update(),this.state=Ee.NONE}pan(t,e){this._pan(t,e),this.update()}dollyIn(t){this._dollyIn(t),this.update()}dollyOut(t){this._dollyOut(t),this.update()}rotateLeft(t){this._rotateLeft(t),this.update()}rotateUp(t){this._rotateUp(t),this.update()}update(t=null){let e=this.object.position;vn.copy(e).sub(this.target),vn.applyQuaternion(this._quat),this._spherical.setFromVector3(vn),this.autoRotate&&this.state===Ee.NONE&&this._rotateLeft(this._getAutoRotationAngle(t)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=ti:n>Math.PI&&(n-=ti),s<-Math.PI?s+=ti:s>Math.PI&&(s-=ti),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(vn.setFromSpherical(this._spherical),vn.applyQuaternion(this._quatInverse),e.copy(this.target).add(vn),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=vn.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new z(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new z(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=vn.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):($h.origin.copy(this.object.position),$h.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot($h.direction))<rA?this.object.lookAt(this.target):(g_.setFromNormalAndCoplanarPoint(this.object.up,this.target),$h.intersectPlane(g_,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>kd||8*(1-this._lastQuaternion.dot(this.object.quaternion))>kd||this._lastTargetPosition.distanceToSquared(this.target)>kd?(this.dispatchEvent(m_),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(t){return t!==null?ti/60*this.autoRotateSpeed*t:ti/60/60*this.autoRotateSpeed}_getZoomScale(t){let e=Math.abs(t*.01);return Math.pow(.95,this.zoomSpeed*e)}_rotateLeft(t){this._sphericalDelta.theta-=t}_rotateUp(t){this._sphericalDelta.phi-=t}_panLeft(t,e){vn.setFromMatrixColumn(e,0),vn.multiplyScalar(-t),this._panOffset.add(vn)}_panUp(t,e){this.screenSpacePanning===!0?vn.setFromMatrixColumn(e,1):(vn.setFromMatrixColumn(e,0),vn.crossVectors(this.object.up,vn)),vn.multiplyScalar(t),this._panOffset.add(vn)}_pan(t,e){let n=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;vn.copy(s).sub(this.target);let r=vn.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*t*r/n.clientHeight,this.object.matrix),this._panUp(2*e*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(t*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(e*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(t,e){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),s=t-n.left,r=e-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(t){return Math.max(this.minDistance,Math.min(this.maxDistance,t))}_handleMouseDownRotate(t){this._rotateStart.set(t.clientX,t.clientY)}_handleMouseDownDolly(t){this._updateZoomParameters(t.clientX,t.clientY),this._dollyStart.set(t.clientX,t.clientY)}_handleMouseDownPan(t){this._panStart.set(t.clientX,t.clientY)}_handleMouseMoveRotate(t){this._rotateEnd.set(t.clientX,t.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(ti*this._rotateDelta.x/e.clientHeight),this._rotateUp(ti*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(t){this._dollyEnd.set(t.clientX,t.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(t){this._panEnd.set(t.clientX,t.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(t){this._updateZoomParameters(t.clientX,t.clientY),t.deltaY<0?this._dollyIn(this._getZoomScale(t.deltaY)):t.deltaY>0&&this._dollyOut(this._getZoomScale(t.deltaY)),this.update()}_handleKeyDown(t){let e=!1;switch(t.code){case this.keys.UP:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(ti*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),e=!0;break;case this.keys.BOTTOM:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(-ti*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),e=!0;break;case this.keys.LEFT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(ti*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),e=!0;break;case this.keys.RIGHT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(-ti*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),e=!0;break}e&&(t.preventDefault(),this.update())}_handleTouchStartRotate(t){if(this._pointers.length===1)this._rotateStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(t){if(this._pointers.length===1)this._panStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panStart.set(n,s)}}_handleTouchStartDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enablePan&&this._handleTouchStartPan(t)}_handleTouchStartDollyRotate(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enableRotate&&this._handleTouchStartRotate(t)}_handleTouchMoveRotate(t){if(this._pointers.length==1)this._rotateEnd.set(t.pageX,t.pageY);else{let n=this._getSecondPointerPosition(t),s=.5*(t.pageX+n.x),r=.5*(t.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(ti*this._rotateDelta.x/e.clientHeight),this._rotateUp(ti*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(t){if(this._pointers.length===1)this._panEnd.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(t.pageX+e.x)*.5,a=(t.pageY+e.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enablePan&&this._handleTouchMovePan(t)}_handleTouchMoveDollyRotate(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enableRotate&&this._handleTouchMoveRotate(t)}_addPointer(t){this._pointers.push(t.pointerId)}_removePointer(t){delete this._pointerPositions[t.pointerId];for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId){this._pointers.splice(e,1);return}}_isTrackingPointer(t){for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId)return!0;return!1}_trackPointer(t){let e=this._pointerPositions[t.pointerId];e===void 0&&(e=new qt,this._pointerPositions[t.pointerId]=e),e.set(t.pageX,t.pageY)}_getSecondPointerPosition(t){let e=t.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[e]}_customWheelEvent(t){let e=t.deltaMode,n={clientX:t.clientX,clientY:t.clientY,deltaY:t.deltaY};switch(e){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return t.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function oA(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function aA(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function lA(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(__),this.state=Ee.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let t=this._pointers[0],e=this._pointerPositions[t];this._onTouchStart({pointerId:t,pageX:e.x,pageY:e.y});break}}function cA(i){let t;switch(i.button){case 0:t=this.mouseButtons.LEFT;break;case 1:t=this.mouseButtons.MIDDLE;break;case 2:t=this.mouseButtons.RIGHT;break;default:t=-1}switch(t){case qs.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=Ee.DOLLY;break;case qs.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Ee.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Ee.ROTATE}break;case qs.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Ee.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Ee.PAN}break;default:this.state=Ee.NONE}this.state!==Ee.NONE&&this.dispatchEvent(zd)}function hA(i){switch(this.state){case Ee.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case Ee.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case Ee.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function uA(i){this.enabled===!1||this.enableZoom===!1||this.state!==Ee.NONE||(i.preventDefault(),this.dispatchEvent(zd),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(__))}function fA(i){this.enabled!==!1&&this._handleKeyDown(i)}function dA(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case Ys.ROTATE:if(this.enableRotate===!1){this.state=Ee.NONE;break}this._handleTouchStartRotate(i),this.state=Ee.TOUCH_ROTATE;break;case Ys.PAN:if(this.enablePan===!1){this.state=Ee.NONE;break}this._handleTouchStartPan(i),this.state=Ee.TOUCH_PAN;break;default:this.state=Ee.NONE}break;case 2:switch(this.touches.TWO){case Ys.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=Ee.TOUCH_DOLLY_PAN;break;case Ys.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=Ee.TOUCH_DOLLY_ROTATE;break;default:this.state=Ee.NONE}break;default:this.state=Ee.NONE}this.state!==Ee.NONE&&this.dispatchEvent(zd)}function pA(i){switch(this._trackPointer(i),this.state){case Ee.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case Ee.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case Ee.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case Ee.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=Ee.NONE}}function mA(i){this.enabled!==!1&&i.preventDefault()}function gA(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function _A(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var xA=32,x_=20*Math.PI/180,Gd=[-55,-35,35,55].map(i=>i*Math.PI/180),yA=-80*Math.PI/180,vA=1.1,MA=1.08,Kh=class{constructor(t,e){Object.assign(this,{figure:t,body:e}),this.now=new Float64Array(3).fill(NaN),this.last=new z(NaN,NaN,NaN),this.by=new z,this.moved()}moved(){let[t,e,n]=this.figure.anchor(this.body,this.now);return Number.isFinite(t+e+n)?(this.by.set(t,e,n).sub(this.last),this.last.set(t,e,n),Number.isFinite(this.by.x)?this.by:null):null}},Jh=class{constructor(t,e,n){Object.assign(this,{element:t,level:e,changed:n}),this.camera=new Wn(xA,1,.01,100),this.camera.up.set(...e.up),this.camera.position.set(...e.away.map(s=>-s)),this.makeControls(),this.radius=1,this.followed=null,this.size=[1,1],this.covered={left:0,right:0,bottom:0},this.fitted=null}makeControls(){let t=this.controls?.target.clone();this.controls?.dispose(),this.controls=new Zh(this.camera,this.element),t&&this.controls.target.copy(t),this.controls.zoomToCursor=!0,this.controls.addEventListener("change",this.changed)}get state(){let{camera:t,controls:e}=this;return{eye:t.position.toArray(),target:e.target.toArray(),up:t.up.toArray(),angle:t.fov}}set({eye:t,target:e,up:n,angle:s}){let r=o=>o?.length===3&&o.every(Number.isFinite);if(r(n)&&Math.hypot(...n)>0){let o=new z(...n).normalize();o.distanceTo(this.camera.up)>1e-6&&(this.camera.up.copy(o),this.makeControls())}r(t)&&this.camera.position.set(...t),r(e)&&this.controls.target.set(...e),s>0&&s<170&&(this.camera.fov=s),this.camera.updateProjectionMatrix(),this.controls.update()}resize(t,e){this.size=[t,Math.max(1,e)],this.camera.aspect=t/Math.max(1,e),this.center()}cover(t){this.covered=t,this.center()}center(){let{camera:t}=this;this.shift(this.covered);let{points:e,place:n,target:s}=this.fitted??{};n?.equals(t.position)&&s.equals(this.controls.target)&&this.fit(e)}shift({left:t,right:e,bottom:n}){let[s,r]=this.size;this.camera.setViewOffset(s,r,(e-t)/2,n/2,s,r)}get free(){let{left:t,right:e,bottom:n}=this.covered;return[1-(t+e)/this.size[0],1-n/this.size[1]]}look(t,e,n=!1){let s={front:[0,-1,0],back:[0,1,0],left:[-1,0,0],right:[1,0,0],top:[0,-1e-4,1],bottom:[0,-1e-4,-1]},[r,o,a]=s[t]??this.corner(e,n),{right:l,away:c,up:h}=this.level,f=new z(...[0,1,2].map(u=>r*l[u]+o*c[u]+a*h[u]));this.camera.up.distanceTo(new z(...h))>1e-6&&(this.camera.up.set(...h),this.makeControls()),this.fit(e,f.normalize())}corner(t,e){let{right:n,away:s}=this.level,r=[0,0,0,0,0],o=Math.max(1,t.length/4);for(let g=0;g<t.length;g+=4){let v=n[0]*t[g]+n[1]*t[g+1]+n[2]*t[g+2],T=s[0]*t[g]+s[1]*t[g+1]+s[2]*t[g+2];[v,T,v*v,v*T,T*T].forEach((b,R)=>r[R]+=b/o)}let[a,l,c,h,f]=r,u=g=>{let[v,T]=[-Math.sin(g),Math.cos(g)];return v*v*(c-a*a)+2*v*T*(h-a*l)+T*T*(f-l*l)},d=Gd.reduce((g,v)=>u(v)>u(g)?v:g),p=u(d)>vA*u(Gd[0])?d:Gd[0],y=e?yA:p,m=Math.cos(x_);return[m*Math.cos(y),m*Math.sin(y),Math.sin(x_)]}fit(t,e=null){let{camera:n,controls:s}=this,r=(e??n.position.clone().sub(s.target).normalize()).clone();r.lengthSq()>0||r.set(...this.level.away).negate(),t.length||(t=Float32Array.of(0,0,0,1));let o=r.clone().negate(),a=o.clone().cross(n.up).normalize(),l=a.clone().cross(o),c=Math.tan(n.fov*Math.PI/360)/MA,h=c*this.free[1],f=c*n.aspect*this.free[0],u=[];for(let[E,_]of[[a,f],[l,h]]){let A=Math.hypot(1,_);for(let B of[1,-1])u.push(E.clone().multiplyScalar(B).addScaledVector(o,-_).divideScalar(A).toArray())}let[,d]=Ks(t,u),p=(E,_,A)=>{let B=Math.hypot(1,A);return{across:(E-_)*B/2,along:-(E+_)*B/(2*A)}},y=p(d[0],d[1],f),m=p(d[2],d[3],h),[g,v]=Ks(t,[o.toArray()]),T=Math.min(y.along,m.along),b=(g[0]+v[0])/2,R=1e-6*(1+Math.abs(b));b-T>R||(T=b-Math.max(R,this.radius)),n.position.copy(a).multiplyScalar(y.across).addScaledVector(l,m.across).addScaledVector(o,T),s.target.copy(n.position).addScaledVector(o,b-T),s.update(),this.fitted={points:t,place:n.position.clone(),target:s.target.clone()}}keepUp(){let t=this.followed?.moved();t&&(this.camera.position.add(t),this.controls.target.add(t),this.controls.update())}clip(t,e,n){this.radius=e;let{camera:s,controls:r}=this,o=s.position.distanceTo(t);s.far=o+Math.max(3*e,2*n),s.near=Math.max(o-3*e,s.far/4e3),r.minDistance=.01*e,r.maxDistance=60*e,s.updateProjectionMatrix()}};var bA="names frames axes loops centers trails reactions moments forces weight ellipsoids ghosts grid shadows".split(" "),SA="This browser gives no 3D graphics (WebGL), so the machine cannot be drawn; plots and numbers still work.",wA="The browser has taken the 3D graphics away; they come back by themselves, or when the page is loaded again.",EA=12,AA=2e3,TA=[[-1,-1,0],[1,1,1]],Qh=class{constructor(t,e){Object.assign(this,{parent:t,model:e,time:-1/0,layout:"overlay",selected:null}),this.on=Object.fromEntries(bA.map(n=>[n,!1])),this.onSelect=()=>{},this.onNote=()=>{},this.level=J0(e.up),this.hasGround=(e.gravity??[]).some(n=>n!==0),this.kept=new Set,this.sorted=new z,this.unsorted=0,this.ball={middle:new z,radius:1},getComputedStyle(t).position==="static"&&(t.style.position="relative"),this.makeStage(),this.materials=new Bh,this.makeFigures(),this.pace=new qh(this),this.orbit=new Jh(this.stage?.canvas??t,this.level,()=>this.request()),this.ink=new Oh(t),this.listen(),this.setTheme("light"),this.on.grid=this.hasGround,this.on.shadows=this.bodyCount<=AA,this.stage&&(this.stage.shadows=this.on.shadows),this.setTime(Math.min(...e.runs.map(n=>n.from))),this.arrange(),this.resize(),this.view("corner"),this.stage?.aim(this.orbit.camera)}makeStage(){this.notice=new zh(this.parent);try{this.stage=new Yh(this.level)}catch{this.stage=null,this.notice.say(SA);return}this.parent.append(this.stage.canvas),this.stage.onLoss(()=>{this.lost=!0,this.notice.say(wA)},()=>{this.lost=!1,this.notice.say(""),this.setTime(this.time)})}makeFigures(){let{machines:t,runs:e}=this.model,n=t.map(s=>new Ch(s,!!this.stage?.isSoftware));this.figures=e.map((s,r)=>new Ph(s,r,t[s.machine],n[s.machine],this.materials)),this.bodyCount=this.figures.reduce((s,r)=>s+r.count,0),this.scales=new Mh(Math.max(...t.map(({size:s})=>Number.isFinite(s)?s:0)));for(let s of this.figures){let r=e.length>1?dh(s.index):a0;s.overlays=new Xh(s,this.materials,this.scales,r),s.run.arrows&&this.scales.see(s.run.arrows),this.stage?.solids.add(s.group),this.stage?.marks.add(s.marks)}this.floor=new Fh(this.level),this.stage?.solids.add(this.floor.group)}listen(){this.watcher=new ResizeObserver(()=>this.resize()),this.watcher.observe(this.parent),this.stage&&h_(this.stage.canvas,(t,e)=>{let n=this.pick(t,e);this.select(n&&n.body>=0?{run:n.run,body:n.body}:null),this.onSelect(this.selected)})}setTime(t){this.time=t;for(let e of this.figures)e.visible&&e.setTime(t);this.orbit.keepUp(),this.stale=!0,this.request()}setPoses(t,e){let n=this.figures[t];n.given=e,n.setTime(this.time),n.radius>0&&n.middle.distanceTo(this.ball.middle)+n.radius>1.2*this.ball.radius&&e&&(n.extent.add(n.places),this.arrange()),this.orbit.keepUp(),this.stale=!0,this.request()}setArrows(t,e){this.figures[t].overlays.setArrows(e),this.scales.see(e),this.stale=!0,this.request()}show(t,e){if(t in this.on){this.on[t]=e,t==="shadows"&&(this.pace.keepShadows=e,this.stage&&(this.stage.shadows=e));for(let{overlays:n}of this.figures)n.show(t,e);this.stale=!0,this.request()}}trail(t,e,n,s){this.figures[t].overlays.trail(e,n??[0,0,0],s),this.stale=!0,this.request()}setTheme(t){this.theme=t==="dark"?"dark":"light",this.stage?.setTheme(this.theme),this.floor.setTheme(this.theme),this.ink?.setTheme(this.theme),this.request()}setLayout(t){this.layout=t==="side"?"side":"overlay",this.arrange(),this.view(this.figures.length>1?"corner":"fit")}setRunVisible(t,e){let n=this.figures[t];n.visible=e,e&&n.setTime(this.time),this.arrange()}arrange(){Y0(this.figures,this.layout,this.level);let t=this.layout==="side"?null:this.figures.findIndex(l=>l.visible);this.figures.forEach((l,c)=>l.tint(t!==null&&c!==t));let{right:e,away:n,up:s}=this.level,[r,o]=Ks(Rd(this.figures),[e,n,s]);r[0]<=o[0]||([r,o]=TA),this.floor.place($0(r,o),r,o);let a=r.map((l,c)=>(l+o[c])/2);this.ball.middle.set(...[0,1,2].map(l=>a[0]*e[l]+a[1]*n[l]+a[2]*s[l])),this.ball.radius=Math.max(1e-6,Math.hypot(...o.map((l,c)=>l-r[c]))/2),this.stale=!0,this.request()}view(t){let e=Eh([Rd(this.figures),...this.figures.map(n=>b0(n))]);this.orbit.radius=this.ball.radius,t==="fit"?this.orbit.fit(e):this.orbit.look(t,e,this.layout==="side"&&this.figures.length>1),this.request()}get camera(){return this.orbit.state}setCamera(t){this.orbit.set(t),this.request()}cover(t){let{left:e,right:n,bottom:s}=this.orbit.covered;t.left===e&&t.right===n&&t.bottom===s||(this.orbit.cover(t),this.request())}setOrbit(t){this.orbit.controls.enabled=t}follow(t,e=null){let n=this.figures[t];this.orbit.followed=e!==null&&e>=0&&n?.count>e?new Kh(n,e):null}pick(t,e){return l_(this.figures,t/this.wide,e/this.high,this.orbit.camera)}pointAt(t,e,n,s=0){return c_(n,this.figures[s].shift,t/this.wide,e/this.high,this.orbit.camera)}select(t){for(let{overlays:n}of this.figures)n.outlineBody(null);let e=t&&this.figures[t.run];this.selected=e&&t.body>=0&&t.body<e.count?{run:t.run,body:t.body}:null,this.selected&&e.overlays.outlineBody(t.body),this.request()}arrowScale(t){t>0&&Number.isFinite(t)&&(this.scales.factor=t),this.stale=!0,this.request()}arrowLegend(){return S0(this.figures,this.on,this.scales)}arrows(){return this.refresh(),this.figures.flatMap(t=>t.visible?t.overlays.arrows?.drawn()??[]:[])}poseOf(t,e){return d_(this.figures[t],e)}screenOf(t){let{camera:e}=this.orbit;e.updateMatrixWorld();let n=new z(...t).project(e);return[(n.x+1)/2*this.wide,(1-n.y)/2*this.high]}labels(){return this.refresh(),Pd(this.ink,this,this.kept),this.ink.written.map(t=>({...t}))}resize(){this.wide=Math.max(1,this.parent.clientWidth),this.high=Math.max(1,this.parent.clientHeight),this.orbit.resize(this.wide,this.high),this.ink.resize(this.wide,this.high),this.ratio=null,this.request()}setRatio(t){if(t===this.ratio)return;this.ratio=t;let[e,n]=[this.wide*t,this.high*t];this.stage.resize(this.wide,this.high,t),P0(e,n,t),t_(e,n,t),this.materials.outline.uniforms.size.value.set(e,n),this.materials.outline.uniforms.wide.value=2.5*t}request(){this.changed=!0,this.handle??=requestAnimationFrame(t=>this.frame(t))}frame(t){if(this.handle=null,!this.changed){this.pace.idle();return}this.changed=!1,this.draw(this.pace.next(t)),this.handle=requestAnimationFrame(e=>this.frame(e))}refresh(){if(!this.stale)return;this.stale=!1;for(let n of this.figures)n.visible&&n.overlays.update(this.time);let t=Z0(this.figures,Vd);if(!this.stage||!this.on.shadows)return;let e=this.stage.fitShadows(Vd,t,this.floor.height);this.floor.fitShade(Vd,e,this.stage.toLight)}sort(){if(this.orbit.camera.getWorldDirection(jh),this.unsorted+=this.stale?1:0,!(this.unsorted<EA&&this.sorted.distanceToSquared(jh)<.02)){this.unsorted=0,this.sorted.copy(jh);for(let t of this.figures)t.visible&&t.solids.sort(jh)}}draw(t){if(!this.stage||this.lost)return;this.setRatio(t),ns.soft.value=t>=this.pace.sharp?1:0,this.sort(),this.refresh();let{group:e}=this.floor;e.visible=this.on.grid&&this.hasGround&&this.floor.isBelow(this.orbit.camera.position),this.floor.shade.visible=this.on.shadows,this.orbit.clip(this.ball.middle,this.ball.radius,e.visible?this.floor.radius:0),this.stage.draw(this.orbit.camera),Pd(this.ink,this,this.kept),this.ink.drawCompass(this.orbit.camera,e.visible?this.floor.step:0)}dropShadows(){this.on.shadows=this.stage.shadows=!1,this.onNote("Shadows are off, because drawing is slow here.")}toBlob(){let t=document.createElement("canvas");return[t.width,t.height]=this.pictureSize(),this.paint(t),f_(t)}pictureSize(){let t=this.pace.fine;return[Math.round(this.wide*t),Math.round(this.high*t)]}paint(t){let{covered:e}=this.orbit;this.orbit.shift({left:0,right:0,bottom:0}),this.draw(this.pace.sharp),u_(t,this),this.orbit.shift(e)}dispose(){cancelAnimationFrame(this.handle),this.pace.stop(),this.watcher?.disconnect(),this.orbit.controls.dispose(),this.stage?.dispose();for(let t of[this.ink.canvas,this.ink.compass,this.notice.element])t.remove()}},Vd=new z,jh=new z;var tu=class{constructor(t,e,n){this._model=t,this._choose=n,this._run=0,this._closed=new Set,this._active=0,this._selected=null;let s=e.panel({name:"bodies",title:"Bodies",icon:"tree",key:"B",opened:()=>this._fill()});this._search=F("input",{class:"search",attributes:{type:"search",placeholder:"Search bodies and joints","aria-label":"Search bodies and joints"}}),this._search.addEventListener("input",()=>{this._active=0,this._fill()}),this._pick=F("select",{attributes:{"aria-label":"Run"}}),t.runs.forEach((r,o)=>this._pick.append(F("option",{text:r.label,attributes:{value:o}}))),this._pick.addEventListener("change",()=>{this._run=Number(this._pick.value),this._fill()}),this._space=F("div",{class:"space"}),this._tree=F("div",{class:"tree",attributes:{role:"tree",tabindex:0,"aria-label":"Bodies"}},this._space),this._count=F("p",{class:"quiet",attributes:{role:"status"}}),this._tree.addEventListener("scroll",()=>this._draw()),this._tree.addEventListener("keydown",r=>this._key(r)),this._tree.addEventListener("click",r=>this._click(r)),new ResizeObserver(()=>this._draw()).observe(this._tree),new Set(t.runs.map(r=>r.machine)).size>1&&s.append(this._pick),s.append(this._search,this._tree,this._count),s.classList.add("bodies")}select(t){if(this._selected=t,t&&t.run!==this._run&&(this._run=t.run,this._pick.value=String(t.run)),this._fill(),!t)return;this._unfold(t.body);let e=this._rows.findIndex(n=>n.body===t.body);e>=0&&this._reach(e)}get _bodies(){return this._model.machines[this._model.runs[this._run].machine].bodies}_fill(){let t=this._bodies,e=this._search.value.trim().toLowerCase();e?(this._rows=[],t.forEach((n,s)=>{`${n.name}
${n.joint?.name??""}
${n.joint?.kind??""}`.toLowerCase().includes(e)&&this._rows.push({body:s,level:0,children:0})}),this._count.textContent=`${this._rows.length} of ${t.length} bodies`):(this._rows=this._unfolded(t),this._count.textContent=t.length===1?"1 body":`${t.length} bodies`),this._active=Math.max(0,Math.min(this._active,this._rows.length-1)),this._drawn="",this._tree.style.height=`${this._rows.length*this._height()}px`,this._draw()}_unfolded(t){let e=t.map(()=>[]),n=[];t.forEach((o,a)=>(o.parent<0?n:e[o.parent]).push(a));let s=[],r=n.reverse().map(o=>({body:o,level:0}));for(;r.length;){let{body:o,level:a}=r.pop();if(s.push({body:o,level:a,children:e[o].length}),!this._closed.has(o))for(let l of e[o].toReversed())r.push({body:l,level:a+1})}return s}_unfold(t){let e=!1;for(let n=this._bodies[t].parent;n>=0;n=this._bodies[n].parent)e=this._closed.delete(n)||e;e&&this._fill()}_draw(){if(!this._rows||!this._tree.clientHeight)return;let t=this._height(),e=Math.max(0,Math.floor(this._tree.scrollTop/t)-4),n=Math.min(this._rows.length,Math.ceil((this._tree.scrollTop+this._tree.clientHeight)/t)+4),s=`${e} ${n} ${this._active} ${this._selected?.body} ${this._selected?.run} ${t}`;s!==this._drawn&&(this._drawn=s,this._space.style.height=`${this._rows.length*t}px`,this._space.replaceChildren(...this._rows.slice(e,n).map((r,o)=>this._row(r,e+o,t))),this._tree.setAttribute("aria-activedescendant",this._rows.length?`body-${this._rows[this._active].body}`:""))}_row(t,e,n){let s=this._bodies[t.body],r=this._selected?.body===t.body&&this._selected?.run===this._run,o=F("div",{class:`row${e===this._active?" active":""}`,attributes:{role:"treeitem",id:`body-${t.body}`,"aria-level":t.level+1,"aria-selected":String(r),"aria-expanded":t.children?String(!this._closed.has(t.body)):null},data:{row:e}});o.style.top=`${e*n}px`,o.style.paddingLeft=`${6+14*Math.min(t.level,9)}px`;let a=F("span",{class:`fold${this._closed.has(t.body)?"":" unfolded"}`,data:{fold:t.body}});return t.children&&a.append(ri("right")),o.append(a,F("span",{class:"name",text:s.name}),F("span",{class:"kind",text:s.joint?.kind??""})),o}_height(){return parseFloat(getComputedStyle(this._tree).getPropertyValue("--row"))||28}_reach(t){this._active=Math.max(0,Math.min(t,this._rows.length-1));let e=this._height(),n=this._active*e;n<this._tree.scrollTop?this._tree.scrollTop=n:n+e>this._tree.scrollTop+this._tree.clientHeight&&(this._tree.scrollTop=n+e-this._tree.clientHeight),this._draw()}_fold(t,e){e?this._closed.add(t):this._closed.delete(t),this._fill()}_click(t){let e=t.target.closest("[data-fold]");if(e&&e.firstChild){let s=Number(e.dataset.fold);this._fold(s,!this._closed.has(s));return}let n=t.target.closest("[data-row]");n&&(this._reach(Number(n.dataset.row)),this._choose({run:this._run,body:this._rows[this._active].body}))}_key(t){let e=this._rows?.[this._active];if(!e||t.ctrlKey||t.metaKey||t.altKey)return;let n=Math.max(1,Math.floor(this._tree.clientHeight/this._height())-1),s={ArrowDown:1,ArrowUp:-1,PageDown:n,PageUp:-n,Home:-1/0,End:1/0},r=e.children&&!this._closed.has(e.body);if(t.key in s)this._reach(this._active+s[t.key]);else if(t.key==="ArrowRight"&&e.children&&!r)this._fold(e.body,!1);else if(t.key==="ArrowRight"&&r)this._reach(this._active+1);else if(t.key==="ArrowLeft"&&r)this._fold(e.body,!0);else if(t.key==="ArrowLeft")this._reach(Math.max(0,this._rows.findIndex(o=>o.body===this._bodies[e.body].parent)));else if(t.key==="Enter"||t.key===" ")this._choose({run:this._run,body:e.body});else return;t.preventDefault(),t.stopPropagation()}};function y_({times:i},t){if(i.length<2)return!0;let[e,n]=[i[0],i[i.length-1]],s=1e-6*(n-e);return t>=e-s&&t<=n+s}function nu(i,{values:t},e){if(!y_(i,e))return NaN;let{row:n,part:s}=kr(i,e);return s===0?t[n]:t[n]+s*(t[n+1]-t[n])}var Co=({values:i})=>i.reduce((t,e)=>Math.abs(e)>t?Math.abs(e):t,0);function v_(i,t,e){return y_(i,e)?Math.hypot(...Yo(t,kr(i,e),[0,0,0])):NaN}var Hd=new Map;function eu(i,t,e,n){let s=i.machines[t.machine].bodies.length;Hd.has(s)||Hd.set(s,new Float32Array(7*s));let r=Hd.get(s);return t.pose(n,r),[r[7*e],r[7*e+1],r[7*e+2]]}function M_(i,t,e,n){if(t.frames<2)return NaN;let s=(t.to-t.from)/(t.frames-1),r=Math.min(t.to,Math.max(t.from,n)+s/2),o=Math.max(t.from,r-s),a=eu(i,t,e,o),l=eu(i,t,e,o+s);return Math.hypot(l[0]-a[0],l[1]-a[1],l[2]-a[2])/s}var iu=class{constructor(t,e,n,s){Object.assign(this,{_model:t,_shell:e,_clock:n,_actions:s}),this._live=[],this._element=F("section",{class:"card",attributes:{"aria-label":"Selected body"}}),this._element.hidden=!0,e.corner.append(this._element),this._update=Zn(80,()=>{if(!this._element.hidden)for(let r of this._live)r(this._clock.time)}),n.onTime(this._update)}show(t){if(this._live=[],this._element.hidden=!t,this._shell.root.classList.toggle("selected",!!t),!t)return;let e=this._model.runs[t.run],n=this._model.machines[e.machine].bodies,s=n[t.body],r=s.parent<0?null:n[s.parent],o=Yt({label:"Close",icon:"close",key:"Esc",class:"small",press:()=>this._actions.select(null)});nl(this._element).append(F("div",{class:"title"},F("h2",{text:s.name}),o),F("div",{class:"body"},this._model.runs.length>1?F("p",{class:"quiet",text:e.label}):null,Is([["Parent",r?this._link(r.name,{run:t.run,body:s.parent}):"ground"],["Joint",this._joint(s.joint)],["Mass",`${tn(s.mass)} kg`],["Centre of mass in its axes",`${s.center.map(a=>tn(a,3)).join(", ")}\xA0m`],["Origin",this._now(a=>`${eu(this._model,e,t.body,a).map(l=>CA(l,e.step)).join(", ")}\xA0m`)],...e.frames>1?[["Speed",this._now(a=>RA(this._model,e,t.body,a))]]:[]]),this._coordinates(e,s),this._reactions(e,t.body),this._buttons(t,e,s)));for(let a of this._live)a(this._clock.time)}refresh(){this._update()}_link(t,e){return F("button",{class:"link",text:t,attributes:{type:"button"},on:{click:()=>this._actions.select(e)}})}_joint(t){return t?`${t.name?`${t.name}, `:""}${t.kind}${t.driven?", driven":""}`:"none"}_now(t){let e=F("span",{class:"now-value"});return this._live.push(n=>{e.textContent=t(n)}),e}_coordinates(t,e){let n=[];for(let[s,r]of[["coordinates",e.joint?.q??[]],["velocities",e.joint?.u??[]]])for(let o of r){let a=t.series.find(c=>c.group===s&&c.name===o);if(!a)continue;let l={step:a.step,beside:Co(a)};n.push([o,this._now(c=>PA(nu(t,a,c),a.unit,l))])}return n.length?F("div",{},F("h3",{text:"Coordinates now"}),Is(n)):null}_reactions(t,e){let n=[];return t.arrows.forEach((s,r)=>{if(s.body!==e||s.group==="weight")return;let o=a=>Yi(v_(t,t.arrows[r],a),s.unit,{step:s.step});n.push([`${s.name}, ${s.kind}`,this._now(o)])}),n.length?F("div",{},F("h3",{text:"Forces now"}),Is(n)):null}_buttons(t,e,n){let s=Wd(e,n.joint?.q??[],["coordinates"]),r=IA(e,this._model.machines[e.machine],t.body),o=F("div",{class:"actions"}),a=Yt({label:"Let the camera follow this body",text:"Follow",icon:"aim",press:()=>l(a,this._actions.follow(t))}),l=(c,h)=>c.setAttribute("aria-pressed",String(h));if(l(a,this._actions.isFollowed(t)),o.append(a),e.frames>1){let c=Yt({label:"Draw the trail of its centre of mass",text:"Trail",icon:"trail",press:()=>l(c,this._actions.trail(t))});l(c,this._actions.hasTrail(t)),o.append(c),s.length&&o.append(Yt({label:"Plot its coordinates",text:"Coordinates",icon:"plot",press:()=>this._actions.plot(t.run,s)})),r.length&&o.append(Yt({label:"Plot its reactions",text:"Reactions",icon:"plot",press:()=>this._actions.plot(t.run,r)}))}return o}};function CA(i,t){let e=t>0?Math.max(0,Math.min(3,Math.floor(-Math.log10(2*t)))):3;return i.toFixed(e).replace(/^-(?=0\.?0*$)/,"").replace("-","\u2212")}function RA(i,t,e,n){let s=t.step*(t.frames-1)/(t.to-t.from);return Yi(M_(i,t,e,n),"m/s",{digits:3,step:s})}function PA(i,t,e){let n=Yi(i,t,e);return t==="rad"?`${n}  (${$o(i*180/Math.PI,4,e.step*180/Math.PI)}\xB0)`:n}function Wd(i,t,e){let n=[];return i.series.forEach((s,r)=>{e.includes(s.group)&&t.includes(s.name)&&n.push(r)}),n}function IA(i,t,e){let n=t.loops.filter(r=>r.body===e||r.other===e).flatMap(({name:r})=>[`${r}: force`,`${r}: moment`]),s=t.bodies[e].joint?.name;return[...s?Wd(i,[s],["reaction forces","reaction moments"]):[],...Wd(i,n,["loops"])]}var Xd=[1e-6,2e-6,5e-6,1e-5,2e-5,5e-5,1e-4,2e-4,5e-4,.001,.002,.005,.01,.02,.05,.1,.2,.5,1,2,5,10,20,50,100,200,500,1e3],qd=.25;function b_(i){let t=i.filter(e=>e.frames>1);return t.length?{from:Math.min(...t.map(e=>e.from)),to:Math.max(...t.map(e=>e.to)),step:Math.min(...t.map(e=>(e.to-e.from)/(e.frames-1)))}:{from:i[0]?.from??0,to:i[0]?.from??0,step:0}}function su(i){if(i>=2&&i<=60)return 1;let t=i<2?i/4:i/60;return Xd.findLast(e=>e<=t)??Xd[0]}function Yd(i){return Xd.filter(t=>t>=Math.min(.05,su(i)/5)&&t<=Math.max(20,su(i)*5))}var ru=class{constructor(t,{speed:e,loop:n}){Object.assign(this,t),this.scale=$u(Math.max(Math.abs(t.from),Math.abs(t.to))),this.time=t.from,this.speed=e,this.loop=n,this.playing=!1,this._timeListeners=[],this._stateListeners=[],this._still=[],this._last=0,this.longest=qd,this._frame=this._frame.bind(this)}get duration(){return this.to-this.from}onTime(t){return this._timeListeners.push(t),()=>{this._timeListeners=this._timeListeners.filter(e=>e!==t)}}onState(t){this._stateListeners.push(t)}onceStill(t){this.playing?this._still.push(t):t()}play(){this.playing||this.duration<=0||(this.time>=this.to&&this._set(this.from),this.playing=!0,this._last=0,requestAnimationFrame(this._frame),this._tell())}pause(){if(this.playing){this.playing=!1,this._tell();for(let t of this._still.splice(0))t()}}playOrPause(){this.playing?this.pause():this.play()}seek(t){Number.isFinite(t)&&this._set(Math.min(this.to,Math.max(this.from,t)))}stepFrames(t){if(this.pause(),this.step<=0)return;let e=(this.time-this.from)/this.step,n=Math.round(e),s=Math.abs(e-n)<1e-6?n:t>0?Math.floor(e):Math.ceil(e);this.seek(this.from+(s+t)*this.step)}setSpeed(t){this.speed=t,this._tell()}changeSpeed(t){let e=Yd(this.duration),n=t>0?e.find(s=>s>this.speed*1.001):e.findLast(s=>s<this.speed/1.001);n&&this.setSpeed(n)}setLoop(t){this.loop=t,this._tell()}_frame(t){if(!this.playing)return;let e=this._last?Math.min(this.longest,(t-this._last)/1e3):0;this._last=t;let n=this.time+e*this.speed;if(n>=this.to)if(this.loop)n=this.from+(n-this.from)%this.duration;else{this._set(this.to),this.pause();return}this._set(n),requestAnimationFrame(this._frame)}_set(t){this.time=t;for(let e of this._timeListeners)e(t)}_tell(){for(let t of this._stateListeners)t()}};function ou(i,t){let e=document.createElement("a");e.href=URL.createObjectURL(i),e.download=t,document.body.append(e),e.click(),e.remove(),setTimeout(()=>URL.revokeObjectURL(e.href),6e4)}function S_(i){return i.normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu,"-").replace(/^-+|-+$/g,"").slice(0,60)||"bough"}async function w_(i){try{return await navigator.clipboard.writeText(i),!0}catch{return!1}}function $d(i){if(i==null||Number.isNaN(i))return"";if(typeof i=="number")return String(i);let t=/^[=+\-@\t\r]/.test(i)?`'${i}`:i;return/[",\n\r]/.test(t)?`"${t.replaceAll('"','""')}"`:t}var LA=["video/mp4;codecs=avc1.640028","video/webm;codecs=vp9","video/webm;codecs=vp8","video/webm","video/mp4"],NA=12e6,E_=300;function A_(){return typeof MediaRecorder>"u"?null:LA.find(i=>MediaRecorder.isTypeSupported(i))??null}var Zd=i=>i.startsWith("video/mp4")?"mp4":"webm";function T_(i,t,e){let n=document.createElement("canvas"),s=i.pictureSize();[n.width,n.height]=s.map(m=>2*Math.floor(m/2));let r=()=>i.paint(n),o=t.loop,a=!1;t.pause(),t.setLoop(!1),t.longest=1/0,t.seek(t.from),r();let l=n.captureStream(60),c=new MediaRecorder(l,{mimeType:e,videoBitsPerSecond:NA}),h=[];c.addEventListener("dataavailable",m=>h.push(m.data));let f=setInterval(()=>t.playing||r(),50),u=t.onTime(r),d=new Promise(m=>{c.addEventListener("stop",()=>{clearInterval(f),u(),l.getTracks().forEach(g=>g.stop()),t.setLoop(o),t.longest=qd,m(a?null:new Blob(h,{type:e.split(";")[0]}))})}),p=()=>{c.state!=="inactive"&&c.stop()};return c.start(500),setTimeout(()=>{a||(t.play(),t.onceStill(()=>setTimeout(p,E_)))},E_),{done:d,stop:()=>{a=!0,t.pause(),p()}}}var au=class{constructor(t,e,n,s){Object.assign(this,{_model:t,_shell:e,_clock:n,_plots:s}),this._stem=S_(t.title);let r=e.panel({name:"save",title:"Export",icon:"save",key:"S",opened:()=>this._write()});this._length=F("p",{class:"quiet"});let o=F("div",{class:"exports"});o.append(Yt({label:"Picture of the view (PNG)",text:"Picture (PNG)",icon:"camera",press:()=>this.picture()})),n.duration>0&&o.append(this._filmButton(),this._length),t.runs.some(a=>a.series.length)&&(o.append(Yt({label:"Plotted series as a table (CSV)",text:"Plotted series (CSV)",icon:"table",press:()=>this.table()})),o.append(F("p",{class:"quiet",text:DA(t)}))),this._text=F("textarea",{class:"camera",attributes:{readonly:!0,rows:5,"aria-label":"Camera as JSON",spellcheck:"false"}}),n.onState(()=>this._write()),r.append(o,F("h3",{text:"Camera"}),F("p",{class:"quiet",text:"For pictures and films from Python: run.animate(camera=\u2026)"}),this._text,Yt({label:"Copy the camera",text:"Copy camera",icon:"copy",press:()=>this.camera()}))}attach(t){this._scene=t}async picture(){ou(await this._scene.toBlob(),`${this._stem}.png`)}table(){let t=this._plots.table();if(!t){this._shell.tell("No series is plotted: add one to a plot first.");return}let e=[t.head.map($d).join(","),...t.rows.map(n=>n.map($d).join(","))];ou(new Blob([`${e.join(`\r
`)}\r
`],{type:"text/csv;charset=utf-8"}),`${this._stem}.csv`)}async camera(){this._writeCamera();let t=await w_(this._text.value);t||this._text.select(),this._shell.tell(t?"The camera is copied.":"Copy the marked text by Ctrl+C: this browser does not let the page do it.")}_write(){this._writeCamera(),this._length.textContent=`One pass at the present speed: ${sl(this._clock.duration/this._clock.speed)}`}_writeCamera(){this._scene&&(this._text.value=FA(this._scene.camera))}_filmButton(){let t=A_(),e="Film of one pass",n=t?`Film (${Zd(t).toUpperCase()})`:"Film",s=Yt({label:e,text:n,icon:"film",press:()=>this._film(t,s)});return t||(s.disabled=!0,s.dataset.tip="This browser cannot record films"),s}async _film(t,e){if(this._recording){this._recording.stop();return}let n=e.querySelector("span"),s=n.textContent;this._recording=T_(this._scene,this._clock,t),e.classList.add("recording"),n.textContent="Recording: stop";let r=await this._recording.done;this._recording=null,e.classList.remove("recording"),n.textContent=s,r&&ou(r,`${this._stem}.${Zd(t)}`)}};function DA({runs:i}){return`Rounded to 1/${Math.min(...i.flatMap(({rounding:e})=>e?[1/e]:[])).toLocaleString("en")} of each series\u2019 range, as this page keeps it. In Python, run.to_csv(\u2026) writes all digits.`}function FA(i){let t=e=>`[${e.map(n=>Number(n.toPrecision(5))).join(", ")}]`;return`{"eye": ${t(i.eye)},
 "target": ${t(i.target)},
 "up": ${t(i.up)},
 "angle": ${Number(i.angle.toPrecision(5))}}`}var Kd=["eye","target","up"];function Jd(i=location.hash){let t=new URLSearchParams(i.replace(/^#/,"")),e=t.has("t")?Number(t.get("t")):NaN,n={};for(let o of Kd){let a=(t.get(o)??"").split(",").map(Number);a.length===3&&a.every(Number.isFinite)&&t.get(o)&&(n[o]=a)}let s=Number(t.get("angle")),r=Kd.every(o=>n[o])&&s>0&&s<180;return{time:Number.isFinite(e)?e:null,camera:r?{...n,angle:s}:null}}function C_(i,t){let e=[`t=${Number(i.toPrecision(7))}`];if(t){for(let n of Kd)e.push(`${n}=${t[n].map(s=>Number(s.toPrecision(5))).join(",")}`);e.push(`angle=${Number(t.angle.toPrecision(5))}`)}try{history.replaceState(null,"",`#${e.join("&")}`)}catch{}}function R_(i,t,e){let n=F("div",{class:"hover",attributes:{"aria-hidden":"true"}});n.hidden=!0,t.stage.append(n);let s=!1,r=Zn(90,(o,a)=>{let l=t.stage.getBoundingClientRect(),c=s?e.pick(o-l.left,a-l.top):null;if(n.hidden=!c||c.body<0,t.stage.classList.toggle("over-body",!n.hidden),n.hidden)return;let h=i.runs[c.run],f=i.machines[h.machine].bodies[c.body];n.textContent=i.runs.length>1?`${f.name} \xB7 ${h.label}`:f.name,n.style.transform=`translate(${Math.min(o-l.left+14,l.width-n.offsetWidth-6)}px, ${a-l.top+16}px)`});t.stage.addEventListener("pointermove",o=>{s=o.pointerType==="mouse"&&o.buttons===0,(s||!n.hidden)&&r(o.clientX,o.clientY)}),t.stage.addEventListener("pointerleave",()=>{s=!1,r(0,0)})}var UA=["#1b6ca8","#c23b4e","#a06600","#2f7a3c","#7d5ba6","#0f7a90","#8d5524","#52606d"],OA=["#5aa9e6","#f07f8e","#edae49","#6fbf7c","#b596dc","#4fc3dc","#c9935f","#a3b0bd"];function is(i,t){let e=t==="dark"?OA:UA;return e[i%e.length]}var BA={completed:"done",failed:"warning",interrupted:"warning",pose:"pose"};function cu(i){return F("span",{class:`status ${i.status}`},ri(BA[i.status]??"info"),F("span",{text:i.status}))}var lu=class{constructor(t,e,n){if(this._theme=n,this.visible=t.runs.map(()=>!0),this._swatches=[],this._inputs=[],this._listeners=[],this.layout=t.view.layout==="side"?"side":"overlay",t.runs.length<2)return;e.panel({name:"runs",title:"Runs",icon:"layers",key:"U"}).append(this._layouts(),this._list(t),this._all()),n.onChange(()=>this._colour()),this._colour()}attach(t){this._scene=t,t.setLayout(this.layout)}onChange(t){this._listeners.push(t)}_layouts(){let t=F("div",{class:"choice",attributes:{role:"radiogroup","aria-label":"Layout"}});for(let[e,n]of[["overlay","Overlaid"],["side","Side by side"]]){let s=F("input",{attributes:{type:"radio",name:"layout",value:e,checked:this.layout===e}});s.addEventListener("change",()=>{this.layout=e,this._scene?.setLayout(e)}),t.append(F("label",{},s,F("span",{text:n})))}return t}_all(){let t=e=>this._inputs.forEach(n=>{n.checked!==e&&n.click()});return F("div",{class:"actions"},Yt({label:"Show all",text:"Show all",press:()=>t(!0)}),Yt({label:"Hide all",text:"Hide all",press:()=>t(!1)}))}_list(t){let e=F("ul",{class:"runs"});return t.runs.forEach((n,s)=>{let r=F("input",{attributes:{type:"checkbox",checked:!0,"aria-label":`Show ${n.label}`}});r.addEventListener("change",()=>{this.visible[s]=r.checked,this._scene?.setRunVisible(s,r.checked);for(let c of this._listeners)c()}),this._inputs.push(r);let o=F("span",{class:"swatch"});this._swatches.push(o);let a=F("span",{class:"quiet"},cu(n),sl(n.to-n.from)),l=F("label",{},r,o,F("span",{class:"name",text:n.label}),a);e.append(F("li",{},l,n.message?F("p",{class:`message ${n.status}`,text:n.message}):null))}),e}_colour(){this._swatches.forEach((t,e)=>{t.style.backgroundColor=is(e,this._theme.now)})}};var jd=200;function P_(i,t,e,n){let s=t.panel({name:"info",title:"About",icon:"info",key:"I"});return i.about&&s.append(F("p",{class:"about",text:i.about})),i.runs.forEach(r=>s.append(kA(i,r,e))),i.notes.length&&s.append(F("h3",{text:"Notes"}),F("ul",{class:"notes"},...i.notes.map(r=>F("li",{text:r})))),s.append(F("p",{class:"quiet",text:`Gravity ${i.gravity.map(r=>tn(r)).join(", ")} m/s\xB2. Made by bough ${i.bough}.`}),Yt({label:"Keys",text:"Keys",icon:"help",key:"?",press:n})),s}function kA(i,t,e){let n=i.machines[t.machine],s=F("section",{class:"run"});i.runs.length>1&&s.append(F("h3",{text:t.label}));let r=t.status==="pose"?"without time":`${sr(t.from,e)} to ${rr(t.to,e)}, ${t.frames} frames`;return i.live||s.append(F("p",{class:"line"},cu(t)," ",r)),t.message&&s.append(F("p",{class:`message ${t.status}`,text:t.message})),s.append(Is([["machine",n.name],...t.facts])),t.events.length&&s.append(F("h3",{text:"Events"}),zA(t,e)),s}function zA(i,t){let e=F("ul",{class:"events"});for(let n of i.events.slice(0,jd)){let s=F("button",{class:"link",text:rr(n.time,t),attributes:{type:"button"},on:{click:()=>t.seek(n.time)}});e.append(F("li",{},s," ",n.name))}return i.events.length>jd&&e.append(F("li",{text:`and ${i.events.length-jd} more`})),e}function I_(i,t){let e=i.runs.find(s=>s.status==="failed")??i.runs.find(s=>s.status==="interrupted"),n=[];if(e){let s=i.runs.length>1?`${e.label}: ${e.message}`:e.message,r=Yt({label:`${e.status}: ${s}`,press:()=>t.openPanel("info"),class:`chip ${e.status}`});r.append(cu(e),F("span",{class:"reason",text:s})),n.push(r)}if(i.notes.length){let s=i.notes.length===1?"1 note":`${i.notes.length} notes`;n.push(Yt({label:i.notes.slice(0,6).join(`
`),text:s,icon:"info",class:"chip note",press:()=>t.openPanel("info")}))}return n}var Qd=["front","back","left","right","top","bottom","corner"],L_={front:"Front",back:"Back",left:"Left",right:"Right",top:"Top",bottom:"Bottom",corner:"Corner"};function N_(i,t){let e=i.panel({name:"views",title:"Views",icon:"cube",key:"A"}),n=F("div",{class:"views"});Qd.forEach((a,l)=>{n.append(Yt({label:`${L_[a]} view`,text:L_[a],key:String(l+1),press:()=>t.view(a),data:{view:a}}))}),n.append(Yt({label:"Fit all",text:"Fit",icon:"fit",key:"F",press:()=>t.view("fit"),data:{view:"fit"}}));let s=F("p",{class:"quiet",attributes:{role:"status"}}),r=Yt({label:"Stop following",text:"Stop following",press:()=>t.follow(null)});e.append(n,F("p",{class:"quiet",text:"Drag to turn, right drag or two fingers to shift, wheel or pinch to come closer."}),s,r);let o=a=>{s.textContent=a?`The camera follows ${a}.`:"",s.hidden=r.hidden=!a};return o(null),{tell:o}}function F_({clock:i,shell:t,toggles:e,actions:n,times:s,live:r}){let o=h=>f=>f.key.toLowerCase()===h.toLowerCase()&&!f.shiftKey,a=(h,f=!1)=>u=>u.key===h&&u.shiftKey===f,l=h=>f=>f.key===h,c=[];i.duration>0&&(c.push(["Time"],["Space","Play or pause",l(" "),()=>i.playOrPause()],["\u2190 \u2192","A frame back, on",h=>/^Arrow(Left|Right)$/.test(h.key)&&!h.shiftKey,h=>i.stepFrames(h.key==="ArrowLeft"?-1:1)],["Shift \u2190 \u2192","Ten frames",h=>/^Arrow(Left|Right)$/.test(h.key)&&h.shiftKey,h=>i.stepFrames(h.key==="ArrowLeft"?-10:10)],["Home  End","Start, end",h=>h.key==="Home"||h.key==="End",h=>i.seek(h.key==="Home"?i.from:i.to)],["[  ]","Slower or faster",h=>h.key==="["||h.key==="]",h=>i.changeSpeed(h.key==="]"?1:-1)],["L","Loop",o("l"),()=>i.setLoop(!i.loop)]),s.length&&c.push([",  .","Event before, after",h=>h.key===","||h.key===".",h=>GA(i,s,h.key==="."?1:-1)])),r&&c.push(["Motion"],["Space","Run or pause",l(" "),()=>n.drive?.run()],["\u2192","A hundredth of a second on",a("ArrowRight"),()=>n.drive?.step()],["Home","Reset to the start",a("Home"),()=>n.drive?.reset()]),c.push(["View"],["F","Fit all into the view",o("f"),()=>n.view("fit")]),Qd.forEach((h,f)=>c.push([String(f+1),`View: ${h}`,l(String(f+1)),()=>n.view(h)])),c.push(["Show"],...e.keys.map(([h,f,u])=>[h,f,o(h),()=>e.flip(u)])),c.push(["Page"]);for(let[h,f,u]of[["V","show","What is shown"],["A","views","Views"],["B","bodies","Bodies"],["U","runs","Runs"],["I","info",r?"About":"About this run"],["S","save","Export"]])t.hasPanel(f)&&c.push([h,u,o(h),()=>t.togglePanel(f)]);return n.plots&&c.push(["P","Plots",o("p"),n.plots]),c.push(["Y","Light or dark",o("y"),n.theme],["?","This list",l("?"),n.keys],["Esc","Close what is open",a("Escape"),n.escape]),c}function GA(i,t,e){let n=1e-6*i.duration,s=e>0?t.find(r=>r>i.time+n):t.findLast(r=>r<i.time-n);i.pause(),s!==void 0&&i.seek(s)}function U_(i){let t=i.filter(e=>e.length>1);window.addEventListener("keydown",e=>{if(e.ctrlKey||e.metaKey||e.altKey||e.defaultPrevented)return;let n=e.target instanceof Element?e.target:document.body;if(n.closest("dialog[open]")||n.matches("textarea, select, input:not([type=checkbox]):not([type=radio]):not([type=range])")&&e.key!=="Escape"||e.key===" "&&n.matches("button, input, a, summary")||/^(Arrow|Home|End)/.test(e.key)&&n.matches("input[type=range], input[type=radio]"))return;let r=t.find(([,,o])=>o(e));r&&(e.preventDefault(),r[3](e))})}var O_=[["drag","turn"],["right drag","shift; or two fingers"],["wheel, pinch","closer, farther"],["click","select a body"]],VA=[["drag a body","pose it; push it while it runs"],["drag beside it","turn the view"],["Shift drag","turn the view, also on a body"],...O_.slice(1)],HA=[["click, drag","go there"],["wheel, pinch","zoom"],["Shift drag","zoom to a stretch"],["double click","whole time"]];function D_(i,t){let e=F("dl",{class:"pointers"});for(let[n,s]of t)e.append(F("dt",{text:n}),F("dd",{text:s}));return F("section",{},F("h3",{text:i}),e)}function B_(i,t,e){let n=F("dialog",{class:"keys",attributes:{"aria-labelledby":"title-keys"}}),s=Yt({label:"Close",icon:"close",class:"small",press:()=>n.close()});delete s.dataset.tip;let r=F("div",{class:"columns"}),o=null;for(let a of t)a.length===1?(o=F("dl",{}),r.append(F("section",{},F("h3",{text:a[0]}),o))):o.append(F("dt",{},...a[0].split(/ +/).map(l=>F("kbd",{text:l}))),F("dd",{text:a[1]}));return r.append(D_("Pointer in the scene",e?VA:O_)),e||r.append(D_("Pointer in a plot",HA)),n.append(F("div",{class:"title"},F("h2",{text:"Keys",attributes:{id:"title-keys"}}),s),r),n.addEventListener("click",a=>a.target===n&&n.close()),n.addEventListener("keydown",a=>{a.key==="?"&&n.close()}),i.append(n),()=>n.open?n.close():n.showModal()}var WA="uplot",XA="u-hz",qA="u-vt",YA="u-title",$A="u-wrap",ZA="u-under",KA="u-over",JA="u-axis",Sr="u-off",jA="u-select",QA="u-cursor-x",tT="u-cursor-y",eT="u-cursor-pt",nT="u-legend",iT="u-live",sT="u-inline",rT="u-series",oT="u-marker",k_="u-label",aT="u-value",qa="width",Ya="height";var z_="bottom",Ro="left",tp="right",_p="#000",G_=_p+"0",ep="mousemove",V_="mousedown",np="mouseup",H_="mouseenter",W_="mouseleave",X_="dblclick",lT="resize",cT="scroll",q_="change",pu="dppxchange",xp="--",Uo=typeof window<"u",ap=Uo?document:null,Io=Uo?window:null,hT=Uo?navigator:null,Ae,hu;function lp(){let i=devicePixelRatio;Ae!=i&&(Ae=i,hu&&hp(q_,hu,lp),hu=matchMedia(`(min-resolution: ${Ae-.001}dppx) and (max-resolution: ${Ae+.001}dppx)`),wr(q_,hu,lp),Io.dispatchEvent(new CustomEvent(pu)))}function fi(i,t){if(t!=null){let e=i.classList;!e.contains(t)&&e.add(t)}}function cp(i,t){let e=i.classList;e.contains(t)&&e.remove(t)}function We(i,t,e){i.style[t]=e+"px"}function Oi(i,t,e,n){let s=ap.createElement(i);return t!=null&&fi(s,t),e?.insertBefore(s,n),s}function wi(i,t){return Oi("div",i,t)}var Y_=new WeakMap;function ss(i,t,e,n,s){let r="translate("+t+"px,"+e+"px)",o=Y_.get(i);r!=o&&(i.style.transform=r,Y_.set(i,r),t<0||e<0||t>n||e>s?fi(i,Sr):cp(i,Sr))}var $_=new WeakMap;function Z_(i,t,e){let n=t+e,s=$_.get(i);n!=s&&($_.set(i,n),i.style.background=t,i.style.borderColor=e)}var K_=new WeakMap;function J_(i,t,e,n){let s=t+""+e,r=K_.get(i);s!=r&&(K_.set(i,s),i.style.height=e+"px",i.style.width=t+"px",i.style.marginLeft=n?-t/2+"px":0,i.style.marginTop=n?-e/2+"px":0)}var yp={passive:!0},uT={...yp,capture:!0};function wr(i,t,e,n){t.addEventListener(i,e,n?uT:yp)}function hp(i,t,e,n){t.removeEventListener(i,e,yp)}Uo&&lp();function Bi(i,t,e,n){let s;e=e||0,n=n||t.length-1;let r=n<=2147483647;for(;n-e>1;)s=r?e+n>>1:di((e+n)/2),t[s]<i?e=s:n=s;return i-t[e]<=t[n]-i?e:n}function Ex(i){return(e,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(e[a])){r=a;break}for(let a=s;a>=n;a--)if(i(e[a])){o=a;break}return[r,o]}}var Ax=i=>i!=null,Tx=i=>i!=null&&i>0,_u=Ex(Ax),fT=Ex(Tx);function dT(i,t,e,n=0,s=!1){let r=s?fT:_u,o=s?Tx:Ax;[t,e]=r(i,t,e);let a=i[t],l=i[t];if(t>-1)if(n==1)a=i[t],l=i[e];else if(n==-1)a=i[e],l=i[t];else for(let c=t;c<=e;c++){let h=i[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??Ue,l??-Ue]}function xu(i,t,e,n){let s=tx(i),r=tx(t);i==t&&(s==-1?(i*=e,t/=e):(i/=e,t*=e));let o=e==10?Ss:Cx,a=s==1?di:Ei,l=r==1?Ei:di,c=a(o(bn(i))),h=l(o(bn(t))),f=Lo(e,c),u=Lo(e,h);return e==10&&(c<0&&(f=Oe(f,-c)),h<0&&(u=Oe(u,-h))),n||e==2?(i=f*s,t=u*r):(i=Lx(i,f),t=yu(t,u)),[i,t]}function vp(i,t,e,n){let s=xu(i,t,e,n);return i==0&&(s[0]=0),t==0&&(s[1]=0),s}var Mp=.1,j_={mode:3,pad:Mp},Za={pad:0,soft:null,mode:0},pT={min:Za,max:Za};function mu(i,t,e,n){return vu(e)?Q_(i,t,e):(Za.pad=e,Za.soft=n?0:null,Za.mode=n?3:0,Q_(i,t,pT))}function Se(i,t){return i??t}function mT(i,t,e){for(t=Se(t,0),e=Se(e,i.length-1);t<=e;){if(i[t]!=null)return!0;t++}return!1}function Q_(i,t,e){let n=e.min,s=e.max,r=Se(n.pad,0),o=Se(s.pad,0),a=Se(n.hard,-Ue),l=Se(s.hard,Ue),c=Se(n.soft,Ue),h=Se(s.soft,-Ue),f=Se(n.mode,0),u=Se(s.mode,0),d=t-i,p=Ss(d),y=Yn(bn(i),bn(t)),m=Ss(y),g=bn(m-p);(d<1e-24||g>10)&&(d=0,(i==0||t==0)&&(d=1e-24,f==2&&c!=Ue&&(r=0),u==2&&h!=-Ue&&(o=0)));let v=d||y||1e3,T=Ss(v),b=Lo(10,di(T)),R=v*(d==0?i==0?.1:1:r),E=Oe(Lx(i-R,b/10),24),_=i>=c&&(f==1||f==3&&E<=c||f==2&&E>=c)?c:Ue,A=Yn(a,E<_&&i>=_?_:ki(_,E)),B=v*(d==0?t==0?.1:1:o),D=Oe(yu(t+B,b/10),24),N=t<=h&&(u==1||u==3&&D>=h||u==2&&D<=h)?h:-Ue,G=ki(l,D>N&&t<=N?N:Yn(N,D));return A==G&&A==0&&(G=100),[A,G]}var gT=new Intl.NumberFormat(Uo?hT.language:"en-US"),bp=i=>gT.format(i),pi=Math,du=pi.PI,bn=pi.abs,di=pi.floor,Mn=pi.round,Ei=pi.ceil,ki=pi.min,Yn=pi.max,Lo=pi.pow,tx=pi.sign,Ss=pi.log10,Cx=pi.log2,_T=(i,t=1)=>pi.sinh(i)*t,ip=(i,t=1)=>pi.asinh(i/t),Ue=1/0;function ex(i){return(Ss((i^i>>31)-(i>>31))|0)+1}function up(i,t,e){return ki(Yn(i,t),e)}function Rx(i){return typeof i=="function"}function ye(i){return Rx(i)?i:()=>i}var xT=()=>{},Px=i=>i,Ix=(i,t)=>t,yT=i=>null,nx=i=>!0,ix=(i,t)=>i==t,vT=/\.\d*?(?=9{6,}|0{6,})/gm,Er=i=>{if(Dx(i)||Qs.has(i))return i;let t=`${i}`,e=t.match(vT);if(e==null)return i;let n=e[0].length-1;if(t.indexOf("e-")!=-1){let[s,r]=t.split("e");return+`${Er(s)}e${r}`}return Oe(i,n)};function Mr(i,t){return Er(Oe(Er(i/t))*t)}function yu(i,t){return Er(Ei(Er(i/t))*t)}function Lx(i,t){return Er(di(Er(i/t))*t)}function Oe(i,t=0){if(Dx(i))return i;let e=10**t,n=i*e*(1+Number.EPSILON);return Mn(n)/e}var Qs=new Map;function Nx(i){return((""+i).split(".")[1]||"").length}function Ja(i,t,e,n){let s=[],r=n.map(Nx);for(let o=t;o<e;o++){let a=bn(o),l=Oe(Lo(i,o),a);for(let c=0;c<n.length;c++){let h=i==10?+`${n[c]}e${o}`:n[c]*l,f=(o>=0?0:a)+(o>=r[c]?0:r[c]),u=i==10?h:Oe(h,f);s.push(u),Qs.set(u,f)}}return s}var Ka={},Sp=[],No=[null,null],js=Array.isArray,Dx=Number.isInteger,MT=i=>i===void 0;function sx(i){return typeof i=="string"}function vu(i){let t=!1;if(i!=null){let e=i.constructor;t=e==null||e==Object}return t}function bT(i){return i!=null&&typeof i=="object"}var ST=Object.getPrototypeOf(Uint8Array),Fx="__proto__";function Do(i,t=vu){let e;if(js(i)){let n=i.find(s=>s!=null);if(js(n)||t(n)){e=Array(i.length);for(let s=0;s<i.length;s++)e[s]=Do(i[s],t)}else e=i.slice()}else if(i instanceof ST)e=i.slice();else if(t(i)){e={};for(let n in i)n!=Fx&&(e[n]=Do(i[n],t))}else e=i;return e}function mn(i){let t=arguments;for(let e=1;e<t.length;e++){let n=t[e];for(let s in n)s!=Fx&&(vu(i[s])?mn(i[s],Do(n[s])):i[s]=Do(n[s]))}return i}var wT=0,ET=1,AT=2;function TT(i,t,e){for(let n=0,s,r=-1;n<t.length;n++){let o=t[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<e&&i[s]==null;)i[r=s++]=null}}}function CT(i,t){if(IT(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return LT(o[0])||(o=PT(o)),o}let e=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let h=0;h<c;h++)e.add(l[h])}let n=[Array.from(e).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],f=Array(s).fill(void 0),u=t?t[o][c]:ET,d=[];for(let p=0;p<h.length;p++){let y=h[p],m=r.get(l[p]);y===null?u!=wT&&(f[m]=y,u==AT&&d.push(m)):f[m]=y}TT(f,d,s),n.push(f)}}return n}var RT=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function PT(i){let t=i[0],e=t.length,n=Array(e);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>t[r]-t[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(e);for(let l=0;l<e;l++)a[l]=o[n[l]];s.push(a)}return s}function IT(i){let t=i[0][0],e=t.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=e)return!1;if(s!=t){for(let r=0;r<e;r++)if(s[r]!=t[r])return!1}}return!0}function LT(i,t=100){let e=i.length;if(e<=1)return!0;let n=0,s=e-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=Yn(1,di((s-n+1)/t));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var Ux=["January","February","March","April","May","June","July","August","September","October","November","December"],Ox=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function Bx(i){return i.slice(0,3)}var NT=Ox.map(Bx),DT=Ux.map(Bx),FT={MMMM:Ux,MMM:DT,WWWW:Ox,WWW:NT};function Xa(i){return(i<10?"0":"")+i}function UT(i){return(i<10?"00":i<100?"0":"")+i}var OT={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,t)=>t.MMMM[i.getMonth()],MMM:(i,t)=>t.MMM[i.getMonth()],MM:i=>Xa(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>Xa(i.getDate()),D:i=>i.getDate(),WWWW:(i,t)=>t.WWWW[i.getDay()],WWW:(i,t)=>t.WWW[i.getDay()],HH:i=>Xa(i.getHours()),H:i=>i.getHours(),h:i=>{let t=i.getHours();return t==0?12:t>12?t-12:t},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>Xa(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>Xa(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>UT(i.getMilliseconds())};function wp(i,t){t=t||FT;let e=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)e.push(s[0][0]=="{"?OT[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<e.length;a++)o+=typeof e[a]=="string"?e[a]:e[a](r,t);return o}}var BT=new Intl.DateTimeFormat().resolvedOptions().timeZone;function kT(i,t){let e;return t=="UTC"||t=="Etc/UTC"?e=new Date(+i+i.getTimezoneOffset()*6e4):t==BT?e=i:(e=new Date(i.toLocaleString("en-US",{timeZone:t})),e.setMilliseconds(i.getMilliseconds())),e}var kx=i=>i%1==0,gu=[1,2,2.5,5],zT=Ja(10,-32,0,gu),zx=Ja(10,0,32,gu),GT=zx.filter(kx),br=zT.concat(zx),Ep=`
`,Gx="{YYYY}",rx=Ep+Gx,Vx="{M}/{D}",$a=Ep+Vx,uu=$a+"/{YY}",Hx="{aa}",VT="{h}:{mm}",Po=VT+Hx,ox=Ep+Po,ax=":{ss}",Ce=null;function Wx(i){let t=i*1e3,e=t*60,n=e*60,s=n*24,r=s*30,o=s*365,l=(i==1?Ja(10,0,3,gu).filter(kx):Ja(10,-3,0,gu)).concat([t,t*5,t*10,t*15,t*30,e,e*5,e*10,e*15,e*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,Gx,Ce,Ce,Ce,Ce,Ce,Ce,1],[s*28,"{MMM}",rx,Ce,Ce,Ce,Ce,Ce,1],[s,Vx,rx,Ce,Ce,Ce,Ce,Ce,1],[n,"{h}"+Hx,uu,Ce,$a,Ce,Ce,Ce,1],[e,Po,uu,Ce,$a,Ce,Ce,Ce,1],[t,ax,uu+" "+Po,Ce,$a+" "+Po,Ce,ox,Ce,1],[i,ax+".{fff}",uu+" "+Po,Ce,$a+" "+Po,Ce,ox,Ce,1]];function h(f){return(u,d,p,y,m,g)=>{let v=[],T=m>=o,b=m>=r&&m<o,R=f(p),E=Oe(R*i,3),_=sp(R.getFullYear(),T?0:R.getMonth(),b||T?1:R.getDate()),A=Oe(_*i,3);if(b||T){let B=b?m/r:0,D=T?m/o:0,N=E==A?E:Oe(sp(_.getFullYear()+D,_.getMonth()+B,1)*i,3),G=new Date(Mn(N/i)),W=G.getFullYear(),L=G.getMonth();for(let X=0;N<=y;X++){let $=sp(W+D*X,L+B*X,1),H=$-f(Oe($*i,3));N=Oe((+$+H)*i,3),N<=y&&v.push(N)}}else{let B=m>=s?s:m,D=di(p)-di(E),N=A+D+yu(E-A,B);v.push(N);let G=f(N),W=G.getHours()+G.getMinutes()/e+G.getSeconds()/n,L=m/n,X=u.axes[d]._space,$=g/X;for(;N=Oe(N+m,i==1?0:3),!(N>y);)if(L>1){let H=di(Oe(W+L,6))%24,Q=f(N).getHours()-H;Q>1&&(Q=-1),N-=Q*n,W=(W+L)%24;let st=v[v.length-1];Oe((N-st)/m,3)*$>=.7&&v.push(N)}else v.push(N)}return v}}return[l,c,h]}var[HT,WT,XT]=Wx(1),[qT,YT,$T]=Wx(.001);Ja(2,-53,53,[1]);function lx(i,t){return i.map(e=>e.map((n,s)=>s==0||s==8||n==null?n:t(s==1||e[8]==0?n:e[1]+n)))}function cx(i,t){return(e,n,s,r,o)=>{let a=t.find(p=>o>=p[0])||t[t.length-1],l,c,h,f,u,d;return n.map(p=>{let y=i(p),m=y.getFullYear(),g=y.getMonth(),v=y.getDate(),T=y.getHours(),b=y.getMinutes(),R=y.getSeconds(),E=m!=l&&a[2]||g!=c&&a[3]||v!=h&&a[4]||T!=f&&a[5]||b!=u&&a[6]||R!=d&&a[7]||a[1];return l=m,c=g,h=v,f=T,u=b,d=R,E(y)})}}function ZT(i,t){let e=wp(t);return(n,s,r,o,a)=>s.map(l=>e(i(l)))}function sp(i,t,e){return new Date(i,t,e)}function hx(i,t){return t(i)}var KT="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function ux(i,t){return(e,n,s,r)=>r==null?xp:t(i(n))}function JT(i,t){let e=i.series[t];return e.width?e.stroke(i,t):e.points.width?e.points.stroke(i,t):null}function jT(i,t){return i.series[t].fill(i,t)}var QT={show:!0,live:!0,isolate:!1,mount:xT,markers:{show:!0,width:2,stroke:JT,fill:jT,dash:"solid"},idx:null,idxs:null,values:[]};function tC(i,t){let e=i.cursor.points,n=wi(),s=e.size(i,t);We(n,qa,s),We(n,Ya,s);let r=s/-2;We(n,"marginLeft",r),We(n,"marginTop",r);let o=e.width(i,t,s);return o&&We(n,"borderWidth",o),n}function eC(i,t){let e=i.series[t].points;return e._fill||e._stroke}function nC(i,t){let e=i.series[t].points;return e._stroke||e._fill}function iC(i,t){return i.series[t].points.size}var rp=[0,0];function sC(i,t,e){return rp[0]=t,rp[1]=e,rp}function fu(i,t,e,n=!0){return s=>{s.button==0&&(!n||s.target==t)&&e(s)}}function op(i,t,e,n=!0){return s=>{(!n||s.target==t)&&e(s)}}var rC={show:!0,x:!0,y:!0,lock:!1,move:sC,points:{one:!1,show:tC,size:iC,width:0,stroke:nC,fill:eC},bind:{mousedown:fu,mouseup:fu,click:fu,dblclick:fu,mousemove:op,mouseleave:op,mouseenter:op},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,t)=>{t.stopPropagation(),t.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,t,e,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},Xx={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},Ap=mn({},Xx,{filter:Ix}),qx=mn({},Ap,{size:10}),Yx=mn({},Xx,{show:!1}),Tp='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',$x="bold "+Tp,Zx=1.5,fx={show:!0,scale:"x",stroke:_p,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:$x,side:2,grid:Ap,ticks:qx,border:Yx,font:Tp,lineGap:Zx,rotate:0},oC="Value",aC="Time",dx={show:!0,scale:"x",auto:!1,sorted:1,min:Ue,max:-Ue,idxs:[]};function lC(i,t,e,n,s){return t.map(r=>r==null?"":bp(r))}function cC(i,t,e,n,s,r,o){let a=[],l=Qs.get(s)||0;e=o?e:Oe(yu(e,s),l);for(let c=e;c<=n;c=Oe(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function fp(i,t,e,n,s,r,o){let a=[],l=i.scales[i.axes[t].scale].log,c=l==10?Ss:Cx,h=di(c(e));s=Lo(l,h),l==10&&(s=br[Bi(s,br)]);let f=e,u=s*l;l==10&&(u=br[Bi(u,br)]);do a.push(f),f=f+s,l==10&&!Qs.has(f)&&(f=Oe(f,Qs.get(s))),f>=u&&(s=f,u=s*l,l==10&&(u=br[Bi(u,br)]));while(f<=n);return a}function hC(i,t,e,n,s,r,o){let l=i.scales[i.axes[t].scale].asinh,c=n>l?fp(i,t,Yn(l,e),n,s):[l],h=n>=0&&e<=0?[0]:[];return(e<-l?fp(i,t,Yn(l,-n),-e,s):[l]).reverse().map(u=>-u).concat(h,c)}var Kx=/./,uC=/[12357]/,fC=/[125]/,px=/1/,dp=(i,t,e,n)=>i.map((s,r)=>t==4&&s==0||r%n==0&&e.test(s.toExponential()[s<0?1:0])?s:null);function dC(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,h=l(10,o),f=l(9,o)-h>=c?Kx:l(7,o)-h>=c?uC:l(5,o)-h>=c?fC:px;if(f==px){let u=bn(l(1,o)-h);if(u<c)return dp(t.slice().reverse(),a.distr,f,Ei(c/u)).reverse()}return dp(t,a.distr,f,1)}function pC(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=r._space,l=i.valToPos,c=bn(l(1,o)-l(2,o));return c<a?dp(t.slice().reverse(),3,Kx,Ei(a/c)).reverse():t}function mC(i,t,e,n){return n==null?xp:t==null?"":bp(t)}var mx={show:!0,scale:"y",stroke:_p,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:$x,side:3,grid:Ap,ticks:qx,border:Yx,font:Tp,lineGap:Zx,rotate:0};function gC(i,t){let e=3+(i||1)*2;return Oe(e*t,3)}function _C(i,t){let{scale:e,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],e,!0),o=i.valToPos(s[n[1]],e,!0),a=bn(o-r),l=i.series[t],c=a/(l.points.space*Ae);return n[1]-n[0]<=c}var gx={scale:null,auto:!0,sorted:0,min:Ue,max:-Ue},Jx=(i,t,e,n,s)=>s,_x={show:!0,auto:!0,sorted:0,gaps:Jx,alpha:1,facets:[mn({},gx,{scale:"x"}),mn({},gx,{scale:"y"})]},xx={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:Jx,alpha:1,points:{show:_C,filter:null},values:null,min:Ue,max:-Ue,idxs:[],path:null,clip:null};function xC(i,t,e,n,s){return e/10}var jx={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},yC=mn({},jx,{time:!1,ori:1}),yx={};function Qx(i,t){let e=yx[i];return e||(e={key:i,plots:[],sub(n){e.plots.push(n)},unsub(n){e.plots=e.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let h=0;h<e.plots.length;h++)e.plots[h]!=s&&e.plots[h].pub(n,s,r,o,a,l,c)}},i!=null&&(yx[i]=e)),e}var Fo=1,pp=2;function Ar(i,t,e){let n=i.mode,s=i.series[t],r=n==2?i._data[t]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[t],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],f=n==2?o[s.facets[1].scale]:o[s.scale],u=a.left,d=a.top,p=a.width,y=a.height,m=i.valToPosH,g=i.valToPosV;return h.ori==0?e(s,l,c,h,f,m,g,u,d,p,y,bu,Oo,wu,ey,iy):e(s,l,c,h,f,g,m,d,u,y,p,Su,Bo,Pp,ny,sy)}function Cp(i,t){let e=0,n=0,s=Se(i.bands,Sp);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==t?e=o.dir:o.series[1]==t&&(o.dir==1?n|=1:n|=2)}return[e,n==1?-1:n==2?1:n==3?2:0]}function vC(i,t,e,n,s){let r=i.mode,o=i.series[t],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function ws(i,t,e,n,s,r){return Ar(i,t,(o,a,l,c,h,f,u,d,p,y,m)=>{let g=o.pxRound,v=c.dir*(c.ori==0?1:-1),T=c.ori==0?Oo:Bo,b,R;v==1?(b=e,R=n):(b=n,R=e);let E=g(f(a[b],c,y,d)),_=g(u(l[b],h,m,p)),A=g(f(a[R],c,y,d)),B=g(u(r==1?h.max:h.min,h,m,p)),D=new Path2D(s);return T(D,A,B),T(D,E,B),T(D,E,_),D})}function Mu(i,t,e,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=t==0?wu:Pp,l=e;for(let f=0;f<i.length;f++){let u=i[f];if(u[1]>u[0]){let d=u[0]-l;d>0&&a(o,l,n,d,n+r),l=u[1]}}let c=e+s-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function MC(i,t,e){let n=i[i.length-1];n&&n[0]==t?n[1]=e:i.push([t,e])}function Rp(i,t,e,n,s,r,o){let a=[],l=i.length;for(let c=s==1?e:n;c>=e&&c<=n;c+=s)if(t[c]===null){let f=c,u=c;if(s==1)for(;++c<=n&&t[c]===null;)u=c;else for(;--c>=e&&t[c]===null;)u=c;let d=r(i[f]),p=u==f?d:r(i[u]),y=f-s;d=o<=0&&y>=0&&y<l?r(i[y]):d;let g=u+s;p=o>=0&&g>=0&&g<l?r(i[g]):p,p>=d&&a.push([d,p])}return a}function vx(i){return i==0?Px:i==1?Mn:t=>Mr(t,i)}function ty(i){let t=i==0?bu:Su,e=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(s,r,o,a,l):(c=ki(c,a/2,l/2),h=ki(h,a/2,l/2),t(s,r+c,o),e(s,r+a,o,r+a,o+l,c),e(s,r+a,o+l,r,o+l,h),e(s,r,o+l,r,o,h),e(s,r,o,r+a,o,c),s.closePath())}}var bu=(i,t,e)=>{i.moveTo(t,e)},Su=(i,t,e)=>{i.moveTo(e,t)},Oo=(i,t,e)=>{i.lineTo(t,e)},Bo=(i,t,e)=>{i.lineTo(e,t)},wu=ty(0),Pp=ty(1),ey=(i,t,e,n,s,r)=>{i.arc(t,e,n,s,r)},ny=(i,t,e,n,s,r)=>{i.arc(e,t,n,s,r)},iy=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(t,e,n,s,r,o)},sy=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(e,t,s,n,o,r)};function ry(i){return(t,e,n,s,r)=>Ar(t,e,(o,a,l,c,h,f,u,d,p,y,m)=>{let{pxRound:g,points:v}=o,T,b;c.ori==0?(T=bu,b=ey):(T=Su,b=ny);let R=Oe(v.width*Ae,3),E=(v.size-v.width)/2*Ae,_=Oe(E*2,3),A=new Path2D,B=new Path2D,{left:D,top:N,width:G,height:W}=t.bbox;wu(B,D-_,N-_,G+_*2,W+_*2);let L=X=>{if(l[X]!=null){let $=g(f(a[X],c,y,d)),H=g(u(l[X],h,m,p));T(A,$+E,H),b(A,$,H,E,0,du*2)}};if(r)r.forEach(L);else for(let X=n;X<=s;X++)L(X);return{stroke:R>0?A:null,fill:A,clip:B,flags:Fo|pp}})}function oy(i){return(t,e,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(t,e,n),r!=s&&o!=s&&i(t,e,s),i(t,e,o))}}var bC=oy(Oo),SC=oy(Bo);function ay(i){let t=Se(i?.alignGaps,0);return(e,n,s,r)=>Ar(e,n,(o,a,l,c,h,f,u,d,p,y,m)=>{[s,r]=_u(l,s,r);let g=o.pxRound,v=W=>g(f(W,c,y,d)),T=W=>g(u(W,h,m,p)),b,R;c.ori==0?(b=Oo,R=bC):(b=Bo,R=SC);let E=c.dir*(c.ori==0?1:-1),_={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Fo},A=_.stroke,B=!1;if(r-s>=y*4){let W=ut=>e.posToVal(ut,c.key,!0),L=null,X=null,$,H,ct,J=v(a[E==1?s:r]),Q=v(a[s]),st=v(a[r]),ft=W(E==1?Q+1:st-1);for(let ut=E==1?s:r;ut>=s&&ut<=r;ut+=E){let tt=a[ut],xt=(E==1?tt<ft:tt>ft)?J:v(tt),Tt=l[ut];xt==J?Tt!=null?(H=Tt,L==null?(b(A,xt,T(H)),$=L=X=H):H<L?L=H:H>X&&(X=H)):Tt===null&&(B=!0):(L!=null&&R(A,J,T(L),T(X),T($),T(H)),Tt!=null?(H=Tt,b(A,xt,T(H)),L=X=$=H):(L=X=null,Tt===null&&(B=!0)),J=xt,ft=W(J+E))}L!=null&&L!=X&&ct!=J&&R(A,J,T(L),T(X),T($),T(H))}else for(let W=E==1?s:r;W>=s&&W<=r;W+=E){let L=l[W];L===null?B=!0:L!=null&&b(A,v(a[W]),T(L))}let[N,G]=Cp(e,n);if(o.fill!=null||N!=0){let W=_.fill=new Path2D(A),L=o.fillTo(e,n,o.min,o.max,N),X=T(L),$=v(a[s]),H=v(a[r]);E==-1&&([H,$]=[$,H]),b(W,H,X),b(W,$,X)}if(!o.spanGaps){let W=[];B&&W.push(...Rp(a,l,s,r,E,v,t)),_.gaps=W=o.gaps(e,n,s,r,W),_.clip=Mu(W,c.ori,d,p,y,m)}return G!=0&&(_.band=G==2?[ws(e,n,s,r,A,-1),ws(e,n,s,r,A,1)]:ws(e,n,s,r,A,G)),_})}function wC(i){let t=Se(i.align,1),e=Se(i.ascDesc,!1),n=Se(i.alignGaps,0),s=Se(i.extend,!1);return(r,o,a,l)=>Ar(r,o,(c,h,f,u,d,p,y,m,g,v,T)=>{[a,l]=_u(f,a,l);let b=c.pxRound,{left:R,width:E}=r.bbox,_=Q=>b(p(Q,u,v,m)),A=Q=>b(y(Q,d,T,g)),B=u.ori==0?Oo:Bo,D={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Fo},N=D.stroke,G=u.dir*(u.ori==0?1:-1),W=A(f[G==1?a:l]),L=_(h[G==1?a:l]),X=L,$=L;s&&t==-1&&($=R,B(N,$,W)),B(N,L,W);for(let Q=G==1?a:l;Q>=a&&Q<=l;Q+=G){let st=f[Q];if(st==null)continue;let ft=_(h[Q]),ut=A(st);t==1?B(N,ft,W):B(N,X,ut),B(N,ft,ut),W=ut,X=ft}let H=X;s&&t==1&&(H=R+E,B(N,H,W));let[ct,J]=Cp(r,o);if(c.fill!=null||ct!=0){let Q=D.fill=new Path2D(N),st=c.fillTo(r,o,c.min,c.max,ct),ft=A(st);B(Q,H,ft),B(Q,$,ft)}if(!c.spanGaps){let Q=[];Q.push(...Rp(h,f,a,l,G,_,n));let st=c.width*Ae/2,ft=e||t==1?st:-st,ut=e||t==-1?-st:st;Q.forEach(tt=>{tt[0]+=ft,tt[1]+=ut}),D.gaps=Q=c.gaps(r,o,a,l,Q),D.clip=Mu(Q,u.ori,m,g,v,T)}return J!=0&&(D.band=J==2?[ws(r,o,a,l,N,-1),ws(r,o,a,l,N,1)]:ws(r,o,a,l,N,J)),D})}function Mx(i,t,e,n,s,r,o=Ue){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(t[l]!==void 0){if(a!=null){let h=bn(i[l]-i[a]);h<c&&(c=h,o=bn(e(i[l],n,s,r)-e(i[a],n,s,r)))}a=l}}return o}function EC(i){i=i||Ka;let t=Se(i.size,[.6,Ue,1]),e=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=ye(s),o=1-t[0],a=Se(t[1],Ue),l=Se(t[2],1),c=Se(i.disp,Ka),h=Se(i.each,d=>{}),{fill:f,stroke:u}=c;return(d,p,y,m)=>Ar(d,p,(g,v,T,b,R,E,_,A,B,D,N)=>{let G=g.pxRound,W=e,L=n*Ae,X=a*Ae,$=l*Ae,H,ct;b.ori==0?[H,ct]=r(d,p):[ct,H]=r(d,p);let J=b.dir*(b.ori==0?1:-1),Q=b.ori==0?wu:Pp,st=b.ori==0?h:(Rt,Zt,oe,St,De,zt,$t)=>{h(Rt,Zt,oe,De,St,$t,zt)},ft=Se(d.bands,Sp).find(Rt=>Rt.series[0]==p),ut=ft!=null?ft.dir:0,tt=g.fillTo(d,p,g.min,g.max,ut),mt=G(_(tt,R,N,B)),xt,Tt,bt,Wt=D,re=G(g.width*Ae),Vt=!1,fe=null,ce=null,ie=null,Xe=null;f!=null&&(re==0||u!=null)&&(Vt=!0,fe=f.values(d,p,y,m),ce=new Map,new Set(fe).forEach(Rt=>{Rt!=null&&ce.set(Rt,new Path2D)}),re>0&&(ie=u.values(d,p,y,m),Xe=new Map,new Set(ie).forEach(Rt=>{Rt!=null&&Xe.set(Rt,new Path2D)})));let{x0:Be,size:an}=c;if(Be!=null&&an!=null){W=1,v=Be.values(d,p,y,m),Be.unit==2&&(v=v.map(oe=>d.posToVal(A+oe*D,b.key,!0)));let Rt=an.values(d,p,y,m);an.unit==2?Tt=Rt[0]*D:Tt=E(Rt[0],b,D,A)-E(0,b,D,A),Wt=Mx(v,T,E,b,D,A,Wt),bt=Wt-Tt+L}else Wt=Mx(v,T,E,b,D,A,Wt),bt=Wt*o+L,Tt=Wt-bt;bt<1&&(bt=0),re>=Tt/2&&(re=0),bt<5&&(G=Px);let Le=bt>0,wn=Wt-bt-(Le?re:0);Tt=G(up(wn,$,X)),xt=(W==0?Tt/2:W==J?0:Tt)-W*J*((W==0?L/2:0)+(Le?re/2:0));let ve={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},gn=Vt?null:new Path2D,Ze=null;if(ft!=null)Ze=d.data[ft.series[1]];else{let{y0:Rt,y1:Zt}=c;Rt!=null&&Zt!=null&&(T=Zt.values(d,p,y,m),Ze=Rt.values(d,p,y,m))}let ln=H*Tt,O=ct*Tt;for(let Rt=J==1?y:m;Rt>=y&&Rt<=m;Rt+=J){let Zt=T[Rt];if(Zt==null)continue;if(Ze!=null){let q=Ze[Rt]??0;if(Zt-q==0)continue;mt=_(q,R,N,B)}let oe=b.distr!=2||c!=null?v[Rt]:Rt,St=E(oe,b,D,A),De=_(Se(Zt,tt),R,N,B),zt=G(St-xt),$t=G(Yn(De,mt)),C=G(ki(De,mt)),M=$t-C;if(Zt!=null){let q=Zt<0?O:ln,ht=Zt<0?ln:O;Vt?(re>0&&ie[Rt]!=null&&Q(Xe.get(ie[Rt]),zt,C+di(re/2),Tt,Yn(0,M-re),q,ht),fe[Rt]!=null&&Q(ce.get(fe[Rt]),zt,C+di(re/2),Tt,Yn(0,M-re),q,ht)):Q(gn,zt,C+di(re/2),Tt,Yn(0,M-re),q,ht),st(d,p,Rt,zt-re/2,C,Tt+re,M)}}return re>0?ve.stroke=Vt?Xe:gn:Vt||(ve._fill=g.width==0?g._fill:g._stroke??g._fill,ve.width=0),ve.fill=Vt?ce:gn,ve})}function AC(i,t){let e=Se(t?.alignGaps,0);return(n,s,r,o)=>Ar(n,s,(a,l,c,h,f,u,d,p,y,m,g)=>{[r,o]=_u(c,r,o);let v=a.pxRound,T=H=>v(u(H,h,m,p)),b=H=>v(d(H,f,g,y)),R,E,_;h.ori==0?(R=bu,_=Oo,E=iy):(R=Su,_=Bo,E=sy);let A=h.dir*(h.ori==0?1:-1),B=T(l[A==1?r:o]),D=B,N=[],G=[];for(let H=A==1?r:o;H>=r&&H<=o;H+=A)if(c[H]!=null){let J=l[H],Q=T(J);N.push(D=Q),G.push(b(c[H]))}let W={stroke:i(N,G,R,_,E,v),fill:null,clip:null,band:null,gaps:null,flags:Fo},L=W.stroke,[X,$]=Cp(n,s);if(a.fill!=null||X!=0){let H=W.fill=new Path2D(L),ct=a.fillTo(n,s,a.min,a.max,X),J=b(ct);_(H,D,J),_(H,B,J)}if(!a.spanGaps){let H=[];H.push(...Rp(l,c,r,o,A,T,e)),W.gaps=H=a.gaps(n,s,r,o,H),W.clip=Mu(H,h.ori,p,y,m,g)}return $!=0&&(W.band=$==2?[ws(n,s,r,o,L,-1),ws(n,s,r,o,L,1)]:ws(n,s,r,o,L,$)),W})}function TC(i){return AC(CC,i)}function CC(i,t,e,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(e(a,i[0],t[0]),o==2)n(a,i[1],t[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),f=Array(o-1);for(let u=0;u<o-1;u++)h[u]=t[u+1]-t[u],f[u]=i[u+1]-i[u],c[u]=h[u]/f[u];l[0]=c[0];for(let u=1;u<o-1;u++)c[u]===0||c[u-1]===0||c[u-1]>0!=c[u]>0?l[u]=0:(l[u]=3*(f[u-1]+f[u])/((2*f[u]+f[u-1])/c[u-1]+(f[u]+2*f[u-1])/c[u]),isFinite(l[u])||(l[u]=0));l[o-1]=c[o-2];for(let u=0;u<o-1;u++)s(a,i[u]+f[u]/3,t[u]+l[u]*f[u]/3,i[u+1]-f[u]/3,t[u+1]-l[u+1]*f[u]/3,i[u+1],t[u+1])}return a}var mp=new Set;function bx(){for(let i of mp)i.syncRect(!0)}Uo&&(wr(lT,Io,bx),wr(cT,Io,bx,!0),wr(pu,Io,()=>{Sn.pxRatio=Ae}));var RC=ay(),PC=ry();function Sx(i,t,e,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>gp(r,o,t,e))}function IC(i,t){return i.map((e,n)=>n==0?{}:mn({},t,e))}function gp(i,t,e,n){return mn({},t==0?e:n,i)}function ly(i,t,e){return t==null?No:[t,e]}var LC=ly;function NC(i,t,e){return t==null?No:mu(t,e,Mp,!0)}function cy(i,t,e,n){return t==null?No:xu(t,e,i.scales[n].log,!1)}var DC=cy;function hy(i,t,e,n){return t==null?No:vp(t,e,i.scales[n].log,!1)}var FC=hy;function UC(i,t,e,n,s){let r=Yn(ex(i),ex(t)),o=t-i,a=Bi(s/n*o,e);do{let l=e[a],c=n*l/o;if(c>=s&&r+(l<5?Qs.get(l):0)<=17)return[l,c]}while(++a<e.length);return[0,0]}function wx(i){let t,e;return i=i.replace(/(\d+)px/,(n,s)=>(t=Mn((e=+s)*Ae))+"px"),[i,t,e]}function OC(i){i.show&&[i.font,i.labelFont].forEach(t=>{let e=Oe(t[2]*Ae,1);t[0]=t[0].replace(/[0-9.]+px/,e+"px"),t[1]=e})}function Sn(i,t,e){let n={mode:Se(i.mode,1)},s=n.mode;function r(x,S,P,I){let V=S.valToPct(x);return I+P*(S.dir==-1?1-V:V)}function o(x,S,P,I){let V=S.valToPct(x);return I+P*(S.dir==-1?V:1-V)}function a(x,S,P,I){return S.ori==0?r(x,S,P,I):o(x,S,P,I)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=wi(WA);if(i.id!=null&&(c.id=i.id),fi(c,i.class),i.title){let x=wi(YA,c);x.textContent=i.title}let h=Oi("canvas"),f=n.ctx=h.getContext("2d"),u=wi($A,c);wr("click",u,x=>{x.target===p&&(ze!=Nr||qe!=Dr)&&In.click(n,x)},!0);let d=n.under=wi(ZA,u);u.appendChild(h);let p=n.over=wi(KA,u);i=Do(i);let y=+Se(i.pxAlign,1),m=vx(y);(i.plugins||[]).forEach(x=>{x.opts&&(i=x.opts(n,i)||i)});let g=i.ms||.001,v=n.series=s==1?Sx(i.series||[],dx,xx,!1):IC(i.series||[null],_x),T=n.axes=Sx(i.axes||[],fx,mx,!0),b=n.scales={},R=n.bands=i.bands||[];R.forEach(x=>{x.fill=ye(x.fill||null),x.dir=Se(x.dir,-1)});let E=s==2?v[1].facets[0].scale:v[0].scale,_={axes:ls,series:pe},A=(i.drawOrder||["axes","series"]).map(x=>_[x]);function B(x){let S=x.distr==3?P=>Ss(P>0?P:x.clamp(n,P,x.min,x.max,x.key)):x.distr==4?P=>ip(P,x.asinh):x.distr==100?P=>x.fwd(P):P=>P;return P=>{let I=S(P),{_min:V,_max:K}=x,at=K-V;return(I-V)/at}}function D(x){let S=b[x];if(S==null){let P=(i.scales||Ka)[x]||Ka;if(P.from!=null){D(P.from);let I=mn({},b[P.from],P,{key:x});I.valToPct=B(I),b[x]=I}else{S=b[x]=mn({},x==E?jx:yC,P),S.key=x;let I=S.time,V=S.range,K=js(V);if((x!=E||s==2&&!I)&&(K&&(V[0]==null||V[1]==null)&&(V={min:V[0]==null?j_:{mode:1,hard:V[0],soft:V[0]},max:V[1]==null?j_:{mode:1,hard:V[1],soft:V[1]}},K=!1),!K&&vu(V))){let at=V;V=(dt,vt,Nt)=>vt==null?No:mu(vt,Nt,at)}S.range=ye(V||(I?LC:x==E?S.distr==3?DC:S.distr==4?FC:ly:S.distr==3?cy:S.distr==4?hy:NC)),S.auto=ye(K?!1:S.auto),S.clamp=ye(S.clamp||xC),S._min=S._max=null,S.valToPct=B(S)}}}D("x"),D("y"),s==1&&v.forEach(x=>{D(x.scale)}),T.forEach(x=>{D(x.scale)});for(let x in i.scales)D(x);let N=b[E],G=N.distr,W,L;N.ori==0?(fi(c,XA),W=r,L=o):(fi(c,qA),W=o,L=r);let X={};for(let x in b){let S=b[x];(S.min!=null||S.max!=null)&&(X[x]={min:S.min,max:S.max},S.min=S.max=null)}let $=i.tzDate||(x=>new Date(Mn(x/g))),H=i.fmtDate||wp,ct=g==1?XT($):$T($),J=cx($,lx(g==1?WT:YT,H)),Q=ux($,hx(KT,H)),st=[],ft=n.legend=mn({},QT,i.legend),ut=n.cursor=mn({},rC,{drag:{y:s==2}},i.cursor),tt=ft.show,mt=ut.show,xt=ft.markers;ft.idxs=st,xt.width=ye(xt.width),xt.dash=ye(xt.dash),xt.stroke=ye(xt.stroke),xt.fill=ye(xt.fill);let Tt,bt,Wt,re=[],Vt=[],fe,ce=!1,ie={};if(ft.live){let x=v[1]?v[1].values:null;ce=x!=null,fe=ce?x(n,1,0):{_:0};for(let S in fe)ie[S]=xp}if(tt)if(Tt=Oi("table",nT,c),Wt=Oi("tbody",null,Tt),ft.mount(n,Tt),ce){bt=Oi("thead",null,Tt,Wt);let x=Oi("tr",null,bt);Oi("th",null,x);for(var Xe in fe)Oi("th",k_,x).textContent=Xe}else fi(Tt,sT),ft.live&&fi(Tt,iT);let Be={show:!0},an={show:!1};function Le(x,S){if(S==0&&(ce||!ft.live||s==2))return No;let P=[],I=Oi("tr",rT,Wt,Wt.childNodes[S]);fi(I,x.class),x.show||fi(I,Sr);let V=Oi("th",null,I);if(xt.show){let dt=wi(oT,V);if(S>0){let vt=xt.width(n,S);vt&&(dt.style.border=vt+"px "+xt.dash(n,S)+" "+xt.stroke(n,S)),dt.style.background=xt.fill(n,S)}}let K=wi(k_,V);x.label instanceof HTMLElement?K.appendChild(x.label):K.textContent=x.label,S>0&&(xt.show||(K.style.color=x.width>0?xt.stroke(n,S):xt.fill(n,S)),ve("click",V,dt=>{if(ut._lock)return;jt(dt);let vt=v.indexOf(x);if((dt.ctrlKey||dt.metaKey)!=ft.isolate){let Nt=v.some((Dt,Ut)=>Ut>0&&Ut!=vt&&Dt.show);v.forEach((Dt,Ut)=>{Ut>0&&Hi(Ut,Nt?Ut==vt?Be:an:Be,!0,fn.setSeries)})}else Hi(vt,{show:!x.show},!0,fn.setSeries)},!1),Qt&&ve(H_,V,dt=>{ut._lock||(jt(dt),Hi(v.indexOf(x),Ur,!0,fn.setSeries))},!1));for(var at in fe){let dt=Oi("td",aT,I);dt.textContent="--",P.push(dt)}return[I,P]}let wn=new Map;function ve(x,S,P,I=!0){let V=wn.get(S)||{},K=ut.bind[x](n,S,P,I);K&&(wr(x,S,V[x]=K),wn.set(S,V))}function gn(x,S,P){let I=wn.get(S)||{};for(let V in I)(x==null||V==x)&&(hp(V,S,I[V]),delete I[V]);x==null&&wn.delete(S)}let Ze=0,ln=0,O=0,Rt=0,Zt=0,oe=0,St=Zt,De=oe,zt=O,$t=Rt,C=0,M=0,q=0,ht=0;n.bbox={};let ot=!1,_t=!1,yt=!1,et=!1,it=!1,pt=!1;function U(x,S,P){(P||x!=n.width||S!=n.height)&&rt(x,S),he(!1),yt=!0,_t=!0,Dn()}function rt(x,S){n.width=Ze=O=x,n.height=ln=Rt=S,Zt=oe=0,Mt(),Ht();let P=n.bbox;C=P.left=Mr(Zt*Ae,.5),M=P.top=Mr(oe*Ae,.5),q=P.width=Mr(O*Ae,.5),ht=P.height=Mr(Rt*Ae,.5)}let nt=3;function wt(){let x=!1,S=0;for(;!x;){S++;let P=Pr(S),I=Vi(S);x=S==nt||P&&I,x||(rt(n.width,n.height),_t=!0)}}function gt({width:x,height:S}){U(x,S)}n.setSize=gt;function Mt(){let x=!1,S=!1,P=!1,I=!1;T.forEach((V,K)=>{if(V.show&&V._show){let{side:at,_size:dt}=V,vt=at%2,Nt=V.label!=null?V.labelSize:0,Dt=dt+Nt;Dt>0&&(vt?(O-=Dt,at==3?(Zt+=Dt,I=!0):P=!0):(Rt-=Dt,at==0?(oe+=Dt,x=!0):S=!0))}}),zi[0]=x,zi[1]=P,zi[2]=S,zi[3]=I,O-=Ai[1]+Ai[3],Zt+=Ai[3],Rt-=Ai[2]+Ai[0],oe+=Ai[0]}function Ht(){let x=Zt+O,S=oe+Rt,P=Zt,I=oe;function V(K,at){switch(K){case 1:return x+=at,x-at;case 2:return S+=at,S-at;case 3:return P-=at,P+at;case 0:return I-=at,I+at}}T.forEach((K,at)=>{if(K.show&&K._show){let dt=K.side;K._pos=V(dt,K._size),K.label!=null&&(K._lpos=V(dt,K.labelSize))}})}if(ut.dataIdx==null){let x=ut.hover,S=x.skip=new Set(x.skip??[]);S.add(void 0);let P=x.prox=ye(x.prox),I=x.bias??=0;ut.dataIdx=(V,K,at,dt)=>{if(K==0)return at;let vt=at,Nt=P(V,K,at,dt)??Ue,Dt=Nt>=0&&Nt<Ue,Ut=N.ori==0?O:Rt,se=ut.left,we=t[0],be=t[K];if(S.has(be[at])){vt=null;let ge=null,Jt=null,Xt;if(I==0||I==-1)for(Xt=at;ge==null&&Xt-- >0;)S.has(be[Xt])||(ge=Xt);if(I==0||I==1)for(Xt=at;Jt==null&&Xt++<be.length;)S.has(be[Xt])||(Jt=Xt);if(ge!=null||Jt!=null)if(Dt){let Ve=ge==null?-1/0:W(we[ge],N,Ut,0),je=Jt==null?1/0:W(we[Jt],N,Ut,0),Cn=se-Ve,Ne=je-se;Cn<=Ne?Cn<=Nt&&(vt=ge):Ne<=Nt&&(vt=Jt)}else vt=Jt==null?ge:ge==null?Jt:at-ge<=Jt-at?ge:Jt}else Dt&&bn(se-W(we[at],N,Ut,0))>Nt&&(vt=null);return vt}}let jt=x=>{ut.event=x};ut.idxs=st,ut._lock=!1;let lt=ut.points;lt.show=ye(lt.show),lt.size=ye(lt.size),lt.stroke=ye(lt.stroke),lt.width=ye(lt.width),lt.fill=ye(lt.fill);let Ot=n.focus=mn({},i.focus||{alpha:.3},ut.focus),Qt=Ot.prox>=0,Ct=Qt&&lt.one,ae=[],ke=[],kn=[];function ko(x,S){let P=lt.show(n,S);if(P instanceof HTMLElement)return fi(P,eT),fi(P,x.class),ss(P,-10,-10,O,Rt),p.insertBefore(P,ae[S]),P}function Tr(x,S){if(s==1||S>0){let P=s==1&&b[x.scale].time,I=x.value;x.value=P?sx(I)?ux($,hx(I,H)):I||Q:I||mC,x.label=x.label||(P?aC:oC)}if(Ct||S>0){x.width=x.width==null?1:x.width,x.paths=x.paths||RC||yT,x.fillTo=ye(x.fillTo||vC),x.pxAlign=+Se(x.pxAlign,y),x.pxRound=vx(x.pxAlign),x.stroke=ye(x.stroke||null),x.fill=ye(x.fill||null),x._stroke=x._fill=x._paths=x._focus=null;let P=gC(Yn(1,x.width),1),I=x.points=mn({},{size:P,width:Yn(1,P*.2),stroke:x.stroke,space:P*2,paths:PC,_stroke:null,_fill:null},x.points);I.show=ye(I.show),I.filter=ye(I.filter),I.fill=ye(I.fill),I.stroke=ye(I.stroke),I.paths=ye(I.paths),I.pxAlign=x.pxAlign}if(tt){let P=Le(x,S);re.splice(S,0,P[0]),Vt.splice(S,0,P[1]),ft.values.push(null)}if(mt){st.splice(S,0,null);let P=null;Ct?S==0&&(P=ko(x,S)):S>0&&(P=ko(x,S)),ae.splice(S,0,P),ke.splice(S,0,0),kn.splice(S,0,0)}Tn("addSeries",S)}function Ou(x,S){S=S??v.length,x=s==1?gp(x,S,dx,xx):gp(x,S,{},_x),v.splice(S,0,x),Tr(v[S],S)}n.addSeries=Ou;function ja(x){if(v.splice(x,1),tt){ft.values.splice(x,1),Vt.splice(x,1);let S=re.splice(x,1)[0];gn(null,S.firstChild),S.remove()}mt&&(st.splice(x,1),ae.splice(x,1)[0].remove(),ke.splice(x,1),kn.splice(x,1)),Tn("delSeries",x)}n.delSeries=ja;let zi=[!1,!1,!1,!1];function rs(x,S){if(x._show=x.show,x.show){let P=x.side%2,I=b[x.scale];I==null&&(x.scale=P?v[1].scale:E,I=b[x.scale]);let V=I.time;x.size=ye(x.size),x.space=ye(x.space),x.rotate=ye(x.rotate),js(x.incrs)&&x.incrs.forEach(at=>{!Qs.has(at)&&Qs.set(at,Nx(at))}),x.incrs=ye(x.incrs||(I.distr==2?GT:V?g==1?HT:qT:br)),x.splits=ye(x.splits||(V&&I.distr==1?ct:I.distr==3?fp:I.distr==4?hC:cC)),x.stroke=ye(x.stroke),x.grid.stroke=ye(x.grid.stroke),x.ticks.stroke=ye(x.ticks.stroke),x.border.stroke=ye(x.border.stroke);let K=x.values;x.values=js(K)&&!js(K[0])?ye(K):V?js(K)?cx($,lx(K,H)):sx(K)?ZT($,K):K||J:K||lC,x.filter=ye(x.filter||(I.distr>=3&&I.log==10?dC:I.distr==3&&I.log==2?pC:Ix)),x.font=wx(x.font),x.labelFont=wx(x.labelFont),x._size=x.size(n,null,S,0),x._space=x._rotate=x._incrs=x._found=x._splits=x._values=null,x._size>0&&(zi[S]=!0,x._el=wi(JA,u))}}function os(x,S,P,I){let[V,K,at,dt]=P,vt=S%2,Nt=0;return vt==0&&(dt||K)&&(Nt=S==0&&!V||S==2&&!at?Mn(fx.size/3):0),vt==1&&(V||at)&&(Nt=S==1&&!K||S==3&&!dt?Mn(mx.size/2):0),Nt}let zo=n.padding=(i.padding||[os,os,os,os]).map(x=>ye(Se(x,os))),Ai=n._padding=zo.map((x,S)=>x(n,S,zi,0)),Ke,en=null,nn=null,Gi=s==1?v[0].idxs:null,ei=null,Es=!1;function Go(x,S){if(t=x??[],n.data=n._data=t,s==2){Ke=0;for(let P=1;P<v.length;P++)Ke+=t[P][0].length}else{t.length==0&&(n.data=n._data=t=[[]]),ei=t[0],Ke=ei.length;let P=t;if(G==2){P=t.slice();let I=P[0]=Array(Ke);for(let V=0;V<Ke;V++)I[V]=V}n._data=t=P}if(he(!0),Tn("setData"),G==2&&(yt=!0),S!==!1){let P=N;P.auto(n,Es)?Vo():Cs(E,P.min,P.max),et=et||ut.left>=0,pt=!0,Dn()}}n.setData=Go;function Vo(){Es=!0;let x,S;s==1&&(Ke>0?(en=Gi[0]=0,nn=Gi[1]=Ke-1,x=t[0][en],S=t[0][nn],G==2?(x=en,S=nn):x==S&&(G==3?[x,S]=xu(x,x,N.log,!1):G==4?[x,S]=vp(x,x,N.log,!1):N.time?S=x+Mn(86400/g):[x,S]=mu(x,S,Mp,!0))):(en=Gi[0]=x=null,nn=Gi[1]=S=null)),Cs(E,x,S)}let Cr,As,Rr,w,k,j,Y,Z,Et,Pt;function At(x,S,P,I,V,K){x??=G_,P??=Sp,I??="butt",V??=G_,K??="round",x!=Cr&&(f.strokeStyle=Cr=x),V!=As&&(f.fillStyle=As=V),S!=Rr&&(f.lineWidth=Rr=S),K!=k&&(f.lineJoin=k=K),I!=j&&(f.lineCap=j=I),P!=w&&f.setLineDash(w=P)}function Lt(x,S,P,I){S!=As&&(f.fillStyle=As=S),x!=Y&&(f.font=Y=x),P!=Z&&(f.textAlign=Z=P),I!=Et&&(f.textBaseline=Et=I)}function kt(x,S,P,I,V=0){if(I.length>0&&x.auto(n,Es)&&(S==null||S.min==null)){let K=Se(en,0),at=Se(nn,I.length-1),dt=P.min==null?dT(I,K,at,V,x.distr==3):[P.min,P.max];x.min=ki(x.min,P.min=dt[0]),x.max=Yn(x.max,P.max=dt[1])}}let ee={min:null,max:null};function de(){for(let I in b){let V=b[I];X[I]==null&&(V.min==null||X[E]!=null&&V.auto(n,Es))&&(X[I]=ee)}for(let I in b){let V=b[I];X[I]==null&&V.from!=null&&X[V.from]!=null&&(X[I]=ee)}X[E]!=null&&he(!0);let x={};for(let I in X){let V=X[I];if(V!=null){let K=x[I]=Do(b[I],bT);if(V.min!=null)mn(K,V);else if(I!=E||s==2)if(Ke==0&&K.from==null){let at=K.range(n,null,null,I);K.min=at[0],K.max=at[1]}else K.min=Ue,K.max=-Ue}}if(Ke>0){v.forEach((I,V)=>{if(s==1){let K=I.scale,at=X[K];if(at==null)return;let dt=x[K];if(V==0){let vt=dt.range(n,dt.min,dt.max,K);dt.min=vt[0],dt.max=vt[1],en=Bi(dt.min,t[0]),nn=Bi(dt.max,t[0]),nn-en>1&&(t[0][en]<dt.min&&en++,t[0][nn]>dt.max&&nn--),I.min=ei[en],I.max=ei[nn]}else I.show&&I.auto&&kt(dt,at,I,t[V],I.sorted);I.idxs[0]=en,I.idxs[1]=nn}else if(V>0&&I.show&&I.auto){let[K,at]=I.facets,dt=K.scale,vt=at.scale,[Nt,Dt]=t[V],Ut=x[dt],se=x[vt];Ut!=null&&kt(Ut,X[dt],K,Nt,K.sorted),se!=null&&kt(se,X[vt],at,Dt,at.sorted),I.min=at.min,I.max=at.max}});for(let I in x){let V=x[I],K=X[I];if(V.from==null&&(K==null||K.min==null)){let at=V.range(n,V.min==Ue?null:V.min,V.max==-Ue?null:V.max,I);V.min=at[0],V.max=at[1]}}}for(let I in x){let V=x[I];if(V.from!=null){let K=x[V.from];if(K.min==null)V.min=V.max=null;else{let at=V.range(n,K.min,K.max,I);V.min=at[0],V.max=at[1]}}}let S={},P=!1;for(let I in x){let V=x[I],K=b[I];if(K.min!=V.min||K.max!=V.max){K.min=V.min,K.max=V.max;let at=K.distr;K._min=at==3?Ss(K.min):at==4?ip(K.min,K.asinh):at==100?K.fwd(K.min):K.min,K._max=at==3?Ss(K.max):at==4?ip(K.max,K.asinh):at==100?K.fwd(K.max):K.max,S[I]=P=!0}}if(P){v.forEach((I,V)=>{s==2?V>0&&S.y&&(I._paths=null):S[I.scale]&&(I._paths=null)});for(let I in S)yt=!0,Tn("setScale",I);mt&&ut.left>=0&&(et=pt=!0)}for(let I in X)X[I]=null}function Bt(x){let S=up(en-1,0,Ke-1),P=up(nn+1,0,Ke-1);for(;x[S]==null&&S>0;)S--;for(;x[P]==null&&P<Ke-1;)P++;return[S,P]}function pe(){if(Ke>0){let x=v.some(S=>S._focus)&&Pt!=Ot.alpha;x&&(f.globalAlpha=Pt=Ot.alpha),v.forEach((S,P)=>{if(P>0&&S.show&&($e(P,!1),$e(P,!0),S._paths==null)){let I=Pt;Pt!=S.alpha&&(f.globalAlpha=Pt=S.alpha);let V=s==2?[0,t[P][0].length-1]:Bt(t[P]);S._paths=S.paths(n,P,V[0],V[1]),Pt!=I&&(f.globalAlpha=Pt=I)}}),v.forEach((S,P)=>{if(P>0&&S.show){let I=Pt;Pt!=S.alpha&&(f.globalAlpha=Pt=S.alpha),S._paths!=null&&Re(P,!1);{let V=S._paths!=null?S._paths.gaps:null,K=S.points.show(n,P,en,nn,V),at=S.points.filter(n,P,K,V);(K||at)&&(S.points._paths=S.points.paths(n,P,en,nn,at),Re(P,!0))}Pt!=I&&(f.globalAlpha=Pt=I),Tn("drawSeries",P)}}),x&&(f.globalAlpha=Pt=1)}}function $e(x,S){let P=S?v[x].points:v[x];P._stroke=P.stroke(n,x),P._fill=P.fill(n,x)}function Re(x,S){let P=S?v[x].points:v[x],{stroke:I,fill:V,clip:K,flags:at,_stroke:dt=P._stroke,_fill:vt=P._fill,_width:Nt=P.width}=P._paths;Nt=Oe(Nt*Ae,3);let Dt=null,Ut=Nt%2/2;S&&vt==null&&(vt=Nt>0?"#fff":dt);let se=P.pxAlign==1&&Ut>0;if(se&&f.translate(Ut,Ut),!S){let we=C-Nt/2,be=M-Nt/2,ge=q+Nt,Jt=ht+Nt;Dt=new Path2D,Dt.rect(we,be,ge,Jt)}S?Ft(dt,Nt,P.dash,P.cap,vt,I,V,at,K):Pe(x,dt,Nt,P.dash,P.cap,vt,I,V,at,Dt,K),se&&f.translate(-Ut,-Ut)}function Pe(x,S,P,I,V,K,at,dt,vt,Nt,Dt){let Ut=!1;vt!=0&&R.forEach((se,we)=>{if(se.series[0]==x){let be=v[se.series[1]],ge=t[se.series[1]],Jt=(be._paths||Ka).band;js(Jt)&&(Jt=se.dir==1?Jt[0]:Jt[1]);let Xt,Ve=null;be.show&&Jt&&mT(ge,en,nn)?(Ve=se.fill(n,we)||K,Xt=be._paths.clip):Jt=null,Ft(S,P,I,V,Ve,at,dt,vt,Nt,Dt,Xt,Jt),Ut=!0}}),Ut||Ft(S,P,I,V,K,at,dt,vt,Nt,Dt)}let _n=Fo|pp;function Ft(x,S,P,I,V,K,at,dt,vt,Nt,Dt,Ut){At(x,S,P,I,V),(vt||Nt||Ut)&&(f.save(),vt&&f.clip(vt),Nt&&f.clip(Nt)),Ut?(dt&_n)==_n?(f.clip(Ut),Dt&&f.clip(Dt),_e(V,at),cn(x,K,S)):dt&pp?(_e(V,at),f.clip(Ut),cn(x,K,S)):dt&Fo&&(f.save(),f.clip(Ut),Dt&&f.clip(Dt),_e(V,at),f.restore(),cn(x,K,S)):(_e(V,at),cn(x,K,S)),(vt||Nt||Ut)&&f.restore()}function cn(x,S,P){P>0&&(S instanceof Map?S.forEach((I,V)=>{f.strokeStyle=Cr=V,f.stroke(I)}):S!=null&&x&&f.stroke(S))}function _e(x,S){S instanceof Map?S.forEach((P,I)=>{f.fillStyle=As=I,f.fill(P)}):S!=null&&x&&f.fill(S)}function as(x,S,P,I){let V=T[x],K;if(I<=0)K=[0,0];else{let at=V._space=V.space(n,x,S,P,I),dt=V._incrs=V.incrs(n,x,S,P,I,at);K=UC(S,P,dt,I,at)}return V._found=K}function hn(x,S,P,I,V,K,at,dt,vt,Nt){let Dt=at%2/2;y==1&&f.translate(Dt,Dt),At(dt,at,vt,Nt,dt),f.beginPath();let Ut,se,we,be,ge=V+(I==0||I==3?-K:K);P==0?(se=V,be=ge):(Ut=V,we=ge);for(let Jt=0;Jt<x.length;Jt++)S[Jt]!=null&&(P==0?Ut=we=x[Jt]:se=be=x[Jt],f.moveTo(Ut,se),f.lineTo(we,be));f.stroke(),y==1&&f.translate(-Dt,-Dt)}function Pr(x){let S=!0;return T.forEach((P,I)=>{if(!P.show)return;let V=b[P.scale];if(V.min==null){P._show&&(S=!1,P._show=!1,he(!1));return}else P._show||(S=!1,P._show=!0,he(!1));let K=P.side,at=K%2,{min:dt,max:vt}=V,[Nt,Dt]=as(I,dt,vt,at==0?O:Rt);if(Dt==0)return;let Ut=V.distr==2,se=P._splits=P.splits(n,I,dt,vt,Nt,Dt,Ut),we=V.distr==2?se.map(Xt=>ei[Xt]):se,be=V.distr==2?ei[se[1]]-ei[se[0]]:Nt,ge=P._values=P.values(n,P.filter(n,we,I,Dt,be),I,Dt,be);P._rotate=K==2?P.rotate(n,ge,I,Dt):0;let Jt=P._size;P._size=Ei(P.size(n,ge,I,x)),Jt!=null&&P._size!=Jt&&(S=!1)}),S}function Vi(x){let S=!0;return zo.forEach((P,I)=>{let V=P(n,I,zi,x);V!=Ai[I]&&(S=!1),Ai[I]=V}),S}function ls(){for(let x=0;x<T.length;x++){let S=T[x];if(!S.show||!S._show)continue;let P=S.side,I=P%2,V,K,at=S.stroke(n,x),dt=P==0||P==3?-1:1,[vt,Nt]=S._found;if(S.label!=null){let Vn=S.labelGap*dt,si=Mn((S._lpos+Vn)*Ae);Lt(S.labelFont[0],at,"center",P==2?"top":z_),f.save(),I==1?(V=K=0,f.translate(si,Mn(M+ht/2)),f.rotate((P==3?-du:du)/2)):(V=Mn(C+q/2),K=si);let ir=Rx(S.label)?S.label(n,x,vt,Nt):S.label;f.fillText(ir,V,K),f.restore()}if(Nt==0)continue;let Dt=b[S.scale],Ut=I==0?q:ht,se=I==0?C:M,we=S._splits,be=Dt.distr==2?we.map(Vn=>ei[Vn]):we,ge=Dt.distr==2?ei[we[1]]-ei[we[0]]:vt,Jt=S.ticks,Xt=S.border,Ve=Jt.show?Jt.size:0,je=Mn(Ve*Ae),Cn=Mn((S.alignTo==2?S._size-Ve-S.gap:S.gap)*Ae),Ne=S._rotate*-du/180,Qe=m(S._pos*Ae),ni=(je+Cn)*dt,Gn=Qe+ni;K=I==0?Gn:0,V=I==1?Gn:0;let mi=S.font[0],Ti=S.align==1?Ro:S.align==2?tp:Ne>0?Ro:Ne<0?tp:I==0?"center":P==3?tp:Ro,Xi=Ne||I==1?"middle":P==2?"top":z_;Lt(mi,at,Ti,Xi);let ii=S.font[1]*S.lineGap,gi=we.map(Vn=>m(a(Vn,Dt,Ut,se))),Ci=S._values;for(let Vn=0;Vn<Ci.length;Vn++){let si=Ci[Vn];if(si!=null){I==0?V=gi[Vn]:K=gi[Vn],si=""+si;let ir=si.indexOf(`
`)==-1?[si]:si.split(/\n/gm);for(let Hn=0;Hn<ir.length;Hn++){let tm=ir[Hn];Ne?(f.save(),f.translate(V,K+Hn*ii),f.rotate(Ne),f.fillText(tm,0,0),f.restore()):f.fillText(tm,V,K+Hn*ii)}}}Jt.show&&hn(gi,Jt.filter(n,be,x,Nt,ge),I,P,Qe,je,Oe(Jt.width*Ae,3),Jt.stroke(n,x),Jt.dash,Jt.cap);let qi=S.grid;qi.show&&hn(gi,qi.filter(n,be,x,Nt,ge),I,I==0?2:1,I==0?M:C,I==0?ht:q,Oe(qi.width*Ae,3),qi.stroke(n,x),qi.dash,qi.cap),Xt.show&&hn([Qe],[1],I==0?1:0,I==0?1:2,I==1?M:C,I==1?ht:q,Oe(Xt.width*Ae,3),Xt.stroke(n,x),Xt.dash,Xt.cap)}Tn("drawAxes")}function he(x){v.forEach((S,P)=>{P>0&&(S._paths=null,x&&(s==1?(S.min=null,S.max=null):S.facets.forEach(I=>{I.min=null,I.max=null})))})}let Je=!1,zn=!1,Ie=[];function un(){zn=!1;for(let x=0;x<Ie.length;x++)Tn(...Ie[x]);Ie.length=0}function Dn(){Je||(RT(Up),Je=!0)}function Qa(x,S=!1){Je=!0,zn=S,x(n),Up(),S&&Ie.length>0&&queueMicrotask(un)}n.batch=Qa;function Up(){if(ot&&(de(),ot=!1),yt&&(wt(),yt=!1),_t){if(We(d,Ro,Zt),We(d,"top",oe),We(d,qa,O),We(d,Ya,Rt),We(p,Ro,Zt),We(p,"top",oe),We(p,qa,O),We(p,Ya,Rt),We(u,qa,Ze),We(u,Ya,ln),h.width=Mn(Ze*Ae),h.height=Mn(ln*Ae),T.forEach(({_el:x,_show:S,_size:P,_pos:I,side:V})=>{if(x!=null)if(S){let K=V===3||V===0?P:0,at=V%2==1;We(x,at?"left":"top",I-K),We(x,at?"width":"height",P),We(x,at?"top":"left",at?oe:Zt),We(x,at?"height":"width",at?Rt:O),cp(x,Sr)}else fi(x,Sr)}),Cr=As=Rr=k=j=Y=Z=Et=w=null,Pt=1,Xo(!0),Zt!=St||oe!=De||O!=zt||Rt!=$t){he(!1);let x=O/zt,S=Rt/$t;if(mt&&!et&&ut.left>=0){ut.left*=x,ut.top*=S,Ir&&ss(Ir,Mn(ut.left),0,O,Rt),Lr&&ss(Lr,0,Mn(ut.top),O,Rt);for(let P=0;P<ae.length;P++){let I=ae[P];I!=null&&(ke[P]*=x,kn[P]*=S,ss(I,Ei(ke[P]),Ei(kn[P]),O,Rt))}}if(Ge.show&&!it&&Ge.left>=0&&Ge.width>0){Ge.left*=x,Ge.width*=x,Ge.top*=S,Ge.height*=S;for(let P in Hu)We(Fr,P,Ge[P])}St=Zt,De=oe,zt=O,$t=Rt}Tn("setSize"),_t=!1}Ze>0&&ln>0&&(f.clearRect(0,0,h.width,h.height),Tn("drawClear"),A.forEach(x=>x()),Tn("draw")),Ge.show&&it&&(tl(Ge),it=!1),mt&&et&&(nr(null,!0,!1),et=!1),ft.show&&ft.live&&pt&&(Gu(),pt=!1),l||(l=!0,n.status=1,Tn("ready")),Es=!1,Je=!1}n.redraw=(x,S)=>{yt=S||!1,x!==!1?Cs(E,N.min,N.max):Dn()};function Bu(x,S){let P=b[x];if(P.from==null){if(Ke==0){let I=P.range(n,S.min,S.max,x);S.min=I[0],S.max=I[1]}if(S.min>S.max){let I=S.min;S.min=S.max,S.max=I}if(Ke>1&&S.min!=null&&S.max!=null&&S.max-S.min<1e-16)return;x==E&&P.distr==2&&Ke>0&&(S.min=Bi(S.min,t[0]),S.max=Bi(S.max,t[0]),S.min==S.max&&S.max++),X[x]=S,ot=!0,Dn()}}n.setScale=Bu;let ku,zu,Ir,Lr,Op,Bp,Nr,Dr,kp,zp,ze,qe,Ts=!1,In=ut.drag,En=In.x,An=In.y;mt&&(ut.x&&(ku=wi(QA,p)),ut.y&&(zu=wi(tT,p)),N.ori==0?(Ir=ku,Lr=zu):(Ir=zu,Lr=ku),ze=ut.left,qe=ut.top);let Ge=n.select=mn({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),Fr=Ge.show?wi(jA,Ge.over?p:d):null;function tl(x,S){if(Ge.show){for(let P in x)Ge[P]=x[P],P in Hu&&We(Fr,P,x[P]);S!==!1&&Tn("setSelect")}}n.setSelect=tl;function wy(x){if(v[x].show)tt&&cp(re[x],Sr);else if(tt&&fi(re[x],Sr),mt){let P=Ct?ae[0]:ae[x];P!=null&&ss(P,-10,-10,O,Rt)}}function Cs(x,S,P){Bu(x,{min:S,max:P})}function Hi(x,S,P,I){S.focus!=null&&Ry(x),S.show!=null&&v.forEach((V,K)=>{K>0&&(x==K||x==null)&&(V.show=S.show,wy(K),s==2?(Cs(V.facets[0].scale,null,null),Cs(V.facets[1].scale,null,null)):Cs(V.scale,null,null),Dn())}),P!==!1&&Tn("setSeries",x,S),I&&qo("setSeries",n,x,S)}n.setSeries=Hi;function Ey(x,S){mn(R[x],S)}function Ay(x,S){x.fill=ye(x.fill||null),x.dir=Se(x.dir,-1),S=S??R.length,R.splice(S,0,x)}function Ty(x){x==null?R.length=0:R.splice(x,1)}n.addBand=Ay,n.setBand=Ey,n.delBand=Ty;function Cy(x,S){v[x].alpha=S,mt&&ae[x]!=null&&(ae[x].style.opacity=S),tt&&re[x]&&(re[x].style.opacity=S)}let cs,Rs,er,Ur={focus:!0};function Ry(x){if(x!=er){let S=x==null,P=Ot.alpha!=1;v.forEach((I,V)=>{if(s==1||V>0){let K=S||V==0||V==x;I._focus=S?null:K,P&&Cy(V,K?1:Ot.alpha)}}),er=x,P&&Dn()}}tt&&Qt&&ve(W_,Tt,x=>{ut._lock||(jt(x),er!=null&&Hi(null,Ur,!0,fn.setSeries))});function Wi(x,S,P){let I=b[S];P&&(x=x/Ae-(I.ori==1?oe:Zt));let V=O;I.ori==1&&(V=Rt,x=V-x),I.dir==-1&&(x=V-x);let K=I._min,at=I._max,dt=x/V,vt=K+(at-K)*dt,Nt=I.distr;return Nt==3?Lo(10,vt):Nt==4?_T(vt,I.asinh):Nt==100?I.bwd(vt):vt}function Py(x,S){let P=Wi(x,E,S);return Bi(P,t[0],en,nn)}n.valToIdx=x=>Bi(x,t[0]),n.posToIdx=Py,n.posToVal=Wi,n.valToPos=(x,S,P)=>b[S].ori==0?r(x,b[S],P?q:O,P?C:0):o(x,b[S],P?ht:Rt,P?M:0),n.setCursor=(x,S,P)=>{ze=x.left,qe=x.top,nr(null,S,P)};function Gp(x,S){We(Fr,Ro,Ge.left=x),We(Fr,qa,Ge.width=S)}function Vp(x,S){We(Fr,"top",Ge.top=x),We(Fr,Ya,Ge.height=S)}let Ho=N.ori==0?Gp:Vp,Wo=N.ori==1?Gp:Vp;function Iy(){if(tt&&ft.live)for(let x=s==2?1:0;x<v.length;x++){if(x==0&&ce)continue;let S=ft.values[x],P=0;for(let I in S)Vt[x][P++].firstChild.nodeValue=S[I]}}function Gu(x,S){if(x!=null&&(x.idxs?x.idxs.forEach((P,I)=>{st[I]=P}):MT(x.idx)||st.fill(x.idx),ft.idx=st[0]),tt&&ft.live){for(let P=0;P<v.length;P++)(P>0||s==1&&!ce)&&Ly(P,st[P]);Iy()}pt=!1,S!==!1&&Tn("setLegend")}n.setLegend=Gu;function Ly(x,S){let P=v[x],I=x==0&&G==2?ei:t[x],V;ce?V=P.values(n,x,S)??ie:(V=P.value(n,S==null?null:I[S],x,S),V=V==null?ie:{_:V}),ft.values[x]=V}function nr(x,S,P){kp=ze,zp=qe,[ze,qe]=ut.move(n,ze,qe),ut.left=ze,ut.top=qe,mt&&(Ir&&ss(Ir,Mn(ze),0,O,Rt),Lr&&ss(Lr,0,Mn(qe),O,Rt));let I,V=en>nn;cs=Ue,Rs=null;let K=N.ori==0?O:Rt,at=N.ori==1?O:Rt;if(ze<0||Ke==0||V){I=ut.idx=null;for(let dt=0;dt<v.length;dt++){let vt=ae[dt];vt!=null&&ss(vt,-10,-10,O,Rt)}Qt&&Hi(null,Ur,!0,x==null&&fn.setSeries),ft.live&&(st.fill(I),pt=!0)}else{let dt,vt,Nt;s==1&&(dt=N.ori==0?ze:qe,vt=Wi(dt,E),I=ut.idx=Bi(vt,t[0],en,nn),Nt=W(t[0][I],N,K,0));let Dt=-10,Ut=-10,se=0,we=0,be=!0,ge="",Jt="";for(let Xt=s==2?1:0;Xt<v.length;Xt++){let Ve=v[Xt],je=st[Xt],Cn=je==null?null:s==1?t[Xt][je]:t[Xt][1][je],Ne=ut.dataIdx(n,Xt,I,vt),Qe=Ne==null?null:s==1?t[Xt][Ne]:t[Xt][1][Ne];if(pt=pt||Qe!=Cn||Ne!=je,st[Xt]=Ne,Xt>0&&Ve.show){let ni=Ne==null?-10:Ne==I?Nt:W(s==1?t[0][Ne]:t[Xt][0][Ne],N,K,0),Gn=Qe==null?-10:L(Qe,s==1?b[Ve.scale]:b[Ve.facets[1].scale],at,0);if(Qt&&Qe!=null){let mi=N.ori==1?ze:qe,Ti=bn(Ot.dist(n,Xt,Ne,Gn,mi));if(Ti<cs){let Xi=Ot.bias;if(Xi!=0){let ii=Wi(mi,Ve.scale),gi=Qe>=0?1:-1,Ci=ii>=0?1:-1;Ci==gi&&(Ci==1?Xi==1?Qe>=ii:Qe<=ii:Xi==1?Qe<=ii:Qe>=ii)&&(cs=Ti,Rs=Xt)}else cs=Ti,Rs=Xt}}if(pt||Ct){let mi,Ti;N.ori==0?(mi=ni,Ti=Gn):(mi=Gn,Ti=ni);let Xi,ii,gi,Ci,qi,Vn,si=!0,ir=lt.bbox;if(ir!=null){si=!1;let Hn=ir(n,Xt);gi=Hn.left,Ci=Hn.top,Xi=Hn.width,ii=Hn.height}else gi=mi,Ci=Ti,Xi=ii=lt.size(n,Xt);if(Vn=lt.fill(n,Xt),qi=lt.stroke(n,Xt),Ct)Xt==Rs&&cs<=Ot.prox&&(Dt=gi,Ut=Ci,se=Xi,we=ii,be=si,ge=Vn,Jt=qi);else{let Hn=ae[Xt];Hn!=null&&(ke[Xt]=gi,kn[Xt]=Ci,J_(Hn,Xi,ii,si),Z_(Hn,Vn,qi),ss(Hn,Ei(gi),Ei(Ci),O,Rt))}}}}if(Ct){let Xt=Ot.prox,Ve=er==null?cs<=Xt:cs>Xt||Rs!=er;if(pt||Ve){let je=ae[0];je!=null&&(ke[0]=Dt,kn[0]=Ut,J_(je,se,we,be),Z_(je,ge,Jt),ss(je,Ei(Dt),Ei(Ut),O,Rt))}}}if(Ge.show&&Ts)if(x!=null){let[dt,vt]=fn.scales,[Nt,Dt]=fn.match,[Ut,se]=x.cursor.sync.scales,we=x.cursor.drag;if(En=we._x,An=we._y,En||An){let{left:be,top:ge,width:Jt,height:Xt}=x.select,Ve=x.scales[Ut].ori,je=x.posToVal,Cn,Ne,Qe,ni,Gn,mi=dt!=null&&Nt(dt,Ut),Ti=vt!=null&&Dt(vt,se);mi&&En?(Ve==0?(Cn=be,Ne=Jt):(Cn=ge,Ne=Xt),Qe=b[dt],ni=W(je(Cn,Ut),Qe,K,0),Gn=W(je(Cn+Ne,Ut),Qe,K,0),Ho(ki(ni,Gn),bn(Gn-ni))):Ho(0,K),Ti&&An?(Ve==1?(Cn=be,Ne=Jt):(Cn=ge,Ne=Xt),Qe=b[vt],ni=L(je(Cn,se),Qe,at,0),Gn=L(je(Cn+Ne,se),Qe,at,0),Wo(ki(ni,Gn),bn(Gn-ni))):Wo(0,at)}else Wu()}else{let dt=bn(kp-Op),vt=bn(zp-Bp);if(N.ori==1){let se=dt;dt=vt,vt=se}En=In.x&&dt>=In.dist,An=In.y&&vt>=In.dist;let Nt=In.uni;Nt!=null?En&&An&&(En=dt>=Nt,An=vt>=Nt,!En&&!An&&(vt>dt?An=!0:En=!0)):In.x&&In.y&&(En||An)&&(En=An=!0);let Dt,Ut;En&&(N.ori==0?(Dt=Nr,Ut=ze):(Dt=Dr,Ut=qe),Ho(ki(Dt,Ut),bn(Ut-Dt)),An||Wo(0,at)),An&&(N.ori==1?(Dt=Nr,Ut=ze):(Dt=Dr,Ut=qe),Wo(ki(Dt,Ut),bn(Ut-Dt)),En||Ho(0,K)),!En&&!An&&(Ho(0,0),Wo(0,0))}if(In._x=En,In._y=An,x==null){if(P){if(Qp!=null){let[dt,vt]=fn.scales;fn.values[0]=dt!=null?Wi(N.ori==0?ze:qe,dt):null,fn.values[1]=vt!=null?Wi(N.ori==1?ze:qe,vt):null}qo(ep,n,ze,qe,O,Rt,I)}if(Qt){let dt=P&&fn.setSeries,vt=Ot.prox;er==null?cs<=vt&&Hi(Rs,Ur,!0,dt):cs>vt?Hi(null,Ur,!0,dt):Rs!=er&&Hi(Rs,Ur,!0,dt)}}pt&&(ft.idx=I,Gu()),S!==!1&&Tn("setCursor")}let Ps=null;Object.defineProperty(n,"rect",{get(){return Ps==null&&Xo(!1),Ps}});function Xo(x=!1){x?Ps=null:(Ps=p.getBoundingClientRect(),Tn("syncRect",Ps))}function Hp(x,S,P,I,V,K,at){ut._lock||Ts&&x!=null&&x.movementX==0&&x.movementY==0||(Vu(x,S,P,I,V,K,at,!1,x!=null),x!=null?nr(null,!0,!0):nr(S,!0,!1))}function Vu(x,S,P,I,V,K,at,dt,vt){if(Ps==null&&Xo(!1),jt(x),x!=null)P=x.clientX-Ps.left,I=x.clientY-Ps.top;else{if(P<0||I<0){ze=-10,qe=-10;return}let[Nt,Dt]=fn.scales,Ut=S.cursor.sync,[se,we]=Ut.values,[be,ge]=Ut.scales,[Jt,Xt]=fn.match,Ve=S.axes[0].side%2==1,je=N.ori==0?O:Rt,Cn=N.ori==1?O:Rt,Ne=Ve?K:V,Qe=Ve?V:K,ni=Ve?I:P,Gn=Ve?P:I;if(be!=null?P=Jt(Nt,be)?a(se,b[Nt],je,0):-10:P=je*(ni/Ne),ge!=null?I=Xt(Dt,ge)?a(we,b[Dt],Cn,0):-10:I=Cn*(Gn/Qe),N.ori==1){let mi=P;P=I,I=mi}}vt&&(S==null||S.cursor.event.type==ep)&&((P<=1||P>=O-1)&&(P=Mr(P,O)),(I<=1||I>=Rt-1)&&(I=Mr(I,Rt))),dt?(Op=P,Bp=I,[Nr,Dr]=ut.move(n,P,I)):(ze=P,qe=I)}let Hu={width:0,height:0,left:0,top:0};function Wu(){tl(Hu,!1)}let Wp,Xp,qp,Yp;function $p(x,S,P,I,V,K,at){Ts=!0,En=An=In._x=In._y=!1,Vu(x,S,P,I,V,K,at,!0,!1),x!=null&&(ve(np,ap,Zp,!1),qo(V_,n,Nr,Dr,O,Rt,null));let{left:dt,top:vt,width:Nt,height:Dt}=Ge;Wp=dt,Xp=vt,qp=Nt,Yp=Dt}function Zp(x,S,P,I,V,K,at){Ts=In._x=In._y=!1,Vu(x,S,P,I,V,K,at,!1,!0);let{left:dt,top:vt,width:Nt,height:Dt}=Ge,Ut=Nt>0||Dt>0,se=Wp!=dt||Xp!=vt||qp!=Nt||Yp!=Dt;if(Ut&&se&&tl(Ge),In.setScale&&Ut&&se){let we=dt,be=Nt,ge=vt,Jt=Dt;if(N.ori==1&&(we=vt,be=Dt,ge=dt,Jt=Nt),En&&Cs(E,Wi(we,E),Wi(we+be,E)),An)for(let Xt in b){let Ve=b[Xt];Xt!=E&&Ve.from==null&&Ve.min!=Ue&&Cs(Xt,Wi(ge+Jt,Xt),Wi(ge,Xt))}Wu()}else ut.lock&&(ut._lock=!ut._lock,nr(S,!0,x!=null));x!=null&&(gn(np,ap),qo(np,n,ze,qe,O,Rt,null))}function Ny(x,S,P,I,V,K,at){if(ut._lock)return;jt(x);let dt=Ts;if(Ts){let vt=!0,Nt=!0,Dt=10,Ut,se;N.ori==0?(Ut=En,se=An):(Ut=An,se=En),Ut&&se&&(vt=ze<=Dt||ze>=O-Dt,Nt=qe<=Dt||qe>=Rt-Dt),Ut&&vt&&(ze=ze<Nr?0:O),se&&Nt&&(qe=qe<Dr?0:Rt),nr(null,!0,!0),Ts=!1}ze=-10,qe=-10,st.fill(null),nr(null,!0,!0),dt&&(Ts=dt)}function Kp(x,S,P,I,V,K,at){ut._lock||(jt(x),Vo(),Wu(),x!=null&&qo(X_,n,ze,qe,O,Rt,null))}function Jp(){T.forEach(OC),U(n.width,n.height,!0)}wr(pu,Io,Jp);let Or={};Or.mousedown=$p,Or.mousemove=Hp,Or.mouseup=Zp,Or.dblclick=Kp,Or.setSeries=(x,S,P,I)=>{let V=fn.match[2];P=V(n,S,P),P!=-1&&Hi(P,I,!0,!1)},mt&&(ve(V_,p,$p),ve(ep,p,Hp),ve(H_,p,x=>{jt(x),Xo(!1)}),ve(W_,p,Ny),ve(X_,p,Kp),mp.add(n),n.syncRect=Xo);let el=n.hooks=i.hooks||{};function Tn(x,S,P){zn?Ie.push([x,S,P]):x in el&&el[x].forEach(I=>{I.call(null,n,S,P)})}(i.plugins||[]).forEach(x=>{for(let S in x.hooks)el[S]=(el[S]||[]).concat(x.hooks[S])});let jp=(x,S,P)=>P,fn=mn({key:null,setSeries:!1,filters:{pub:nx,sub:nx},scales:[E,v[1]?v[1].scale:null],match:[ix,ix,jp],values:[null,null]},ut.sync);fn.match.length==2&&fn.match.push(jp),ut.sync=fn;let Qp=fn.key,Xu=Qx(Qp);function qo(x,S,P,I,V,K,at){fn.filters.pub(x,S,P,I,V,K,at)&&Xu.pub(x,S,P,I,V,K,at)}Xu.sub(n);function Dy(x,S,P,I,V,K,at){fn.filters.sub(x,S,P,I,V,K,at)&&Or[x](null,S,P,I,V,K,at)}n.pub=Dy;function Fy(){Xu.unsub(n),mp.delete(n),wn.clear(),hp(pu,Io,Jp),c.remove(),Tt?.remove(),Tn("destroy")}n.destroy=Fy;function qu(){Tn("init",i,t),Go(t||i.data,!1),X[E]?Bu(E,X[E]):Vo(),it=Ge.show&&(Ge.width>0||Ge.height>0),et=pt=!0,U(i.width,i.height)}return v.forEach(Tr),T.forEach(rs),e?e instanceof HTMLElement?(e.appendChild(c),qu()):e(n,qu):qu(),n}Sn.assign=mn;Sn.fmtNum=bp;Sn.rangeNum=mu;Sn.rangeLog=xu;Sn.rangeAsinh=vp;Sn.orient=Ar;Sn.pxRatio=Ae;Sn.join=CT;Sn.fmtDate=wp,Sn.tzDate=kT;Sn.sync=Qx;{Sn.addGap=MC,Sn.clipGaps=Mu;let i=Sn.paths={points:ry};i.linear=ay,i.stepped=wC,i.bars=EC,i.spline=TC}var Ip=new WeakMap;function BC(i){if(!Ip.has(i)){let t=i.values;Ip.set(i,t.every(Number.isFinite)?t:Array.from(t,e=>Number.isFinite(e)?e:null))}return Ip.get(i)}function Dp(i,t){if(!t.length)return[[]];let e=new Map;t.forEach((a,l)=>e.set(a.run,[...e.get(a.run)??[],l]));let n=[...e].map(([a,l])=>[i.runs[a].times,...l.map(c=>BC(i.runs[a].series[t[c].series]))]),s=n.length===1?n[0]:Sn.join(n),r=[...e.values()].flat(),o=[s[0]];return r.forEach((a,l)=>{o[a+1]=s[l+1]}),o}var $n=(i,t)=>i.runs[t.run].series[t.series],Lp=new WeakMap;function uy(i,t,e){return Lp.has(i)||Lp.set(i,new Map(i.series.map((n,s)=>[`${n.group}
${n.name}`,s]))),Lp.get(i).get(`${t}
${e}`)??-1}var Np=new WeakMap;function fy(i,{group:t,unit:e}){Np.has(i)||Np.set(i,new Map);let n=Np.get(i),s=`${t}
${e}`;if(!n.has(s)){let r=i.series.filter(o=>o.group===t&&o.unit===e);n.set(s,Math.max(0,...r.map(Co)))}return n.get(s)}function Eu(i,t){let e=$n(i,t);return i.runs.length>1?`${e.name} \xB7 ${i.runs[t.run].label}`:e.name}function dy(i,t){let e=Dp(i,t),n=["time [s]",...t.map(o=>`${$n(i,o).group}: ${Eu(i,o)} [${$n(i,o).unit}]`)],s=[0,...t.map(o=>$n(i,o).step)],r=Array.from(e[0],(o,a)=>e.map((l,c)=>kC(l[a],s[c])));return{head:n,rows:r}}function kC(i,t){if(typeof i!="number")return null;let e=t>0?Math.ceil(Math.log10(Math.max(1,Math.abs(i)/t)))+2:1/0;return Number(i.toPrecision(Math.min(15,e)))}var Fp=80,Au=class{constructor(t){this._stack=t,this._plot=null,this._catalogue=zC(t.model);let e=t.shell.panel({name:"series",title:"Series",icon:"plot",hidden:!0,opened:()=>this._fill()});this._search=F("input",{class:"search",attributes:{type:"search",placeholder:"Search series","aria-label":"Search series"}}),this._search.addEventListener("input",()=>this._fill()),this._list=F("div",{class:"series-list"}),e.append(this._search,this._list),t.model.runs.length>1&&e.prepend(F("p",{class:"quiet",text:"A series is plotted for every run that is shown."}))}open(t){this._plot=t,this._stack.shell.retitle("series",`Series of plot ${this._stack.plots.indexOf(t)+1}`),this._stack.shell.openPanel("series"),this._stack.shell.narrow||this._search.focus()}left(t){t===this._plot&&this._stack.shell.open==="series"&&this._stack.shell.closePanel()}_fill(){let t=this._search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);this._list.replaceChildren();for(let[e,n]of this._catalogue){let s=n.filter(o=>t.every(a=>`${e} ${o.name} ${o.unit}`.toLowerCase().includes(a)));if(!s.length)continue;let r=F("fieldset",{class:"group"},F("legend",{text:`${e} (${s.length})`}));for(let o of s.slice(0,Fp))r.append(this._row(e,o));s.length>Fp&&r.append(F("p",{class:"quiet",text:`and ${s.length-Fp} more: search for them`})),this._list.append(r)}this._list.firstChild||this._list.append(F("p",{class:"quiet",text:"No series has this in its name."}))}_row(t,e){let n=this._lines(t,e),s=F("input",{attributes:{type:"checkbox"}});return s.checked=n.some(r=>this._plot?.has(r)),s.addEventListener("change",()=>{for(let r of n)s.checked?this._stack.isVisible(r.run)&&this._stack.put(this._plot,r):this._plot.remove(r);s.checked=n.some(r=>this._plot.has(r))}),F("label",{class:"entry"},s,F("span",{class:"name",text:e.name}),F("span",{class:"kind",text:e.unit}))}_lines(t,e){let n=[];return this._stack.model.runs.forEach((s,r)=>{let o=uy(s,t,e.name);o>=0&&n.push({run:r,series:o})}),n}};function zC(i){let t=new Map;for(let e of i.runs)for(let{group:n,name:s,unit:r}of e.series)t.has(n)||t.set(n,new Map),t.get(n).has(s)||t.get(n).set(s,{name:s,unit:r});return[...t].map(([e,n])=>[e,[...n.values()]])}var GC=52,VC=20,HC={unit:"s",factor:1},WC='11px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';function Tu(i,t,{units:e,lines:n,theme:s,range:r,cursor:o,hooks:a,scale:l=HC}){let c=e.map((y,m)=>qC(i,m)),h={x:{time:!1,range:r}};e.forEach(y=>{h[y]={range:(m,g,v)=>KC(g,v)}});let f={stroke:()=>s.colour("--muted"),font:WC,grid:{stroke:()=>s.colour("--grid"),width:1},ticks:{show:!1}},u=[{...f,scale:"x",size:VC,gap:4,space:56,values:(y,m)=>m.map(g=>XC(g,l))}];e.forEach((y,m)=>{u.push({...f,scale:y,side:m===0?3:1,size:GC,gap:5,space:30,grid:{...f.grid,show:m===0},values:(g,v)=>YC(g,v,y,c[m])})});let d=n.map(y=>({scale:y.unit,stroke:y.colour,dash:y.dash,width:1.6,points:{show:!1},pxAlign:0})),p={width:Math.max(80,i.clientWidth),height:Math.max(60,i.clientHeight),padding:[20,e.length>1?0:14,0,0],legend:{show:!1},cursor:o,scales:h,axes:u,series:[{},...d],hooks:a};return new Sn(p,t,i)}function XC(i,{unit:t,factor:e}){return e===1?tn(i,6):`${tn(i/e,6)} ${t}`}function qC(i,t){let e=document.createElement("span");return e.className=`unit ${t===0?"left":"right"}`,i.append(e),e}function YC(i,t,e,n){let{min:s,max:r}=i.scales[e],[o,a]=zr(Math.max(Math.abs(s??0),Math.abs(r??0)),e);n.textContent=e&&e!=="1"?`${o}${e}`:"";let l=t.length>1?Math.abs(t[1]-t[0]):1;return t.map(c=>c===null?"":Math.abs(c)<1e-6*l?"0":$C(c/a,l/a))}function $C(i,t){let e=Math.abs(i);return e>=1e5||e<.001?tn(i,3):i.toFixed(ZC(t)).replace("-","\u2212")}function ZC(i){let t=0;for(;t<9&&Math.abs(i*10**t-Math.round(i*10**t))>1e-6*i*10**t;)t++;return t}function KC(i,t){if(i===null||t===null||!Number.isFinite(i)||!Number.isFinite(t))return[-1,1];let e=Math.max(Math.abs(i),Math.abs(t)),n=t-i;if(n<=1e-9*e||n<1e-15){n=e>0?.2*e:2;let s=(i+t)/2;return[s-n/2,s+n/2]}return[i-.06*n,t+.06*n]}var py=2e4,Cu=class{constructor(t,{title:e,series:n,seconds:s=10},r){Object.assign(this,{_theme:t,_series:n,_seconds:s,_removed:r}),this.clear(),this._place=F("div",{class:"chart"}),this._values=n.map(()=>F("output",{class:"value"})),this._swatches=n.map(()=>F("span",{class:"swatch"}));let o=n.map((c,h)=>F("li",{},this._swatches[h],F("span",{class:"name",text:c.name}),this._values[h])),a=Yt({label:"Close this plot",icon:"close",class:"small",press:()=>this.remove()}),l=F("div",{class:"top"},F("ul",{class:"lines"},...o),F("div",{class:"tools"},a));this.element=F("article",{class:"plot",attributes:{"aria-label":e}},F("h3",{text:e}),l,this._place),this._draw=Zn(70,()=>this._write()),new ResizeObserver(()=>this._fit()).observe(this._place)}append(t,e){let n=this._data[0].at(-1);if(t<n&&this.clear(),t===n)for(let s of this._data)s.pop();this._data[0].push(t),this._series.forEach((s,r)=>this._data[r+1].push(Number.isFinite(e[r])?e[r]:null)),this._shorten(),this._draw()}clear(){this._data=[[],...this._series.map(()=>[])],this._draw?.()}remove(){this._chart?.destroy(),this._chart=null,this.element.remove(),this._removed(this)}redraw(){this._swatches.forEach((t,e)=>{t.style.backgroundColor=is(e,this._theme.now)}),this._draw()}_shorten(){let t=this._data[0],e=t.findIndex(n=>n>=t.at(-1)-this._seconds);if(e>1e3||t.length>py)for(let n of this._data)n.splice(0,Math.max(e,t.length-py))}_write(){this._chart||this._fit(),this._chart?.setData(this._data);let t=this._series.map(({unit:e},n)=>({unit:e,value:this._data[n+1].at(-1)??NaN}));this._values.forEach((e,n)=>{let{unit:s,value:r}=t[n],o=t.filter(a=>a.unit===s&&Number.isFinite(a.value));e.textContent=Yi(r,s,{beside:Math.max(0,...o.map(a=>Math.abs(a.value)))})})}_range(){let t=this._data[0].at(-1)??0,e=Math.max(this._data[0][0]??0,t-this._seconds);return[e,Math.max(t,e+this._seconds)]}_fit(){let{clientWidth:t,clientHeight:e}=this._place;if(!(!t||!e)){if(this._chart){this._chart.setSize({width:t,height:e});return}this._chart=Tu(this._place,this._data,{units:[...new Set(this._series.map(n=>n.unit))].slice(0,2),lines:this._series.map((n,s)=>({unit:n.unit,colour:()=>is(s,this._theme.now)})),theme:this._theme,range:()=>this._range(),cursor:{show:!1},hooks:{}})}}};function my(i,t){let e=i.over,n=new Map,s=null,r=a=>i.posToVal(a-e.getBoundingClientRect().left,"x");e.addEventListener("pointerdown",a=>{a.button!==0||a.shiftKey||(e.setPointerCapture(a.pointerId),n.set(a.pointerId,a.clientX),n.size===2?s=[...n.values()].map(r):n.size===1&&t.go(r(a.clientX)))}),e.addEventListener("pointermove",a=>{n.has(a.pointerId)&&(n.set(a.pointerId,a.clientX),n.size===1&&!s&&t.go(r(a.clientX)),n.size===2&&s&&t.zoom(JC(e,[...n.values()],s)))});let o=a=>{n.delete(a.pointerId),n.size||(s=null)};e.addEventListener("pointerup",o),e.addEventListener("pointercancel",o),e.addEventListener("wheel",a=>{a.preventDefault();let[l,c]=t.window,h=r(a.clientX),f=Math.exp(Math.sign(a.deltaY)*Math.min(.5,Math.abs(a.deltaY)/300));t.zoom([h-(h-l)*f,h+(c-h)*f])},{passive:!1})}function JC(i,t,e){let n=i.getBoundingClientRect(),[s,r]=t.map(l=>l-n.left);if(Math.abs(r-s)<12)return null;let o=(e[1]-e[0])/(r-s),a=e[0]-s*o;return o>0?[a,a+o*n.width]:null}var Ru=[[],[7,4],[2,3],[9,3,2,3]],jC=2,Pu=class{constructor(t,e){this.stack=t,this.lines=[],this._place=F("div",{class:"chart"}),this._legend=F("ul",{class:"lines",on:{scroll:()=>this._below()}}),this._more=F("p",{class:"quiet more"});let n=Yt({label:"Choose series",icon:"plus",class:"small",press:()=>t.choose(this)}),s=Yt({label:"Close this plot",icon:"close",class:"small",press:()=>t.remove(this)});this._empty=F("p",{class:"quiet empty",text:"Choose series with +"}),this.element=F("article",{class:"plot",attributes:{"aria-label":"Plot"}},F("div",{class:"top"},F("div",{class:"listing"},this._legend,this._more),F("div",{class:"tools"},n,s)),this._empty,this._place),this._writeValues=Zn(80,()=>this._values()),new ResizeObserver(()=>this._fit()).observe(this._place),new ResizeObserver(()=>this._below()).observe(this._legend);for(let r of e)this._push(r);this.draw()}get units(){return[...new Set(this.lines.map(t=>$n(this.stack.model,t).unit))]}has(t){return this.lines.some(e=>e.run===t.run&&e.series===t.series)}takes(t){return new Set([...this.units,$n(this.stack.model,t).unit]).size<=jC}add(t){this.has(t)||(this._push(t),this.draw())}remove(t){this.lines=this.lines.filter(e=>e.run!==t.run||e.series!==t.series),this.draw()}_push(t){this.lines.push({run:t.run,series:t.series})}draw(){let{model:t,theme:e,clock:n}=this.stack;this._chart?.destroy(),this._chart=null,this._place.replaceChildren(),this._empty.hidden=this.lines.length>0,this._place.hidden=!this.lines.length,this._shown=this.lines.filter(s=>this.stack.isVisible(s.run)),this._list(),!(!this.lines.length||!this._place.clientWidth)&&(this._chart=Tu(this._place,Dp(t,this._shown),{units:this.units,lines:this._shown.map(s=>{let{colour:r,dash:o}=this._styles.get(s);return{unit:$n(t,s).unit,colour:()=>is(r,e.now),dash:o}}),theme:e,range:()=>this.stack.window,scale:n.scale,cursor:{y:!1,drag:{x:!0,y:!1,setScale:!1},sync:{key:"bough"},points:{size:6},bind:{mousedown:(s,r,o)=>a=>a.shiftKey&&o(a),dblclick:()=>()=>this.stack.zoom(null)}},hooks:{setCursor:[s=>this._hovered(s)],setSelect:[s=>this._selected(s)],setScale:[()=>this.place(n.time)]}}),this._place.setAttribute("role","img"),this._place.setAttribute("aria-label",`Over time: ${this._shown.map(s=>Eu(t,s)).join(", ")}`),this._now=F("div",{class:"now"}),this._chart.over.append(this._now),my(this._chart,this.stack),this.place(n.time))}redraw(){this._chart?.setScale("x",{min:this.stack.window[0],max:this.stack.window[1]}),this._recolour()}place(t){if(!this._chart||!this._now)return;let[e,n]=this.stack.window,s=t>=e&&t<=n;this._now.hidden=!s,s&&(this._now.style.transform=`translateX(${this._chart.valToPos(t,"x")}px)`),this._writeValues()}destroy(){this._chart?.destroy(),this.element.remove()}_style(){let{model:t}=this.stack,e=new Set(this.lines.map(r=>r.run)),n=[...new Set(this.lines.map(r=>`${$n(t,r).group}
${$n(t,r).name}`))],s=new Map;return this.lines.forEach(r=>{let o=n.indexOf(`${$n(t,r).group}
${$n(t,r).name}`);s.set(r,e.size>1?{colour:r.run,dash:Ru[o%Ru.length]}:{colour:o,dash:Ru[Math.floor(o/8)%Ru.length]})}),s}_colour(t){return is(this._styles.get(t).colour,this.stack.theme.now)}_list(){let{model:t}=this.stack;this._styles=this._style(),this._rows=this._shown.map(e=>{let n=$n(t,e),s=F("span",{class:"swatch"}),r=F("output",{class:"value"}),o=Eu(t,e),a=Yt({label:`Remove ${o}`,icon:"close",class:"tiny",press:()=>this.remove(e)}),l=F("span",{class:"name",text:n.name,data:{tip:`${n.group}: ${o}`}}),c=t.runs.length>1?F("span",{class:"of",text:t.runs[e.run].label,data:{tip:t.runs[e.run].label}}):null;return{line:e,swatch:s,value:r,element:F("li",{},s,l,c,r,a)}}),this._peaks=new Map;for(let{unit:e,...n}of this._shown.map(s=>$n(t,s)))this._peaks.set(e,Math.max(this._peaks.get(e)??0,Co(n)));this._legend.replaceChildren(...this._rows.map(e=>e.element)),this._recolour(),this._values(),this._below()}_below(){let{clientHeight:t,scrollHeight:e,scrollTop:n,children:s}=this._legend,r=s[0]?.offsetHeight||1,o=Math.round((e-n-t)/r);this._more.hidden=e-t<r/2,this._more.textContent=o>0?`${o} more \u2193`:""}_recolour(){for(let{line:t,swatch:e}of this._rows??[])e.style.background=QC(this._colour(t),this._styles.get(t).dash)}_values(){let{model:t,clock:e}=this.stack,n=this.stack.pointed??e.time;for(let{line:s,value:r}of this._rows){let o=$n(t,s);r.textContent=Yi(nu(t.runs[s.run],o,n),o.unit,{largest:fy(t.runs[s.run],o),step:o.step,beside:this._peaks.get(o.unit)})}}_hovered(t){let e=t.cursor.left;t.cursor.event&&this.stack.point(e===void 0||e<0?null:t.posToVal(e,"x"))}pointed(){this._writeValues()}_selected(t){t.select.width>4&&this.stack.zoom([t.posToVal(t.select.left,"x"),t.posToVal(t.select.left+t.select.width,"x")]),t.select.width>0&&t.setSelect({left:0,width:0,top:0,height:0},!1)}_fit(){let{clientWidth:t,clientHeight:e}=this._place;!t||!e||(this._chart?(this._chart.width!==t||this._chart.height!==e)&&(this._chart.setSize({width:t,height:e}),this.place(this.stack.clock.time)):this.draw())}};function QC(i,t){return t.length?`repeating-linear-gradient(90deg, ${i} 0 ${t[0]}px, transparent ${t[0]}px ${t[0]+t[1]}px)`:i}var Iu=class{constructor(t,e,n,s,r){Object.assign(this,{model:t,shell:e,clock:n,theme:s,_runs:r}),this.plots=[],this._live=[],this.pointed=null,this._whole=n.duration>0?[n.from,n.to]:[n.from-.5,n.from+.5],this.window=this._whole,this.any=t.runs.some(a=>a.frames>1&&a.series.length),this._list=F("div",{class:"stack"}),this._back=Yt({label:"Whole time again",text:"Whole time",icon:"undo",class:"small",press:()=>this.zoom(null)}),this._back.hidden=!0;let o=Yt({label:"Add a plot",text:"Plot",icon:"plus",class:"small",press:()=>this.choose(this.add([]))});this._bar=F("div",{class:"bar"},F("h2",{text:"Plots"}),this._back,o),o.hidden=!this.any,e.side.append(this._bar,this._list),this._chooser=this.any?new Au(this):null,e.showSide(this.any),n.onTime(a=>{for(let l of this.plots)l.place(a)}),s.onChange(()=>{for(let a of[...this.plots,...this._live])a.redraw()}),r.onChange(()=>{for(let a of this.plots)a.draw()})}start(t){if(this.any){for(let e of t){let n=e.map(([s,r])=>({run:s,series:r})).filter(s=>this.model.runs[s.run]?.series[s.series]);n.length&&this.add(n)}this._started=!0}}isVisible(t){return this._runs.visible[t]}add(t){let e=new Pu(this,t);return this.plots.push(e),this._list.append(e.element),this.shell.showSide(!0),e.draw(),this._started&&e.element.scrollIntoView({block:"nearest"}),e}remove(t){this.plots=this.plots.filter(e=>e!==t),t.destroy(),this._chooser?.left(t)}choose(t){this._chooser.open(t)}put(t,e){if(t.takes(e))return t.add(e),t;let n=this.plots.slice(this.plots.indexOf(t)+1).find(s=>s.takes(e));return n?(n.add(e),n):(this.shell.tell("A plot has axes for two units: the series went into a new plot."),this.add([e]))}go(t){this.clock.pause(),this.clock.seek(t)}zoom(t){let[e,n]=this._whole;if(t){let s=Math.max(e,t[0]),r=Math.min(n,t[1]);if(!(r-s>1e-6*(n-e)))return;this.window=[s,r]}else this.window=this._whole;this._back.hidden=this.window[0]<=e&&this.window[1]>=n;for(let s of this.plots)s.redraw()}point(t){if(t!==this.pointed){this.pointed=t;for(let e of this.plots)e.pointed()}}table(){let t=[];for(let e of this.plots.flatMap(n=>n.lines))t.some(n=>n.run===e.run&&n.series===e.series)||t.push(e);return t.length?dy(this.model,t):null}live(t){let e=new Cu(this.theme,t,n=>{this._live=this._live.filter(s=>s!==n)});return this._live.push(e),this._list.append(e.element),this.shell.showSide(!0),e.redraw(),e}};var tR="(max-width: 760px)",eR=.7,gy=.65,Lu=class{constructor(t,e){this._panels=new Map,this.open=null,this.title=F("h1",{text:e.title||"bough"}),this.badges=F("div",{class:"badges"}),this.tools=F("div",{class:"tools"}),this.head=F("header",{class:"head"},this.title,this.badges,this.tools),this.stage=F("div",{class:"stage"}),this.rail=F("nav",{class:"rail",attributes:{"aria-label":"Panels"}}),this.dock=F("div",{class:"dock"}),this.corner=F("div",{class:"corner"}),this.legend=F("div",{class:"legend"}),this._notice=F("div",{class:"notice",attributes:{role:"status"}}),this._notice.hidden=!0;let n=F("main",{class:"main"},this.stage,this.legend,this.dock,this.corner,this._notice);this.side=F("section",{class:"side",attributes:{"aria-label":"Plots"}}),this.foot=F("div",{class:"foot"}),this.splitter=F("div",{class:"splitter",attributes:{role:"separator",tabindex:0,"aria-orientation":"vertical","aria-label":"Width of the plots"}}),this.root=F("div",{class:"bough"},this.head,this.rail,n,this.foot,this.splitter,this.side),t.append(this.root),this._split(),this._narrow=window.matchMedia(tR)}get narrow(){return this._narrow.matches}panel({name:t,title:e,icon:n,key:s,hidden:r=!1,opened:o=()=>{}}){let a=F("div",{class:"body"}),l=F("h2",{text:e,attributes:{id:`title-${t}`}}),c=Yt({label:"Close",icon:"close",key:"Esc",class:"small",press:()=>this.closePanel(!0)}),h=F("section",{class:"panel",attributes:{"aria-labelledby":`title-${t}`},data:{panel:t}},F("div",{class:"title"},l,c),a);h.hidden=!0;let f=null;return r||(f=Yt({label:e,icon:n,key:s,press:()=>this.togglePanel(t),data:{opens:t}}),f.append(F("span",{class:"word",text:e,attributes:{"aria-hidden":"true"}})),f.setAttribute("aria-expanded","false"),this.rail.append(f)),this.dock.append(h),this._panels.set(t,{element:h,body:a,heading:l,tool:f,opened:o}),a}retitle(t,e){this._panels.get(t).heading.textContent=e}hasPanel(t){return this._panels.has(t)}openPanel(t){this.open&&this.open!==t&&this.closePanel();let e=this._panels.get(t);e&&(this.open=t,e.element.hidden=!1,e.tool?.setAttribute("aria-expanded","true"),this.root.dataset.open=t,e.opened(),this._tellCover?.())}closePanel(t=!1){let e=this._panels.get(this.open);if(!e)return;let n=e.element.contains(document.activeElement);e.element.hidden=!0,e.tool?.setAttribute("aria-expanded","false"),this.open=null,delete this.root.dataset.open,t&&n&&e.tool?.focus()}togglePanel(t){this.open===t?this.closePanel(!0):this.openPanel(t)}onCover(t){let e=()=>t(this._covered());this._tellCover=e;let n=new ResizeObserver(e);for(let s of[this.stage,this.dock,this.corner])n.observe(s);e()}_covered(){let t=this.stage.getBoundingClientRect(),[e,n]=[this.dock,this.corner].map(p=>p.getBoundingClientRect()),s=p=>Math.min(p.right,t.right)-Math.max(p.left,t.left),r=p=>Math.min(p.bottom,t.bottom)-Math.max(p.top,t.top),o=p=>p.width>0&&p.height>0&&s(p)>0&&r(p)>0,a=p=>s(p)>eR*t.width,l=[e,n].filter(p=>o(p)&&a(p)),c=Math.max(0,...l.filter(p=>p.bottom>=t.bottom-1).map(r)),h=o(e)&&!a(e)?Math.round(e.right-t.left):0,f=o(n)&&!a(n)?Math.round(t.right-n.left):0,u=h+f<gy*t.width,d=c<gy*t.height;return{left:u?h:0,right:u?f:0,bottom:d?Math.round(c):0}}tell(t){clearTimeout(this._timer),this._notice.textContent=t,this._notice.hidden=!1,this._timer=setTimeout(()=>{this._notice.hidden=!0},4e3)}showSide(t){this.root.classList.toggle("sideless",!t)}get sideShown(){return!this.root.classList.contains("sideless")}_split(){let t=e=>{let n=Math.round(Math.min(innerWidth*.7,Math.max(240,e)));this.root.style.setProperty("--side",`${n}px`),this.splitter.setAttribute("aria-valuenow",n)};this.splitter.addEventListener("pointerdown",e=>{this.splitter.setPointerCapture(e.pointerId),e.preventDefault()}),this.splitter.addEventListener("pointermove",e=>{this.splitter.hasPointerCapture(e.pointerId)&&t(innerWidth-e.clientX)}),this.splitter.addEventListener("keydown",e=>{let n={ArrowLeft:24,ArrowRight:-24}[e.key];n&&(t(this.side.getBoundingClientRect().width+n),e.preventDefault(),e.stopPropagation())})}};var Nu=class{constructor(t){this._listeners=[],this._system=window.matchMedia("(prefers-color-scheme: dark)"),this.now=t==="light"||t==="dark"?t:this._ofSystem(),t!=="light"&&t!=="dark"&&this._system.addEventListener("change",()=>{this._chosen||this.set(this._ofSystem())}),document.documentElement.dataset.theme=this.now}onChange(t){this._listeners.push(t)}set(t){this.now=t,document.documentElement.dataset.theme=t;for(let e of this._listeners)e(t)}toggle(){this._chosen=!0,this.set(this.now==="dark"?"light":"dark")}colour(t){return getComputedStyle(document.documentElement).getPropertyValue(t).trim()}_ofSystem(){return this._system.matches?"dark":"light"}};var nR=30;function _y(i,t,e,n){let s=F("div",{class:"fill"}),r=F("div",{class:"thumb"}),o=F("div",{class:"slider",attributes:{role:"slider",tabindex:0,"aria-label":"Time line","aria-valuemin":t.from,"aria-valuemax":t.to}});o.append(F("div",{class:"track"}),s,r);let a=F("div",{class:"marks",attributes:{role:"group","aria-label":"Events"}});for(let d of oR(i,t))o.append(d);let l=i.runs.length>1,c=sR(i,t).map(d=>rR(d,t,l));c.forEach(d=>d.setAttribute("tabindex",c.length>nR?-1:0)),a.append(...c);for(let d of aR(i,t))a.append(d);let h=()=>{for(let d of c)d.style.color=l?is(Number(d.dataset.run),e.now):""};e.onChange(h),h();let f=d=>{let p=t.duration>0?(d-t.from)/t.duration:0;s.style.transform=`scaleX(${p})`,r.style.left=`${100*p}%`,o.setAttribute("aria-valuenow",d),o.setAttribute("aria-valuetext",rr(d,t))};t.onTime(f),f(t.time);let u=F("div",{class:"timeline"},o,a);return iR(u,t,n),u}function iR(i,t,e){let n=!1,s=null,r=0,o=a=>{let l=i.getBoundingClientRect();t.seek(t.from+(a.clientX-l.left)/l.width*t.duration)};i.addEventListener("pointerdown",a=>{a.button===0&&(s=a.target.closest(".tick, .flag"),r=a.clientX,i.setPointerCapture(a.pointerId),n=t.playing,t.pause(),s?t.seek(Number(s.dataset.time)):o(a),s&&a.pointerType!=="mouse"&&e(s.dataset.tip))}),i.addEventListener("pointermove",a=>{i.hasPointerCapture(a.pointerId)&&(s&&Math.abs(a.clientX-r)<6||(s=null,o(a)))}),i.addEventListener("lostpointercapture",()=>{n&&t.play(),n=!1})}function sR(i,t){let e=i.runs.flatMap((s,r)=>s.events.map(o=>({...o,run:r,label:s.label})));e.sort((s,r)=>s.time-r.time);let n=[];for(let s of e){if(!(s.time>=t.from&&s.time<=t.to))continue;let r=n.at(-1);r&&s.time-r[0].time<.005*t.duration?r.push(s):n.push([s])}return n}function rR(i,t,e){let n=i.slice(0,8).map(r=>`${rr(r.time,t)}  ${r.name}${e?` (${r.label})`:""}`);i.length>8&&n.push(`and ${i.length-8} more`);let s=F("button",{class:"tick",attributes:{type:"button","aria-label":`Event: ${n.join("; ")}`},data:{tip:n.join(`
`),run:i[0].run,time:i[0].time},on:{click:()=>t.seek(i[0].time)}});return s.style.left=`${100*(i[0].time-t.from)/t.duration}%`,s}function oR(i,t){return i.runs.filter(e=>e.status==="failed"&&e.frames>1&&e.to<t.to).map(e=>{let n=F("div",{class:"missing"});return n.style.left=`${100*(e.to-t.from)/t.duration}%`,n})}function aR(i,t){return i.runs.filter(e=>e.status==="failed"||e.status==="interrupted").map(e=>{let n=e.status==="failed"?"failed":"was interrupted",r=`${i.runs.length>1?`${e.label} `:"The run "}${n} at ${rr(e.to,t)}: ${e.message}`,o=F("button",{class:`flag ${e.status}`,attributes:{type:"button","aria-label":r},data:{tip:r,time:e.to},on:{click:()=>t.seek(e.to)}});return o.style.left=`${t.duration>0?100*(e.to-t.from)/t.duration:100}%`,o})}function xy(i){return[...new Set(i.runs.flatMap(t=>t.events.map(e=>e.time)))].sort((t,e)=>t-e)}var lR=350;function yy(i){let t=F("div",{class:"tip",attributes:{role:"tooltip",id:"tip"}});t.hidden=!0,i.append(t);let e=0,n=null,s=()=>{clearTimeout(e),n&&n.removeAttribute("aria-describedby"),n=null,t.hidden=!0},r=a=>{let[l,c]=a.dataset.tip.split("	");nl(t).append(F("span",{text:l})),c&&t.append(F("kbd",{text:c})),t.hidden=!1,n=a,a.getAttribute("aria-label")!==l&&a.setAttribute("aria-describedby","tip");let h=a.getBoundingClientRect(),f=t.getBoundingClientRect(),u=Math.max(6,Math.min(innerWidth-f.width-6,h.left+h.width/2-f.width/2)),d=h.top-f.height-7;t.style.left=`${u}px`,t.style.top=`${d>4?d:Math.min(innerHeight-f.height-4,h.bottom+7)}px`},o=a=>a.target instanceof Element?a.target.closest("[data-tip]"):null;i.addEventListener("pointerover",a=>{let l=o(a);a.pointerType!=="mouse"||l===n||(s(),l&&(e=setTimeout(()=>l.isConnected&&r(l),lR)))}),i.addEventListener("focusin",a=>{s();let l=o(a);l&&a.target.matches(":focus-visible")&&!a.target.matches("input")&&r(l)}),i.addEventListener("focusout",s),i.addEventListener("pointerdown",s),i.addEventListener("pointerleave",s),i.addEventListener("keydown",a=>a.key==="Escape"&&s())}var Du=(i,t)=>e=>e.live||e.runs.some(n=>n.arrows.some(s=>i.includes(s.group)&&t(s))),vy=i=>i.runs.some(t=>t.frames>1),tr=()=>!0,My=i=>i.kind==="force",cR=i=>i.kind==="moment",hR=[["Machine",[["names","Names","N",!1,tr],["frames","Frames of bodies","X",!1,tr],["axes","Joint axes","J",!1,tr],["loops","Loops","K",!0,i=>i.machines.some(t=>t.loops.length)],["centers","Centres of mass","C",!1,tr],["ellipsoids","Inertia ellipsoids","E",!1,tr]]],["Motion",[["trails","Trails","T",!1,vy],["ghosts","Ghost poses","G",!1,vy]]],["Forces",[["reactions","Joint reactions","R",!1,Du(["reactions","loops"],My)],["moments","Moments","M",!1,Du(["reactions","loops","forces"],cR)],["forces","Applied forces","O",!1,Du(["forces"],My)],["weight","Weight","W",!1,Du(["weight"],tr)]]],["Surroundings",[["grid","Ground grid","D",null,tr],["shadows","Shadows","H",null,tr]]]],uR=["reactions","moments","forces","weight"],Fu=class{constructor(t,e){this._shell=e,this.state=new Map,this.keys=[],this._inputs=new Map;let n=e.panel({name:"show",title:"Show",icon:"eye",key:"V"});for(let[s,r]of hR){let o=r.filter(([,,,,l])=>l(t));if(!o.length)continue;let a=F("fieldset",{class:"group"},F("legend",{text:s}));for(let[l,c,h,f]of o){this.state.set(l,t.view.show?.[l]??f),this.keys.push([h,c,l]);let{line:u,input:d}=nm({label:c,key:h,on:this.state.get(l),change:p=>this.set(l,p),data:{toggle:l}});this._inputs.set(l,d),a.append(u)}s==="Forces"&&a.append(this._scale()),n.append(a)}}attach(t){this._scene=t;for(let[e,n]of this.state)n===null?this.state.set(e,t.on[e]):t.show(e,n),this._inputs.get(e).checked=this.state.get(e);this._tellScale()}set(t,e){this.state.has(t)&&(this.state.set(t,e),this._inputs.get(t).checked=e,this._scene?.show(t,e),this._tellScale())}flip(t){this.set(t,!this.state.get(t))}refresh(){this._tellScale()}_scale(){return this._slider=F("input",{attributes:{type:"range",min:-1,max:1,step:.02,value:0,id:"arrow-scale"}}),this._factor=F("output",{attributes:{for:"arrow-scale"},text:"1\xD7"}),this._slider.addEventListener("input",()=>{let t=10**Number(this._slider.value);this._factor.textContent=`${tn(t,2)}\xD7`,this._scene?.arrowScale(t),this._tellScale()}),this._slider.addEventListener("dblclick",()=>{this._slider.value="0",this._slider.dispatchEvent(new Event("input"))}),this._told=F("div",{class:"scale-legend"}),F("div",{class:"scale"},F("label",{text:"Length of arrows",attributes:{for:"arrow-scale"}}),this._factor,this._slider,this._told)}_tellScale(){let e=uR.some(n=>this.state.get(n))&&this._scene?this._scene.arrowLegend():[];for(let n of[this._told,this._shell.legend])n?.replaceChildren(...e.map(fR))}};function fR({group:i,kind:t,text:e}){let n=F("span",{class:"mark"});return n.style.backgroundColor=Oa[i]??"",F("div",{},n,`${t==="moment"?`${i}, moments`:i}: ${e}`)}function by(i,t,e,n){let s=Yt({label:"Play",icon:"play",key:"Space",class:"primary",press:()=>t.playOrPause()}),r=Yt({label:"Loop",icon:"loop",key:"L",press:()=>t.setLoop(!t.loop)}),o=F("div",{class:"buttons",attributes:{role:"group","aria-label":"Playing"}},Yt({label:"To the start",icon:"start",key:"Home",press:()=>t.seek(t.from)}),Yt({label:"One frame back",icon:"back",key:"\u2190",press:()=>t.stepFrames(-1)}),s,Yt({label:"One frame on",icon:"forward",key:"\u2192",press:()=>t.stepFrames(1)}),Yt({label:"To the end",icon:"end",key:"End",press:()=>t.seek(t.to)})),a=F("section",{class:"transport",attributes:{"aria-label":"Time"}},o,_y(i,t,e,n),dR(t),pR(t),r),l=null;return t.onState(()=>{if(r.setAttribute("aria-pressed",String(t.loop)),l===t.playing)return;l=t.playing,s.replaceChildren(ri(t.playing?"pause":"play"));let c=t.playing?"Pause":"Play";s.setAttribute("aria-label",c),s.dataset.tip=`${c}	Space`}),a}function dR(i){let t=()=>sr(i.time,i),{factor:e,unit:n}=i.scale,s=n==="s"?"seconds":n,r=F("input",{class:"time",attributes:{type:"text",inputmode:"decimal",autocomplete:"off",spellcheck:"false","aria-label":`Time in ${s}`},data:{tip:`Time in ${s}: type another, then Enter`}}),o=Math.max(sr(i.from,i).length,sr(i.to,i).length);r.style.width=`${o+1.6}ch`,r.value=t();let a=!1,l=()=>{a=!1,r.removeAttribute("aria-invalid"),r.value=t()};r.addEventListener("input",()=>{a=!0,r.toggleAttribute("aria-invalid",!1)}),r.addEventListener("focus",()=>r.select()),r.addEventListener("blur",l),r.addEventListener("keydown",h=>{if(h.key==="Escape"&&(l(),r.blur()),h.key!=="Enter")return;let f=rl(r.value);Number.isFinite(f)?(i.pause(),i.seek(f*e),l(),r.select()):r.setAttribute("aria-invalid","true")}),i.onTime(()=>{a||(r.value=t())});let c=F("span",{class:"end",text:`/ ${(i.to/e).toFixed(Math.min(Zu(i.step/e),3))} ${n}`});return F("span",{class:"times"},r,c)}function pR(i){let t=F("select",{class:"speed",attributes:{"aria-label":"Speed","aria-keyshortcuts":"[ ]"},data:{tip:"Speed	[ ]"}}),e=()=>{let n=new Set([...Yd(i.duration),i.speed]);t.replaceChildren();for(let s of[...n].sort((r,o)=>r-o))t.append(F("option",{text:`${tn(s)}\xD7`,attributes:{value:s}}));t.value=String(i.speed)};return t.addEventListener("change",()=>{i.setSpeed(Number(t.value)),t.blur()}),i.onState(e),e(),t}var Uu=class{constructor(t,e){this.model=e,this.shell=new Lu(t,e),this.stage=this.shell.stage,this.theme=new Nu(e.view.theme);let n=b_(e.runs),s=e.runs.every(a=>a.status==="completed");this.clock=new ru(n,{speed:e.view.speed||su(n.to-n.from),loop:s}),this._follows=null,this._trails=new Set;let r=this._acts=this._actions();this.toggles=new Fu(e,this.shell),this._views=N_(this.shell,r),this._bodies=new tu(e,this.shell,a=>this.select(a)),this._runs=new lu(e,this.shell,this.theme),this.about=P_(e,this.shell,this.clock,()=>this._keys()),this.plots=new Iu(e,this.shell,this.clock,this.theme,this._runs),this._export=new au(e,this.shell,this.clock,this.plots),this.card=new iu(e,this.shell,this.clock,r),this.clock.duration>0&&this.shell.foot.append(by(e,this.clock,this.theme,a=>this.tell(a))),this._head(e);let o=F_({clock:this.clock,shell:this.shell,toggles:this.toggles,actions:r,times:xy(e),live:!!e.live});this._keys=B_(this.shell.root,o,!!e.live),U_(o),yy(this.shell.root),this.plots.start(e.plots??[]),document.title=e.title||"bough"}attach(t){this.scene=t,t.setTheme(this.theme.now),this.theme.onChange(e=>t.setTheme(e));for(let e of[this.toggles,this._runs,this._export])e.attach(t);this._runs.onChange(()=>this.toggles.refresh()),t.onSelect=e=>this._selected(e),this.clock.onTime(e=>t.setTime(e)),R_(this.model,this.shell,t),this.shell.onCover(e=>t.cover(e)),t.onNote=e=>this.shell.tell(e),this._start()}select(t){this.scene.select(t),this._selected(t)}panel(t,{icon:e="live",open:n=!1}={}){let s=`own-${t.toLowerCase().replace(/[^a-z0-9]+/g,"-")}`,r=this.shell.panel({name:s,title:t,icon:e});return n&&this.shell.openPanel(s),r}drive(t){this._acts.drive=t}tell(t){this.shell.tell(t)}refresh(){this.card.refresh(),this.toggles.refresh()}_selected(t){let e=t&&t.body>=0?{run:t.run,body:t.body}:null;e&&this.shell.narrow&&this.shell.closePanel(),this.card.show(e),this._bodies.select(e)}_actions(){let t=(n,s)=>!!(n&&s&&n.run===s.run&&n.body===s.body),e=({run:n,body:s})=>`${n} ${s}`;return{view:n=>{this.scene.view(n),this._moved()},select:n=>this.select(n),follow:n=>{this._follows=t(n,this._follows)?null:n,this.scene.follow(this._follows?.run??0,this._follows?.body??null);let s=this._follows&&this.model.runs[this._follows.run];return this._views.tell(s?this.model.machines[s.machine].bodies[this._follows.body].name:null),!!this._follows},isFollowed:n=>t(n,this._follows),trail:n=>{let s=!this._trails.delete(e(n));s&&this._trails.add(e(n));let r=this.model.machines[this.model.runs[n.run].machine].bodies[n.body];return this.scene.trail(n.run,n.body,r.center,s),s&&this.toggles.set("trails",!0),s},hasTrail:n=>this._trails.has(e(n)),plot:(n,s)=>this._plot(n,s),plots:this.model.runs.some(n=>n.series.length&&n.frames>1)?()=>this._togglePlots():null,theme:()=>this.theme.toggle(),keys:()=>this._keys(),escape:()=>{this.shell.open?this.shell.closePanel(!0):this.select(null)}}}_plot(t,e){let n=this.plots.add([]);for(let s of e)n=this.plots.put(n,{run:t,series:s})}_togglePlots(){this.shell.showSide(!this.shell.sideShown),this._plotsButton?.setAttribute("aria-pressed",String(this.shell.sideShown))}_head(t){this.shell.badges.append(...I_(t,this.shell));let{tools:e}=this.shell;this.plots.any&&(this._plotsButton=Yt({label:"Plots",icon:"plot",key:"P",press:()=>this._togglePlots()}),this._plotsButton.setAttribute("aria-pressed","true"),e.append(this._plotsButton));let n=Yt({label:"Light or dark",icon:this.theme.now==="dark"?"sun":"moon",key:"Y",press:()=>this.theme.toggle()});this.theme.onChange(s=>n.replaceChildren(ri(s==="dark"?"sun":"moon"))),e.append(n,Yt({label:"Keys",icon:"help",key:"?",press:()=>this._keys()}))}_start(){let t=Jd(),e=t.camera??this.model.view.camera;e&&this.scene.setCamera(e),this._cameraMoved=!!t.camera;let n=t.time??this.model.view.at??null;this.clock.seek(n??this.clock.from),this.clock.onTime(()=>this._remember()),this.clock.onState(()=>this._remember()),this.clock.setLoop(this.clock.loop);for(let r of["pointerup","wheel"])this.stage.addEventListener(r,()=>this._moved());window.addEventListener("hashchange",()=>this._go()),!window.matchMedia("(prefers-reduced-motion: reduce)").matches&&n===null&&!this.model.live&&this.clock.play()}_go(){let{time:t,camera:e}=Jd();t!==null&&(this.clock.pause(),this.clock.seek(t)),e&&this.scene.setCamera(e)}_moved(){this._cameraMoved=!0,this._remember()}_remember(){clearTimeout(this._rest),!(this.clock.playing||this.model.live)&&(this._rest=setTimeout(()=>C_(this.clock.time,this._cameraMoved?this.scene.camera:null),400))}};function Sy(i,t){i.append(F("div",{class:"apology",attributes:{role:"alert"}},ri("warning"),F("p",{text:t.message})))}async function mR(){let i=await em(),t=new Uu(document.body,i),e=new Qh(t.stage,i);return t.attach(e),Object.assign(window.bough,{model:i,scene:e,ui:t,player:t.clock,live:fm(i,t,e)}),window.bough}window.bough={};window.bough.ready=mR().catch(i=>{throw Sy(document.body,i),i});window.bough.ready.catch(()=>{});})();
