import ChevronDown from "lucide-react/icons/chevron-down";
import { cn } from "#app/lib/class-names.ts";

interface RowToggleProps {
  label: string;
  open: boolean;
  /** The id of what it opens. */
  controls: string;
  onToggle: () => void;
  /** A click anywhere on the row counts; its element is `relative`. */
  wholeRow?: boolean | undefined;
}

/** Opens and closes the details of a table's row. */
export const RowToggle = ({ label, open, controls, onToggle, wholeRow }: RowToggleProps) => (
  <button
    type="button"
    aria-expanded={open}
    aria-controls={open ? controls : undefined}
    aria-label={label}
    onClick={onToggle}
    className={cn(
      "grid size-7 shrink-0 place-items-center rounded-item text-ink-3",
      wholeRow ? "after:absolute after:inset-0" : "hover:bg-hover",
    )}
  >
    <ChevronDown className={cn("size-4 transition-transform", open && "rotate-180")} aria-hidden="true" />
  </button>
);
