import type { SupabaseContext } from "./context.ts";
import { factorsOf } from "./factors.ts";

type UserView = Awaited<ReturnType<Awaited<ReturnType<SupabaseContext["lite"]["auth"]>>["getUser"]>> & {
  factors?: ReturnType<typeof factorsOf>;
};

/** A user as in every response: Lite's view plus the second factors, which are omitted when there are none. */
export async function viewUser(ctx: SupabaseContext, userId: string): Promise<UserView> {
  const user = await (await ctx.lite.auth()).getUser(userId);
  const factors = factorsOf(ctx.store, userId);
  return factors.length === 0 ? user : { ...user, factors };
}
