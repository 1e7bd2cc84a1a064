import { lacksSecondFactor, readStoredSession } from "#app/lib/stored-session.ts";

/** Whether the session that the provider's client has just written lacks its second step. */
export function needsSecondFactor(): boolean {
  const session = readStoredSession();
  return session !== null && lacksSecondFactor(session);
}
