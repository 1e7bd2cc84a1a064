import type { z } from "zod";
import type { ApiErrorCode } from "../error-table.ts";

/** What the document sorts its operations by, in the order of the page. */
export const GROUPS = {
  "API keys": "Make, change and end the keys that your programs send.",
  Usage: "What your keys were used for, how long it took and what it cost.",
  "Balance and payments": "What is left of your balance, how it moved, and how to add to it.",
  Account: "Who else can sign in and from where you have, what was done, and what you are told of.",
  Gateway: "These calls take an API key, and answer in the form of the OpenAI API, errors included.",
  Service: "What is about the service itself and takes no session.",
} as const;
type Group = keyof typeof GROUPS;

/** What a request is let in with: a session's access token, an API key, the payment provider's signature, or nothing. */
export type Credential = "session" | "key" | "signature" | "none";

interface Answer {
  status: 200 | 201 | 202;
  example: unknown;
}
interface JsonAnswer extends Answer {
  schema: z.ZodType;
}
/** A file of CSV; `example` is its first lines. */
interface FileAnswer extends Answer {
  example: string;
}

/** A route as its callers know it. */
export interface Operation {
  id: string;
  group: Group;
  method: "get" | "post" | "put" | "patch" | "delete";
  /** Below the origin, with `{name}` for each parameter. */
  path: string;
  /** A few words, unlike those of every other operation. */
  summary: string;
  /** Sentences in Markdown. */
  description: string;
  credential: Credential;
  /** A change that needs no second factor and works while the sign-in service is away. */
  checkedLikeReads?: true;
  /** Those of the path. */
  parameters?: Record<string, { description: string; example: string }>;
  query?: z.ZodObject;
  body?: { schema: z.ZodType; example: object };
  answer: JsonAnswer | FileAnswer;
  /** When each of them happens, beside those that any request may end with. */
  errors?: Partial<Record<ApiErrorCode, string>>;
}
