import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { MINUTE_MS } from "#core/domain/time.ts";
import { account, balance, breakdown, pendingPayment, requests } from "./support/account.ts";
import { fail, hold, queriesOf, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";

const LOG = "GET /api/usage";
const TOTALS = "GET /api/figures/breakdown";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  return () => vi.useRealTimers();
});

/** The reader returns to the tab after two minutes. */
function returnLater(): void {
  vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}

const firstOf = <Item,>({ items }: { items: readonly Item[] }): Item => items[0] ?? expect.unreachable();
const page = <Item,>(...items: Item[]) => ({ items, next_cursor: null });
const newRequest = () => firstOf({ items: requests(1, 100) });
/** Its window ends later than the one that is shown. */
const laterTotals = () => ({ ...breakdown, to: new Date().toISOString() });

describe("what has happened since is shown once the reader returns:", () => {
  it.each<[string, string, () => void, RegExp[]]>([
    [
      "a statement's sums, transactions and pending payments",
      "/billing",
      () => {
        respond("GET /api/statement", { ...account["GET /api/statement"], closing: 81.25 });
        respond(
          "GET /api/ledger/days",
          page({ ...firstOf(account["GET /api/ledger/days"]), balance_after: 72.5 }),
        );
        respond("GET /api/account/balance", { ...balance, pending: [pendingPayment] });
      },
      [/^\$81\.25$/, /^\$72\.50$/, /^from your bank account, sent /],
    ],
    [
      "receipts",
      "/billing?tab=receipts",
      () =>
        respond("GET /api/receipts", page({ ...firstOf(account["GET /api/receipts"]), status: "reversed" })),
      [/^Returned$/],
    ],
    [
      "activity",
      "/activity",
      () =>
        respond("GET /api/audit", page({ ...firstOf(account["GET /api/audit"]), action: "account.stopped" })),
      [/^All keys were stopped$/],
    ],
    [
      "a key's requests",
      "/api-keys/key_1/usage",
      () => respond(LOG, page(newRequest())),
      [/Showing 1 request/],
    ],
  ])("%s", async (_, path, change, texts) => {
    await openScreen(path);
    await waitFor(() => expect(document.querySelectorAll("main tbody tr:has(td)")).not.toHaveLength(0));
    change();
    returnLater();
    for (const text of texts) expect((await screen.findAllByText(text))[0]).toBeInTheDocument();
  });
});

describe("the log of all requests", () => {
  const listed = (id: string) => screen.findByRole("link", { name: `Receipt of request ${id}` });
  const refreshing = () => screen.getByRole("button", { name: "Refresh" }).getAttribute("aria-disabled");

  async function openLog() {
    const opened = await openScreen("/usage");
    await screen.findByText(/^Showing 25 of 30/);
    await waitFor(() => expect(refreshing()).toBe("false"));
    return opened;
  }

  it("takes in new requests unseen, the old ones staying until they are there", async () => {
    await openLog();
    respond(LOG, page(newRequest()));
    respond(TOTALS, laterTotals());
    const slow = hold(LOG);
    returnLater();
    await waitFor(() => expect(slow.calls()).toBe(1));
    expect(await listed("req_0")).toBeInTheDocument();
    expect(refreshing()).toBe("false");
    expect(document.querySelector("main .opacity-60")).toBeNull();
    slow.release();
    expect(await listed("req_100")).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Receipt of request req_0" })).toBeNull();
  });

  it.each([LOG, TOTALS] as const)("stays as it is when %s fails", async (call) => {
    await openLog();
    const seen: string[] = [];
    const watcher = new MutationObserver(() =>
      seen.push(
        ...[...document.querySelectorAll("main [role=alert]")].map((alert) => alert.textContent ?? ""),
      ),
    );
    watcher.observe(document.body, { childList: true, subtree: true });
    respond(TOTALS, laterTotals());
    fail(call, "…", { status: 429, code: "rate_limited" });
    const refused = queriesOf(call);
    returnLater();
    await waitFor(() => expect(refused).toHaveLength(1));
    expect(await listed("req_0")).toBeInTheDocument();
    respond(LOG, page(newRequest()));
    returnLater();
    respond(TOTALS, laterTotals());
    expect(await listed("req_100")).toBeInTheDocument();
    watcher.disconnect();
    expect(seen).toEqual([]);
  });

  it("that the reader has made longer stays, until Refresh", async () => {
    const { user } = await openLog();
    respond(LOG, page(...requests(5, 25)));
    await user.click(screen.getByRole("button", { name: "Load more" }));
    await screen.findByText(/^Showing all 30/);
    const [totals, refusals] = [queriesOf(TOTALS), queriesOf("GET /api/usage/refusals")];
    returnLater();
    await waitFor(() => expect(refusals).not.toHaveLength(0));
    expect(totals).toEqual([]);
    expect(await listed("req_29")).toBeInTheDocument();
    respond(LOG, page(newRequest()));
    respond(TOTALS, laterTotals());
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    expect(await listed("req_100")).toBeInTheDocument();
  });
});
