import type { Context } from "hono";
import { z } from "zod";
import { identifyCaller } from "./access-token.ts";
import type { Caller, SupabaseContext } from "./context.ts";
import { AuthFailure, noAuthorization, validationFailed } from "./errors.ts";

/** The request's JSON body, parsed with `schema`. */
export async function readBody<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  const parsed = schema.safeParse(await readJson(c));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw validationFailed(issue ? `${issue.path.join(".") || "body"}: ${issue.message}` : "Invalid body");
}

async function readJson(c: Context): Promise<unknown> {
  const text = await c.req.text();
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new AuthFailure(400, "bad_json", "Could not parse request body as JSON");
  }
}

export async function requireCaller(ctx: SupabaseContext, c: Context): Promise<Caller> {
  const token = /^Bearer (\S+)$/.exec(c.req.header("Authorization") ?? "")?.[1];
  if (!token) throw noAuthorization();
  return identifyCaller(ctx, token);
}

const EMAIL_FORM = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** An address as it is stored; the messages are the hosted service's. */
export const emailField = z
  .string()
  .max(255)
  .transform((email) => email.toLowerCase())
  .refine((email) => EMAIL_FORM.test(email), "Unable to validate email address: invalid format");

export const metadataField = z.record(z.string(), z.unknown());
export const passwordField = z.string().min(1).max(200);
