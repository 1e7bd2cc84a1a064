import { type ReactNode, useEffect, useState } from "react";
import { SessionContext } from "#app/features/auth/session.ts";
import { PAGE_SCRIPT, useLanguage } from "#app/features/docs/language.ts";
import { useServerParts } from "#app/lib/server-parts.ts";
import { SESSION_STORAGE_KEY } from "#app/lib/stored-session.ts";
import type { Reader } from "./reader.tsx";
import { ShellFrame } from "./shell-frame.tsx";

interface DocsFrameProps {
  /** Undefined until the session is known; PAGE_SCRIPT decides until then. */
  reader: Reader | null | undefined;
  children: ReactNode;
}

/** The shell for signed-in readers, a plain bar for everyone else. Nothing moves when it becomes known which. */
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

/** Null when nobody is signed in. The code that only signed-in readers need is loaded only for them. */
export async function findReader(): Promise<Reader | null> {
  if (localStorage.getItem(SESSION_STORAGE_KEY) === null) return null;
  const { currentReader } = await import("./reader.tsx");
  return await currentReader();
}

/** @param found the reader, if a loader has found them. Otherwise the hook looks, and again once online. */
export function useReader(found: Reader | null | undefined): Reader | null | undefined {
  const [reader, setReader] = useState(found);
  useEffect(() => {
    if (found !== undefined) return;
    const find = () =>
      void findReader().then(setReader, () => window.addEventListener("online", find, { once: true }));
    find();
    return () => window.removeEventListener("online", find);
  }, [found]);
  return found === undefined ? reader : found;
}
