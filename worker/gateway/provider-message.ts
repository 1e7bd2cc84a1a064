/** What a provider says is wrong. */
export interface ProviderMessage {
  message: string;
  type: string | null;
  code: string | null;
  param: string | null;
}

/** Nobody nests an error deeper. */
const DEPTH_MAX = 4;
/** Members that hold a message, or an object with one. The first one of an object counts. */
const MEMBERS = ["error", "message", "detail", "details", "errors", "msg", "error_description"];
const PROBLEMS_SHOWN = 3;

/**
 * The message in a provider's error, whatever its form: OpenAI's and Anthropic's (`error`), vLLM's (`message` at the top),
 * FastAPI's (`detail`, a text or a list of problems with places), Google's (a list with one error). Null without one.
 */
export const messageIn = (text: string): ProviderMessage | null => read(parsed(text), 0);

function read(value: unknown, depth: number): ProviderMessage | null {
  if (typeof value === "string")
    return depth === 0 || value === "" ? null : { message: value, type: null, code: null, param: null };
  if (depth > DEPTH_MAX || typeof value !== "object" || value === null) return null;
  if (Array.isArray(value)) return readList(value, depth + 1);
  for (const name of MEMBERS) {
    const inner = read(memberOf(value, name), depth + 1);
    if (inner !== null) return withOwnWords(inner, value);
  }
  return null;
}

/** The first of several errors, and the messages of the next ones. */
function readList(errors: readonly unknown[], depth: number): ProviderMessage | null {
  const all = errors.slice(0, PROBLEMS_SHOWN).flatMap((error) => read(error, depth) ?? []);
  const [first] = all;
  if (first === undefined) return null;
  return { ...first, message: all.map(withPlace).join("; ") };
}

const withPlace = ({ message, param }: ProviderMessage) =>
  param === null || message.includes(param) ? message : `${param}: ${message}`;

/** The words of the innermost object that has them. */
function withOwnWords(inner: ProviderMessage, outer: object): ProviderMessage {
  return {
    message: inner.message,
    type: inner.type ?? wordOf(outer, "type"),
    code: inner.code ?? wordOf(outer, "code"),
    param: inner.param ?? wordOf(outer, "param") ?? fieldOf(outer),
  };
}

const wordOf = (value: object, name: string): string | null => {
  const word = memberOf(value, name);
  return typeof word === "string" ? word : null;
};

/** FastAPI's place of a problem, such as `["body", "messages", 0, "role"]`. */
function fieldOf(value: object): string | null {
  const place = memberOf(value, "loc");
  if (!Array.isArray(place)) return null;
  const steps = place.filter((step) => typeof step === "string" || typeof step === "number");
  const [first, ...others] = steps;
  return (first === "body" ? others : steps).join(".") || null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const memberOf = (value: object, name: string): unknown =>
  Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
