import { type ReactNode, useEffect, useState } from "react";
import { useLanguage } from "#app/features/docs/language.ts";
import { SESSION_STORAGE_KEY } from "#app/lib/stored-session.ts";
import { PublicFrame } from "./public-frame.tsx";
import type { Reader } from "./reader.tsx";

interface DocsFrameProps {
  /** Undefined until the session is known. */
  reader: Reader | null | undefined;
  children: ReactNode;
}

/** The public frame, with the reader's language for code samples. */
export function DocsFrame({ reader, children }: DocsFrameProps) {
  const [language] = useLanguage();
  return (
    <PublicFrame reader={reader} data-language={language}>
      {children}
    </PublicFrame>
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
