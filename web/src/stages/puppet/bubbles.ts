/** What the studio says of a refused document, each sentence at what it is about. */
import type { Complaint } from "../../puppet/draft.ts";
import type { Dot } from "../../puppet/geometry.ts";
import type { PuppetDocument } from "../../wire/puppetry.ts";

const MOST = 4;

export class Bubbles {
  private readonly list = document.createElement("ul");
  private readonly dismiss: () => void;
  private shown: Complaint | null = null;

  constructor(host: HTMLElement, dismiss: () => void) {
    this.dismiss = dismiss;
    this.list.className = "bubbles";
    this.list.role = "alert";
    this.list.dataset.testid = "problems";
    host.append(this.list);
  }

  show(
    complaint: Complaint | null,
    dotOf: (where: string, about: PuppetDocument) => Dot | null,
  ): void {
    if (complaint !== this.shown) this.write(complaint);
    if (!complaint) return;
    for (const [k, item] of [...this.list.children].entries()) {
      const dot = dotOf(problemsOf(complaint)[k]?.where ?? "", complaint.about);
      const bubble = item as HTMLElement;
      bubble.classList.toggle("anywhere", dot === null);
      bubble.style.left = dot ? `${dot.x}px` : "";
      bubble.style.top = dot ? `${dot.y}px` : "";
    }
  }

  private write(complaint: Complaint | null): void {
    this.shown = complaint;
    this.list.replaceChildren(
      ...(complaint ? problemsOf(complaint) : []).map(({ sentence }) => {
        const item = document.createElement("li");
        item.className = "bubble glass";
        item.textContent = sentence;
        item.dataset.testid = "problem";
        item.title = "Click to dismiss";
        item.addEventListener("click", this.dismiss);
        return item;
      }),
    );
  }

  dispose(): void {
    this.list.remove();
  }
}

function problemsOf({ problems, message }: Complaint): { where: string; sentence: string }[] {
  return problems.length > 0 ? problems.slice(0, MOST) : [{ where: "", sentence: message }];
}
