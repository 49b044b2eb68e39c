/** A sentence over the scene, where there would be a blank picture. */

const STYLE = {
  position: "absolute",
  inset: "auto 10% 50% 10%",
  margin: "0",
  padding: "1em",
  borderRadius: "8px",
  textAlign: "center",
  font: "16px/1.4 system-ui, sans-serif",
  color: "#7a1420",
  background: "#fdecee",
  zIndex: "1",
};

export class Notice {
  constructor(parent) {
    this.element = document.createElement("p");
    this.element.setAttribute("role", "alert");
    Object.assign(this.element.style, STYLE);
    parent.append(this.element);
    this.say("");
  }

  say(text) {
    this.element.textContent = text;
    this.element.hidden = !text;
  }
}
