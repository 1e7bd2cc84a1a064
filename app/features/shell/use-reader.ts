import { useEffect, useState } from "react";
import { SESSION_STORAGE_KEY } from "#app/lib/auth/stored-session.ts";
import type { Reader } from "./reader.tsx";

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
