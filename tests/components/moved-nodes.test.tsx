import { act, cleanup, render } from "@testing-library/react";
import fc from "fast-check";
import { createElement, Fragment, type ReactNode } from "react";
import { afterAll, beforeAll, expect, it } from "vitest";
import { tolerateMovedNodes } from "#app/lib/moved-nodes.ts";
import { runs } from "#tests/support/tier.ts";

let undo = () => {};
beforeAll(() => {
  undo = tolerateMovedNodes();
});
afterAll(() => undo());

type Part =
  | { kind: "texts"; key: number; texts: string[] }
  | { kind: "element"; key: number; texts: string[] };

/** Text nodes beside elements, as in `{count} keys {busy && <Spinner />}`. */
const show = (parts: Part[]): ReactNode =>
  parts.map(({ kind, key, texts }) => createElement(kind === "element" ? "b" : Fragment, { key }, ...texts));

const textOf = (parts: Part[]) => parts.flatMap(({ texts }) => texts).join("");

function texts(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found;
}

/** The two nested elements of Chrome's translation. */
function fonts(content: string) {
  const outer = document.createElement("font");
  const inner = outer.appendChild(document.createElement("font"));
  inner.textContent = content;
  return { outer, inner };
}

const isTranslated = (text: Text) => text.parentElement?.closest("font") !== null;
const translated = (text: Text) => fonts(`«${text.data}»`).outer;

/** What programs in the browser do to a page. */
const INTERFERENCE = {
  replace: (text: Text) => text.replaceWith(translated(text)),
  "put beside": (text: Text) => {
    text.parentNode?.insertBefore(translated(text), text);
    text.remove();
  },
  wrap: (text: Text) => {
    const { outer, inner } = fonts("");
    text.replaceWith(outer);
    inner.appendChild(text);
  },
  "move the element": ({ parentElement }: Text) => {
    if (parentElement?.nodeName !== "B") return;
    const box = document.createElement("div");
    parentElement.replaceWith(box);
    box.appendChild(parentElement);
  },
};

const plain = (root: HTMLElement) => (root.textContent ?? "").replaceAll(/[«»]/g, "");

const anyPart: fc.Arbitrary<Part> = fc.record({
  kind: fc.constantFrom("texts" as const, "element" as const),
  key: fc.integer({ min: 0, max: 5 }),
  texts: fc.array(fc.constantFrom("$1.00", "$2.50", " of ", "keys", "3"), { maxLength: 3 }),
});
const anyPage = fc.uniqueArray(anyPart, { selector: ({ key }) => key, maxLength: 6 });
const anyInterference = fc.constantFrom(...Object.values(INTERFERENCE), null);
/** The last is for each text node, by its place. */
const anySteps = fc.array(fc.tuple(anyPage, fc.array(anyInterference, { maxLength: 8 })), {
  minLength: 2,
  maxLength: 8,
});

it("a page shows what React renders, whatever translators and extensions did to it before", async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, async (steps) => {
      const { container, rerender } = render(<main />);
      try {
        for (const [parts, interferences] of steps) {
          act(() => rerender(<main>{show(parts)}</main>));
          // Observers run after the change.
          await Promise.resolve();
          expect(plain(container)).toBe(textOf(parts));
          const found = texts(container).filter((text) => !isTranslated(text));
          for (const [at, text] of found.entries()) interferences[at]?.(text);
          await Promise.resolve();
          expect(plain(container)).toBe(textOf(parts));
        }
      } finally {
        cleanup();
      }
    }),
    { numRuns: runs(1_500) },
  );
});
