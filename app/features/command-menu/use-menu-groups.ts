import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import BookOpen from "lucide-react/icons/book-open";
import CircleX from "lucide-react/icons/circle-x";
import Clock from "lucide-react/icons/clock";
import CreditCard from "lucide-react/icons/credit-card";
import FlaskConical from "lucide-react/icons/flask-conical";
import KeyRound from "lucide-react/icons/key-round";
import LogOut from "lucide-react/icons/log-out";
import Plus from "lucide-react/icons/plus";
import RectangleEllipsis from "lucide-react/icons/rectangle-ellipsis";
import UserPlus from "lucide-react/icons/user-plus";
import Wallet from "lucide-react/icons/wallet";
import { useEffect } from "react";
import { RECEIPT_STATUS } from "#app/features/billing/messages.ts";
import { receiptsQuery } from "#app/features/billing/queries.ts";
import { apiKeysQuery } from "#app/features/keys/queries.ts";
import { THEME_CHOICES } from "#app/features/theme/theme-toggle.tsx";
import { signOut } from "#app/lib/auth/sign-out.ts";
import { DESCRIPTIONS } from "#app/lib/documentation/descriptions.ts";
import type { IndexedSection } from "#app/lib/documentation/search.ts";
import { DOCUMENTATION_PAGES } from "#app/lib/documentation/topics.ts";
import { useSectionIndex } from "#app/lib/documentation/use-section-index.ts";
import { formatDate, formatMoney } from "#app/lib/format.ts";
import { CREATE_KEY_HASH, CREATE_TEST_KEY_HASH, paths } from "#app/lib/paths.ts";
import { methodText } from "#app/lib/payment-methods.ts";
import { useTheme } from "#app/lib/theme.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import type { Receipt } from "#core/contract/payments.ts";
import {
  BILLING_ENTRIES,
  type MenuEntry,
  type MenuGroup,
  menuEntry,
  PAGE_ENTRIES,
  SETTINGS_ENTRIES,
} from "./menu-entries.ts";
import { menuMessages } from "./messages.ts";
import { useFoundRequests } from "./use-found-requests.ts";

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

const found = (title: string, entries: MenuEntry[]): MenuGroup => ({
  title,
  entries,
  atFirst: 0,
  isFound: true,
});

/** In the order in which they are shown: documentation never stands before a page. */
export function useMenuGroups(query: string) {
  const keys = useQuery(apiKeysQuery);
  const receipts = useInfiniteQuery({ ...receiptsQuery, enabled: query.trim() !== "" });
  const { sections, load } = useSectionIndex();
  useEffect(load, [load]);
  const actions = useActions();
  const { requests, actions: requestActions, ...search } = useFoundRequests(query, keys.data ?? []);
  const groups: MenuGroup[] = [
    found(requests.length === 1 ? "Request" : "Requests", requests),
    {
      title: "Go to",
      entries: [...PAGE_ENTRIES, ...SETTINGS_ENTRIES, ...BILLING_ENTRIES],
      atFirst: PAGE_ENTRIES.length,
    },
    { title: "API Keys", entries: keyEntries(keys.data ?? []), atFirst: KEYS_AT_FIRST },
    {
      title: "Receipts",
      entries: (receipts.data?.pages ?? []).flatMap(({ items }) => items.map(receiptEntry)),
      atFirst: 0,
    },
    requestActions.length > 0
      ? found("Actions", requestActions)
      : { title: "Actions", entries: actions, atFirst: actions.length },
    { title: "Documentation", entries: docsEntries(sections), atFirst: DOCS_AT_FIRST },
  ];
  const loading = keys.isPending || receipts.isLoading || sections === null || search.searching;
  return { groups, loading, notice: noticeOf(search) ?? missingPart(keys, receipts, sections) };
}

function noticeOf({ searching, failed }: { searching: boolean; failed: boolean }): string | null {
  if (searching) return menuMessages.requestSearching;
  return failed ? menuMessages.requestFailed : null;
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

interface Loaded {
  isPending: boolean;
  isError: boolean;
  data: unknown;
}

function missingPart(keys: Loaded, receipts: Loaded, sections: Sections): string | null {
  if (keys.isPending) return menuMessages.keysLoading;
  if (keys.data === undefined) return menuMessages.keysFailed;
  if (receipts.isError && receipts.data === undefined) return menuMessages.receiptsFailed;
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

const RECEIPT_ICONS: Partial<Record<Receipt["status"], LucideIcon>> = { pending: Clock, failed: CircleX };

/** Found by number, amount, date and method. */
const receiptEntry = ({ id, number, paid_at, sent_at, amount, currency, ...rest }: Receipt): MenuEntry => ({
  ...menuEntry(
    `receipt ${id}`,
    `${formatDate(paid_at ?? sent_at)} · ${formatMoney(amount, currency)}`,
    RECEIPT_ICONS[rest.status] ?? CreditCard,
    paths.receipt(id),
    `${amount} ${rest.description}`,
  ),
  note: rest.payment_method === null ? rest.description : methodText(rest.payment_method),
  code: number ?? undefined,
  ...(rest.status !== "paid" && { status: RECEIPT_STATUS[rest.status] }),
  kind: number === null ? `Receipt, payment ${rest.status}` : `Receipt ${number}`,
});

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
