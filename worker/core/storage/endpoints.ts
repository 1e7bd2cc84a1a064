import { eq } from "drizzle-orm";
import type { Database } from "./database.ts";
import { endpoints } from "./schema/usage.ts";

/** endpoints.id of a path as it is listed; null when no request was ever stored with it. */
export async function findEndpointId(db: Database, path: string): Promise<number | null> {
  const [row] = await db.select({ id: endpoints.id }).from(endpoints).where(eq(endpoints.path, path));
  return row?.id ?? null;
}
