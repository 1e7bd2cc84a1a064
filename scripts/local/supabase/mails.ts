import { html, raw } from "hono/html";

/** What is mailed: the address, and the same content as text and as HTML. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export type MailKind = "signup" | "magiclink" | "recovery";

interface Wording {
  subject: string;
  intro: string;
  action: string;
  ignore: string;
  path(tokenHash: string): string;
}

const WORDINGS: Record<MailKind, Wording> = {
  signup: {
    subject: "Confirm your email address",
    intro: "Welcome to Latchkey. Confirm this address to finish creating your account.",
    action: "Confirm email address",
    ignore: "If you did not sign up, ignore this message and nothing happens.",
    path: (token) => `/login?token_hash=${token}&type=signup`,
  },
  magiclink: {
    subject: "Your sign-in link",
    intro: "Use this link to sign in to Latchkey. It works once, on any device.",
    action: "Sign in",
    ignore: "If you did not ask for it, ignore this message: nobody can sign in without the link.",
    path: (token) => `/login?token_hash=${token}&type=magiclink`,
  },
  recovery: {
    subject: "Reset your password",
    intro: "Someone asked to reset the password of this Latchkey account. Choose a new one here.",
    action: "Choose a new password",
    ignore: "If it was not you, ignore this message: your password stays as it is.",
    path: (token) => `/reset-password?token=${token}&type=recovery`,
  },
};

/** The mail for one token; it leads into the site, which redeems the token itself. */
export function composeMail(
  kind: MailKind,
  { to, siteUrl, tokenHash, code }: { to: string; siteUrl: string; tokenHash: string; code: string },
): Mail {
  const wording = WORDINGS[kind];
  const link = new URL(wording.path(encodeURIComponent(tokenHash)), siteUrl).href;
  return {
    to,
    subject: wording.subject,
    text: asText(wording, link, code),
    html: asHtml(wording, link, code),
  };
}

const asText = (wording: Wording, link: string, code: string) =>
  `${wording.intro}\n\n${wording.action}:\n${link}\n\nOr enter this code: ${code}\n\nBoth work once, within an hour. ${wording.ignore}\n`;

const STYLE = raw(`
  :root { color-scheme: light dark }
  body { margin: 0; padding: 40px 16px; background: #f9fafb; color: #1a1c21; font: 15px/24px ui-sans-serif, system-ui, sans-serif }
  main { max-width: 440px; margin: 0 auto; padding: 32px; background: #fff; border: 1px solid #e4e6ea; border-radius: 12px }
  h1 { margin: 0 0 12px; font-size: 20px; line-height: 28px; letter-spacing: -.02em }
  p { margin: 0 0 20px }
  .brand { margin: 0 0 24px; font-weight: 600 }
  .action { display: inline-block; padding: 10px 18px; border-radius: 8px; background: #22252b; color: #fff; font-weight: 500; text-decoration: none }
  .code { display: block; padding: 12px; border-radius: 8px; background: #f1f2f4; font: 600 22px/28px ui-monospace, monospace; letter-spacing: .3em; text-align: center }
  .quiet { margin: 0; color: #63676f; font-size: 13px; line-height: 20px }
  @media (prefers-color-scheme: dark) {
    body { background: #0d0e11; color: #f2f3f5 }
    main { background: #131519; border-color: #25282e }
    .action { background: #eff0f2; color: #15171b }
    .code { background: #1d2025 }
    .quiet { color: #999da6 }
  }`);

const asHtml = (wording: Wording, link: string, code: string) =>
  String(html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${wording.subject}</title><style>${STYLE}</style></head>
<body><main>
<p class="brand">Latchkey</p>
<h1>${wording.subject}</h1>
<p>${wording.intro}</p>
<p><a class="action" href="${link}">${wording.action}</a></p>
<p>Or enter this code: <span class="code">${code}</span></p>
<p class="quiet">Both work once, within an hour. ${wording.ignore}</p>
</main></body>
</html>
`);
