import { useLocation, useSearchParams } from "@remix-run/react";
import { useEffect, useState } from "react";
import {
  EmailChangeScreen,
  EntryScreen,
  FirstPasswordScreen,
  SecondFactorScreen,
  StillSignedInScreen,
  WaitingScreen,
} from "#app/features/auth/login-screens.tsx";
import { authMessages } from "#app/features/auth/messages.ts";
import { useArrival } from "#app/features/auth/receive-arrival.ts";
import { SignInScreen } from "#app/features/auth/sign-in-screen.tsx";
import type { LeavingNote, LeavingState } from "#app/features/auth/success-note.tsx";
import { readAuthCallback } from "#app/lib/auth/auth-callback.ts";
import { type EndedSession, takeEndedSession } from "#app/lib/auth/ended-session.ts";
import { useLeaveWhenSignedIn } from "#app/lib/auth/use-leave.ts";
import { publicPageMeta } from "#app/lib/pages.ts";
import { paths, returnPathOf } from "#app/lib/paths.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";

export const meta = publicPageMeta(
  "Sign in",
  "Sign in to create API keys, add funds, and see what your requests cost.",
  paths.login,
);

export default function LoginRoute() {
  const [search] = useSearchParams();
  const returnTo = returnPathOf(search);
  const [arrived, setArrived] = useArrival();
  const leaving = useLeavingState();
  const ended = useEndedSession();
  const needsSecondFactor = useLeaveWhenSignedIn(
    returnTo,
    arrived === null || arrived.signedIn || arrived.question !== null,
  );
  const question = arrived?.question;
  if (question?.kind === "entry") return <EntryScreen question={question} onOutcome={setArrived} />;
  if (question?.kind === "email-change")
    return <EmailChangeScreen question={question} onOutcome={setArrived} />;
  if (question?.kind === "first-password")
    return <FirstPasswordScreen question={question} onOutcome={setArrived} />;
  if (arrived?.signedIn) return <StillSignedInScreen note={arrived.note} returnTo={returnTo} />;
  if (needsSecondFactor) return <SecondFactorScreen />;
  const { kind } = readAuthCallback(search);
  if (kind === "link" && arrived === null) return <WaitingScreen title={authMessages.openingLink} />;
  if ((kind === "link" || kind === "consent") && !arrived?.note)
    return <WaitingScreen title={authMessages.redeeming} />;
  const left = leaving && ({ tone: "success", message: leaving.note } as const);
  return (
    <SignInScreen
      returnTo={returnTo}
      ended={ended}
      knownEmail={leaving?.email || (ended?.reason === "ended" ? ended.email : "")}
      note={arrived?.note ?? left}
    />
  );
}

/** Read after hydration: the server cannot know it. */
function useEndedSession(): EndedSession | null {
  const [ended, setEnded] = useState<EndedSession | null>(null);
  useEffect(() => {
    const taken = takeEndedSession();
    if (taken !== null) setEnded(taken);
  }, []);
  return ended;
}

const { signUp, resetUpdate } = authMessages.success;
const NOTES: unknown[] = [signUp, resetUpdate] satisfies LeavingNote[];

/** From the previous page. Read after hydration: the history keeps it across a reload, the server doesn't. */
function useLeavingState(): LeavingState | null {
  const { state } = useLocation();
  const hydrated = useHydrated();
  const { note, email } = Object(state);
  return hydrated && NOTES.includes(note) && typeof email === "string" ? { note, email } : null;
}
