import type { MetaFunction } from "@remix-run/cloudflare";
import { InvitationScreen } from "#app/features/auth/invitation-screen.tsx";
import { SignUpScreen } from "#app/features/auth/sign-up-screen.tsx";
import { useInvitationToken } from "#app/features/auth/use-invitation-token.ts";

export const meta: MetaFunction = () => [{ title: "Create your account · Latchkey" }];

export default function SignUpRoute() {
  const token = useInvitationToken();
  return token ? <InvitationScreen token={token} /> : <SignUpScreen />;
}
