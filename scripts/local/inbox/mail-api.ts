import { createHash } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import type { MailStore } from "./mail-store.ts";

const email = z.object({
  from: z.string().min(3),
  to: z.array(z.email()).min(1).max(50),
  subject: z.string().min(1),
  text: z.string().default(""),
  html: z.string().default(""),
});

const refusal = (name: string, statusCode: number) => ({ name, statusCode, message: name });

/**
 * Resend's `POST /emails`, delivering to the inbox. An idempotency key is valid for as long as the server runs: the same
 * message is delivered once, and a different one with the same key is refused.
 */
export function createMailApi(store: MailStore, apiKey: string) {
  const taken = new Map<string, { id: string; content: string }>();
  return new Hono().post("/", async (c) => {
    if (c.req.header("authorization") !== `Bearer ${apiKey}`)
      return c.json(refusal("invalid_api_key", 403), 403);
    const parsed = email.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return c.json(refusal("validation_error", 422), 422);
    const { to, subject, text, html } = parsed.data;
    const key = c.req.header("idempotency-key");
    const content = createHash("sha256").update(JSON.stringify(parsed.data)).digest("hex");
    const before = key === undefined ? undefined : taken.get(key);
    if (before && before.content !== content) return c.json(refusal("invalid_idempotent_request", 409), 409);
    if (before) return c.json({ id: before.id });
    const id = crypto.randomUUID();
    if (key !== undefined) taken.set(key, { id, content });
    for (const address of to) await store.add({ to: address, subject, text, html });
    return c.json({ id });
  });
}
