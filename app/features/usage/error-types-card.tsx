import { Link } from "@remix-run/react";
import { CircleCheck, CircleHelp } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardFooter, CardHeader, CardTitle } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { formatNumber } from "#app/lib/format.ts";
import type { AnalyticsAnswer } from "#core/contract/analytics.ts";
import { TOP_LIST_SIZE } from "#core/domain/ranges.ts";
import { totalErrors } from "./buckets.ts";
import { ERROR_TYPES_UNKNOWN, RANGE_PHRASES } from "./messages.ts";
import { RowLink } from "./row-link.tsx";
import { statusName, statusTone } from "./status.ts";
import { requestsPath, type UsageFilter } from "./usage-filter.ts";

const DOTS = { success: "bg-success", warning: "bg-warning", danger: "bg-danger" };

type ErrorType = NonNullable<AnalyticsAnswer["error_types"]>[number];

interface ErrorTypesProps {
  answer: AnalyticsAnswer;
  /** What the answer was asked for. */
  filter: UsageFilter;
}

function ErrorRow({ type, count, to }: ErrorType & { to: string }) {
  return (
    <li className="relative isolate flex h-10 items-center justify-between gap-4 border-t text-small first:border-t-0">
      <span className="flex min-w-0 items-center gap-2.5">
        <span
          className={`size-1.5 shrink-0 rounded-full ${DOTS[statusTone(Number(type))]}`}
          aria-hidden="true"
        />
        <span className="truncate">
          <RowLink to={to}>{statusName(type)}</RowLink>
        </span>
      </span>
      <span className="font-medium tabular">{formatNumber(count)}</span>
    </li>
  );
}

export function ErrorTypesCard({ answer, filter }: ErrorTypesProps) {
  const errors = totalErrors(answer);
  const phrase = RANGE_PHRASES[answer.range];
  return (
    <Card className="flex flex-col">
      <CardHeader>
        <CardTitle>Error types</CardTitle>
      </CardHeader>
      {errors === 0 ? (
        <EmptyState
          icon={CircleCheck}
          title={`No errors in ${phrase}`}
          className="flex-1 justify-center py-10"
        />
      ) : (
        <>
          <Types answer={answer} filter={filter} />
          <CardFooter className="min-h-9.25 py-0">
            <span>{`${formatNumber(errors)} ${errors === 1 ? "error" : "errors"} in ${phrase}`}</span>
            <Button asChild variant="link" className="text-caption">
              <Link to={requestsPath(answer.range, filter, "error")}>View errors</Link>
            </Button>
          </CardFooter>
        </>
      )}
    </Card>
  );
}

function Types({ answer: { error_types, range }, filter }: ErrorTypesProps) {
  if (error_types === null) {
    return (
      <EmptyState
        icon={CircleHelp}
        title={ERROR_TYPES_UNKNOWN}
        description="They are kept for the account and for each key. The log has each of these errors."
        className="flex-1 justify-center py-8"
      />
    );
  }
  return (
    <ul className="flex-1 px-5 pt-2 pb-3 max-lg:px-4">
      {error_types.slice(0, TOP_LIST_SIZE).map((row) => (
        <ErrorRow key={row.type} {...row} to={requestsPath(range, filter, row.type)} />
      ))}
    </ul>
  );
}
