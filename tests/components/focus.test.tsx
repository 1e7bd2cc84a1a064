import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CodeForm, useCodeForm } from "#app/features/auth/code-form.tsx";
import { FocusedAlert } from "#app/features/auth/success-note.tsx";
import { eventually, until } from "#tests/support/limits.ts";

let page: HTMLElement;
let root: Root;

/** Without `act`, which runs effects before a test can look. */
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  page = document.body.appendChild(document.createElement("div"));
  root = createRoot(page);
});

afterEach(() => {
  root.unmount();
  page.remove();
  vi.unstubAllGlobals();
});

/** What `look` sees as soon as the text is on the page, before anybody can press a key. */
const whenShown = <Seen,>(text: string, look: () => Seen) =>
  new Promise<Seen>((resolve) => {
    const observer = new MutationObserver(() => {
      if (!page.textContent?.includes(text)) return;
      observer.disconnect();
      resolve(look());
    });
    observer.observe(page, { childList: true, subtree: true, characterData: true });
  });

/** Takes as long to render as on a slow phone, so that React gives way before it runs effects. */
function Slow() {
  for (const begun = performance.now(); performance.now() - begun < 30; );
  return null;
}

it("a message that takes the focus has it when it appears", async () => {
  const seen = whenShown("Email sent", () => document.activeElement?.role);
  root.render(
    <>
      <FocusedAlert>Email sent</FocusedAlert>
      <Slow />
    </>,
  );
  expect(await seen).toBe("status");
});

it("a refused code is cleared, and its field has the focus, when the message appears", async () => {
  let refuse = (_error: Error) => {};
  const send = () =>
    new Promise<void>((_resolve, reject) => {
      refuse = reject;
    });
  function Example() {
    const form = useCodeForm(send, { fallback: "" });
    return (
      <CodeForm form={form}>
        <button type="submit">Verify</button>
      </CodeForm>
    );
  }
  root.render(<Example />);
  const field = (await until(() => page.querySelector("input"))) ?? expect.unreachable();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, "123456");
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  await eventually(() => expect(field.value).toBe("123456"));
  field.form?.requestSubmit();
  field.blur();
  const seen = whenShown("That code is wrong", () => [document.activeElement === field, field.value]);
  refuse(new Error("That code is wrong"));
  expect(await seen).toEqual([true, ""]);
});
