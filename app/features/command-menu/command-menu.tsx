import { useNavigate } from "@remix-run/react";
import SearchX from "lucide-react/icons/search-x";
import { useRef, useState } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import {
  Command,
  CommandContent,
  CommandDialog,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
  CommandTitle,
} from "#app/components/ui/command.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Kbd } from "#app/components/ui/kbd.tsx";
import { cn } from "#app/lib/class-names.ts";
import { wordsOf } from "#app/lib/documentation/search.ts";
import { formatCount } from "#app/lib/format.ts";
import { isMeantAsRequestId, requestIdOf } from "#app/lib/request-id.ts";
import { findEntries, type MenuEntry } from "./menu-entries.ts";
import { menuMessages } from "./messages.ts";
import { useMenuGroups } from "./use-menu-groups.ts";

type CommandMenuProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function CommandMenu({ open, onOpenChange }: CommandMenuProps) {
  const navigate = useNavigate();
  const focusTarget = useRef<Element | null>(null);

  function choose({ target }: MenuEntry) {
    onOpenChange(false);
    if (typeof target !== "string") return void target();
    // The element that had the focus may disappear with its page.
    focusTarget.current = document.getElementById("main");
    navigate(target);
  }
  function returnFocus(event: Event) {
    event.preventDefault();
    // The chosen action may have moved the focus itself.
    if (document.activeElement !== document.body) return;
    if (focusTarget.current instanceof HTMLElement) focusTarget.current.focus({ preventScroll: true });
  }
  return (
    <CommandDialog open={open} onOpenChange={onOpenChange}>
      <CommandContent
        onOpenAutoFocus={() => {
          focusTarget.current = document.activeElement;
        }}
        onCloseAutoFocus={returnFocus}
      >
        <CommandTitle className="sr-only">{menuMessages.name}</CommandTitle>
        <MenuPanel onChoose={choose} />
      </CommandContent>
    </CommandDialog>
  );
}

function MenuPanel({ onChoose }: { onChoose: (entry: MenuEntry) => void }) {
  const [query, setQuery] = useState("");
  const { groups, loading, notice } = useMenuGroups(query);
  const found = findEntries(groups, query);
  const count = found.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <Command label={menuMessages.open}>
      <CommandInput value={query} onValueChange={setQuery} placeholder={menuMessages.placeholder} />
      <CommandList label="Results">
        {found.map(({ title, entries }) => (
          <CommandGroup key={title} heading={title}>
            {entries.map((entry) => (
              <CommandItem key={entry.id} value={entry.id} onSelect={() => onChoose(entry)}>
                <EntryContent {...entry} query={query} />
              </CommandItem>
            ))}
          </CommandGroup>
        ))}
      </CommandList>
      {count === 0 && !loading && <NoResults query={query.trim()} />}
      <Footer count={count} notice={notice} />
    </Command>
  );
}

function NoResults({ query }: { query: string }) {
  const id = requestIdOf(query);
  const isId = isMeantAsRequestId(id);
  return (
    <EmptyState
      icon={SearchX}
      title={isId ? menuMessages.noRequest(id) : menuMessages.noResults(query)}
      description={isId ? menuMessages.noRequestHint : menuMessages.noResultsHint}
      className="py-10"
    />
  );
}

/** The text with the first place where a word was found in it. */
function Highlighted({ text, words }: { text: string; words: readonly string[] }) {
  const word = words.find((each) => text.toLowerCase().includes(each.toLowerCase()));
  if (word === undefined) return text;
  const from = text.toLowerCase().indexOf(word.toLowerCase());
  const to = from + word.length;
  return (
    <>
      {text.slice(0, from)}
      <b className="font-medium text-ink">{text.slice(from, to)}</b>
      {text.slice(to)}
    </>
  );
}

type EntryProps = MenuEntry & { query: string };

function EntryContent({ label, note, detail, code, isCode = false, status, Icon, query }: EntryProps) {
  return (
    <>
      <Icon aria-hidden="true" />
      <span className={cn("min-w-0 flex-1 truncate", detail && "py-2")}>
        <span
          translate={isCode ? "no" : undefined}
          className={cn("group-data-[selected=true]:font-medium", isCode && "font-mono text-mono")}
        >
          <Highlighted text={label} words={wordsOf(isCode ? requestIdOf(query) : query)} />
        </span>
        {note && <span className="ml-2 text-ink-3">{note}</span>}
        {detail && <span className="block truncate text-caption text-ink-3 tabular-nums">{detail}</span>}
      </span>
      {status && <Badge tone={status.tone}>{status.label}</Badge>}
      {code && (
        <span translate="no" className="font-mono text-caption text-ink-3">
          {code}
        </span>
      )}
    </>
  );
}

/** Shows the notice, or tells screen readers how many results there are. */
function Footer({ count, notice }: { count: number; notice: string | null }) {
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
        {notice ?? formatCount(count, "result")}
      </span>
    </footer>
  );
}
