/** The page of an audience: a performance without the aids of who performs it. */
import { render } from "preact";
import { Toasts } from "../shell/toasts.ts";
import { AudiencePage } from "./AudiencePage.tsx";
import { House } from "./house.ts";
import "../shell/shell.css";
import "../panels/panels.css";
import "./audience.css";

const toasts = new Toasts();
const house = new House(toasts);
house.connect(window.location);
const root = document.getElementById("app");
if (root) render(<AudiencePage house={house} toasts={toasts} />, root);
