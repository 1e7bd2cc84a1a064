import type { AccessToken } from "#core/contract/access-tokens.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { type BelongingRows, storeBelongings } from "#tests/support/belonging-rows.ts";
import { createTokenAs } from "./access-tokens.ts";
import { createKeyAs, openTestDatabase, type TestApi, type TestUser } from "./test-api.ts";

/** One of everything that an account can own. */
export interface Belongings extends BelongingRows {
  key: ApiKey;
  /** With every scope. */
  accessToken: AccessToken;
  /** Values that must not appear in any response to another account. */
  marks: string[];
}

/** Gives the user an access token, a key, and what else an account can own. */
export async function furnish(api: TestApi, user: TestUser): Promise<Belongings> {
  const tag = crypto.randomUUID().replaceAll("-", "");
  const key = await createKeyAs(api, user, `Key ${tag}`);
  const accessToken = await createTokenAs(api, user, { name: `Token ${tag}` });
  const owner = { db: openTestDatabase(), accountId: user.account.id, tag };
  const rows = await storeBelongings(owner, key.id);
  const marks = [tag, key.id, key.key, accessToken.id, accessToken.token, user.email, user.userId];
  return { key, accessToken, ...rows, marks };
}
