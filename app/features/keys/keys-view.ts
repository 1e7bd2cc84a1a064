import type { Language } from "#app/lib/documentation/topics.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { MINUTE_MS } from "#core/domain/time.ts";

export const keysByStatus = (keys: ApiKey[]): Record<ApiKey["status"], ApiKey[]> => ({
  active: keys.filter(({ status }) => status === "active"),
  revoked: keys.filter(({ status }) => status === "revoked"),
});

/** Splits a masked key at its dots, so that they can be drawn lighter; null for a full key. */
export function maskParts(key: string): { head: string; dots: string; tail: string } | null {
  const [, head, dots, tail] = /^([^•]+)(•+)([^•]+)$/.exec(key) ?? [];
  return head && dots && tail ? { head, dots, tail } : null;
}

export const SAMPLE_MODEL = "demo-small";

export const sampleRequest = (
  origin: string,
  key: string,
  model = SAMPLE_MODEL,
) => `curl ${origin}/v1/chat/completions \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "${model}", "messages": [{"role": "user", "content": "Hello"}]}'`;

type SampleParts = { origin: string; key: string; model: string };

/** The same request in each language of the documentation. */
export const sampleRequests = ({ origin, key, model }: SampleParts): Record<Language, string> => ({
  curl: sampleRequest(origin, key, model),
  python: `# pip install openai
from openai import OpenAI

client = OpenAI(base_url="${origin}/v1", api_key="${key}")
response = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "Hello"}],
)
print(response.choices[0].message.content)`,
  typescript: `// npm install openai
import OpenAI from "openai";

const client = new OpenAI({ baseURL: "${origin}/v1", apiKey: "${key}" });
const response = await client.chat.completions.create({
  model: "${model}",
  messages: [{ role: "user", content: "Hello" }],
});
console.log(response.choices[0]?.message.content);`,
});

const IN_USE_WITHIN_MS = 5 * MINUTE_MS;

/** `now` in epoch milliseconds. */
export const isInUse = (lastUsed: string | null, now: number) =>
  lastUsed !== null && now - Date.parse(lastUsed) < IN_USE_WITHIN_MS;
