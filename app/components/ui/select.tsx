import ChevronDown from "lucide-react/icons/chevron-down";
import { type ButtonHTMLAttributes, forwardRef } from "react";
import { cn } from "#app/lib/class-names.ts";
import { useFieldWiring } from "./field.tsx";
import { OnDemand } from "./on-demand.tsx";
import type { SelectProps } from "./select-list.tsx";

const loadList = () => import("./select-list.tsx");

/** The list's code is fetched when the closed list is touched or focused. */
export function Select(props: SelectProps) {
  const wiring = useFieldWiring();
  const { id = wiring.id, value, choices, icon, className } = props;
  const button = (
    <SelectButton {...wiring} role="combobox" id={id} aria-label={props["aria-label"]} className={className}>
      {icon}
      <span>{choices.find((choice) => choice.value === value)?.label}</span>
    </SelectButton>
  );
  return <OnDemand load={loadList} popup="listbox" trigger={button} props={props} />;
}

export const SelectButton = forwardRef<HTMLButtonElement, ButtonHTMLAttributes<HTMLButtonElement>>(
  function SelectButton({ className, children, ...rest }, ref) {
    return (
      <button
        ref={ref}
        type="button"
        aria-expanded={false}
        className={cn(
          "inline-flex h-9 items-center justify-between gap-2 rounded-control border border-edge bg-surface px-3 text-small font-medium whitespace-nowrap shadow-card transition-colors hover:bg-fill disabled:opacity-50 max-lg:h-10 [&_svg]:shrink-0 [&_svg]:text-ink-3 [&_svg:not([class*='size-'])]:size-4",
          className,
        )}
        {...rest}
      >
        {children}
        <ChevronDown className="ml-auto size-3.5" aria-hidden="true" />
      </button>
    );
  },
);
