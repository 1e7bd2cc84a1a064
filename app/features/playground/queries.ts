import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, unwrap } from "#app/lib/api-client.ts";
import { CHAT_ENDPOINT, type ChatRequest } from "./chat-request.ts";

/** The most that requests can cost together. Null waits. */
const estimateQuery = (requests: readonly ChatRequest[] | null) =>
  queryOptions({
    queryKey: ["playgroundEstimate", requests],
    queryFn: ({ signal }) =>
      Promise.all(
        (requests ?? []).map(async (request) => {
          const json = { endpoint: CHAT_ENDPOINT, body: { ...request } } as const;
          return (await unwrap(api.api.playground.estimate.$post({ json }, { init: { signal } }))).hold;
        }),
      ),
    enabled: requests !== null,
    retry: false,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

const TYPING_MS = 300;
/** An estimate of an earlier text is worth showing only briefly. */
const OUTDATED_MS = 2_000;

export interface Estimate {
  /** Dollars for each request; null while unknown. */
  holds: readonly number[] | null;
  /** Of an earlier text. */
  outdated: boolean;
  failed: boolean;
}

/** What the requests are reserved, a moment after the reader has stopped typing. */
export function useEstimate(requests: readonly ChatRequest[] | null): Estimate {
  const settled = useSettled(requests);
  const { data, isPlaceholderData, isError } = useQuery(estimateQuery(settled.value));
  const outdated = settled.waiting || isPlaceholderData;
  const tooOld = useLasting(outdated, OUTDATED_MS);
  const shown = requests !== null && !isError && !tooOld && data?.length === requests.length;
  return { holds: shown ? data : null, outdated, failed: isError && !settled.waiting };
}

function useSettled(requests: readonly ChatRequest[] | null) {
  const text = JSON.stringify(requests);
  const [settled, setSettled] = useState({ text, value: requests });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the requests
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ text, value: requests }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { value: settled.value, waiting: settled.text !== text };
}

/** Whether a condition has held without a break for so long. */
function useLasting(condition: boolean, ms: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!condition) return;
    const timer = setTimeout(() => setLasting(true), ms);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [condition, ms]);
  return lasting;
}
