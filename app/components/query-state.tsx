import type { ReactNode } from "react";
import { FailedLoad, type FailedLoadProps } from "#app/components/failed-load.tsx";
import { Loading } from "#app/components/ui/skeleton.tsx";
import { ApiError, failureMessage } from "#app/lib/api-error.ts";
import { asBlocked } from "#app/lib/blocked-request.ts";

const NO_REASON = "The server gave no reason. Try again in a moment.";

/** A query, or what stands in for one. */
export interface Loadable<Data> {
  data: Data | undefined;
  error: Error | null;
  refetch: () => unknown;
}

/** For an outline, which is shown before anything can be requested. */
export const NOT_YET: Loadable<never> = { data: undefined, error: null, refetch: () => {} };

interface Failure {
  error: Error;
  onRetry: () => void;
}

interface FailureTexts extends Pick<FailedLoadProps, "title" | "variant" | "retryLabel" | "className"> {
  /** For failures whose own message wouldn't help the reader: they say why only if a blocker is the cause. */
  blockedOnly?: boolean;
  /** The reason of an error without one. */
  noReason?: string;
}

interface Frame<Data> {
  query: Loadable<Data>;
  /** A title, or how the failure looks where that isn't enough. */
  failed: string | FailureTexts | ((failure: Failure) => ReactNode);
  /** Shown instead if the API says that there is no such thing. */
  notFound?: ReactNode;
}

interface WithSkeleton<Data> extends Frame<Data> {
  /** What is loading, for screen readers. */
  loading: string;
  /** As large as the content. */
  skeleton: ReactNode;
  /** Other queries whose parts would move the content when they arrive. */
  waitFor?: readonly { isPending: boolean }[];
  children: (data: Data) => ReactNode;
}

/** For content that stays where it is while it loads, and then has a `Loading` in it. */
interface WithoutSkeleton<Data> extends Frame<Data> {
  loading?: undefined;
  children: (data: Data | undefined) => ReactNode;
}

/** Data in each of its states. It is shown whenever it exists, also when a refresh fails. */
export function QueryState<Data>(props: WithSkeleton<Data> | WithoutSkeleton<Data>) {
  const { data, error, refetch } = props.query;
  if (data === undefined && error !== null) {
    if (props.notFound && error instanceof ApiError && error.status === 404) return props.notFound;
    return failureOf({ error, onRetry: () => void refetch() }, props.failed);
  }
  if (props.loading === undefined) return props.children(data);
  const isWaiting = props.waitFor?.some(({ isPending }) => isPending);
  if (data === undefined || isWaiting) return <Loading label={props.loading}>{props.skeleton}</Loading>;
  return props.children(data);
}

function failureOf({ error, onRetry }: Failure, failed: Frame<unknown>["failed"]): ReactNode {
  if (typeof failed === "function") return failed({ error, onRetry });
  const texts = typeof failed === "string" ? { title: failed } : failed;
  const { blockedOnly = false, noReason = NO_REASON, ...props } = texts;
  const reason = blockedOnly ? asBlocked(error)?.message : failureMessage(error, noReason);
  return <FailedLoad {...props} reason={reason} onRetry={onRetry} />;
}
