import { rangeLabel } from "#app/lib/analytics/range-text.ts";
import { parseRange } from "#app/lib/chosen-range.ts";
import { earlyQueries } from "#app/lib/early-queries.ts";
import { figureParts } from "#app/lib/format.ts";
import type { EarlyResponse } from "#app/lib/query-cache.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import type { BalanceResponse } from "#core/contract/account.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { type EarlyFigures, earlyFigures } from "./early-figures.ts";
import { queriesOf, sendEarly } from "./early-requests.ts";

/** Runs in the page's head, before the app's code has loaded. */
const search = new URLSearchParams(window.location.search);
// The server can't know the last chosen range, so the outline of the page takes its label from here.
document.documentElement.style.setProperty(
  "--range-label",
  JSON.stringify(rangeLabel(parseRange(search), readerZone())),
);

const responses = sendEarly(queriesOf(window.location.pathname, search));
window.earlyResponses = responses;

const analytics = responses.find(({ queryKey }) => queryKey[0] === "analytics");
const balance = responses.find(({ queryKey }) => queryKey === earlyQueries.balance.queryKey);
if (analytics && balance) {
  void Promise.allSettled([analytics.arrival, balance.arrival]).then(() => {
    const figures = dataOf<AnalyticsResponse>(analytics);
    if (figures) showFigures(earlyFigures(figures, dataOf<BalanceResponse>(balance)));
  });
}

/** Trusts the contract of our own API, as the app does. */
const dataOf = <T>({ data }: EarlyResponse) => data as T | undefined;

/** Fills in the `EarlyFigure` elements, as soon as the page has been parsed. */
function showFigures(figures: EarlyFigures): void {
  if (document.readyState === "loading") {
    document.addEventListener("readystatechange", () => showFigures(figures), { once: true });
    return;
  }
  for (const [name, figure] of Object.entries(figures)) {
    const target = document.querySelector(`[data-early="${name}"]`);
    if (!target) continue;
    for (const [part, text] of Object.entries(figureParts(figure))) {
      const element = target.querySelector(`[data-part="${part}"]`);
      if (element) element.textContent = text;
    }
    target.setAttribute("data-known", "");
  }
}
