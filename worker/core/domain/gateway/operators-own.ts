import { names } from "./endpoints/field-checks.ts";
import { isKeptNumber } from "./exact-json.ts";

/** What may be recognized in a response, beside what its names say. */
export interface Operator {
  /** Its credential at the provider; null if it needs none. */
  apiKey: string | null;
  /** The provider's host, with its port. */
  host: string;
}

export const operatorOf = ({ url, apiKey }: { url: string; apiKey: string | null }): Operator => ({
  apiKey,
  host: new URL(url).host,
});

/**
 * What a member of a response is. `operators`: between the operator and the provider. `error`: a message of machines.
 * `free`: JSON of the client's or the model's own, in which names mean nothing. `words`: its texts are the model's.
 * `plain`: none of these.
 */
export type Role = "operators" | "error" | "free" | "words" | "plain";

const OPERATORS = /cost|^(is_byok|pric(e|ing)|billing|credentials?|_hidden_params)$/i;
const OPERATORS_PLACE =
  /^((provider|organi[sz]ation|org|project|account|deployment)(_(id|name|slug|metadata))?|api_?key|upstream\w*|(api|server)_base|(base|backend|request)_url|(backend_)?host(name)?|_?(request|response)_headers)$/i;
const ERROR = /^(last_)?(error|warning)s?$/i;
const FREE = names(`
  arguments attributes document documents env input input_schema json_schema logit_bias metadata parameters parsed
  properties schema structured_output tools top_logprobs
`);
const WORDS = names(`
  audio b64_json cited_text code command commands content data delta description diff document_title embedding
  encrypted_content encrypted_index filename image_url instructions logs name obfuscation output partial_image_b64
  partial_json patch path queries query reasoning reasoning_content redacted_thinking refusal result revised_prompt
  server_url signature snippet source sources stderr stdout stop stop_sequence suffix summary text thinking
  thought_signature title token tokens transcript translation uri url urls value values word working_directory
`);

/** Responses have the same names again and again. */
const ROLES_KEPT = 1_000;
const roles = new Map<string, Role>();

/** By its name alone, so that a response need not be read whole to know it. */
export function roleOf(name: string): Role {
  const known = roles.get(name);
  if (known !== undefined) return known;
  const role = judged(name);
  if (roles.size < ROLES_KEPT) roles.set(name, role);
  return role;
}

function judged(name: string): Role {
  if (FREE.has(name)) return "free";
  if (WORDS.has(name)) return "words";
  if (OPERATORS.test(name) || OPERATORS_PLACE.test(name)) return "operators";
  return ERROR.test(name) ? "error" : "plain";
}

/** Longer texts are data. */
export const PLAIN_TEXT_MAX = 4_096;
/** Longer errors are replaced. */
export const ERROR_TEXT_MAX = 64 * 1024;
const MESSAGE_MAX = 500;
/** Read of a message; a provider may repeat megabytes of the request, and each pattern takes quadratic time. */
const READ_MAX = 2_000;
const NAME = /^[\w.[\]-]{1,100}$/;
export const PROVIDER_FAILED = "The model could not process the request. Try again shortly.";

/** Identifiers of the operator's account, credentials and addresses in a provider's message. */
const PRIVATE = [
  /\b(org|organization|proj|project|user|acct|account|req|request|sk|pk|key|asst|file|ws|wrkspc)[-_][\w-]{6,}/gi,
  /\bhttps?:\/\/[^\s"'<>]+/gi,
  /\b[\w.+-]+@[\w-]+(\.[\w-]+)+/g,
  /\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b/g,
  /\[?\b[0-9a-f]{0,4}(:[0-9a-f]{0,4}){3,7}\b\]?(:\d+)?/gi,
  /\b([\w-]+\.)+(internal|local|lan|svc|corp|cluster|intra|com|net|org|io|ai|dev|cloud|app)\b(:\d+)?(\/[^\s"'<>]*)?/gi,
  /\blocalhost(:\d+)?/gi,
  /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi,
];
/** Of a text that may be anything: only what can't be a customer's. */
const INTERNAL = [
  /\b((org|proj|sk|pk)-|proj_)[\w-]{8,}/gi,
  /\b([a-z][a-z\d+.-]*:\/\/)?(localhost|([\w-]+\.)+(internal|local|intranet|lan|corp|private|svc|home\.arpa))\b(:\d+)?(\/[^\s"'<>]*)?/gi,
  /\b([a-z][a-z\d+.-]*:\/\/)?(10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))(\.\d{1,3}){2,3}\b(:\d+)?(\/[^\s"'<>]*)?/gi,
  /([a-z][a-z\d+.-]*:\/\/)?\[(::1|f[cde][\da-f]{2}:[\da-f:]*)\](:\d+)?(\/[^\s"'<>]*)?/gi,
];

/** Nearly all texts have none of this. */
const MAY_BE_INTERNAL =
  /[:[]|\.\d+\.|localhost|\.(internal|local|intranet|lan|corp|private|svc|home)|(org|proj|sk|pk)[-_]/i;

/** A text without the operator's credential and the provider's host, whatever they look like. */
export function withoutOperator(text: string, { apiKey, host }: Operator): string {
  const shown = apiKey && text.includes(apiKey) ? text.replaceAll(apiKey, "…") : text;
  return shown.includes(host) ? shown.replaceAll(host, "…") : shown;
}

/** The beginning of a message, without what may name the operator's account or a machine. */
export const withoutPrivate = (message: string): string =>
  PRIVATE.reduce((text, pattern) => text.replace(pattern, "…"), beginning(message)).slice(0, MESSAGE_MAX);

/** Without a word that is cut, which no pattern would recognize. */
const beginning = (message: string) =>
  message.length <= READ_MAX ? message : message.slice(0, READ_MAX).replace(/\S*$/, "");

/** A short word of an error, such as its code, or the fallback for anything else. */
export const nameOr = <Fallback>(word: string | null, fallback: Fallback): string | Fallback =>
  word !== null && NAME.test(word) && withoutPrivate(word) === word ? word : fallback;

/** A text of a member that is `plain`. */
export function publicText(text: string, operator: Operator): string {
  if (text.length > PLAIN_TEXT_MAX) return text;
  const shown = withoutOperator(text, operator);
  if (!MAY_BE_INTERNAL.test(shown)) return shown;
  return INTERNAL.reduce((rest, pattern) => rest.replace(pattern, "…"), shown);
}

/** The value of a member that is an `error`, with nothing but its kind and message. */
export function publicErrorValue(error: unknown, operator: Operator): unknown {
  if (typeof error === "string") return withoutPrivate(withoutOperator(error, operator));
  if (Array.isArray(error)) return error.map((each) => publicErrorValue(each, operator));
  if (typeof error !== "object" || error === null || isKeptNumber(error)) return error;
  const shown: Record<string, unknown> = {};
  for (const name of ["type", "code", "param", "message"]) {
    if (!Object.hasOwn(error, name)) continue;
    const value: unknown = Reflect.get(error, name);
    if (typeof value === "string")
      shown[name] = name === "message" ? publicErrorValue(value, operator) : nameOr(value, null);
    else shown[name] = typeof value === "object" && !isKeptNumber(value) ? null : value;
  }
  return shown;
}
