import { ApiError } from "./errors.ts";

/** A model that this provider serves. Limits are in tokens. */
export interface Model {
  id: string;
  kind: "chat" | "embedding" | "moderation" | "rerank" | "image" | "speech" | "transcription";
  reasons: boolean;
  maxOutputTokens: number;
  contextTokens: number;
}

const chat = { kind: "chat", reasons: false, contextTokens: 128_000 } as const;

const other = { reasons: false, maxOutputTokens: 0 } as const;

const CATALOG: readonly Model[] = [
  { id: "demo-small", ...chat, maxOutputTokens: 4_096 },
  { id: "demo-large", ...chat, maxOutputTokens: 16_384 },
  { id: "demo-reasoning", ...chat, reasons: true, maxOutputTokens: 32_768 },
  { id: "demo-embedding", ...other, kind: "embedding", contextTokens: 8_192 },
  { id: "demo-moderation", ...other, kind: "moderation", contextTokens: 32_768 },
  { id: "demo-rerank", ...other, kind: "rerank", contextTokens: 4_096 },
  { id: "demo-image", ...other, kind: "image", contextTokens: 32_000 },
  { id: "demo-image-tokens", ...other, kind: "image", maxOutputTokens: 4_096, contextTokens: 32_000 },
  { id: "demo-speech", ...other, kind: "speech", contextTokens: 4_096 },
  { id: "demo-transcribe", ...other, kind: "transcription", contextTokens: 72_000 },
  {
    id: "demo-transcribe-tokens",
    ...other,
    kind: "transcription",
    maxOutputTokens: 2_000,
    contextTokens: 16_000,
  },
];

const USED_WITH = {
  chat: "a chat model: use it with /v1/chat/completions, /v1/responses or /v1/messages",
  embedding: "an embedding model: use it with /v1/embeddings",
  moderation: "a moderation model: use it with /v1/moderations",
  rerank: "a reranking model: use it with /v1/rerank",
  image: "an image model: use it with /v1/images/generations",
  speech: "a speech model: use it with /v1/audio/speech",
  transcription: "a transcription model: use it with /v1/audio/transcriptions or /v1/audio/translations",
};

const namesOf = (kind: Model["kind"]) =>
  CATALOG.filter((model) => model.kind === kind)
    .map(({ id }) => id)
    .join(", ");

/** @throws ApiError that lists the models to use instead. */
export function findModel(id: string, kind: Model["kind"]): Model {
  const model = CATALOG.find((one) => one.id === id);
  const about = { code: "model_not_found", param: "model" };
  if (model === undefined) {
    const served = CATALOG.map((one) => one.id).join(", ");
    throw new ApiError(404, `The model '${id}' does not exist. This provider serves ${served}.`, about);
  }
  if (model.kind !== kind)
    throw new ApiError(400, `'${id}' is ${USED_WITH[model.kind]}. Models for this path: ${namesOf(kind)}.`, {
      ...about,
      code: "model_not_supported",
    });
  return model;
}

export const listModels = () => ({
  object: "list",
  data: CATALOG.map(({ id }) => ({ id, object: "model", created: 1_735_689_600, owned_by: "demo" })),
});
