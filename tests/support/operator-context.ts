import type { OperatorContext } from "#core/services/context.ts";
import type { Database } from "#core/storage/database.ts";

/** An operator's command, at a time of the test's choice. */
export const testOperator = (
  db: Database,
  { operator = "test", now = () => Date.now() }: { operator?: string; now?: () => number } = {},
): OperatorContext => ({
  db,
  operator,
  operatorUserId: null,
  clock: { now },
  requestId: crypto.randomUUID(),
  via: "command",
  address: null,
  refreshMeter: async () => {},
});
