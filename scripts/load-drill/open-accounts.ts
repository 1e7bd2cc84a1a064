import { decodeBase64 } from "#core/domain/encoding.ts";
import { ensureAccount } from "#core/services/accounts/ensure-account.ts";
import type { Database } from "#core/storage/database.ts";
import { newCustomer } from "#scripts/bench/gateway/customers.ts";
import { progress } from "#scripts/bench/report.ts";
import { localSecrets } from "#scripts/local/settings.ts";

const clock = { now: () => Date.now() };

/** Opens accounts in the stack of this state folder; the first ones get money and a key. @returns those keys. */
export async function openAccounts(
  db: Database,
  folder: string,
  { accounts, active }: { accounts: number; active: number },
): Promise<string[]> {
  const { keyPepper, keySealingSecret } = localSecrets(folder);
  const [pepper, sealing] = [decodeBase64(keyPepper), decodeBase64(keySealingSecret)];
  if (pepper === null || sealing === null) throw new Error("The stack's secrets can't be read.");
  const keys: string[] = [];
  const say = progress("accounts opened", accounts);
  for (let i = 0; i < accounts; i += 1) {
    if (i < active) keys.push(...(await newCustomer(db, { pepper, sealing }, 1)));
    else await openIdle(db);
    say(i + 1);
  }
  return keys;
}

async function openIdle(db: Database): Promise<void> {
  const userId = crypto.randomUUID();
  await ensureAccount({ db, clock, requestId: "drill" }, { userId, email: `${userId}@example.com` });
}
