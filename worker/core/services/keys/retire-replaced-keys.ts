import type { ServiceContext } from "#core/services/context.ts";
import { revokeReplacedKeys } from "#core/storage/replaced-keys.ts";

/** Most keys of one run; the next takes up the rest. They have stopped working by then whatever the run does. */
const MAX_A_RUN = 500;

/** Revokes the keys whose rotation's overlap is over and deletes their ciphertexts. Repeating it is harmless. */
export async function retireReplacedKeys({
  db,
  clock,
  requestId,
}: ServiceContext): Promise<{ retired: number }> {
  return { retired: await revokeReplacedKeys(db, { at: clock.now(), limit: MAX_A_RUN, requestId }) };
}
