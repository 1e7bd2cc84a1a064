import { InvitationScreen, useInvitation } from "#app/features/auth/invitation-screen.tsx";
import { SignUpScreen } from "#app/features/auth/sign-up-screen.tsx";
import { publicPageMeta } from "#app/lib/pages.ts";
import { paths } from "#app/lib/paths.ts";

export const meta = publicPageMeta(
  "Create your account",
  "Create an account to hold API keys and a prepaid balance, and to see what your requests cost.",
  paths.signUp,
);

export default function SignUpRoute() {
  const invitation = useInvitation();
  return invitation ? <InvitationScreen proof={invitation} /> : <SignUpScreen />;
}
