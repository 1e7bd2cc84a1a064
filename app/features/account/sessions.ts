import { ApiError, api, unwrap } from "#app/lib/api-client.ts";
import { endSessions } from "#app/lib/auth/end-sessions.ts";
import { expectEnding } from "#app/lib/auth/ended-session.ts";
import { forgetSession } from "#app/lib/auth/sign-out.ts";
import type { AccountSession } from "#core/contract/identity.ts";
import { asUser } from "./as-user.ts";

export const inOrder = (sessions: AccountSession[]): AccountSession[] =>
  sessions.toSorted(
    (one, other) =>
      Number(other.current) - Number(one.current) ||
      Date.parse(other.last_active_at) - Date.parse(one.last_active_at),
  );

export const endSession = ({ id, current }: AccountSession): Promise<void> =>
  asUser(async () => {
    try {
      await unwrap(api.api.account.sessions[":id"].$delete({ param: { id } }));
    } catch (failure) {
      // It has already ended.
      if (!(failure instanceof ApiError) || failure.status !== 404) throw failure;
    }
    if (!current) return;
    expectEnding();
    // Last: its listener leaves the page, which would cancel the request above.
    await forgetSession();
  });

/** The listener for the end of this session leaves for the sign-in page. */
export const endEverySession = (): Promise<void> =>
  asUser(async () => {
    expectEnding();
    await endSessions();
    await forgetSession();
  });
