import { createHash, timingSafeEqual } from "node:crypto";
import { join } from "node:path";
import { generateApiKey } from "@supabase/lite";
import { z } from "zod";
import { keptPrivately } from "./private-file.ts";

export interface ProjectKeys {
  publishableKey: string;
  secretKey: string;
}

const storedKeys = z.object({ publishableKey: z.string(), secretKey: z.string() });

/** The project's two API keys: those given, or a pair made on the first start and kept in `folder`. */
export async function readProjectKeys(folder: string, given: Partial<ProjectKeys>): Promise<ProjectKeys> {
  const { publishableKey, secretKey } = given;
  if (publishableKey && secretKey) return { publishableKey, secretKey };
  const kept = storedKeys.parse(await keptPrivately(join(folder, "project-keys.json"), makeKeys));
  return { publishableKey: publishableKey ?? kept.publishableKey, secretKey: secretKey ?? kept.secretKey };
}

async function makeKeys(): Promise<ProjectKeys> {
  const [publishable, secret] = await Promise.all([generateApiKey("publishable"), generateApiKey("secret")]);
  return { publishableKey: publishable.key, secretKey: secret.key };
}

export type Role = "publishable" | "secret";

/** Which of the two keys `candidate` is, compared in constant time. */
export function roleOf(keys: ProjectKeys, candidate: string): Role | null {
  if (isSame(candidate, keys.publishableKey)) return "publishable";
  return isSame(candidate, keys.secretKey) ? "secret" : null;
}

const isSame = (left: string, right: string) => timingSafeEqual(digest(left), digest(right));
const digest = (text: string) => createHash("sha256").update(text).digest();
