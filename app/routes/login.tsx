import type { MetaFunction } from "@remix-run/cloudflare";
import { useSearchParams } from "@remix-run/react";
import { AuthFrame } from "#app/features/auth/auth-frame.tsx";
import { SignInForm } from "#app/features/auth/sign-in-form.tsx";
import { useLeaveWhenSignedIn } from "#app/features/auth/use-leave-when-signed-in.ts";
import { RETURN_PARAMETER } from "#app/lib/paths.ts";
import { safeReturnPath } from "#app/lib/return-path.ts";

export const meta: MetaFunction = () => [{ title: "Sign in · Latchkey" }];

export default function LoginRoute() {
  const [search] = useSearchParams();
  useLeaveWhenSignedIn(safeReturnPath(search.get(RETURN_PARAMETER)));
  return (
    <AuthFrame title="Sign in to Latchkey" description="Manage your API keys, usage and balance.">
      <SignInForm />
    </AuthFrame>
  );
}
