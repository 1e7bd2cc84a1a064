import type { Fields } from "../endpoint.ts";
import { unsupported } from "../refused.ts";
import { checkType, hasOnly, isAbsent, isFields, names } from "./field-checks.ts";
import type { streamOf } from "./request-facts.ts";

const INCLUDE = names("include");

/** Requests a stream's usage from the provider; `hideUsage` if the caller didn't, who then doesn't get it. */
export function withStreamUsage(fields: Fields, { stream, options }: ReturnType<typeof streamOf>) {
  const hideUsage = stream && options.include_usage !== true;
  const counted = hideUsage ? { ...fields, stream_options: { ...options, include_usage: true } } : fields;
  return { fields: counted, hideUsage };
}

/** The fields with `usage: {include: true}`, which OpenRouter's clients send, as `stream_options.include_usage`. */
export function withUsageOption(fields: Fields): Fields {
  if (!("usage" in fields)) return fields;
  const { usage, ...others } = fields;
  if (isAbsent(usage)) return others;
  if (!isFields(usage) || !hasOnly(usage, INCLUDE))
    throw unsupported("usage", "The field usage may only say whether to include the token counts.");
  checkType("usage.include", usage.include, "boolean");
  if (usage.include !== true || others.stream !== true) return others;
  const { stream_options: options } = others;
  return { ...others, stream_options: { ...(isFields(options) && options), include_usage: true } };
}
