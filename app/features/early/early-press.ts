import { isShortcut, offersMenu, searchButton } from "#app/lib/shortcut.ts";

declare global {
  /** Called by the page's own code as soon as it handles input. */
  var pageTakesInput: (() => void) | undefined;
}

/** After this long, a reader no longer expects a response to a press. */
const LONGEST_WAIT_MS = 10_000;
/** Marks a page that is shown before the session is known. */
const OUTLINE = "[data-outline]";
const SEQUENCE = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"];

let press: { button: HTMLElement; event: MouseEvent } | undefined;
let expiry: ReturnType<typeof setTimeout> | undefined;
let takesInput = false;

/** Runs in the page's head. Any later press or key discards the one before. */
addEventListener("pointerdown", forget, true);
addEventListener("keydown", forget, true);
addEventListener("click", holdForPage, true);
// In the bubble phase: React may hydrate on this very click and handle it itself.
addEventListener("click", noteClick);
addEventListener("keydown", noteShortcut);
globalThis.pageTakesInput = () => {
  takesInput = true;
  requestAnimationFrame(deliver);
};

/** The menu starts listening a moment after hydration, and prevents the default of every event it handles. */
function noteShortcut(event: KeyboardEvent): void {
  const button = searchButton();
  if (event.defaultPrevented || !button || !isShortcut(event) || !offersMenu()) return;
  event.preventDefault();
  note(button, new MouseEvent("click", { bubbles: true, cancelable: true }));
}

function noteClick(event: MouseEvent): void {
  const button = pressedButton(event);
  if (button && !takesInput) note(button, event);
}

/** The page would close whatever opens in its outline, so clicks there wait for the page. */
function holdForPage(event: MouseEvent): void {
  const button = pressedButton(event);
  if (!button?.closest(OUTLINE) || !takesInput) return;
  event.stopPropagation();
  note(button, event);
}

function pressedButton({ target }: MouseEvent): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("button:not([type=submit])") : null;
}

function note(button: HTMLElement, event: MouseEvent): void {
  forget();
  press = { button, event };
  button.setAttribute("data-waiting", "");
  expiry = setTimeout(forget, LONGEST_WAIT_MS);
  if (takesInput) requestAnimationFrame(deliver);
}

function forget(): void {
  clearTimeout(expiry);
  press?.button.removeAttribute("data-waiting");
  press = undefined;
}

/** When the page replaces its outline, the button keeps its id. */
function deliver(): void {
  if (!press) return;
  const { button, event } = press;
  if (button.isConnected && button.closest(OUTLINE)) {
    requestAnimationFrame(deliver);
    return;
  }
  forget();
  const target = button.isConnected ? button : document.getElementById(button.id);
  for (const type of SEQUENCE) target?.dispatchEvent(new PointerEvent(type, event));
}
