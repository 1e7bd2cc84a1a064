import { eq } from "drizzle-orm";
import { auditLog } from "#core/storage/schema/accounts.ts";
import { openTestDatabase } from "./test-api.ts";

/** The account's audit entries, oldest first. */
export const auditOf = (accountId: number) =>
  openTestDatabase().select().from(auditLog).where(eq(auditLog.accountId, accountId)).orderBy(auditLog.id);
