import type { Endpoint } from "../endpoint.ts";
import { chatCompletions } from "./chat-completions.ts";
import { completions } from "./completions.ts";
import { embeddings } from "./embeddings.ts";
import { imageEdits } from "./image-edits.ts";
import { imageGenerations } from "./images.ts";
import { countTokens, messages } from "./messages.ts";
import { moderations } from "./moderations.ts";
import { rerank } from "./rerank.ts";
import { responses } from "./responses.ts";
import { speech } from "./speech.ts";
import { transcriptions, translations } from "./transcriptions.ts";

/** Everything that `/v1` forwards. */
export const ENDPOINTS: readonly Endpoint[] = [
  chatCompletions,
  completions,
  responses,
  messages,
  countTokens,
  embeddings,
  moderations,
  rerank,
  imageGenerations,
  imageEdits,
  speech,
  transcriptions,
  translations,
];

const BY_PATH = new Map(ENDPOINTS.map((endpoint) => [endpoint.path, endpoint]));

/** @param path below `/v1`, exactly as the client wrote it; null for an endpoint that is not offered. */
export const findEndpoint = (method: string, path: string): Endpoint | null =>
  (method === "POST" ? BY_PATH.get(path) : undefined) ?? null;
