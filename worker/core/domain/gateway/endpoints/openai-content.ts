import type { Fields } from "../endpoint.ts";
import { unsupported } from "../refused.ts";
import { recordingSeconds } from "./audio-length.ts";
import { type ContentFacts, type ContentRules, countDocument } from "./content.ts";
import { hasOnly, isAbsent, isFields, names } from "./field-checks.ts";
import { STORED } from "./known-fields.ts";
import { CLIENT, RESPONSES_TOOLS, SEARCHED_BY_PROVIDER } from "./responses-tools.ts";
import { listOf, toolFacts } from "./tools.ts";

const DATA = /^\s*data:/i;
const IMAGE_FIELDS = names("url detail format");
const AUDIO_FIELDS = names("data format");
const FILE_FIELDS = names("file_data filename format");

function image(part: Fields, facts: ContentFacts) {
  const { image_url: inner } = part;
  const url = isFields(inner) ? inner.url : inner;
  facts.images += 1;
  if (typeof url === "string" && DATA.test(url)) facts.mediaBytes += url.length;
  innerFields(inner, { known: IMAGE_FIELDS, facts });
  return ["image_url", "detail"];
}

function audio(part: Fields, facts: ContentFacts) {
  const { input_audio: inner } = part;
  innerFields(inner, { known: AUDIO_FIELDS, facts });
  const data = isFields(inner) ? inner.data : part.data;
  const { most, likely } = recordingSeconds(data);
  if (most === null) facts.wholeContext = true;
  else facts.audioSeconds += most;
  if (typeof data === "string") facts.mediaBytes += data.length;
  facts.likelySeconds += likely;
  return ["input_audio", "data", "format"];
}

/** The pages of a file are not known before the provider has opened it. */
function file(part: Fields, facts: ContentFacts) {
  countDocument(facts, isFields(part.file) ? part.file.file_data : part.file_data);
  innerFields(part.file, { known: FILE_FIELDS, facts });
  return ["file", "file_data", "file_url", "filename", "detail"];
}

/** Counts the tools that the client has found by a search of its own. */
function foundTools(item: Fields, facts: ContentFacts) {
  if (item.execution !== CLIENT) throw unsupported("input", SEARCHED_BY_PROVIDER);
  const { tools, wholeContext } = toolFacts(RESPONSES_TOOLS, listOf("tools", item.tools));
  facts.tools += tools;
  facts.wholeContext ||= wholeContext;
  return ["tools"];
}

function innerFields(value: unknown, { known, facts }: { known: ReadonlySet<string>; facts: ContentFacts }) {
  if (isFields(value) && !hasOnly(value, known)) facts.wholeContext = true;
}

const PARTS = { image_url: image, input_image: image, input_audio: audio, file, input_file: file };

/** Messages of chat completions, as OpenAI and compatible servers write and echo them. */
export const CHAT_CONTENT: ContentRules = {
  plain: names(`
    role name content text refusal tool_calls tool_call_id function function_call custom id index
    cache_control scope ttl prompt_cache_breakpoint mode prefix partial phase status reasoning
    reasoning_content thinking audio_transcript`),
  opaque: names(`
    arguments input annotations logprobs citations reasoning_details signature thought_signature
    extra_content provider_specific_fields`),
  types: names(`
    text refusal function custom message ephemeral input_text output_text thinking redacted_thinking`),
  parts: PARTS,
  refused: {},
};

const HOSTED_ITEM =
  "They belong to tools that the provider runs, which have no price here, or to objects that it stores. Send messages, reasoning, and calls of tools that your program runs.";

/** The fields of calls to a shell, a patch tool or a computer, and of their results. */
const OWN_CALLS = `action actions operation environment skills path description commands command timeout_ms
  max_output_length user working_directory diff stdout stderr outcome exit_code button keys x y scroll_x scroll_y
  code message pending_safety_checks acknowledged_safety_checks`;
const OWN_ITEMS = `local_shell_call local_shell_call_output shell_call shell_call_output apply_patch_call
  apply_patch_call_output computer_call computer_call_output tool_search_call tool_search_output`;

/** Items of the Responses API. */
export const RESPONSES_CONTENT: ContentRules = {
  plain: names(`
    role name content text refusal id status phase call_id output summary encrypted_content namespace
    caller_id caller async execution prompt_cache_breakpoint mode ttl ${OWN_CALLS}`),
  opaque: names("arguments input annotations logprobs env"),
  types: names(`
    message input_text output_text text refusal function_call function_call_output custom_tool_call
    custom_tool_call_output reasoning summary_text reasoning_text direct program
    exec local exit timeout create_file update_file delete_file
    click double_click drag keypress move screenshot scroll type wait ${OWN_ITEMS}`),
  parts: { ...PARTS, computer_screenshot: image, tool_search_output: foundTools },
  refused: { item_reference: STORED },
};

/** Items of the Responses API that may be sent; others belong to hosted tools, or to objects the provider stores. */
const ITEM_TYPES = names(`message function_call function_call_output custom_tool_call custom_tool_call_output
  reasoning compaction ${OWN_ITEMS}`);

/** @throws DomainError `unsupported_parameter` for an item that is only a reference, or belongs to a hosted tool. */
export function checkItems(input: unknown): void {
  if (!Array.isArray(input)) return;
  for (const item of input) if (isFields(item)) checkItem(item);
}

function checkItem(item: Fields): void {
  const { type, role, id, content, encrypted_content } = item;
  const reference = isAbsent(type) ? isAbsent(role) : type === "item_reference";
  if (reference || (!isAbsent(id) && hasOnly(item, REFERENCE_FIELDS))) throw unsupported("input", STORED);
  if (isAbsent(type)) return;
  if (typeof type !== "string" || !ITEM_TYPES.has(type)) {
    const shown = typeof type === "string" ? type.slice(0, 40) : "without a type";
    throw unsupported("input", `Items of type ${shown} are not supported in input. ${HOSTED_ITEM}`);
  }
  if (SEARCHES.has(type) && item.execution !== CLIENT) throw unsupported("input", SEARCHED_BY_PROVIDER);
  const sealed = typeof encrypted_content === "string" && encrypted_content !== "";
  const whole = isAbsent(id) && !isAbsent(content);
  if (type === "reasoning" && !sealed && !whole) throw unsupported("input", REASONING);
  if (type === "compaction" && !sealed) throw unsupported("input", COMPACTION);
}

const SEARCHES = names("tool_search_call tool_search_output");

/** An item with nothing else is looked up by its id. */
const REFERENCE_FIELDS = names("type role id status");
const REASONING = `A reasoning item needs its encrypted_content. ${STORED}`;
const COMPACTION = `A compaction item needs its encrypted_content. ${STORED}`;
