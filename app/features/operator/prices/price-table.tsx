import ChevronDown from "lucide-react/icons/chevron-down";
import { type ReactNode, useId, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Table, TableCell, TableHeaderCell, TableRow } from "#app/components/ui/table.tsx";
import { TABLE_FROM_PIXELS } from "#app/features/operator/accounts/accounts-view.ts";
import { cn } from "#app/lib/class-names.ts";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
import type { PricePreviewResponse } from "#core/contract/operator-prices.ts";
import type { PriceEntry } from "#core/contract/price-list.ts";
import { chargedByText, labelOf } from "./price-amounts.ts";
import { amountText, columnText, costText, marginText, shownFields, unitText } from "./price-view.ts";

interface PriceTableProps {
  models: readonly PriceEntry[];
  /** Of the list in force, to show what differs. */
  before: readonly PriceEntry[];
  preview: PricePreviewResponse | undefined;
  /** In place of the buttons of the model that is edited. */
  editor: { model: string; form: ReactNode } | null;
  /** Null while they can't be edited. */
  onEdit: ((model: string) => void) | null;
}

const HEADINGS = ["Input", "Cached input", "Output", "Per unit", "Provider cost", "Margin"];
const COLUMNS = HEADINGS.length + 2;

export function PriceTable(props: PriceTableProps) {
  const rows = props.models.map((entry) => <Model key={entry.model} entry={entry} {...props} />);
  if (useIsNarrow(TABLE_FROM_PIXELS)) return <ul className="divide-y">{rows}</ul>;
  return (
    <Table>
      <thead>
        <tr className="bg-canvas">
          <TableHeaderCell>Model</TableHeaderCell>
          {HEADINGS.map((heading) => (
            <TableHeaderCell key={heading} className="text-right whitespace-nowrap">
              {heading}
            </TableHeaderCell>
          ))}
          <TableHeaderCell>
            <span className="sr-only">Actions</span>
          </TableHeaderCell>
        </tr>
      </thead>
      <tbody>{rows}</tbody>
    </Table>
  );
}

type ModelProps = PriceTableProps & { entry: PriceEntry };

function Model({ entry, before, preview, editor, onEdit }: ModelProps) {
  const old = before.find(({ model }) => model === entry.model);
  const figures = preview?.models.find(({ model }) => model === entry.model);
  const isOpen = editor?.model === entry.model;
  const shared = {
    entry,
    old,
    margin: marginText(figures),
    form: isOpen ? editor.form : null,
    edit: onEdit && !isOpen && (
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Edit ${entry.model}`}
        aria-disabled={editor !== null || undefined}
        onClick={() => onEdit(entry.model)}
      >
        Edit
      </Button>
    ),
  };
  return useIsNarrow(TABLE_FROM_PIXELS) ? <ModelItem {...shared} /> : <ModelRows {...shared} />;
}

interface RowProps {
  entry: PriceEntry;
  /** In the list in force. */
  old: PriceEntry | undefined;
  margin: string;
  form: ReactNode;
  edit: ReactNode;
}

function ModelRows({ entry, old, margin, form, edit }: RowProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const isOpen = form === null && open;
  const cell = (text: (of: PriceEntry) => string) => (
    <TableCell className="text-right whitespace-nowrap tabular-nums">
      <Changed now={text(entry)} before={old && text(old)} />
    </TableCell>
  );
  return (
    <>
      <TableRow className={cn("relative", form && "bg-accent-soft/50", isOpen && "bg-canvas")}>
        <TableCell className="w-full max-w-0">
          <ModelName entry={entry} old={old} />
        </TableCell>
        {cell((of) => columnText(of, "input"))}
        {cell((of) => columnText(of, "cached_input"))}
        {cell((of) => columnText(of, "output"))}
        {cell(unitText)}
        {cell(costText)}
        <TableCell className="text-right whitespace-nowrap tabular-nums">{margin}</TableCell>
        <TableCell className="w-0 whitespace-nowrap last:pr-3.5">
          <div className="flex items-center justify-end gap-1">
            {edit && <span className="relative z-1">{edit}</span>}
            {form === null && (
              <Toggle open={open} controls={id} model={entry.model} onToggle={() => setOpen(!open)} />
            )}
          </div>
        </TableCell>
      </TableRow>
      {isOpen && (
        <tr className="bg-canvas" id={id}>
          <td colSpan={COLUMNS} className="px-5 pb-4">
            <div className="rounded-control border bg-surface px-4 py-1">
              <AmountList entry={entry} old={old} className="grid-cols-2 gap-x-10" />
            </div>
          </td>
        </tr>
      )}
      {form && (
        <tr className="bg-accent-soft/50">
          <td colSpan={COLUMNS}>{form}</td>
        </tr>
      )}
    </>
  );
}

/** For narrow screens, with every price. */
const ModelItem = ({ entry, old, margin, form, edit }: RowProps) => (
  <li className={cn(form && "bg-accent-soft/50")}>
    <div className="px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        <ModelName entry={entry} old={old} />
        {edit}
      </div>
      {form === null && (
        <>
          <AmountList entry={entry} old={old} />
          <p className="mt-1 text-caption text-ink-3">Margin, last week: {margin}</p>
        </>
      )}
    </div>
    {form}
  </li>
);

type NamedProps = Pick<RowProps, "entry" | "old">;

const ModelName = ({ entry, old }: NamedProps) => (
  <div className="min-w-0">
    <span className="block truncate font-mono text-[0.78125rem] font-medium" title={entry.model}>
      {entry.model}
    </span>
    <span className="block truncate text-caption text-ink-3">
      {chargedByText(entry)}
      {!old && " · New"}
    </span>
  </div>
);

const Changed = ({ now, before }: { now: string; before: string | undefined }) =>
  before === undefined || before === now ? (
    now
  ) : (
    <>
      <span className="block font-medium">{now}</span>
      <span className="block text-caption text-ink-3">was {before}</span>
    </>
  );

const AmountList = ({ entry, old, className }: NamedProps & { className?: string }) => (
  <dl className={cn("grid text-small", className)}>
    {shownFields(entry).map((field) => (
      <div key={field} className="flex items-baseline justify-between gap-4 border-b border-line/60 py-1.5">
        <dt className="min-w-0 text-ink-2">{labelOf(field)}</dt>
        <dd className="text-right tabular-nums">
          <Changed now={amountText(entry, field)} before={old && amountText(old, field)} />
          {entry.provider_cost && (
            <span className="block text-caption text-ink-3">
              cost {amountText(entry.provider_cost, field)}
            </span>
          )}
        </dd>
      </div>
    ))}
  </dl>
);

interface ToggleProps {
  open: boolean;
  controls: string;
  model: string;
  onToggle: () => void;
}

const Toggle = ({ open, controls, model, onToggle }: ToggleProps) => (
  <button
    type="button"
    aria-expanded={open}
    {...(open && { "aria-controls": controls })}
    aria-label={`All prices of ${model}`}
    onClick={onToggle}
    className="grid size-7 shrink-0 place-items-center rounded-item text-ink-3 after:absolute after:inset-0"
  >
    <ChevronDown className={cn("size-4 transition-transform", open && "rotate-180")} aria-hidden="true" />
  </button>
);
