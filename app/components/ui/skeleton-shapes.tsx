import { cn } from "#app/lib/class-names.ts";
import { Card, CardBody, CardHeader } from "./card.tsx";
import { Skeleton } from "./skeleton.tsx";

const LINES = ["w-full", "w-4/5", "w-11/12", "w-2/3", "w-5/6", "w-3/4"];

/** A title and lines of text. */
export const CardSkeleton = ({ lines = LINES.length, className }: { lines?: number; className: string }) => (
  <Card className={className}>
    <CardHeader>
      <Skeleton className="my-1 h-3.5 w-28" />
    </CardHeader>
    <CardBody className="grid gap-6 pt-5">
      {LINES.slice(0, lines).map((width) => (
        <Skeleton key={width} className={cn("h-3.5", width)} />
      ))}
    </CardBody>
  </Card>
);

/** Cards with a large figure each; `bar` for a progress below it. */
export const FigureSkeletons = ({ count, bar = false }: { count: number; bar?: boolean }) =>
  Array.from({ length: count }, (_, at) => (
    <Card
      // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
      key={at}
      className={cn("p-5 max-lg:p-4", bar ? "h-36.5 max-lg:h-34.5" : "h-32.5")}
    >
      <Skeleton className="my-1 h-3 w-24 max-w-full" />
      <Skeleton className="mt-3.5 h-7 w-28 max-w-full" />
      <Skeleton className="mt-4 h-3 w-28 max-w-full" />
      {bar && <Skeleton className="mt-2 h-1.5" />}
    </Card>
  ));
