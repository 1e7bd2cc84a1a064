import type { UsageFileQuery } from "#core/contract/usage.ts";
import { modelNames } from "#core/domain/usage.ts";
import type { AccountContext } from "#core/services/context.ts";
import { ownKey } from "#core/services/keys/own-key.ts";
import type { Database } from "#core/storage/database.ts";
import { noRead, type Read, together } from "#core/storage/read.ts";
import { findEndpointId, findModelIds } from "#core/storage/usage.ts";
import { ANY_STATUS, ERROR, type LogFilter, SUCCESS } from "#core/storage/usage-log-scope.ts";
import type { UsageFilter } from "#core/storage/usage-window.ts";

/** No request has this endpoint or model. */
const UNUSED_ID = -1;

interface FilterQuery {
  key_id?: string | undefined;
  endpoint?: string | undefined;
  model?: string | undefined;
}

/** The account, and 0 for all of its keys. */
export async function keyFilter(ctx: AccountContext, { key_id }: Pick<FilterQuery, "key_id">) {
  const keyId = key_id === undefined ? 0 : (await ownKey(ctx, key_id)).id;
  return { accountId: ctx.account.id, keyId };
}

/** At most one of `endpoint` and `model` is given. */
export async function figuresFilter(ctx: AccountContext, query: FilterQuery): Promise<UsageFilter> {
  const { endpoint = null, model = null } = query;
  return { ...(await keyFilter(ctx, query)), endpoint, model };
}

export async function logFilter(
  ctx: AccountContext,
  query: Pick<UsageFileQuery, "key_id" | "endpoint" | "model" | "status">,
): Promise<LogFilter> {
  const { db } = ctx;
  const { endpoint, model, status } = query;
  const { accountId, keyId } = await keyFilter(ctx, query);
  const [endpointId, modelIds] = await together(db, [
    endpoint === undefined ? noRead(db).map(() => 0) : findEndpointId(db, endpoint),
    model === undefined ? noRead(db).map(() => []) : usedModelIds(db, model),
  ]);
  return { accountId, keyId, endpointId: endpointId ?? UNUSED_ID, modelIds, status: statusRange(status) };
}

const usedModelIds = (db: Database, list: string): Read<number[]> =>
  findModelIds(db, modelNames(list)).map((ids) => (ids.length > 0 ? ids : [UNUSED_ID]));

function statusRange(status: string | undefined): LogFilter["status"] {
  if (status === undefined) return ANY_STATUS;
  if (status === "success") return SUCCESS;
  if (status === "error") return ERROR;
  return { least: Number(status), most: Number(status) };
}
