import chromium from "@sparticuz/chromium";

/** A headless browser that npm brought along. */
export function testBrowser(): Promise<string> {
  return chromium.executablePath();
}
