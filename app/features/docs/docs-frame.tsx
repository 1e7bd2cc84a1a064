import type { ReactNode } from "react";
import { SessionContext } from "#app/features/auth/session.ts";
import { ShellFrame } from "#app/features/shell/shell-frame.tsx";
import { useServerParts } from "#app/lib/server-parts.ts";
import { useLanguage } from "./language.ts";
import { PAGE_SCRIPT } from "./page-script.ts";
import type { Reader } from "./reader.tsx";

interface DocsFrameProps {
  /** Undefined while the session is not read; until then PAGE_SCRIPT has its say. */
  reader: Reader | null | undefined;
  children: ReactNode;
}

/** The shell for who is signed in, a plain bar for who is not. The page stays in its place when that is known. */
export function DocsFrame({ reader, children }: DocsFrameProps) {
  const { nonce } = useServerParts();
  const [language] = useLanguage();
  const known = reader ? "in" : "out";
  return (
    <div
      data-reader={reader === undefined ? "unknown" : known}
      data-language={language}
      suppressHydrationWarning
    >
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours.
        dangerouslySetInnerHTML={{ __html: PAGE_SCRIPT }}
      />
      <SessionContext.Provider value={reader?.session ?? null}>
        <ShellFrame account={reader && <reader.Account />} unread={reader && <reader.Unread />}>
          {children}
        </ShellFrame>
      </SessionContext.Provider>
    </div>
  );
}
