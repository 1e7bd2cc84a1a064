import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isFree } from "./free-port.ts";

const DEFAULT_PORT = 8787;
const PARTS = [
  "web",
  "rollup",
  "database",
  "supabase",
  "stripe",
  "inbox",
  "api",
  "web inspector",
  "rollup inspector",
  "google",
  "github",
  "upstream",
] as const;
type Part = (typeof PARTS)[number];
export type Ports = Record<Part, number>;
export const PORT_COUNT = PARTS.length;

/** `PORT` is web's; the other parts take the ports that follow it. */
export function choosePorts(value = process.env.PORT): Ports {
  const base = value === undefined || value === "" ? DEFAULT_PORT : Number(value);
  const highest = 65_536 - PORT_COUNT;
  if (!Number.isInteger(base) || base < 1024 || base > highest) {
    throw new Error(`PORT must be a whole number from 1024 to ${highest}; it is “${value}”.`);
  }
  return Object.fromEntries(PARTS.map((part, index) => [part, base + index])) as Ports;
}

/** @throws naming the first port that something else listens on. */
export async function requireFreePorts(ports: Ports): Promise<void> {
  for (const part of PARTS) {
    if (await isFree(ports[part])) continue;
    throw new Error(
      `Port ${ports[part]} (for ${part}) is taken. Stop what listens there, or choose others: PORT=${ports.web + 100} npm start`,
    );
  }
}

export interface LocalSecrets {
  keyPepper: string;
  keySealingSecret: string;
  stripeSecretKey: string;
  stripeWebhookSecret: string;
  upstreamApiKey: string;
  mailApiKey: string;
  healthToken: string;
  metricsToken: string;
}

/** Made at the first start, kept for as long as the state folder lives: stored keys depend on them. */
export function localSecrets(folder: string): LocalSecrets {
  const file = join(folder, "secrets.json");
  // This function wrote it.
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as LocalSecrets;
  const secrets: LocalSecrets = {
    keyPepper: randomBytes(32).toString("base64"),
    keySealingSecret: randomBytes(32).toString("base64"),
    stripeSecretKey: `sk_test_${randomBytes(18).toString("hex")}`,
    stripeWebhookSecret: `whsec_${randomBytes(24).toString("hex")}`,
    upstreamApiKey: `sk-demo-${randomBytes(24).toString("hex")}`,
    mailApiKey: `re_${randomBytes(18).toString("hex")}`,
    healthToken: randomBytes(24).toString("hex"),
    metricsToken: randomBytes(24).toString("hex"),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}

export const localAddress = (port: number) => `http://127.0.0.1:${port}`;
