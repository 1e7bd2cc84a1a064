import { BALANCE_ADDRESS } from "#app/lib/early-addresses.ts";
import type { BalanceAnswer } from "#core/contract/account.ts";
import type { AnalyticsAnswer } from "#core/contract/analytics.ts";
import { askEarly } from "./ask-early.ts";
import { earlyFigures } from "./early-figures.ts";
import { dashboardAnalytics, earlyRequests } from "./early-requests.ts";
import { showFigures } from "./show-figures.ts";

/** Runs in the page's head, while its code is still on the way. */
const search = new URLSearchParams(window.location.search);
const answers = askEarly(earlyRequests(window.location.pathname, search));
window.earlyAnswers = answers;

const analytics = answers.get(dashboardAnalytics(search));
const balance = answers.get(BALANCE_ADDRESS);
if (analytics && balance) {
  void Promise.all([analytics.arrived, balance.arrived]).then(() => {
    if (!analytics.data) return;
    showFigures(earlyFigures(analytics.data as AnalyticsAnswer, balance.data as BalanceAnswer | undefined));
  });
}
