import axe from "axe-core";
import { expect } from "vitest";

/** Nothing is rendered here, so colors and sizes are checked in a browser. React adds no landmark around the page. */
const NEEDS_A_BROWSER = { "color-contrast": { enabled: false }, "target-size": { enabled: false } };

export async function expectNoAxeViolations(): Promise<void> {
  const { violations } = await axe.run(document.body, {
    rules: NEEDS_A_BROWSER,
    resultTypes: ["violations"],
  });
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
  );
  expect(found).toEqual([]);
}
