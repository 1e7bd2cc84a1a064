import { html } from "hono/html";
import { STYLE } from "./style.ts";

/** Markup whose values are escaped. */
export type Html = ReturnType<typeof html>;

/** A whole page, with the notice that keeps anybody from taking it for the real thing. */
export function page(title: string, content: Html): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} (test)</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<header class="banner"><strong>Test page.</strong> It stands in for Stripe Checkout on this machine. No real money moves; never enter a real card.</header>
${content}
</body>
</html>`);
}

export const PAGE_HEADERS = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
};
