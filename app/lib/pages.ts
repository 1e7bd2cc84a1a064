import type { MetaDescriptor, MetaFunction } from "@remix-run/cloudflare";
import type { ComponentType } from "react";
import { paths } from "./paths.ts";

/** Layout of a page before its content: three figures above columns, two columns, a list, a card, or settings. */
type PageShape = "figures" | "columns" | "list" | "card" | "settings";

export interface Page {
  heading: { title: string; description?: string };
  skeleton: PageShape;
  /** Has room for more columns on a large screen. */
  wide?: boolean;
  /** As high as the window: its parts scroll. */
  fill?: boolean;
}

/** The `handle` of a page whose outline is more than a heading and a layout. */
export type PageHandle = { Outline: ComponentType };

type PageDefinition = Page["heading"] & {
  /** For search engines and link previews. */
  summary: string;
  skeleton?: PageShape;
  wide?: boolean;
  fill?: boolean;
};

const definePage = ({
  summary,
  skeleton = "columns",
  wide = false,
  fill = false,
  ...heading
}: PageDefinition) => ({
  meta: () => pageMeta(heading.title, summary),
  heading,
  skeleton,
  wide,
  fill,
});

const pageMeta = (title: string, summary: string): MetaDescriptor[] => [
  { title: `${title} · Latchkey` },
  { name: "description", content: summary },
];

/** For a page that search engines find. */
export const publicPageMeta =
  (title: string, summary: string, path: string): MetaFunction =>
  ({ matches }) => [
    ...pageMeta(title, summary),
    ...originsIn(matches).flatMap((origin) => addressMeta({ title, summary, origin, path })),
  ];

interface PublicAddress {
  title: string;
  summary: string;
  /** As configured, so that nobody else's host can be named. */
  origin: string;
  path: string;
}

/** The one address of a public page, whatever its query, and its preview where someone shares it (https://ogp.me). */
export const addressMeta = ({ title, summary, origin, path }: PublicAddress): MetaDescriptor[] => [
  { tagName: "link", rel: "canonical", href: origin + path },
  { property: "og:title", content: title },
  { property: "og:description", content: summary },
  { property: "og:url", content: origin + path },
  { property: "og:type", content: "website" },
  { property: "og:site_name", content: "Latchkey" },
  { property: "og:image", content: `${origin}/icon-512.png` },
];

/** The root's loader provides it. */
const originsIn = (matches: { data: unknown }[]): string[] =>
  matches.flatMap(({ data }) =>
    data instanceof Object && "origin" in data && typeof data.origin === "string" ? [data.origin] : [],
  );

export const pages = {
  dashboard: definePage({
    title: "Dashboard",
    summary: "Monitor your API usage and account status: requests, response times, errors and balance.",
    description: "Monitor your API usage and account status",
    skeleton: "figures",
    wide: true,
  }),
  apiKeys: definePage({
    title: "API Keys",
    summary: "Create, rotate and revoke your API keys.",
    description: "Create and manage your API keys",
  }),
  keyUsage: definePage({
    title: "API Key Usage",
    summary: "Requests, response times and costs of one API key.",
    skeleton: "figures",
    wide: true,
  }),
  usage: definePage({
    title: "Usage",
    summary: "The log of your requests, with filters, costs and a CSV download.",
    description: "Every request made with your keys, and what it cost",
    skeleton: "list",
    wide: true,
  }),
  playground: definePage({
    title: "Playground",
    summary: "Try a model: streamed responses, tools, settings, and what each request costs.",
    description: "Requests are charged like any other, under the key “Playground”.",
    fill: true,
  }),
  addBalance: definePage({
    title: "Add Balance",
    summary: "Add funds to your prepaid balance by card: $25, $50 or $199.",
    description: "Add funds to your prepaid balance in US dollars",
  }),
  purchase: definePage({
    title: "Purchase API Key",
    summary: "A one-year API key with 10,000 requests per month, for a single payment.",
    description: "One payment for a year of Premium, with a key that is ready as soon as the payment clears",
  }),
  billing: definePage({
    title: "Billing",
    summary: "Every transaction, a receipt for each payment, and your limits.",
    description: "Your payments, and what you spent your balance on",
    skeleton: "list",
    wide: true,
  }),
  receipt: definePage({ title: "Receipt", summary: "The receipt for a payment." }),
  statement: definePage({
    title: "Statement",
    summary: "The statement of a month, to print or save.",
  }),
  charge: definePage({
    title: "Automatic charge",
    summary: "A charge by auto top-up, and its confirmation.",
  }),
  activity: definePage({
    title: "Activity",
    summary: "A log of who did what in your account, and when.",
    description: "Changes to your keys, sign-in and balance",
    skeleton: "list",
  }),
  users: definePage({
    title: "Users",
    summary: "Change your email address or password, or invite someone.",
    description: "Change your sign-in details, or invite someone",
    skeleton: "card",
  }),
  settings: definePage({
    title: "Settings",
    summary: "Your account: two-factor authentication, sign-in methods and sessions.",
    description: "Your account, appearance and security",
    skeleton: "settings",
  }),
  payment: definePage({ title: "Payment", summary: "The status of your payment." }),
} as const;

const byPath: Record<string, Page> = {
  [paths.dashboard]: pages.dashboard,
  [paths.apiKeys]: pages.apiKeys,
  [paths.usage]: pages.usage,
  [paths.playground]: pages.playground,
  [paths.addBalance]: pages.addBalance,
  [paths.purchaseApiKey]: pages.purchase,
  [paths.billing]: pages.billing,
  [paths.activity]: pages.activity,
  [paths.userManagement]: pages.users,
  [paths.pricing]: { heading: { title: "Models & pricing" }, skeleton: "list" },
  [paths.profile]: pages.settings,
  [paths.paymentSuccess]: pages.payment,
  [paths.purchaseSuccess]: pages.payment,
};
export const UNKNOWN_PAGE: Page = { heading: { title: "Latchkey" }, skeleton: "columns" };
const byPattern: [RegExp, Page][] = [
  [/^\/api-keys\/[^/]+\/usage$/, pages.keyUsage],
  [/^\/billing\/receipts\/[^/]+$/, pages.receipt],
  [/^\/billing\/statements\/[^/]+$/, pages.statement],
  [/^\/billing\/auto-top-up\/[^/]+$/, pages.charge],
  [/^\/operator(\/|$)/, { heading: { title: "Operator" }, skeleton: "list" }],
  [/^\/documentation(\/|$)/, { heading: { title: "Documentation" }, skeleton: "list" }],
];

export const pageAt = (pathname: string): Page | undefined =>
  byPath[pathname] ?? byPattern.find(([pattern]) => pattern.test(pathname))?.[1];
