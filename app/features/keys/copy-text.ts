/**
 * Puts a text that may still be on its way on the clipboard.
 *
 * WebKit forgets the click while the text is fetched unless it is handed the promise itself
 * (https://webkit.org/blog/10855/async-clipboard-api/); the others take the text.
 */
export async function copyText(text: Promise<string>): Promise<void> {
  if ("GestureEvent" in globalThis && "ClipboardItem" in globalThis) {
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
  } else {
    await navigator.clipboard.writeText(await text);
  }
}
