import type { SupabaseContext } from "./context.ts";

/** A row of `public.active_sessions()`, as PostgREST writes it. */
interface ActiveSession {
  id: string;
  created_at: string;
  last_active_at: string;
  user_agent: string | null;
  ip: string | null;
}

/** The user's sessions, most recently used first. */
export async function activeSessions(
  { lite }: Pick<SupabaseContext, "lite">,
  userId: string,
): Promise<ActiveSession[]> {
  const sessions = await lite.sessionsOf(userId);
  return sessions
    .map(({ id, created_at, updated_at, refreshed_at, user_agent, ip }) => ({
      id,
      created_at: offsetForm(created_at),
      last_active_at: offsetForm(refreshed_at ?? updated_at ?? created_at),
      user_agent,
      ip,
    }))
    .sort((a, b) => compare(b.last_active_at, a.last_active_at) || compare(a.id, b.id));
}

/** Ends one session of the user's; false when it is not theirs or already gone. */
export function endOwnSession(
  { lite }: Pick<SupabaseContext, "lite">,
  userId: string,
  sessionId: string | null,
): Promise<boolean> {
  return lite.inTurn(async () => {
    const own = (await lite.sessionsOf(userId)).find(({ id }) => id === sessionId?.toLowerCase());
    if (own) await lite.endSession(own.id);
    return own !== undefined;
  });
}

/** Postgres writes an offset where JavaScript writes Z: readers must take both. */
const offsetForm = (iso: string) => iso.replace(/Z$/, "+00:00");
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
