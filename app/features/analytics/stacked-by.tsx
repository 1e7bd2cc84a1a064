import { Select } from "#app/components/ui/select.tsx";
import { oneOf } from "#app/lib/address.ts";
import { cn } from "#app/lib/class-names.ts";
import { STACK_LABELS } from "./stack-choice.ts";
import type { Stacking } from "./use-stacking.ts";

const NONE = "none";
const LABEL = "Stacked by";

type StackedByProps = Pick<Stacking, "choices" | "isShown" | "by" | "choose">;

/** Keeps its place where the chart can't be stacked, so that nothing moves. */
export function StackedBy({ choices, isShown, by, choose }: StackedByProps) {
  if (choices.length === 0) return null;
  const options = choices.map((value) => ({ value, label: STACK_LABELS[value] }));
  return (
    <div
      className={cn(
        "flex items-center gap-2 text-caption text-ink-3 max-sm:justify-between",
        !isShown && "invisible",
      )}
    >
      <span aria-hidden="true">{LABEL}</span>
      <Select
        aria-label={LABEL}
        className="h-8 max-lg:h-9"
        align="end"
        value={by ?? NONE}
        onValueChange={(value) => choose(oneOf(choices, value))}
        choices={[{ value: NONE, label: "None" }, ...options]}
      />
    </div>
  );
}
