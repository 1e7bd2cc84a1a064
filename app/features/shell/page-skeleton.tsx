import { Card, CardBody, CardHeader } from "#app/components/ui/card.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";

const LINES = ["w-full", "w-4/5", "w-11/12", "w-2/3", "w-5/6", "w-3/4"];

/** A page of which only the title is known: a main column and an aside, as every page has. */
export function PageSkeleton({ title }: { title: string }) {
  return (
    <div aria-busy="true">
      <PageHeader title={title} description={<Skeleton className="my-1 h-3.5 w-64 max-w-full" />} />
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)_var(--spacing-aside)] items-start gap-6 max-lg:grid-cols-1 max-lg:gap-3">
        <CardSkeleton lines={LINES} />
        <CardSkeleton lines={LINES.slice(0, 2)} />
      </div>
    </div>
  );
}

function CardSkeleton({ lines }: { lines: string[] }) {
  return (
    <Card>
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
