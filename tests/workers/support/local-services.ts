import { exportJWK, generateKeyPair } from "jose";
import type { TestProject } from "vitest/node";
import { publishExamplePrices } from "#tests/support/prices.ts";
import { startTestDatabase } from "#tests/support/test-database.ts";
import { startProviderServer } from "./provider-server.ts";
import type { SigningKeys } from "./tokens.ts";

declare module "vitest" {
  export interface ProvidedContext {
    libsqlUrl: string;
    supabaseUrl: string;
    signingKeys: SigningKeys;
  }
}

async function signingPair(alg: "ES256" | "RS256") {
  const pair = await generateKeyPair(alg, { extractable: true });
  const marks = { kid: `test-${alg}`, alg, use: "sig" };
  return {
    secret: { ...(await exportJWK(pair.privateKey)), ...marks },
    published: { ...(await exportJWK(pair.publicKey)), ...marks },
  };
}

/** A real database and an identity provider, outside of workerd, for all test files of the project. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await startTestDatabase();
  await publishExamplePrices(database.db);
  const [es256, rs256] = await Promise.all([signingPair("ES256"), signingPair("RS256")]);
  const provider = await startProviderServer({ keys: [es256.published, rs256.published] });
  project.provide("libsqlUrl", database.url);
  project.provide("supabaseUrl", provider.url);
  project.provide("signingKeys", { ES256: es256.secret, RS256: rs256.secret, published: es256.published });
  return async () => {
    await provider.stop();
    await database.stop();
  };
}
