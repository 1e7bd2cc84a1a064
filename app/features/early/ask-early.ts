import type { EarlyAnswer } from "#app/lib/early-answers.ts";
import {
  isFresh,
  lacksSecondFactor,
  readStoredSession,
  type StoredSession,
} from "#app/lib/stored-session.ts";

/** Sends the requests of a page whose reader is signed in; nothing for anybody else, whom the app will lead on. */
export function askEarly(addresses: readonly string[]): Map<string, EarlyAnswer> {
  const session = readStoredSession();
  const isReady = session && isFresh(session) && !lacksSecondFactor(session);
  return new Map(isReady ? addresses.map((address) => [address, answerOf(address, session)]) : []);
}

/** Whatever fails here is asked for again by the app, which knows what to do then. */
function answerOf(address: string, { access_token, user }: StoredSession): EarlyAnswer {
  const answer: EarlyAnswer = { userId: user.id, askedAt: Date.now(), arrived: Promise.resolve() };
  const headers = { authorization: `Bearer ${access_token}` };
  answer.arrived = fetch(address, { headers })
    .then(async (response) => {
      if (response.ok) answer.data = await response.json();
    })
    .catch(() => undefined);
  return answer;
}
