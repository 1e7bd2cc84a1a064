import { type MailValues, renderTemplate } from "./mail-template.ts";
import { textOf } from "./mail-text.ts";
import type { ProjectConfig, TemplateName } from "./project-config.ts";

/** An email: its recipient, and the same content as text and as HTML. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The purpose of a one-time token, which is rejected for any other. */
export type Purpose = "signup" | "invite" | "magiclink" | "recovery" | "email_change" | "reauthentication";

const TEMPLATES: Record<Purpose, TemplateName> = {
  signup: "confirmation",
  invite: "invite",
  magiclink: "magic_link",
  recovery: "recovery",
  email_change: "email_change",
  reauthentication: "reauthentication",
};

/** The mail for one token, from the template that the hosted project uses for this purpose. */
export function composeMail(
  { templates }: Pick<ProjectConfig, "templates">,
  purpose: Purpose,
  to: string,
  values: MailValues,
): Mail {
  const template = templates[TEMPLATES[purpose]];
  const html = renderTemplate(template, values);
  return { to, subject: template.subject, text: textOf(html), html };
}
