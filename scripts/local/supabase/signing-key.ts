import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { z } from "zod";
import { keptPrivately } from "./private-file.ts";

const storedKey = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string(),
});

export interface SigningKey {
  id: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  /** The key set published at /.well-known/jwks.json. */
  publicJwk: JWK;
}

/** The ES256 key that signs access tokens, made on the first start and kept in `folder`. */
export async function readSigningKey(folder: string): Promise<SigningKey> {
  const stored = storedKey.parse(await keptPrivately(join(folder, "signing-key.json"), makeKey));
  const { d, kid, ...publicPart } = stored;
  const publicJwk = { ...publicPart, kid, alg: "ES256", use: "sig", key_ops: ["verify"] };
  return {
    id: kid,
    privateKey: await importEcKey({ ...publicPart, d }),
    publicKey: await importEcKey(publicPart),
    publicJwk,
  };
}

async function makeKey() {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomUUID() };
}

async function importEcKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, "ES256");
  if (key instanceof Uint8Array) throw new Error("An ES256 key cannot be symmetric.");
  return key;
}
