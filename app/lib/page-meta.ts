import type { MetaDescriptor, MetaFunction } from "@remix-run/cloudflare";

/** What the tab of a page says, and what search engines say about it. */
export const pageMeta = (title: string, description: string): MetaDescriptor[] => [
  { title: `${title} · Latchkey` },
  { name: "description", content: description },
];

/** The same of a page that can be found without an account, which is known by one address whatever its query. */
export const publicPageMeta =
  (title: string, description: string, path: string): MetaFunction =>
  ({ matches }) => [
    ...pageMeta(title, description),
    ...originsIn(matches).map((origin) => ({ tagName: "link", rel: "canonical", href: origin + path })),
  ];

/** The root's loader says it. */
const originsIn = (matches: { data: unknown }[]): string[] =>
  matches.flatMap(({ data }) =>
    data instanceof Object && "origin" in data && typeof data.origin === "string" ? [data.origin] : [],
  );
