import { useEffect, useRef, useState } from "react";
import { type Outcome, receiveArrival } from "./receive-arrival.ts";

/** What the visit's arrival came to; null until that is known. */
export function useArrival(): Outcome | null {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  // A one-time token is spent by the first of React's two effects in development.
  const received = useRef<Promise<Outcome>>();
  useEffect(() => {
    let listening = true;
    received.current ??= receiveArrival();
    void received.current.then((result) => listening && setOutcome(result));
    return () => {
      listening = false;
    };
  }, []);
  return outcome;
}
