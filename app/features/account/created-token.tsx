import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect, useRef } from "react";
import { useCopy } from "#app/components/copy-button.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "#app/components/ui/dialog.tsx";
import { CommandText } from "#app/features/keys/sample-request.tsx";
import { formatDate } from "#app/lib/format.ts";
import type { AccessToken } from "#core/contract/access-tokens.ts";
import { abilitiesText, sampleCommand } from "./access-tokens.ts";
import { accountMessages } from "./messages.ts";

const WORDS = accountMessages.accessTokens;

/** The only time that the token is shown. */
export function CreatedToken({ token }: { token: AccessToken }) {
  const { name, scopes, expires_at } = token;
  const { copied, copy } = useCopy({ failed: WORDS.copyFailed });
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const CopyIcon = copied ? Check : Copy;
  const command = sampleCommand(window.location.origin, scopes);
  return (
    <>
      <DialogTitle>Copy your access token</DialogTitle>
      <DialogDescription className="wrap-anywhere">
        “{name}” can {abilitiesText(scopes)} until {formatDate(expires_at)}.
      </DialogDescription>
      <div className="mt-4 flex items-center justify-between gap-3 rounded-control bg-fill py-1.5 pr-1.5 pl-3.5">
        <code translate="no" className="min-w-0 font-mono text-small wrap-anywhere">
          {token.token}
        </code>
        <Button
          ref={button}
          size="sm"
          className="min-w-22"
          onClick={() => void copy(Promise.resolve(token.token))}
        >
          <CopyIcon aria-hidden="true" />
          {copied ? "Copied" : "Copy"}
        </Button>
      </div>
      <Alert tone="warning" className="mt-3">
        {WORDS.storeNow}
      </Alert>
      {command !== null && (
        <>
          <h3 className="mt-5 text-small font-medium">Try it</h3>
          <pre className="mt-1.5 whitespace-pre-wrap rounded-control border bg-fill px-4 py-3 font-mono text-caption leading-5 wrap-anywhere">
            <CommandText command={command} />
          </pre>
        </>
      )}
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="primary">Done</Button>
        </DialogClose>
      </DialogFooter>
    </>
  );
}
