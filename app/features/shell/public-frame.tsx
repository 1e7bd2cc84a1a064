import type { ReactNode } from "react";
import { SessionContext } from "#app/lib/auth/session.ts";
import { useDocumentAssets } from "#app/lib/document-assets.ts";
import { PAGE_SCRIPT, useLanguage } from "#app/lib/documentation/language.ts";
import { CopyByHand } from "./copy-by-hand.tsx";
import { PublicFooter, PublicHeader } from "./public-header.tsx";
import type { Reader } from "./reader.tsx";
import { ShellFrame } from "./shell-frame.tsx";

const FOR_SIGNED_OUT = { header: <PublicHeader />, footer: <PublicFooter /> };

interface PublicFrameProps {
  /** Undefined until the session is known; PAGE_SCRIPT decides until then. */
  reader: Reader | null | undefined;
  children: ReactNode;
}

/**
 * The shell for signed-in readers, the public header for everyone else, with the reader's language for code samples.
 * Nothing moves when it becomes known who reads.
 */
export function PublicFrame({ reader, children }: PublicFrameProps) {
  const [language] = useLanguage();
  const { nonce } = useDocumentAssets();
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
        <ShellFrame
          account={reader && <reader.Account />}
          unread={reader && <reader.Unread />}
          forSignedOut={FOR_SIGNED_OUT}
        >
          {children}
        </ShellFrame>
        <CopyByHand />
      </SessionContext.Provider>
    </div>
  );
}
