import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { verifyLedger } from "#core/services/ledger/verify-ledger.ts";
import { PATIENCE_MS } from "#tests/support/limits.ts";
import { inTier, seed } from "#tests/support/tier.ts";
import { type CardStory, cardStory } from "./money/card-story.ts";
import { openStripe } from "./money/card-world.ts";
import { openInProcessDatabase } from "./money/in-process-database.ts";
import { playCards } from "./money/play-cards.ts";

const STORIES = inTier({ fast: 80, full: 5000 });

/** The decline arrives after its owner has turned auto top-up off, who then turns it on again. */
const DECLINED_WHILE_OFF: CardStory = {
  card: 0,
  settings: 2,
  outage: false,
  steps: [
    { act: "saveCard", pick: 8, fault: null },
    { act: "cron", pick: 0, fault: { of: "provider", call: 0, at: "after" } },
    { act: "spend", pick: 0, fault: null },
    { act: "set", pick: 19, fault: null },
    { act: "cron", pick: 0, fault: null },
    { act: "set", pick: 0, fault: null },
  ],
};

/** Other settings are saved while the balance is below their threshold, without an agreement to a charge. */
const NOT_AGREED: CardStory = {
  card: 0,
  settings: 3,
  outage: false,
  steps: [
    { act: "spend", pick: 2, fault: null },
    { act: "setQuietly", pick: 2, fault: null },
  ],
};

/** Other settings are saved after a declined charge, which another card would be charged by. */
const NOT_AGREED_WHILE_STOPPED: CardStory = {
  card: 2,
  settings: 2,
  outage: false,
  steps: [
    { act: "cron", pick: 0, fault: null },
    { act: "spend", pick: 4, fault: null },
    { act: "setQuietly", pick: 1, fault: null },
  ],
};

// Stripe's emulator reads the time itself.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

test(
  "saved cards are charged once per need, within every limit, never after a stop, and each charge is credited once",
  async () => {
    const db = await openInProcessDatabase();
    const seen = new Map<string, number>();
    const setClock = (at: number) => void vi.setSystemTime(at);
    const stripe = await openStripe();
    await fc.assert(
      fc.asyncProperty(cardStory, (story) => playCards(db, story, { stripe, setClock, seen })),
      { numRuns: STORIES, seed, examples: [[DECLINED_WHILE_OFF], [NOT_AGREED], [NOT_AGREED_WHILE_STOPPED]] },
    );
    await stripe.stop();
    expect((await verifyLedger(db)).problems).toEqual([]);
    for (const status of ["paid", "failed", "expired"])
      expect(seen.get(status) ?? 0, status).toBeGreaterThan(STORIES / 50);
  },
  15 * PATIENCE_MS,
);
