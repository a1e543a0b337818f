import { render } from "preact";

const app = document.querySelector("#app");
if (app) {
  render(<h1>Motorium</h1>, app);
}
