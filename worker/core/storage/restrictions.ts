import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import {
  isUnrestricted,
  RESTRICTION_NAMES,
  RESTRICTIONS,
  type Restrictions,
  type StoredRestrictions,
  UNRESTRICTED,
} from "#core/domain/gateway/restrictions/table.ts";
import { apiKeys } from "./schema/accounts.ts";

const SHAPES = { list: z.array(z.string()).min(1), number: z.int().positive() };
const IN_COLUMN = RESTRICTION_NAMES.filter((name) => name !== "allowed_origins");

/** The column of a key's restrictions, once it is parsed. */
export const storedRestrictions = z
  .object(Object.fromEntries(IN_COLUMN.map((name) => [name, SHAPES[RESTRICTIONS[name].kind].optional()])))
  // Each field has the shape that the table says.
  .transform((stored) => stored as StoredRestrictions);

const originList = z.array(z.string());

interface Columns {
  allowedOrigins: string | null;
  restrictions: string | null;
}

/** The restrictions of a stored key, with none left out. */
export function restrictionsOf({ allowedOrigins, restrictions }: Columns): Restrictions {
  const stored = restrictions === null ? {} : storedRestrictions.parse(JSON.parse(restrictions));
  const origins = allowedOrigins === null ? [] : originList.parse(JSON.parse(allowedOrigins));
  return { ...UNRESTRICTED, ...stored, allowed_origins: origins };
}

/** The columns of a new key. */
export function restrictionColumns(restrictions: Partial<Restrictions>): Columns {
  const { allowed_origins: origins = [], ...others } = restrictions;
  const set = Object.entries(others).filter(([, value]) => !isUnrestricted(value));
  return {
    allowedOrigins: originsColumn(origins),
    restrictions: set.length === 0 ? null : JSON.stringify(Object.fromEntries(set)),
  };
}

/** Assignments to the columns of a key that leave restrictions as they are that aren't named. */
export function restrictionChanges(
  changes: Partial<Restrictions>,
): Partial<Record<keyof Columns, SQL | null>> {
  const { allowed_origins: origins, ...others } = changes;
  const patch = Object.entries(others).map(([name, value]) => [name, isUnrestricted(value) ? null : value]);
  const merged = sql`json_patch(coalesce(${apiKeys.restrictions}, '{}'), ${JSON.stringify(Object.fromEntries(patch))})`;
  return {
    ...(origins !== undefined && { allowedOrigins: sql`${originsColumn(origins)}` }),
    ...(patch.length > 0 && { restrictions: sql`nullif(${merged}, '{}')` }),
  };
}

const originsColumn = (origins: readonly string[]) => (origins.length === 0 ? null : JSON.stringify(origins));
