import { useEffect, useRef, useState } from "react";
import { auth, knownSession } from "#app/lib/auth/auth.ts";
import { type AuthCallback, readAuthCallback } from "#app/lib/auth/auth-callback.ts";
import { type Provider, takeRequestedProvider } from "#app/lib/auth/provider.ts";
import { loginPath, returnPathOf } from "#app/lib/paths.ts";
import { type Note, type Outcome, outcomeOf, problem, questionOf } from "./link-question.ts";
import { authMessages } from "./messages.ts";
import { hideToken } from "./token-free-address.ts";

/** The outcome of the visit, null until it is known, and the way to set what a question led to. */
export function useArrival(): [Outcome | null, (next: Outcome) => void] {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  // In development React runs effects twice, but a one-time token can be used only once.
  const received = useRef<Promise<Outcome>>();
  useEffect(() => {
    let listening = true;
    received.current ??= receiveArrival();
    void received.current.then((result) => listening && setOutcome(result));
    return () => {
      listening = false;
    };
  }, []);
  return [outcome, setOutcome];
}

/** The token leaves the address before the provider is called. */
async function receiveArrival(): Promise<Outcome> {
  const query = new URLSearchParams(window.location.search);
  const requested = takeRequestedProvider();
  const arrival = readAuthCallback(query, window.location.hash);
  // The client takes a provider's consent from the address itself, as soon as it is created.
  const early = arrival.kind === "consent" ? await loadedClient() : null;
  if (arrival.kind !== "nothing") hideToken(loginPath(returnPathOf(query)));
  if (arrival.kind === "link") {
    const { type } = arrival;
    return outcomeOf(type ? questionOf({ ...arrival, type }) : problem(null));
  }
  const client = early ?? (await loadedClient());
  if (client) return outcomeOf(await processArrival(arrival, requested, (await client.initialize()).error));
  // Without a token in the address, the form reports the problem when it is submitted.
  const note = arrival.kind === "nothing" ? null : problem(null, authMessages.fallback.verification);
  return { note, question: null, signedIn: false };
}

/** Null if its code can't be loaded. */
const loadedClient = () => auth().catch(() => null);

async function processArrival(
  arrival: Exclude<AuthCallback, { kind: "link" }>,
  requested: Provider | null,
  failure: Error | null,
): Promise<Note> {
  const fallback = authMessages.fallback[requested ?? "signIn"];
  switch (arrival.kind) {
    case "nothing":
      return null;
    case "consent":
      return failure || !(await knownSession()) ? problem(failure, fallback) : null;
    case "refusal":
      // Anyone can write such a link; the words are a provider's only if this tab left for one.
      return problem(requested && new Error(arrival.description), fallback);
  }
}
