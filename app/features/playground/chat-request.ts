import { type ChatMessage, type Column, messagesOf, type Turn } from "./conversation.ts";
import { outputLimit, type PlaygroundSettings, toolsOf } from "./settings.ts";

export const CHAT_ENDPOINT = "/v1/chat/completions";

/** The body of a request, in the order in which the code shows it. */
export interface ChatRequest {
  model: string;
  stream: true;
  stream_options: { include_usage: true };
  temperature?: number;
  max_completion_tokens?: number;
  stop?: readonly string[];
  response_format?: { type: "json_object" };
  messages: ChatMessage[];
  tools?: object[];
}

export interface ChatParts {
  model: string;
  /** A model that reasons chooses its own temperature, and providers refuse any other. */
  reasons: boolean;
  settings: PlaygroundSettings;
  turns: readonly Turn[];
  column: Column;
}

/** What is sent, estimated and shown as code: all three are this. Settings that aren't valid are left out. */
export function chatRequest({ model, reasons, settings, turns, column }: ChatParts): ChatRequest {
  const limit = outputLimit(settings);
  const tools = toolsOf(settings).list ?? [];
  const system = settings.system.trim();
  return {
    model,
    stream: true,
    stream_options: { include_usage: true },
    ...(!reasons && { temperature: settings.temperature }),
    ...(limit !== null && { max_completion_tokens: limit }),
    ...(settings.stop.length > 0 && { stop: settings.stop }),
    ...(settings.json && { response_format: { type: "json_object" as const } }),
    messages: [
      ...(system === "" ? [] : [{ role: "system" as const, content: system }]),
      ...messagesOf(turns, column),
    ],
    ...(tools.length > 0 && { tools }),
  };
}
