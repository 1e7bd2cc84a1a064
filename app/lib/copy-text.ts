/** The text is there, but the browser lets no program copy it. */
export class CopyRefused extends Error {
  override readonly name = "CopyRefused";
  readonly text: string;

  constructor(text: string) {
    super("The browser refused to copy.");
    this.text = text;
  }
}

/**
 * Copies a text that may still be on its way. Resolves only once it is in the clipboard.
 * @throws CopyRefused, or the error of the text.
 */
export async function copyText(text: Promise<string>): Promise<void> {
  try {
    await copyByApi(text);
  } catch {
    const known = await text;
    if (!copyByCommand(known)) throw new CopyRefused(known);
  }
}

/**
 * WebKit forgets the click while the text is fetched unless it is handed the promise itself
 * (https://webkit.org/blog/10855/async-clipboard-api/); other browsers take only the text. On plain HTTP, there is no
 * such API.
 */
async function copyByApi(text: Promise<string>): Promise<void> {
  if ("GestureEvent" in globalThis && "ClipboardItem" in globalThis) {
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
  } else {
    await navigator.clipboard.writeText(await text);
  }
}

/** The command copies what is selected. An open dialog keeps the focus, and would take it back from anywhere else. */
function copyByCommand(text: string): boolean {
  const focused = document.activeElement;
  const holder = document.createElement("span");
  holder.textContent = text;
  holder.style.cssText = "position:fixed;top:0;opacity:0;white-space:pre;user-select:text";
  const restoreSelection = savedSelection();
  let taken = false;
  const handleCopy = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData("text/plain", text);
    taken = event.clipboardData !== null;
  };
  (focused?.closest("[role=dialog]") ?? document.body).appendChild(holder);
  document.addEventListener("copy", handleCopy, true);
  try {
    getSelection()?.selectAllChildren(holder);
    return document.execCommand("copy") && taken;
  } catch {
    return false;
  } finally {
    document.removeEventListener("copy", handleCopy, true);
    holder.remove();
    restoreSelection();
    if (focused instanceof HTMLElement && document.activeElement !== focused)
      focused.focus({ preventScroll: true });
  }
}

function savedSelection(): () => void {
  const selection = getSelection();
  const ranges = Array.from({ length: selection?.rangeCount ?? 0 }, (_, at) => selection?.getRangeAt(at));
  return () => {
    selection?.removeAllRanges();
    for (const range of ranges) if (range) selection?.addRange(range);
  };
}
