import { z } from "zod";

/** What a described value may be; only what our schemas use of JSON Schema. */
export interface JsonSchema {
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
}

/** What is sent, before defaults and transformations. */
export const inputSchema = (schema: z.ZodType): JsonSchema => converted(schema, "input");

/** What is answered. */
export const outputSchema = (schema: z.ZodType): JsonSchema => converted(schema, "output");

function converted(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest as JsonSchema;
}
