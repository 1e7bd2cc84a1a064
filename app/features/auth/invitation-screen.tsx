import { useNavigate, useSearchParams } from "@remix-run/react";
import { useEffect, useState } from "react";
import { addressInHash } from "#app/lib/auth/auth-callback.ts";
import { mailedLink, paths } from "#app/lib/paths.ts";
import { AuthFrame } from "./auth-frame.tsx";
import FirstPasswordForm from "./first-password-form.tsx";
import type { FirstProof } from "./first-proof.ts";
import { authMessages } from "./messages.ts";
import { hideToken } from "./token-free-address.ts";

/** The token is redeemed on submit, because mail scanners open links. */
export function InvitationScreen({ proof }: { proof: FirstProof }) {
  const navigate = useNavigate();
  const enter = () => navigate(paths.dashboard, { replace: true });
  return (
    <AuthFrame
      title="Accept your invitation"
      description={authMessages.firstPassword.afterInvitation(proof.email)}
      height="lg:min-h-[17rem]"
    >
      <FirstPasswordForm proof={proof} onDone={enter} />
    </AuthFrame>
  );
}

/** Takes the proof of an invitation link out of the address bar; null for any other visit. */
export function useInvitation(): FirstProof | null {
  const [search] = useSearchParams();
  const [token] = useState(() =>
    search.get(mailedLink.type) === "invite" ? search.get(mailedLink.tokenHash) : null,
  );
  // The server never sees the hash, so the first render does without it.
  const [email, setEmail] = useState("");
  useEffect(() => {
    if (!token) return;
    setEmail((known) => known || addressInHash(window.location.hash));
    hideToken(paths.signUp);
  }, [token]);
  return token ? { type: "invite", token, email } : null;
}
