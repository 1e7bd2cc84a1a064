import { CircleCheck } from "lucide-react";
import { Card, CardFooter, CardHeader, CardTitle } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { totalErrors } from "#app/features/usage/buckets.ts";
import { RANGE_PHRASES } from "#app/features/usage/messages.ts";
import { formatNumber } from "#app/lib/format.ts";
import type { AnalyticsAnswer } from "#core/contract/analytics.ts";
import { TOP_LIST_SIZE } from "#core/domain/ranges.ts";
import { statusName, statusTone } from "./status.ts";

const DOTS = { success: "bg-success", warning: "bg-warning", danger: "bg-danger" };

type ErrorType = NonNullable<AnalyticsAnswer["error_types"]>[number];

function ErrorRow({ type, count }: ErrorType) {
  return (
    <li className="flex h-10 items-center justify-between gap-4 border-t text-small first:border-t-0">
      <span className="flex min-w-0 items-center gap-2.5">
        <span
          className={`size-1.5 shrink-0 rounded-full ${DOTS[statusTone(Number(type))]}`}
          aria-hidden="true"
        />
        <span className="truncate">{statusName(type)}</span>
      </span>
      <span className="font-medium tabular">{formatNumber(count)}</span>
    </li>
  );
}

export function ErrorTypesCard({ answer }: { answer: AnalyticsAnswer }) {
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
          <ul className="flex-1 px-5 pt-2 pb-3 max-lg:px-4">
            {(answer.error_types ?? []).slice(0, TOP_LIST_SIZE).map((row) => (
              <ErrorRow key={row.type} {...row} />
            ))}
          </ul>
          <CardFooter className="min-h-9.25 py-0">
            {`${formatNumber(errors)} ${errors === 1 ? "error" : "errors"} in ${phrase}`}
          </CardFooter>
        </>
      )}
    </Card>
  );
}
