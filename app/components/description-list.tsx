import type { ReactNode } from "react";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { styled } from "#app/components/ui/styled.tsx";

export const DescriptionList = styled("dl", "divide-y text-small");

/** `children` is empty while the value is loading. */
export const Description = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4 py-2.5">
    <dt className="shrink-0 text-ink-2">{label}</dt>
    <dd className="min-w-0 text-right tabular-nums wrap-anywhere">
      {children || <Skeleton className="my-0.5 h-4 w-14" />}
    </dd>
  </div>
);
