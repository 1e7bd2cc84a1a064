import { notFound } from "#core/domain/errors.ts";
import type { AccountContext } from "#core/services/context.ts";
import { type ApiKeyRow, findKey } from "#core/storage/keys.ts";

/** The account's own key, which is usually read with the account. @throws DomainError `not_found`. */
export async function ownKey({ db, account, namedKey }: AccountContext, id: string): Promise<ApiKeyRow> {
  const key = namedKey?.publicId === id ? namedKey : await findKey(db, account.id, id);
  if (key === null) throw notFound("API key");
  return key;
}
