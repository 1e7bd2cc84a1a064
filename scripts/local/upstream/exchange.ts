import type { z } from "zod";
import type { Reply } from "./delivery.ts";
import { type ErrorForm, invalidField } from "./errors.ts";
import type { Faults } from "./faults.ts";
import type { PromptCache } from "./prompt-cache.ts";

/** A request that was understood. */
export interface Exchange {
  /** The text that may begin with commands for faults. */
  text: string;
  stream: boolean;
  reply: (faults: Faults) => Reply;
}

/** An endpoint that accepts JSON, or a form. */
export interface Endpoint {
  errors: ErrorForm;
  /** @throws ApiError for what the API does not accept. */
  read: (body: unknown, cache: PromptCache) => Exchange;
}

/** @throws ApiError that names the first invalid field. */
export function validated<T>(schema: z.ZodType<T>, body: unknown): T {
  const { success, data, error } = schema.safeParse(body);
  if (success) return data;
  throw invalidField(error.issues, body);
}
