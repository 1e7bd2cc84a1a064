import { useSearchParams } from "@remix-run/react";
import { useEffect, useState } from "react";
import { readArrival } from "#app/features/auth/arrival.ts";
import { RedeemingScreen, StillSignedInScreen } from "#app/features/auth/arrival-screens.tsx";
import { useLeavingNote } from "#app/features/auth/leaving-note.ts";
import { OtherAccountScreen } from "#app/features/auth/other-account-screen.tsx";
import { SecondFactorScreen } from "#app/features/auth/second-factor-screen.tsx";
import { SignInScreen } from "#app/features/auth/sign-in-screen.tsx";
import { useArrival } from "#app/features/auth/use-arrival.ts";
import { useLeaveWhenSignedIn } from "#app/features/auth/use-leave-when-signed-in.ts";
import { takeEndedSession } from "#app/lib/ended-session.ts";
import { publicPageMeta } from "#app/lib/page-meta.ts";
import { paths } from "#app/lib/paths.ts";
import { returnPathOf } from "#app/lib/return-path.ts";

export const meta = publicPageMeta(
  "Sign in",
  "Sign in to create API keys, add balance, and see what your requests cost.",
  paths.login,
);

export default function LoginRoute() {
  const [search] = useSearchParams();
  const returnTo = returnPathOf(search);
  const arrived = useArrival();
  const leavingNote = useLeavingNote();
  const ended = useEndedSession();
  const halfway = useLeaveWhenSignedIn(returnTo, arrived === null || arrived.signedIn);
  if (arrived?.other) return <OtherAccountScreen other={arrived.other} returnTo={returnTo} />;
  if (arrived?.signedIn) return <StillSignedInScreen note={arrived.note} returnTo={returnTo} />;
  if (halfway) return <SecondFactorScreen />;
  if (willRedeem(search) && !arrived?.note) return <RedeemingScreen />;
  const left = leavingNote && ({ tone: "success", message: leavingNote } as const);
  return <SignInScreen returnTo={returnTo} ended={ended} note={arrived?.note ?? left} />;
}

/** Read after hydration: the server cannot know it. */
function useEndedSession(): string | null {
  const [email, setEmail] = useState<string | null>(null);
  useEffect(() => {
    const taken = takeEndedSession();
    if (taken !== null) setEmail(taken);
  }, []);
  return email;
}

function willRedeem(search: URLSearchParams): boolean {
  const { kind } = readArrival(search);
  return kind === "link" || kind === "consent";
}
