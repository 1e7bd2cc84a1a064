import { z } from "zod";

const MESSAGES = 'Expected an array of messages, such as [{"role": "user", "content": "Hello"}].';

export const part = z.looseObject({ type: z.string(), text: z.string().optional() });
export const content = z
  .union([z.string(), z.array(part)], { error: "Expected a string or an array of content parts." })
  .nullish();
export const list = <T extends z.ZodType>(message: T) => z.array(message, MESSAGES).min(1, MESSAGES);
export const model = z.string("Expected the name of a model.");
export const flag = z.boolean().nullish();
export const limit = z.int().positive().nullish();
export const tier = z.enum(["auto", "default", "flex", "scale", "priority"]).nullish();
export const jsonSchema = z.record(z.string(), z.unknown());

/** The tier that a response reports if nothing is wrong. */
export const reportedTier = (requested: z.infer<typeof tier>): string =>
  requested === "auto" ? "default" : (requested ?? "default");
