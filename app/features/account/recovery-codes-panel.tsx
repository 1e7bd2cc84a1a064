import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import Printer from "lucide-react/icons/printer";
import { useEffect, useRef, useState } from "react";
import { useCopy } from "#app/components/copy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { CheckboxField } from "#app/components/ui/checkbox.tsx";
import { useSession } from "#app/lib/auth/session.ts";
import { saveFile } from "#app/lib/save-file.ts";
import { accountMessages } from "./messages.ts";

const WORDS = accountMessages.recoveryCodes;

/** The only time that the codes are shown. Alone on the page when it is printed. */
export function RecoveryCodesPanel({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { email } = useSession().user;
  const [saved, setSaved] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <>
      <div className="px-5 py-5 max-lg:px-4" data-printed-alone>
        <h3 ref={title} tabIndex={-1} className="text-body font-medium outline-none">
          {WORDS.title}
        </h3>
        <p className="mt-0.5 max-w-lg text-small text-ink-2">{WORDS.explanation}</p>
        <p className="mt-2 hidden text-small print:block">{WORDS.account(email)}</p>
        <ol
          translate="no"
          className="mt-4 grid grid-cols-2 gap-x-8 rounded-control bg-fill px-5 py-3 font-mono text-small sm:grid-cols-5 sm:gap-x-4"
        >
          {codes.map((code) => (
            <li key={code} className="py-1.5 whitespace-nowrap tabular-nums">
              {code}
            </li>
          ))}
        </ol>
        <SaveButtons codes={codes} />
      </div>
      <footer className="flex flex-wrap items-center justify-between gap-3 border-t px-5 py-4 max-lg:px-4">
        <CheckboxField
          label={WORDS.saved}
          checked={saved}
          onCheckedChange={(checked) => setSaved(checked === true)}
        />
        <Button variant="primary" disabled={!saved} onClick={onDone}>
          Done
        </Button>
      </footer>
    </>
  );
}

function SaveButtons({ codes }: { codes: readonly string[] }) {
  const { email } = useSession().user;
  const { copied, copy } = useCopy({ failed: WORDS.copyFailed });
  const CopyIcon = copied ? Check : Copy;
  const download = () =>
    saveFile(new Blob([WORDS.file(email, codes)], { type: "text/plain" }), "latchkey-recovery-codes.txt");
  return (
    <div className="mt-3 flex flex-wrap gap-2 print:hidden">
      <Button size="sm" className="min-w-22" onClick={() => void copy(Promise.resolve(codes.join("\n")))}>
        <CopyIcon aria-hidden="true" />
        {copied ? "Copied" : "Copy"}
      </Button>
      <Button size="sm" onClick={download}>
        <Download aria-hidden="true" />
        Download
      </Button>
      <Button size="sm" onClick={() => window.print()}>
        <Printer aria-hidden="true" />
        Print
      </Button>
    </div>
  );
}
