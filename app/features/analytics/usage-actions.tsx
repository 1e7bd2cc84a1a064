import RefreshCw from "lucide-react/icons/refresh-cw";
import { Button } from "#app/components/ui/button.tsx";
import { cn } from "#app/lib/class-names.ts";
import { useOnline } from "#app/lib/code/use-online.ts";
import { RangePicker } from "./range-picker.tsx";

type UsageActionsProps = {
  refreshing: boolean;
  onRefresh: () => void;
  /** Before the page's code has loaded. */
  outline?: boolean;
};

export function UsageActions({ refreshing, onRefresh, outline = false }: UsageActionsProps) {
  const online = useOnline();
  return (
    <>
      <RangePicker outline={outline} />
      <Button
        aria-disabled={refreshing || !online}
        title={online ? undefined : "You’re offline"}
        className={cn(refreshing && online && "opacity-100")}
        onClick={onRefresh}
      >
        <RefreshCw strokeWidth={1.75} className={cn(refreshing && "animate-spin")} aria-hidden="true" />
        Refresh
      </Button>
      <span role="status" className="sr-only">
        {refreshing ? "Loading analytics" : ""}
      </span>
    </>
  );
}
