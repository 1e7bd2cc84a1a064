import { Button } from "#app/components/ui/button.tsx";
import { CopySecretButton } from "./copy-secret-button.tsx";
import { groupSecret } from "./totp.ts";
import type { Enrolment } from "./two-factor.ts";

/** The ways to get the secret into an authenticator app. */
export function TwoFactorSecret({ secret, appLink }: Enrolment) {
  return (
    <>
      <p className="font-medium">1. Scan the code</p>
      {/* A phone cannot scan its own screen. */}
      <Button variant="link" className="mt-1 sm:hidden" asChild>
        <a href={appLink}>Open in an authenticator app</a>
      </Button>
      <p className="mt-0.5 text-ink-2">Use any authenticator app. Or enter this key by hand:</p>
      <div className="mt-2 flex items-center justify-between gap-2 rounded-control bg-fill py-1 pr-1 pl-3">
        <code className="font-mono text-caption leading-5">{groupSecret(secret)}</code>
        <CopySecretButton secret={secret} />
      </div>
    </>
  );
}
