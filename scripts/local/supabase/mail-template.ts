/*
 * The subset of Go's html/template that the project's emails use: `{{ .Name }}`, escaped for its context. The hosted
 * service renders the same files with the original, so anything else is refused rather than rendered differently.
 */

const VARIABLES = ["SiteURL", "TokenHash", "Token", "RedirectTo", "Email", "NewEmail"] as const;
type Variable = (typeof VARIABLES)[number];
export type MailValues = Record<Variable, string>;

type Part = { literal: string } | { variable: Variable; escape: (value: string) => string };

export interface MailTemplate {
  subject: string;
  parts: Part[];
}

const ACTION = /\{\{\s*\.(\w+)\s*\}\}/;

/** @throws for an action, a variable or a place that is not covered. */
export function parseTemplate(subject: string, source: string): MailTemplate {
  if (subject.includes("{{")) throw new Error(`The subject “${subject}” is not plain.`);
  const parts: Part[] = [];
  // A split by one group alternates literals and names.
  source.split(ACTION).forEach((text, index, all) => {
    if (index % 2 === 1) parts.push(variableAfter(all.slice(0, index).join(""), text));
    else if (text.includes("{{")) throw new Error(`A mail template holds more than variables: ${text}`);
    else parts.push({ literal: text });
  });
  return { subject, parts };
}

export const renderTemplate = ({ parts }: MailTemplate, values: MailValues): string =>
  parts.map((part) => ("literal" in part ? part.literal : part.escape(values[part.variable]))).join("");

function variableAfter(before: string, name: string): Part {
  const variable = VARIABLES.find((known) => known === name);
  if (!variable) throw new Error(`A mail template names .${name}, which is not known.`);
  const tag = before.slice(before.lastIndexOf("<"));
  if (/^<(style|script)\b/i.test(tag)) throw new Error(`A mail template has .${name} inside ${tag}`);
  if (tag.includes(">") || !tag.startsWith("<")) return { variable, escape: escapeHtml };
  const address = /\shref="([^"]*)$/.exec(tag)?.[1];
  if (address === undefined) throw new Error(`A mail template has .${name} in a place that is not covered.`);
  if (/[?#]/.test(address)) return { variable, escape: escapeQuery };
  if (address === "") return { variable, escape: escapeAddress };
  throw new Error(`A mail template has .${name} in the path of a link.`);
}

const ENTITIES = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&#34;",
  "'": "&#39;",
  "+": "&#43;",
} as const;
const isEntity = (sign: string): sign is keyof typeof ENTITIES => sign in ENTITIES;
const escapeHtml = (value: string) =>
  value.replace(/[&<>"'+]/g, (sign) => (isEntity(sign) ? ENTITIES[sign] : sign));

/** Go encodes what `encodeURIComponent` leaves of the reserved signs, too. */
const escapeQuery = (value: string) =>
  encodeURIComponent(value).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/** Go's replacement for a URL that would run a script. */
const escapeAddress = (value: string) => (/^https?:\/\//i.test(value) ? escapeHtml(value) : "#ZgotmplZ");
