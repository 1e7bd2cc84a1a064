import { useEffect, useState } from "react";

const TYPING_MS = 200;

/** The text once it hasn't changed for a moment; at once when `now` says that it is whole. */
export function useSettled(text: string, now: boolean): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return now ? text : settled;
}
