import { dirname, join } from "node:path";
import type { Session } from "@supabase/supabase-js";
import { decodeJwt, SignJWT } from "jose";
import { z } from "zod";
import { readSigningKey } from "#scripts/local/supabase/signing-key.ts";

const STATE = dirname(process.env.LATCHKEY_TEST_STACK ?? ".local/stack.json");
const AGE_S = 600;
const proofs = z.array(z.object({ method: z.string(), timestamp: z.number() }));

/** The session as if its person had proven ten minutes ago that it's them. The provider signs for the local stack. */
export async function agedSession(session: Session): Promise<Session> {
  const { id, privateKey } = await readSigningKey(join(STATE, "supabase"));
  const { amr, ...claims } = decodeJwt(session.access_token);
  const aged = proofs.parse(amr).map((proof) => ({ ...proof, timestamp: proof.timestamp - AGE_S }));
  const token = await new SignJWT({ ...claims, amr: aged })
    .setProtectedHeader({ alg: "ES256", kid: id, typ: "JWT" })
    .sign(privateKey);
  return { ...session, access_token: token };
}
