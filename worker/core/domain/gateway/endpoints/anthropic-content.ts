import type { Fields } from "../endpoint.ts";
import { type ContentFacts, type ContentRules, countDocument, readContent } from "./content.ts";
import { hasOnly, isFields, names } from "./field-checks.ts";
import { HOSTED, STORED } from "./known-fields.ts";

const SOURCE_FIELDS = names("type media_type data url content");

function image({ source }: Fields, facts: ContentFacts) {
  facts.images += 1;
  if (isFields(source) && source.type === "base64" && typeof source.data === "string")
    facts.mediaBytes += source.data.length;
  if (!isFields(source) || !hasOnly(source, SOURCE_FIELDS)) facts.wholeContext = true;
  return ["source", "transformations"];
}

/** The pages of a document are not known before the provider has opened it; plain text is as long as it looks. */
function document({ source }: Fields, facts: ContentFacts) {
  const blocks = isFields(source) && source.type === "content";
  if (blocks) add(facts, readContent(ANTHROPIC_CONTENT, "messages", source.content));
  const known = isFields(source) && (blocks || source.type === "text") && hasOnly(source, SOURCE_FIELDS);
  if (!known) countDocument(facts, isFields(source) && source.type === "base64" ? source.data : null);
  return ["source"];
}

function add(facts: ContentFacts, more: ContentFacts) {
  Object.assign(facts, contentOf(facts, more));
}

/** Adds up what two parts of a request hold. */
export const contentOf = (one: ContentFacts, other: ContentFacts): ContentFacts => ({
  images: one.images + other.images,
  audioSeconds: one.audioSeconds + other.audioSeconds,
  mediaBytes: one.mediaBytes + other.mediaBytes,
  likelySeconds: one.likelySeconds + other.likelySeconds,
  likelyPages: one.likelyPages + other.likelyPages,
  tools: one.tools + other.tools,
  wholeContext: one.wholeContext || other.wholeContext,
});

/** Messages and system prompts of Anthropic's API. */
export const ANTHROPIC_CONTENT: ContentRules = {
  plain: names(`
    role content text cache_control scope ttl title context source thinking signature data tool_use_id
    tool_id toolset_name name id is_error tool_name caller clear_at`),
  opaque: names("input citations output_config"),
  types: names(`
    text ephemeral search_result thinking redacted_thinking tool_use tool_result tool_reference direct
    code_execution_20250825 code_execution_20260120 enabled`),
  parts: { image, document },
  refused: {
    tool_addition: HOSTED,
    tool_removal: HOSTED,
    mcp_tool_listing: HOSTED,
    container_upload: STORED,
  },
};
