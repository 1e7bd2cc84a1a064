import { useQuery } from "@tanstack/react-query";
import BookOpen from "lucide-react/icons/book-open";
import FlaskConical from "lucide-react/icons/flask-conical";
import KeyRound from "lucide-react/icons/key-round";
import LogOut from "lucide-react/icons/log-out";
import Plus from "lucide-react/icons/plus";
import RectangleEllipsis from "lucide-react/icons/rectangle-ellipsis";
import UserPlus from "lucide-react/icons/user-plus";
import Wallet from "lucide-react/icons/wallet";
import { useEffect } from "react";
import { apiKeysQuery } from "#app/features/keys/queries.ts";
import { THEME_CHOICES } from "#app/features/theme/theme-toggle.tsx";
import { signOut } from "#app/lib/auth/sign-out.ts";
import { DESCRIPTIONS } from "#app/lib/documentation/descriptions.ts";
import type { IndexedSection } from "#app/lib/documentation/search.ts";
import { DOCUMENTATION_PAGES } from "#app/lib/documentation/topics.ts";
import { useSectionIndex } from "#app/lib/documentation/use-section-index.ts";
import { CREATE_KEY_HASH, CREATE_TEST_KEY_HASH, paths } from "#app/lib/paths.ts";
import { useTheme } from "#app/lib/theme.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import {
  BILLING_ENTRIES,
  type MenuEntry,
  type MenuGroup,
  menuEntry,
  PAGE_ENTRIES,
  SETTINGS_ENTRIES,
} from "./menu-entries.ts";
import { menuMessages } from "./messages.ts";

const KEYS_AT_FIRST = 3;
const DOCS_AT_FIRST = 4;

const CREATE_TEST_KEY = `${paths.apiKeys}${CREATE_TEST_KEY_HASH}`;

const LINKED_ACTIONS: MenuEntry[] = [
  menuEntry("create-key", "Create API Key", Plus, `${paths.apiKeys}${CREATE_KEY_HASH}`, "new token"),
  menuEntry(
    "create-test-key",
    "Create Test Key",
    FlaskConical,
    CREATE_TEST_KEY,
    "new free simulate try token",
  ),
  menuEntry("top-up", "Add funds", Wallet, paths.addBalance, "top up balance money pay card"),
  menuEntry("invite", "Invite a user", UserPlus, paths.userManagementTab("invite"), "team colleague"),
  menuEntry(
    "password",
    "Change password",
    RectangleEllipsis,
    paths.userManagementTab("password"),
    "update security",
  ),
];

export function useMenuGroups(): { groups: MenuGroup[]; loading: boolean; notice: string | null } {
  const keys = useQuery(apiKeysQuery);
  const { sections, load } = useSectionIndex();
  useEffect(load, [load]);
  const actions = useActions();
  const groups = [
    {
      title: "Go to",
      entries: [...PAGE_ENTRIES, ...SETTINGS_ENTRIES, ...BILLING_ENTRIES],
      atFirst: PAGE_ENTRIES.length,
    },
    { title: "API Keys", entries: keyEntries(keys.data ?? []), atFirst: KEYS_AT_FIRST },
    { title: "Actions", entries: actions, atFirst: actions.length },
    { title: "Documentation", entries: docsEntries(sections), atFirst: DOCS_AT_FIRST },
  ];
  const loading = keys.isPending || sections === null;
  return { groups, loading, notice: missingPart(keys, sections) };
}

function useActions(): MenuEntry[] {
  const [current, setTheme] = useTheme();
  const themes = THEME_CHOICES.map(({ theme, label, Icon }) => ({
    ...menuEntry(`theme ${theme}`, `${label} theme`, Icon, () => setTheme(theme), "appearance mode colors"),
    note: theme === current ? "Current" : undefined,
  }));
  return [...LINKED_ACTIONS, ...themes, menuEntry("sign-out", "Sign Out", LogOut, signOut, "log out leave")];
}

type Sections = ReturnType<typeof useSectionIndex>["sections"];

function missingPart(keys: { isPending: boolean; data: unknown }, sections: Sections): string | null {
  if (keys.isPending) return menuMessages.keysLoading;
  if (keys.data === undefined) return menuMessages.keysFailed;
  if (sections === null) return menuMessages.docsLoading;
  return sections === "failed" ? menuMessages.docsFailed : null;
}

/** Revoked keys come last. */
const keyEntries = (keys: readonly ApiKey[]): MenuEntry[] =>
  keys
    .toSorted((one, other) => one.status.localeCompare(other.status))
    .map(({ id, name, key, status }) => ({
      ...menuEntry(`key ${id}`, name, KeyRound, paths.keyUsage(id), "usage"),
      note: status === "revoked" ? "Revoked" : undefined,
      code: key,
      kind: "API key",
    }));

const TOPIC_ENTRIES: MenuEntry[] = DOCUMENTATION_PAGES.map(({ name, title }) => ({
  ...menuEntry(`docs ${name}`, title, BookOpen, paths.documentationTopic(name), DESCRIPTIONS[name]),
  note: "Documentation",
}));

const sectionEntry = (section: IndexedSection): MenuEntry => ({
  ...menuEntry(
    `docs ${section.topic}#${section.id}`,
    section.title,
    BookOpen,
    `${paths.documentationTopic(section.topic)}${section.id && `#${section.id}`}`,
    "",
  ),
  note: section.id === "" ? "Documentation" : section.page,
  section,
});

/** Pages before their sections, since the first entries show before anything is typed. */
const docsEntries = (sections: Sections): MenuEntry[] =>
  Array.isArray(sections)
    ? sections.toSorted((one, other) => Number(one.id !== "") - Number(other.id !== "")).map(sectionEntry)
    : TOPIC_ENTRIES;
