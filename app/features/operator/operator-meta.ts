import type { MetaFunction } from "@remix-run/cloudflare";

/** The title says nothing of the desk before it is known to be an operator's: only then has its route data. */
export const operatorMeta =
  (title: string): MetaFunction =>
  ({ matches }) => {
    const isOpen = matches.some(({ data }) => data instanceof Object && "operator" in data);
    return [{ title: isOpen ? `${title} · Latchkey operator` : "Latchkey" }];
  };
