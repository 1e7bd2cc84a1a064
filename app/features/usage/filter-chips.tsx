import { Link } from "@remix-run/react";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import type { FilterName, UsageFilter } from "./usage-filter.ts";
import { useKeyLabel } from "./use-key-labels.ts";
import { useUsageFilter } from "./use-usage-filter.ts";

const WORDS: Record<FilterName, string> = { keyId: "Key", endpoint: "Endpoint" };

/** What the figures are limited to, each limit one click from gone. */
export function FilterChips({ filter }: { filter: UsageFilter }) {
  const group = useRef<HTMLFieldSetElement>(null);
  const names = (["keyId", "endpoint"] as const).filter((name) => filter[name]);
  // The chip goes, and the focus with it.
  const keepFocus = () => group.current?.focus();
  return (
    <fieldset ref={group} tabIndex={-1} aria-label="Filters" className="min-w-0 outline-none">
      {names.length > 0 && (
        <ul className="mb-4 flex flex-wrap gap-2">
          {names.map((name) => (
            <Chip key={name} name={name} onRemove={keepFocus}>
              {name === "keyId" ? <KeyName id={filter.keyId ?? ""} /> : <code>{filter.endpoint}</code>}
            </Chip>
          ))}
        </ul>
      )}
    </fieldset>
  );
}

const KeyName = ({ id }: { id: string }) => <>{useKeyLabel(id)}</>;

interface ChipProps {
  name: FilterName;
  children: ReactNode;
  onRemove: () => void;
}

function Chip({ name, children, onRemove }: ChipProps) {
  const { linkTo } = useUsageFilter();
  return (
    <li className="flex h-8 max-w-full items-center gap-1.5 rounded-control border border-edge bg-surface pl-2.5 text-small max-lg:h-9">
      <span className="text-ink-3">{WORDS[name]}</span>
      <span className="min-w-0 truncate font-medium [&_code]:font-mono [&_code]:text-[0.78125rem]">
        {children}
      </span>
      <Link
        {...linkTo({ [name]: null })}
        onClick={onRemove}
        aria-label={`Remove the ${WORDS[name].toLowerCase()} filter`}
        className="grid size-7.5 shrink-0 place-items-center rounded-item text-ink-3 transition-colors hover:bg-hover hover:text-ink max-lg:size-8.5"
      >
        <X className="size-3.5" aria-hidden="true" />
      </Link>
    </li>
  );
}
