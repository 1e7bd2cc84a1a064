import { describe, expect, it } from "vitest";
import { CHAT_FIELDS } from "#core/domain/gateway/endpoints/chat-completions.ts";
import { COMPLETION_FIELDS } from "#core/domain/gateway/endpoints/completions.ts";
import { EMBEDDING_FIELDS } from "#core/domain/gateway/endpoints/embeddings.ts";
import { EDIT_FORM } from "#core/domain/gateway/endpoints/image-edits.ts";
import { IMAGE_FIELDS } from "#core/domain/gateway/endpoints/images.ts";
import type { FieldRules } from "#core/domain/gateway/endpoints/known-fields.ts";
import { COUNT_FIELDS, MESSAGE_FIELDS } from "#core/domain/gateway/endpoints/messages.ts";
import { MODERATION_FIELDS } from "#core/domain/gateway/endpoints/moderations.ts";
import { RESPONSES_FIELDS } from "#core/domain/gateway/endpoints/responses.ts";
import { SPEECH_FIELDS } from "#core/domain/gateway/endpoints/speech.ts";
import { TRANSCRIPTION_FIELDS, TRANSLATION_FIELDS } from "#core/domain/gateway/endpoints/transcriptions.ts";
import { chat, message, read } from "./gateway-endpoint-support.ts";
import { SdkTypes } from "./gateway-sdk-types.ts";

const sdk = new SdkTypes();

/** As the SDKs' types name the parts of a form. */
function inForm({ known, refused }: FieldRules): FieldRules {
  const plain = (name: string) => name.replace(/\[.*\]$/, "");
  const refusals = Object.entries(refused).map(([name, reason]) => [plain(name), reason]);
  return { known: new Set([...known, "file"].map(plain)), refused: Object.fromEntries(refusals) };
}

describe("the fields of the official SDKs' request types", () => {
  it.each([
    ["chat", "ChatCompletionCreateParamsBase", CHAT_FIELDS],
    ["completions", "CompletionCreateParamsBase", COMPLETION_FIELDS],
    ["responses", "ResponseCreateParamsBase", RESPONSES_FIELDS],
    ["embeddings", "EmbeddingCreateParams", EMBEDDING_FIELDS],
    ["moderations", "ModerationCreateParams", MODERATION_FIELDS],
    ["images", "ImageGenerateParamsBase", IMAGE_FIELDS],
    ["speech", "SpeechCreateParams", SPEECH_FIELDS],
    ["transcriptions", "TranscriptionCreateParamsBase", inForm(TRANSCRIPTION_FIELDS)],
    ["translations", "TranslationCreateParams", inForm(TRANSLATION_FIELDS)],
    ["messages", "MessageCreateParamsBase", MESSAGE_FIELDS],
    ["messages", "MessageCountTokensParams", COUNT_FIELDS],
    ["betaMessages", "MessageCreateParamsBase", MESSAGE_FIELDS],
    ["betaMessages", "MessageCountTokensParams", COUNT_FIELDS],
  ] as const)("are each known or refused: %s %s", (file, type, { known, refused }) => {
    const fields = sdk.fieldsOf(file, type);
    expect(fields).toContain("model");
    expect(fields.filter((name) => !known.has(name) && !Object.hasOwn(refused, name))).toEqual([]);
    expect(fields.filter((name) => known.has(name) && Object.hasOwn(refused, name))).toEqual([]);
  });

  it("are each a part of a form of images to edit, or refused with it", () => {
    const fields = sdk.fieldsOf("images", "ImageEditParamsBase");
    expect(fields).toEqual(expect.arrayContaining(["model", "image", "mask", "input_fidelity"]));
    const taken = (name: string) => EDIT_FORM.texts.has(name) || EDIT_FORM.files.has(name);
    expect(fields.filter((name) => !taken(name))).toEqual([
      "complexity",
      "frame_count",
      "frame_duration_ms",
      "markup",
      "svg",
    ]);
  });
});

const MEDIA = ["images", "audioSeconds"] as const;

function reading(path: string, body: object) {
  try {
    const { facts } = read(path, body);
    if (facts.wholeContext) return "whole context";
    return MEDIA.some((kind) => facts[kind] > 0) ? "counted" : "bounded";
  } catch {
    return "refused";
  }
}

const STORED = new Set(["file_id", "audio"]);

/**
 * Names of types by how their forms are read; stored files and audio, which are refused everywhere, are left out.
 * A type whose forms are read in several ways is under all of them.
 */
function readings(samples: { label: string; value: unknown }[], readingOf: (value: unknown) => string) {
  const found = new Map<string, Set<string>>();
  for (const { label, value } of samples) {
    const whole = JSON.parse(JSON.stringify(value, (name, inner) => (STORED.has(name) ? undefined : inner)));
    found.set(label, (found.get(label) ?? new Set()).add(readingOf(whole)));
  }
  const lists: Record<string, string> = {};
  for (const [label, all] of [...found].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const key = [...all].sort().join(", ");
    lists[key] = `${lists[key] ?? ""} ${label}`.trim();
  }
  return lists;
}
const list = (text: string) => text.trim().split(/\s+/).join(" ");

