import { Link } from "@remix-run/react";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleHelp from "lucide-react/icons/circle-question-mark";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardFooter, CardHeader, CardTitle } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { formatNumber } from "#app/lib/format.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { TOP_LIST_SIZE } from "#core/domain/ranges.ts";
import { totalErrors } from "./buckets.ts";
import { ERROR_TYPES_UNKNOWN, plural } from "./messages.ts";
import { inRange } from "./range-text.ts";
import { RowLink } from "./ranked-list.tsx";
import { statusName, statusTone } from "./status.ts";
import { requestsPath, type UsageFilter } from "./usage-params.ts";
import { useRange } from "./use-analytics.ts";

const DOTS = { success: "bg-success", warning: "bg-warning", danger: "bg-danger" };

type ErrorTypesProps = { data: AnalyticsResponse; filter: UsageFilter };

export function ErrorTypesCard({ data, filter }: ErrorTypesProps) {
  const errors = totalErrors(data);
  const [range] = useRange();
  const phrase = inRange(data);
  return (
    <Card className="flex flex-col">
      <CardHeader>
        <CardTitle>Error types</CardTitle>
      </CardHeader>
      {errors === 0 ? (
        <EmptyState
          icon={CircleCheck}
          title={`No errors ${phrase}`}
          className="flex-1 justify-center py-10"
        />
      ) : (
        <>
          <ErrorTypeList data={data} filter={filter} />
          <CardFooter className="min-h-9.25 py-0">
            <span>{`${formatNumber(errors)} ${plural(errors, "error")} ${phrase}`}</span>
            <Button asChild variant="link" className="text-caption">
              <Link to={requestsPath(range, filter, "error")}>View errors</Link>
            </Button>
          </CardFooter>
        </>
      )}
    </Card>
  );
}

function ErrorTypeList({ data, filter }: ErrorTypesProps) {
  const [range] = useRange();
  const { error_types } = data;
  if (error_types === null) {
    return (
      <EmptyState
        icon={CircleHelp}
        title={ERROR_TYPES_UNKNOWN}
        description="Error types are recorded per account and per key. The request log has each of these errors."
        className="flex-1 justify-center py-8"
      />
    );
  }
  return (
    <ul className="flex-1 px-5 pt-2 pb-3 max-lg:px-4">
      {error_types.slice(0, TOP_LIST_SIZE).map(({ type, count }) => (
        <li
          key={type}
          className="relative isolate flex h-10 items-center justify-between gap-4 border-t text-small first:border-t-0"
        >
          <span className="flex min-w-0 items-center gap-2.5">
            <span
              className={`size-1.5 shrink-0 rounded-full ${DOTS[statusTone(Number(type))]}`}
              aria-hidden="true"
            />
            <span className="truncate">
              <RowLink to={requestsPath(range, filter, type)}>{statusName(type)}</RowLink>
            </span>
          </span>
          <span className="font-medium tabular-nums">{formatNumber(count)}</span>
        </li>
      ))}
    </ul>
  );
}
