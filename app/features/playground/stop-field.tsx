import X from "lucide-react/icons/x";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { type SettingProps, STOP_MOST } from "./settings.ts";

/** Enter adds a sequence, Backspace in the empty field removes the last one. */
export function StopField({ settings: { stop }, onChange }: SettingProps) {
  const id = useId();
  const [draft, setDraft] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const isFull = stop.length >= STOP_MOST;
  const add = () => {
    if (draft === "") return;
    if (!isFull && !stop.includes(draft)) onChange({ stop: [...stop, draft] });
    setDraft("");
  };
  const remove = (sequence: string) => {
    onChange({ stop: stop.filter((each) => each !== sequence) });
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      add();
    }
    const last = stop.at(-1);
    if (event.key === "Backspace" && draft === "" && last !== undefined) remove(last);
  };
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-small font-medium">
        Stop sequences
      </label>
      <div className="flex min-h-9 flex-wrap items-center gap-1.5 rounded-control border border-control bg-surface px-2 py-1 outline-accent has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 max-lg:min-h-10">
        {stop.map((sequence) => (
          <span
            key={sequence}
            translate="no"
            className="inline-flex h-6 max-w-full items-center gap-1 rounded-tag bg-fill pr-1 pl-2 font-mono text-caption"
          >
            <span className="truncate whitespace-pre">{sequence}</span>
            <button
              type="button"
              aria-label={`Remove ${sequence}`}
              onClick={() => remove(sequence)}
              className="relative grid size-4 place-items-center rounded-tag text-ink-3 after:absolute after:-inset-1 hover:text-ink max-lg:after:-inset-2"
            >
              <X className="size-3" aria-hidden="true" />
            </button>
          </span>
        ))}
        <input
          ref={field}
          id={id}
          value={draft}
          readOnly={isFull}
          autoComplete="off"
          placeholder={isFull ? "" : `Add one, up to ${STOP_MOST}`}
          onChange={({ target }) => setDraft(target.value)}
          onKeyDown={onKeyDown}
          onBlur={add}
          className="h-6 min-w-24 flex-1 bg-transparent px-1 text-small outline-none placeholder:text-ink-3 max-lg:text-lead"
        />
      </div>
    </div>
  );
}