describe("the content of the official SDKs' request types", () => {
  it("is bounded by its bytes, counted, or may be the whole context, in chat completions", () => {
    const samples = sdk.samplesOf("chat", "ChatCompletionMessageParam");
    const readingOf = (sample: unknown) => reading("/chat/completions", { ...chat, messages: [sample] });
    expect(readings(samples, readingOf)).toEqual({
      bounded: list(`ChatCompletionAssistantMessageParam ChatCompletionDeveloperMessageParam
        ChatCompletionFunctionMessageParam ChatCompletionSystemMessageParam ChatCompletionToolMessageParam`),
      "bounded, counted, whole context": "ChatCompletionUserMessageParam",
    });
  });

  it("is also refused, in the Responses API, for items of hosted tools", () => {
    const samples = sdk.samplesOf("responses", "ResponseInputItem");
    const readingOf = (sample: unknown) => reading("/responses", { model: "m", input: [sample] });
    expect(readings(samples, readingOf)).toEqual({
      bounded:
        list(`ApplyPatchCall ApplyPatchCallOutput LocalShellCall LocalShellCallOutput ResponseComputerToolCall
        ResponseCustomToolCall ResponseFunctionToolCall ResponseReasoningItem ShellCallOutput`),
      "bounded, refused": "ShellCall",
      counted: "ComputerCallOutput",
      "bounded, whole context": "ResponseOutputMessage",
      "bounded, counted, whole context": list(`EasyInputMessage FunctionCallOutput Message
        ResponseCustomToolCallOutput`),
      "whole context": "ResponseCompactionItemParam",
      refused: list(`AdditionalTools CompactionTrigger ImageGenerationCall ItemReference McpApprovalRequest
        McpApprovalResponse McpCall McpListTools Program ProgramOutput ResponseCodeInterpreterToolCall
        ResponseConfigurationUpdateItemParam ResponseFileSearchToolCall ResponseFunctionWebSearch
        ResponseToolSearchOutputItemParam ToolSearchCall`),
    });
  });

  it("is also refused, in Anthropic's API, where it brings tools or stored files", () => {
    const samples = sdk.samplesOf("betaMessages", "BetaContentBlockParam");
    const readingOf = (sample: unknown) =>
      reading("/messages", { ...message, messages: [{ role: "user", content: [sample] }] });
    expect(readings(samples, readingOf)).toEqual({
      bounded: list(`BetaRedactedThinkingBlockParam BetaSearchResultBlockParam BetaTextBlockParam
        BetaThinkingBlockParam BetaToolUseBlockParam`),
      counted: "BetaImageBlockParam",
      "bounded, counted, whole context": "BetaRequestDocumentBlock BetaToolResultBlockParam",
      "whole context": list(`BetaAdvisorToolResultBlockParam BetaBashCodeExecutionToolResultBlockParam
        BetaCodeExecutionToolResultBlockParam BetaFallbackBlockParam BetaMCPToolUseBlockParam
        BetaRequestMCPToolResultBlockParam BetaServerToolUseBlockParam
        BetaTextEditorCodeExecutionToolResultBlockParam BetaToolSearchToolResultBlockParam
        BetaWebFetchToolResultBlockParam BetaWebSearchToolResultBlockParam`),
      refused: list(`BetaCompactionBlockParam BetaContainerUploadBlockParam BetaMCPToolListingBlockParam
        BetaRequestToolAdditionBlock BetaRequestToolRemovalBlock`),
    });
  });

  const toolsOf = (path: string, body: object) => (sample: unknown) =>
    reading(path, { ...body, tools: [sample] });

  it("has tools that the client runs, in OpenAI's APIs", () => {
    const inChat = readings(sdk.samplesOf("chat", "ChatCompletionTool"), toolsOf("/chat/completions", chat));
    expect(inChat).toEqual({ bounded: "ChatCompletionCustomTool ChatCompletionFunctionTool" });
    const samples = sdk.samplesOf("responses", "Tool");
    expect(readings(samples, toolsOf("/responses", { model: "m", input: "x" }))).toEqual({
      bounded: list(`ApplyPatchTool ComputerTool ComputerUsePreviewTool CustomTool FunctionTool LocalShell
        NamespaceTool`),
      "bounded, refused": "FunctionShellTool",
      refused: list(`CodeInterpreter FileSearchTool ImageGeneration Mcp ProgrammaticToolCalling ToolSearchTool
        WebSearchPreviewTool WebSearchTool`),
    });
  });

  it("has tools that the client runs, in Anthropic's API", () => {
    expect(readings(sdk.samplesOf("betaMessages", "BetaToolUnion"), toolsOf("/messages", message))).toEqual({
      bounded: list(`BetaMemoryTool20250818 BetaTool BetaToolBash20241022 BetaToolBash20250124
        BetaToolComputerUse20241022 BetaToolComputerUse20250124 BetaToolComputerUse20251124
        BetaToolTextEditor20241022 BetaToolTextEditor20250124 BetaToolTextEditor20250429 BetaToolTextEditor20250728`),
      refused: list(`BetaAdvisorTool20260301 BetaBrowserToolset20260801 BetaCodeExecutionTool20250522
        BetaCodeExecutionTool20250825 BetaCodeExecutionTool20260120 BetaCodeExecutionTool20260521
        BetaComputerToolset20260801 BetaMCPToolset BetaToolSearchToolBm25_20251119 BetaToolSearchToolRegex20251119
        BetaWebFetchTool20250910 BetaWebFetchTool20260209 BetaWebFetchTool20260309 BetaWebFetchTool20260318
        BetaWebSearchTool20250305 BetaWebSearchTool20260209 BetaWebSearchTool20260318`),
    });
  });
});
