import { Link } from "@remix-run/react";
import { Inbox } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { RANGE_PHRASES } from "#app/features/usage/messages.ts";
import { isFiltered } from "#app/features/usage/usage-filter.ts";
import { paths } from "#app/lib/paths.ts";
import type { Range } from "#core/domain/ranges.ts";
import { usageLogMessages } from "./messages.ts";
import type { LogView } from "./use-log-view.ts";

const LONGEST: Range = "30d";

interface NoRequestsProps {
  view: LogView;
  onClear: () => void;
  onRange: (range: Range) => void;
}

/** Says why the log is empty, and offers what may fill it: fewer filters, more time, or a first request. */
export function NoRequests({ view, onClear, onRange }: NoRequestsProps) {
  const filtered = isFiltered(view.filter) || view.status !== undefined;
  const { empty, filteredHelp, quietHelp } = usageLogMessages;
  return (
    <EmptyState
      icon={Inbox}
      title={empty}
      description={filtered ? filteredHelp : quietHelp(RANGE_PHRASES[view.range])}
      action={filtered ? <Clear onClear={onClear} /> : <More range={view.range} onRange={onRange} />}
      className="border-t"
    />
  );
}

const Clear = ({ onClear }: Pick<NoRequestsProps, "onClear">) => (
  <Button onClick={onClear}>{usageLogMessages.clearFilters}</Button>
);

function More({ range, onRange }: Pick<NoRequestsProps, "onRange"> & { range: Range }) {
  if (range !== LONGEST) {
    return <Button onClick={() => onRange(LONGEST)}>{usageLogMessages.show(RANGE_PHRASES[LONGEST])}</Button>;
  }
  return (
    <Button asChild>
      <Link to={`${paths.documentationTopic("authentication")}#your-first-request`}>
        {usageLogMessages.sendOne}
      </Link>
    </Button>
  );
}
