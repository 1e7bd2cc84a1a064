import CircleSlash from "lucide-react/icons/circle-slash";
import { LongName } from "#app/components/long-name.tsx";
import { TableCell } from "#app/components/ui/table.tsx";
import { formatCost } from "#app/lib/format.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import { causeText, type Refusal, refusalCode, refusalTime, refusedText } from "./refusal-view.ts";

const reader = () => ({ zone: readerZone(), now: Date.now() });

interface RefusalRowProps {
  refusal: Refusal;
  keyName: string;
}

/** Time, key, usage, cost and receipt keep their columns. */
const KEPT_COLUMNS = 5;

/** One row of the log that isn't a request: it has no receipt. */
export const RefusalRow = ({ refusal, keyName, columns }: RefusalRowProps & { columns: number }) => (
  <tr className="border-t bg-canvas first:border-t-0">
    <TableCell className="h-14 pt-2.5 align-top whitespace-nowrap text-ink-2">
      {refusalTime(refusal)}
    </TableCell>
    <TableCell className="h-14 max-w-24 py-2.5 xl:max-w-44 align-top">
      <LongName>{keyName}</LongName>
    </TableCell>
    <TableCell colSpan={columns - KEPT_COLUMNS} className="h-14">
      <span className="flex gap-2.5">
        <CircleSlash className="mt-0.5 size-4 shrink-0 text-warning" strokeWidth={1.75} aria-hidden="true" />
        <span>
          <span className="font-medium">{refusedText(refusal)}</span>
          <span className="text-ink-2">
            {" · "}
            <span translate="no" className="font-mono text-mono">
              {refusalCode(refusal)}
            </span>
          </span>
          <span className="block text-caption text-ink-3">{causeText(refusal, reader())}</span>
        </span>
      </span>
    </TableCell>
    <TableCell className="h-14 pt-2.5 text-right align-top text-ink-2">—</TableCell>
    <TableCell className="h-14 pt-2.5 text-right align-top">{formatCost(0)}</TableCell>
    <TableCell />
  </tr>
);

export const RefusalItem = ({ refusal, keyName }: RefusalRowProps) => (
  <div className="flex gap-3 bg-canvas px-4 py-3">
    <span className="flex w-9 shrink-0 justify-center pt-0.5">
      <CircleSlash className="size-4 text-warning" strokeWidth={1.75} aria-hidden="true" />
    </span>
    <span className="min-w-0 flex-1">
      <span className="block text-small font-medium">{refusedText(refusal)}</span>
      <span translate="no" className="block font-mono text-mono text-ink-2 wrap-anywhere">
        {refusalCode(refusal)}
      </span>
      <span className="block text-caption text-ink-3">{causeText(refusal, reader())}</span>
      <span className="block text-caption text-ink-3 tabular-nums">
        <LongName>{`${refusalTime(refusal)} · ${keyName}`}</LongName>
      </span>
    </span>
    <span className="text-small tabular-nums">{formatCost(0)}</span>
  </div>
);
