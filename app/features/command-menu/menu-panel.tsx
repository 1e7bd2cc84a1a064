import { SearchX } from "lucide-react";
import { useState } from "react";
import {
  Command,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
} from "#app/components/ui/command.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Kbd } from "#app/components/ui/kbd.tsx";
import { findEntries } from "./find-entries.ts";
import type { MenuEntry } from "./menu-entry.ts";
import { menuMessages } from "./messages.ts";
import { useMenuGroups } from "./use-menu-groups.ts";

type OnChoose = (entry: MenuEntry) => void;

/** The field, what is found, and how the keyboard goes through it. */
export function MenuPanel({ onChoose }: { onChoose: OnChoose }) {
  const [query, setQuery] = useState("");
  const { groups, loading, notice } = useMenuGroups();
  const found = findEntries(groups, query);
  const count = found.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <Command label={menuMessages.open}>
      <CommandInput value={query} onValueChange={setQuery} placeholder={menuMessages.placeholder} />
      <CommandList label="Results">
        {found.map(({ title, entries }) => (
          <CommandGroup key={title} heading={title}>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} onChoose={onChoose} />
            ))}
          </CommandGroup>
        ))}
      </CommandList>
      {count === 0 && !loading && (
        <EmptyState
          icon={SearchX}
          title={menuMessages.noResults(query.trim())}
          description={menuMessages.noResultsHint}
          className="py-10"
        />
      )}
      <Foot count={count} notice={notice} />
    </Command>
  );
}

function Entry({ entry, onChoose }: { entry: MenuEntry; onChoose: OnChoose }) {
  const { id, label, note, code, Icon } = entry;
  return (
    <CommandItem value={id} onSelect={() => onChoose(entry)}>
      <Icon aria-hidden="true" />
      <span className="min-w-0 flex-1 truncate">
        <span className="group-data-[selected=true]:font-medium">{label}</span>
        {note && <span className="ml-2 text-ink-3">{note}</span>}
      </span>
      {code && <span className="font-mono text-caption text-ink-3">{code}</span>}
    </CommandItem>
  );
}

/** What is missing yet, and for those who do not see the list how much of it there is. */
function Foot({ count, notice }: { count: number; notice: string | null }) {
  return (
    <footer
      className={`flex items-center gap-4 border-t px-5 py-2.5 text-caption text-ink-3 ${notice ? "" : "max-lg:hidden"}`}
    >
      <span className="flex items-center gap-1.5 max-lg:hidden">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> to move
      </span>
      <span className="flex items-center gap-1.5 max-lg:hidden">
        <Kbd>↵</Kbd> to open
      </span>
      <span role="status" className={notice ? "lg:ml-auto" : "sr-only"}>
        {notice ?? (count === 1 ? "1 result" : `${count} results`)}
      </span>
    </footer>
  );
}
