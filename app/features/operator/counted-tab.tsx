import { TabsTrigger } from "#app/components/ui/tabs.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatNumber } from "#app/lib/format.ts";

interface CountedTabProps {
  value: string;
  label: string;
  /** Undefined until it is known. */
  count: number | undefined;
  /** Any at all need work. */
  alarming?: boolean;
  className?: string;
}

export const CountedTab = ({ value, label, count, alarming = false, className }: CountedTabProps) => (
  <TabsTrigger value={value} className={cn("whitespace-nowrap", className)}>
    {label}{" "}
    <span
      className={cn(
        "min-w-5 rounded-tag bg-fill px-1.5 text-center text-micro leading-[1.125rem] text-ink-2 tabular-nums",
        alarming && count !== undefined && count > 0 && "bg-danger-soft text-danger-ink",
      )}
    >
      {count === undefined ? "–" : formatNumber(count)}
    </span>
  </TabsTrigger>
);
