import type { Fields } from "../endpoint.ts";
import { unsupported } from "../refused.ts";
import { checkType, hasOnly, isAbsent, isFields, names } from "./field-checks.ts";

const INCLUDE = names("include");

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
