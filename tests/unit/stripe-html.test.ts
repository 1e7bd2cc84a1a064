import fc from "fast-check";
import { expect, test } from "vitest";
import { html } from "#scripts/local/stripe/hosted-page/html.ts";

test("no text can open a tag or leave an attribute", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("<", ">", '"', "'", "&", "a") }), (text) => {
      expect(html`${text}`.markup).toMatch(/^(?:[^<>"'&]|&(?:lt|gt|quot|amp|#39);)*$/);
    }),
  );
});

test("markup stays markup, also in lists, and null is nothing", () => {
  expect(html`<ul>${[html`<li>${"&"}</li>`, html`<li>2</li>`]}</ul>${null}`.markup).toBe(
    "<ul><li>&amp;</li><li>2</li></ul>",
  );
});
