import type { Fields, ReadOptions } from "../endpoint.ts";
import { unsupported } from "../refused.ts";
import { checkType, type FieldType, isAbsent, isFields, names } from "./field-checks.ts";

/** The outermost fields of an endpoint; every other one is unknown. */
export interface FieldRules {
  known: ReadonlySet<string>;
  /** Fields of the API that cannot be priced or would share data between accounts, with the reason. */
  refused: Readonly<Partial<Record<string, string>>>;
  /** Fields of other servers that the request is served without. */
  dropped?: ReadonlySet<string>;
  /** Fields of other endpoints, with the endpoint's path: a client may have sent the request to the wrong one. */
  elsewhere?: Readonly<Partial<Record<string, string>>>;
  /** Types of fields that other endpoints have with another one. */
  types?: Readonly<Partial<Record<string, FieldType>>>;
}

export const STORED =
  "Objects that the provider stores would be shared between accounts: send the whole input with each request, and set store to false.";
export const HOSTED =
  "Tools that the provider runs have no price here: offer tools that your program runs, in the field tools.";
export const OTHER_MODELS = "A request uses one model, the one in the field model.";
export const OPERATOR_ONLY = "This setting belongs to the operator of this API.";

/** Fields of other servers and proxies that would choose models, prices or tools past the gateway. */
export const REFUSED_EVERYWHERE = {
  models: OTHER_MODELS,
  fallbacks: OTHER_MODELS,
  route: OTHER_MODELS,
  provider: OPERATOR_ONLY,
  providers: OPERATOR_ONLY,
  plugins: HOSTED,
  web_search: HOSTED,
  web_search_options: HOSTED,
  search_parameters: HOSTED,
  mcp_servers: HOSTED,
  container: HOSTED,
  extra_body: "Send the fields of extra_body at the top level.",
  extra_headers: OPERATOR_ONLY,
  api_key: OPERATOR_ONLY,
  api_base: OPERATOR_ONLY,
  base_url: OPERATOR_ONLY,
};

const BY_TYPE: Record<FieldType, string> = {
  list: "messages tools functions stop_sequences include modalities",
  object: `metadata stream_options response_format output_config output_format text audio prediction
    prompt_cache_options diagnostics logit_bias chat_template_kwargs client_metadata image`,
  text: `user safety_identifier prompt_cache_key instructions suffix service_tier speed reasoning_effort verbosity
    prompt_cache_retention truncation encoding_format input_type`,
  boolean: "stream store echo parallel_tool_calls background enable_thinking",
  number: `temperature top_p top_k min_p frequency_penalty presence_penalty repetition_penalty`,
};
const TYPES = new Map(
  (["list", "object", "text", "boolean", "number"] as const).flatMap((type) =>
    BY_TYPE[type].split(/\s+/).map((name) => [name, type] as const),
  ),
);

/** Settings of servers such as Ollama, llama.cpp, vLLM and Mistral that bound neither what is read nor what is written. */
export const OTHER_SERVERS = names(`
  options keep_alive cache_prompt random_seed safe_prompt add_generation_prompt length_penalty
  include_stop_str_in_output spaces_between_special_tokens repeat_penalty repeat_last_n penalize_nl typical_p tfs_z
  top_a mirostat mirostat_tau mirostat_eta no_repeat_ngram_size dynatemp_range dynatemp_exponent xtc_probability
  xtc_threshold dry_multiplier dry_base dry_allowed_length`);

/** Members of Ollama's `options` of the same kind. */
const OLLAMA_OPTIONS = names(`
  num_ctx num_keep num_batch num_gpu num_thread main_gpu numa use_mmap use_mlock low_vram seed temperature top_k top_p
  min_p tfs_z typical_p repeat_last_n repeat_penalty presence_penalty frequency_penalty penalize_newline mirostat
  mirostat_tau mirostat_eta`);
const AT_TOP: Readonly<Partial<Record<string, string>>> = { num_predict: "max_tokens", stop: "stop" };

/** Without a limit that it doesn't know, the response would be longer than the client is willing to pay for. */
function checkUnused(name: string, value: unknown): void {
  if (name !== "options") return;
  if (!isFields(value)) throw unsupported(name);
  for (const [option, inner] of Object.entries(value)) {
    if (OLLAMA_OPTIONS.has(option) || isAbsent(inner)) continue;
    const own = Object.hasOwn(AT_TOP, option) ? AT_TOP[option] : undefined;
    const advice = own === undefined ? "" : ` Send ${own} at the top level instead.`;
    throw unsupported(name, `The option ${option.slice(0, 64)} in options is not supported.${advice}`);
  }
}

/**
 * The fields to forward: those that the endpoint knows. Others whose value means "not set" are dropped.
 * @throws DomainError `unsupported_parameter` for a refused or unknown field, `invalid_request` for one of a wrong type.
 */
export function knownFields(
  rules: FieldRules,
  fields: Fields,
  { unknownFields, dropped }: Pick<ReadOptions, "unknownFields" | "dropped">,
): Fields {
  const { known, refused, dropped: unused, types = {} } = rules;
  const kept: Record<string, unknown> = {};
  for (const name in fields) {
    const value = fields[name];
    if (known.has(name)) kept[name] = value;
    if (known.has(name) || isAbsent(value)) continue;
    if (Object.hasOwn(refused, name)) throw unsupported(name, notSupported(name, refused[name]));
    if (unused?.has(name)) checkUnused(name, value);
    else if (unknownFields === "refuse") throw unknown(name, rules);
    dropped(name);
  }
  for (const name in kept) {
    const type = types[name] ?? TYPES.get(name);
    if (type !== undefined) checkType(name, kept[name], type);
  }
  return kept;
}

function unknown(name: string, { known, elsewhere = {} }: FieldRules) {
  const lower = name.toLowerCase();
  if (known.has(lower)) return unsupported(name, `Field names are lowercase: use ${lower}.`);
  const place = Object.hasOwn(elsewhere, name) ? elsewhere[name] : undefined;
  if (place === undefined) return unsupported(name);
  return unsupported(
    name,
    `The field ${name} is not supported by this endpoint. It belongs to ${place}: send the request there.`,
  );
}

const notSupported = (name: string, reason = "") => `The field ${name} is not supported. ${reason}`.trimEnd();
