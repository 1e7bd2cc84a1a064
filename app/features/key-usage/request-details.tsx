import type { ReactNode } from "react";
import { cn } from "#app/lib/class-names.ts";
import { formatNumber } from "#app/lib/format.ts";
import type { UsageItem } from "#core/contract/usage.ts";

interface DetailProps {
  name: string;
  children: ReactNode;
  className?: string;
}

const Detail = ({ name, children, className }: DetailProps) => (
  <div className={cn("min-w-0", className)}>
    <dt className="text-ink-3">{name}</dt>
    <dd className="mt-0.5 text-small tabular">{children}</dd>
  </div>
);

/** What the row leaves out; the id is what support asks for. */
export function RequestDetails({ request }: { request: UsageItem }) {
  return (
    <dl className="grid grid-cols-[2fr_1fr_1fr] gap-x-8 gap-y-3 rounded-control border bg-surface p-4 text-caption max-md:grid-cols-2">
      <Detail name="Request ID" className="max-md:col-span-2">
        <span className="font-mono text-[0.78125rem] break-all">{request.request_id}</span>
      </Detail>
      <Detail name="Tokens in">{formatNumber(request.tokens_in)}</Detail>
      <Detail name="Tokens out">{formatNumber(request.tokens_out)}</Detail>
    </dl>
  );
}
