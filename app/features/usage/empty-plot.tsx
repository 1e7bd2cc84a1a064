import { axisValues } from "./axis.ts";

const LINES = axisValues(100).reverse();

interface PlotNoteProps {
  title: string;
  description: string;
}

function PlotNote({ title, description }: PlotNoteProps) {
  return (
    <div className="grid size-full place-items-center text-center">
      <div>
        <p className="text-small font-medium">{title}</p>
        <p className="mt-0.5 text-caption text-ink-3">{description}</p>
      </div>
    </div>
  );
}

/** A grid without a line in it. */
export function EmptyPlot(note: PlotNoteProps) {
  return (
    <div className="relative size-full">
      <div className="flex h-full flex-col justify-between pb-6.5 opacity-60" aria-hidden="true">
        {LINES.map((value) => (
          <div key={value} className="flex h-0 items-center gap-2.5 pr-2.5 first:mt-2.5">
            <span className="w-7 text-right text-micro text-ink-3 tabular">{value}</span>
            <span className="flex-1 border-t" />
          </div>
        ))}
      </div>
      <div className="absolute inset-0 pb-4">
        <PlotNote {...note} />
      </div>
    </div>
  );
}
