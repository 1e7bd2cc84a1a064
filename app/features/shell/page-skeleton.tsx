import type { ReactNode } from "react";
import { Card, CardBody, CardHeader } from "#app/components/ui/card.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import type { PageOutline } from "./page-outline.ts";

const LINES = ["w-full", "w-4/5", "w-11/12", "w-2/3", "w-5/6", "w-3/4"];

interface PageSkeletonProps extends Omit<PageOutline, "description"> {
  description?: ReactNode;
}

const descriptionSkeleton = (
  <span className="flex h-5.5 items-center">
    <Skeleton className="h-3.5 w-64 max-w-full" />
  </span>
);

/** A page of which only the heading and the layout are known. */
export function PageSkeleton({ title, description = descriptionSkeleton, shape }: PageSkeletonProps) {
  return (
    <div aria-busy="true">
      <PageHeader title={title} description={description} />
      <p role="status" className="sr-only">
        Loading
      </p>
      {shape === "figures" && <FigureRow />}
      {shape === "card" && <CardSkeleton lines={LINES} className="max-w-[36rem]" />}
      {shape === "list" && <CardSkeleton lines={LINES} className="h-93" />}
      {shape === "settings" && <Settings />}
      {(shape === "figures" || shape === "columns") && (
        <div className="grid grid-cols-[minmax(0,1fr)_var(--spacing-aside)] items-start gap-6 max-lg:grid-cols-1 max-lg:gap-3">
          <CardSkeleton lines={LINES} className={shape === "figures" ? "h-93" : ""} />
          <CardSkeleton lines={LINES.slice(0, 2)} className="h-40" />
        </div>
      )}
    </div>
  );
}

const Settings = () =>
  ["first", "second"].map((place) => (
    <div
      key={place}
      className="grid grid-cols-[15rem_minmax(0,1fr)] gap-8 border-t py-8 first-of-type:border-t-0 first-of-type:pt-2 max-lg:grid-cols-1 max-lg:gap-4 max-lg:py-6"
    >
      <div>
        <Skeleton className="my-1 h-3.5 w-24" />
        <Skeleton className="mt-3 h-3 w-48" />
      </div>
      <CardSkeleton lines={LINES} className="h-72" />
    </div>
  ));

const FigureRow = () => (
  <div className="mb-6 grid grid-cols-3 gap-6 max-lg:mb-3 max-lg:grid-cols-1 max-lg:gap-3">
    {["first", "second", "third"].map((place) => (
      <Card key={place} className="h-36.5 p-5 max-lg:h-34.5 max-lg:p-4">
        <Skeleton className="my-1 h-3 w-24" />
        <Skeleton className="mt-3.5 h-7 w-28" />
        <Skeleton className="mt-4 h-3 w-28" />
        <Skeleton className="mt-2 h-1.5" />
      </Card>
    ))}
  </div>
);

function CardSkeleton({ lines, className }: { lines: string[]; className: string }) {
  return (
    <Card className={className}>
      <CardHeader>
        <Skeleton className="my-1 h-3.5 w-28" />
      </CardHeader>
      <CardBody className="grid gap-6 pt-5">
        {lines.map((width) => (
          <Skeleton key={width} className={`h-3.5 ${width}`} />
        ))}
      </CardBody>
    </Card>
  );
}
