import type { Mail } from "#core/ports.ts";

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&#34;",
  "'": "&#39;",
};
export const escaped = (value: string) => value.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const STYLE = `:root { color-scheme: light dark }
  body { margin: 0; padding: 40px 16px; background: #f9fafb; color: #1a1c21; font: 15px/24px ui-sans-serif, system-ui, sans-serif }
  main { max-width: 440px; margin: 0 auto; padding: 32px; background: #fff; border: 1px solid #e4e6ea; border-radius: 12px }
  h1 { margin: 0 0 12px; font-size: 20px; line-height: 28px; letter-spacing: -.02em; overflow-wrap: anywhere }
  p { margin: 0 0 20px; overflow-wrap: anywhere }
  .brand { margin: 0 0 24px; font-weight: 600 }
  .action { display: inline-block; padding: 10px 18px; border-radius: 8px; background: #22252b; color: #fff; font-weight: 500; text-decoration: none }
  .quiet { margin: 0; color: #63676f; font-size: 13px; line-height: 20px }
  a { color: inherit }
  @media (prefers-color-scheme: dark) {
    body { background: #0d0e11; color: #f2f3f5 }
    main { background: #131519; border-color: #25282e }
    .action { background: #eff0f2; color: #15171b }
    .quiet { color: #999da6 }
  }`;

interface MailLink {
  label: string;
  href: string;
}

interface Page {
  title: string;
  /** HTML. */
  text: string;
  action: MailLink;
  also: MailLink | null;
  /** HTML: why the recipient receives it. */
  reason: string;
}

/** The HTML of an email. */
export const mailPage = ({ title, text, action, also, reason }: Page) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>
  ${STYLE}
</style>
</head>
<body>
<main>
<p class="brand">Latchkey</p>
<h1>${escaped(title)}</h1>
<p>${text}</p>
<p><a class="action" href="${escaped(action.href)}">${escaped(action.label)}</a></p>
${also ? `<p><a href="${escaped(also.href)}">${escaped(also.label)}</a></p>\n` : ""}<p class="quiet">${reason}</p>
</main>
</body>
</html>
`;

/** An email of plain text with one link, as text and as HTML with every value escaped. */
export function plainMail({ to, title, text, action, reason }: Omit<Page, "also"> & { to: string }): Mail {
  return {
    to,
    subject: title,
    text: `${title}\n\n${text}\n\n${action.label}:\n${action.href}\n\n${reason}\n`,
    html: mailPage({ title, text: escaped(text), action, also: null, reason: escaped(reason) }),
  };
}
