import type { MetaFunction } from "@remix-run/cloudflare";
import { useSearchParams } from "@remix-run/react";
import { SampleRequest } from "#app/features/auth/sample-request.tsx";
import { SignInForm } from "#app/features/auth/sign-in-form.tsx";
import { useLeaveWhenSignedIn } from "#app/features/auth/use-leave-when-signed-in.ts";
import { Brand } from "#app/features/shell/brand.tsx";
import { ThemeToggle } from "#app/features/theme/theme-toggle.tsx";
import { RETURN_PARAMETER } from "#app/lib/paths.ts";
import { safeReturnPath } from "#app/lib/return-path.ts";

export const meta: MetaFunction = () => [{ title: "Sign in · Latchkey" }];

export default function LoginRoute() {
  const [search] = useSearchParams();
  useLeaveWhenSignedIn(safeReturnPath(search.get(RETURN_PARAMETER)));
  return (
    <div className="flex min-h-screen bg-surface dark:bg-canvas">
      <main className="flex w-full max-w-[36rem] flex-col px-10 max-lg:max-w-none max-lg:px-5 lg:w-[46%]">
        <div className="flex h-16 items-center justify-between">
          <Brand />
          <span className="-mr-2.5 lg:hidden">
            <ThemeToggle />
          </span>
        </div>
        <div className="mx-auto flex w-full max-w-form flex-1 flex-col justify-center pb-20 max-lg:justify-start max-lg:pt-8">
          <h1 className="text-title font-semibold">Sign in to Latchkey</h1>
          <p className="mt-1 text-body text-ink-2">Manage your API keys, usage and balance.</p>
          <SignInForm />
        </div>
      </main>
      <SampleRequest />
    </div>
  );
}
