import type { Session } from "@supabase/supabase-js";
import { failureMessage } from "#app/lib/api-error.ts";
import { askedHere } from "#app/lib/auth/asked-links.ts";
import { knownSession, separateAuth, unwrapAuth } from "#app/lib/auth/auth.ts";
import type { LinkType } from "#app/lib/auth/auth-callback.ts";
import { isForLater } from "#app/lib/auth/auth-error.ts";
import { readStoredSession } from "#app/lib/auth/stored-session.ts";
import type { Auth } from "#app/lib/auth/supabase.client.ts";
import { confirmedAddress, dropEarlierPassword, type FirstProof } from "./first-proof.ts";
import { authMessages } from "./messages.ts";

/** The account that a link would sign this browser in to. */
export interface EntryQuestion {
  kind: "entry";
  /** `""` as long as it isn't known. */
  email: string;
  /** True if the link was requested in this browser. */
  requested: boolean;
  /** The email address of the account that is signed in; null if none is. */
  current: string | null;
  /** @throws the failure of an attempt that can be repeated. */
  enter: () => Promise<Outcome>;
  /** Keeps the session that this browser has. */
  stay: () => Promise<void>;
}

export interface EmailChangeQuestion {
  kind: "email-change";
  /** True if the change was requested in this browser. */
  requested: boolean;
  /** @throws the failure of an attempt that can be repeated. */
  confirm: () => Promise<Outcome>;
}

/** Asked before a link does anything, because programs that check emails open links and run scripts. */
export type Question = EntryQuestion | EmailChangeQuestion | { kind: "first-password"; proof: FirstProof };

export type Note = { tone: "danger" | "info" | "success"; message: string } | null;

export interface Outcome {
  note: Note;
  question: Question | null;
  /** True if the visit brought a message and there is a session from before. */
  signedIn: boolean;
}

export async function outcomeOf(result: Note | Question): Promise<Outcome> {
  const question = result !== null && "kind" in result ? result : null;
  const note = result !== null && "tone" in result ? result : null;
  return { note, question, signedIn: note !== null && (await knownSession()) !== null };
}

export const problem = (failure: unknown, fallback: string = authMessages.fallback.signIn) => ({
  tone: "danger" as const,
  message: failureMessage(failure, fallback),
});

interface Link {
  tokenHash: string;
  type: LinkType;
  /** The address that the link says it is for; `""` if it doesn't say. */
  email: string;
}

/** The one question that an emailed link asks. Its token is redeemed once its reader agrees. */
export function questionOf(link: Link): Question {
  const { tokenHash: token, type, email } = link;
  const address = askedHere(type === "email_change" ? type : "magiclink");
  // A first magic link is a sign-up link too.
  if (type === "signup" && address === null) return { kind: "first-password", proof: { type, token, email } };
  const redeem = onceDone(() => redeemLink(link));
  const redeemAnd = async (enter: (found: Found) => Promise<Note | Question>) => {
    const result = await redeem();
    return outcomeOf(result !== null && "client" in result ? await enter(result) : result);
  };
  if (type === "email_change")
    return { kind: "email-change", requested: address !== null, confirm: () => redeemAnd(enterUnlessOther) };
  const named = email || (address ?? "");
  return {
    kind: "entry",
    email: named,
    requested: address !== null && isSame(address, named),
    current: readStoredSession()?.user.email ?? null,
    enter: () => redeemAnd((found) => enterAs(named, found)),
    stay: async () => undefined,
  };
}

const isSame = (email: string, other: string) => email.toLowerCase() === other.toLowerCase();

/** Repeats only a failure. */
function onceDone<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () =>
    (running ??= run().catch((failure: unknown) => {
      running = undefined;
      throw failure;
    }));
}

/** A session that a link has given, which isn't the browser's yet. */
interface Found {
  client: Auth;
  session: Session;
}

/** Exchanges an emailed token for a session. @throws the failure of an attempt that can be repeated. */
async function redeemLink({ tokenHash, type, email: promised }: Link): Promise<Note | Question | Found> {
  const client = await separateAuth();
  const { data, error } = await client.verifyOtp({ token_hash: tokenHash, type }).catch(unreadable);
  if (isForLater(error)) throw error;
  if (error) return problem(error);
  const { session } = data;
  // A change of address is confirmed in both mailboxes; this was the first.
  if (!session) return { tone: "info", message: authMessages.confirmOtherAddress };
  const { email = "" } = session.user;
  // Anyone can write an address into a link to an account of their own.
  if (promised !== "" && !isSame(email, promised)) {
    await client.signOut({ scope: "local" });
    return problem(new Error(authMessages.invalid.otherAddress));
  }
  const isFirst = type === "signup" || (type === "email" && confirmedAddress(session));
  if (!isFirst || (await dropped(client))) return { client, session };
  const proof: FirstProof = { type: "signup", token: tokenHash, email, account: { client, email } };
  return { kind: "first-password", proof };
}

/** The library fails on some responses instead of returning an error. */
const unreadable = (cause: unknown) => ({
  data: { session: null },
  error: new Error(authMessages.fallback.verification, { cause }),
});

/** False if it failed: then the reader chooses a password, which can be tried again. */
const dropped = (client: Auth) =>
  dropEarlierPassword(client).then(
    () => true,
    () => false,
  );

/** Asks again if the link, which named nobody, turns out to be for another account than its reader could expect. */
async function enterAs(expected: string, { client, session }: Found): Promise<Note | Question> {
  const before = readStoredSession();
  const { id, email = "" } = session.user;
  const enter = async () => void (await unwrapAuth((browser) => browser.setSession(session)));
  if (isSame(email, expected) || before?.user.id === id) {
    await enter();
    return null;
  }
  return {
    kind: "entry",
    email,
    requested: false,
    current: before?.user.email ?? null,
    enter: async () => {
      await enter();
      return outcomeOf(null);
    },
    stay: async () => void (await client.signOut({ scope: "local" })),
  };
}

/** A confirmed change of address never replaces the session of another account. */
async function enterUnlessOther({ client, session }: Found): Promise<Note> {
  const before = readStoredSession();
  if (before && before.user.id !== session.user.id) {
    await client.signOut({ scope: "local" });
    return { tone: "success", message: authMessages.emailChange.confirmed(session.user.email ?? "") };
  }
  await unwrapAuth((browser) => browser.setSession(session));
  return null;
}
