import { BookOpen, KeyRound } from "lucide-react";
import { useEffect } from "react";
import type { IndexedSection } from "#app/features/docs/search.ts";
import { DOCUMENTATION_PAGES, topicNamed } from "#app/features/docs/topics.ts";
import { useSectionIndex } from "#app/features/docs/use-section-index.ts";
import { useApiKeys } from "#app/features/keys/use-api-keys.ts";
import { paths } from "#app/lib/paths.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import type { MenuEntry, MenuGroup } from "./menu-entry.ts";
import { menuMessages } from "./messages.ts";
import { pageEntries, settingsEntries } from "./page-entries.ts";
import { useActions } from "./use-actions.ts";

/** So many that the first keys can still be seen below them. */
const PAGES_AT_FIRST = 7;
const KEYS_AT_FIRST = 3;

/** Everything the menu leads to, and what is still missing of it. */
export function useMenuGroups(): { groups: MenuGroup[]; loading: boolean; notice: string | null } {
  const keys = useApiKeys();
  const { sections, load } = useSectionIndex();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the menu opens
  useEffect(load, []);
  const actions = useActions();
  const groups = [
    { title: "Go to", entries: [...pageEntries, ...settingsEntries], atFirst: PAGES_AT_FIRST },
    { title: "API Keys", entries: keyEntries(keys.data ?? []), atFirst: KEYS_AT_FIRST },
    { title: "Actions", entries: actions, atFirst: actions.length },
    { title: "Documentation", entries: docsEntries(sections), atFirst: DOCUMENTATION_PAGES.length },
  ];
  const loading = keys.isPending || sections === null;
  return { groups, loading, notice: noticeOf(keys, sections) };
}

function noticeOf(
  { isPending, data }: Pick<ReturnType<typeof useApiKeys>, "isPending" | "data">,
  sections: IndexedSection[] | "failed" | null,
): string | null {
  if (isPending) return menuMessages.keysLoading;
  if (data === undefined) return menuMessages.keysFailed;
  if (sections === null) return menuMessages.docsLoading;
  return sections === "failed" ? menuMessages.docsFailed : null;
}

/** Those that are revoked come last. */
const keyEntries = (keys: readonly ApiKey[]): MenuEntry[] =>
  keys
    .toSorted((one, other) => one.status.localeCompare(other.status))
    .map(({ id, name, key, status }) => ({
      id: `key ${id}`,
      label: name,
      Icon: KeyRound,
      leads: paths.keyUsage(id),
      note: status === "revoked" ? "Revoked" : undefined,
      code: key,
      what: "API key",
      words: "usage",
    }));

const topicEntries: MenuEntry[] = DOCUMENTATION_PAGES.map(({ name, title, description }) => ({
  id: `docs ${name}`,
  label: title,
  Icon: BookOpen,
  leads: paths.documentationTopic(name),
  note: "Documentation",
  words: description,
}));

/** The topics, and the sections that the documentation's own search looks through. */
function docsEntries(sections: IndexedSection[] | "failed" | null): MenuEntry[] {
  if (!Array.isArray(sections)) return topicEntries;
  const found = sections.map(({ topic, id, title, text }) => ({
    id: `docs ${topic}#${id}`,
    label: title,
    Icon: BookOpen,
    leads: `${paths.documentationTopic(topic)}#${id}`,
    note: topicNamed(topic)?.title,
    words: text,
  }));
  return [...topicEntries, ...found];
}
