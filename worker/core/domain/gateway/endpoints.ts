/** A request that `/v1` forwards, and the fields it may have. */
export interface Endpoint {
  /** Below `/v1`. */
  path: string;
  body: "json" | "form";
  /** Outermost fields that may be forwarded; every other one is refused by name. */
  fields: ReadonlySet<string>;
  /** Its streams report token counts only when `stream_options` requests them. */
  usageOption: boolean;
}

const words = (text: string) => text.trim().split(/\s+/);

const SAMPLING = words(`frequency_penalty logit_bias logprobs min_p min_tokens presence_penalty
  repetition_penalty seed stop stop_token_ids temperature top_k top_p user`);
const TOOLS = words("parallel_tool_calls tool_choice tools top_logprobs");
const SERVICE = words(`client_metadata metadata prompt_cache_key prompt_cache_retention safety_identifier
  service_tier store stream stream_options`);

const json = (path: string, fields: string[], usageOption = false): Endpoint => ({
  ...{ path, body: "json", fields: new Set(["model", ...fields]), usageOption },
});
const form = (path: string, fields: string[]): Endpoint => ({
  ...{ path, body: "form", fields: new Set(["model", "file", ...fields]), usageOption: false },
});
const speechFields = words("language prompt response_format temperature");

const ENDPOINTS = [
  json(
    "/chat/completions",
    [
      ...[...SAMPLING, ...TOOLS, ...SERVICE],
      ...words(`chat_template_kwargs function_call functions max_completion_tokens max_tokens messages n
        reasoning reasoning_effort response_format thinking verbosity`),
    ],
    true,
  ),
  json(
    "/completions",
    [...SAMPLING, ...words("best_of echo max_tokens n prompt stream stream_options suffix")],
    true,
  ),
  json("/responses", [
    ...[...SAMPLING, ...TOOLS, ...SERVICE],
    ...words("include input instructions max_output_tokens max_tool_calls reasoning text truncation"),
  ]),
  json("/embeddings", words("dimensions encoding_format input input_type user")),
  json("/moderations", words("input")),
  json(
    "/images/generations",
    words(`background moderation n output_compression output_format prompt quality response_format size stream
      style user`),
  ),
  json("/audio/speech", words("input instructions response_format speed stream_format voice")),
  form("/audio/transcriptions", [
    ...speechFields,
    ...words("chunking_strategy include[] stream timestamp_granularities[]"),
  ]),
  form("/audio/translations", speechFields),
];
const BY_PATH = new Map(ENDPOINTS.map((endpoint) => [endpoint.path, endpoint]));

/** @param path below `/v1`, exactly as the client wrote it; null for an endpoint that is not offered. */
export const findEndpoint = (method: string, path: string): Endpoint | null =>
  (method === "POST" ? BY_PATH.get(path) : undefined) ?? null;
