import { html } from "hono/html";
import type { StoredMail } from "./mail-store.ts";

/** Everything interpolated is escaped by `html`. */
const layout = (title: string, content: unknown) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/inbox.css">
</head>
<body>${content}<script src="/inbox.js"></script></body>
</html>`;

export const listPage = (emails: StoredMail[]) =>
  layout(
    "Inbox · Latchkey",
    html`<main class="page">
<h1>Inbox</h1>
<p class="quiet">All email from this stack arrives here, newest first. Nothing leaves your machine.</p>
<div id="messages" class="card">${emails.length === 0 ? emptyState : mailList(emails)}</div>
</main>`,
  );

const emptyState = html`<div class="empty"><strong>No mail yet</strong>Sign up, request a sign-in link or reset a password, and the message will appear here.</div>`;

const mailList = (emails: StoredMail[]) =>
  html`<ul class="list">${emails.map(
    (mail) =>
      html`<li><a class="mail" href="/inbox/${mail.id}"><span class="subject">${mail.subject || "(no subject)"}</span>${when(mail)}<span class="to">To ${mail.to}</span></a></li>`,
  )}</ul>`;

export const mailPage = (mail: StoredMail) =>
  layout(
    `${mail.subject} · Inbox`,
    html`<main class="page">
<a class="back" href="/">← All mail</a>
<h1>${mail.subject || "(no subject)"}</h1>
<dl><dt>To</dt><dd>${mail.to}</dd><dt>Received</dt><dd>${when(mail)}</dd></dl>
<div class="card"><iframe title="Message" src="/inbox/${mail.id}/body" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe></div>
<details><summary>Plain text</summary><pre class="card">${mail.text}</pre></details>
</main>`,
  );

export const missingPage = () =>
  layout(
    "Not found · Inbox",
    html`<main class="page"><a class="back" href="/">← All mail</a><h1>This message is gone</h1><p class="quiet">The inbox keeps the 500 newest messages.</p></main>`,
  );

/** The mail's own HTML, links opening in a new tab. It is only ever served under a policy that runs nothing. */
export function mailBody(mail: StoredMail): string {
  const target = '<base target="_blank">';
  if (!mail.html) return `<!doctype html>${target}<pre>${escaped(mail.text)}</pre>`;
  return /<head[^>]*>/i.test(mail.html)
    ? mail.html.replace(/<head[^>]*>/i, (head) => head + target)
    : `<!doctype html>${target}${mail.html}`;
}

const escaped = (text: string) => String(html`${text}`);
const when = ({ received_at }: StoredMail) =>
  html`<time datetime="${received_at}">${received_at.slice(0, 16).replace("T", " ")} UTC</time>`;

/** Times in the reader's zone, and new mail without a reload; what has the focus keeps it. */
export const SCRIPT = `
const localTimes = (root) => {
  for (const time of root.querySelectorAll("time"))
    time.textContent = new Date(time.dateTime).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
};
const refresh = async (shown) => {
  const response = await fetch("/").catch(() => null);
  if (!response || !response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("messages");
  localTimes(fresh);
  if (fresh.innerHTML === shown.innerHTML) return;
  const focused = shown.contains(document.activeElement) && document.activeElement.getAttribute("href");
  shown.innerHTML = fresh.innerHTML;
  if (focused) shown.querySelector('a[href="' + focused + '"]')?.focus();
};
localTimes(document);
const messages = document.getElementById("messages");
if (messages) setInterval(() => { if (!document.hidden) refresh(messages); }, 2000);
`;
