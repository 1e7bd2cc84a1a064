import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "#tests/support/tier.ts";
import { BATCH_ROWS, Outbox } from "#worker/gateway/meter/outbox.ts";

type Row = { batch: number; micros: number };

const act = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("settle" as const), rows: fc.integer({ min: 1, max: 700 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom("post" as const, "fail" as const, "restart" as const),
      ahead: fc.nat(2),
    }),
  },
);

const batchesOf = (rows: readonly Row[]) =>
  [...new Set(rows.map(({ batch }) => batch))].sort((a, b) => a - b);
const cost = (rows: readonly Row[]) => rows.reduce((sum, { micros }) => sum + micros, 0);

it("never changes a batch that was sent, never names two batches alike, and loses no row", () => {
  fc.assert(
    fc.property(fc.array(act, { minLength: 1, maxLength: 30 }), (acts) => {
      let outbox = new Outbox(0);
      let rows: Row[] = [];
      let [nextBatch, settled] = [0, 0];
      const sent = new Map<number, number>();
      let posted = 0;
      for (const next of acts) {
        if (next.kind === "settle") {
          for (let i = 0; i < next.rows; i += 1) {
            rows.push({ batch: outbox.open, micros: 2 });
            outbox.joined(2);
            settled += 1;
          }
        } else if (next.kind === "restart") {
          outbox = new Outbox(nextBatch);
          for (const { batch, micros } of rows) outbox.found(batch, micros);
        } else {
          const [batch] = batchesOf(rows);
          if (batch === undefined) continue;
          const sending = rows.filter((row) => row.batch === batch);
          outbox.seal(batch);
          expect(sent.get(batch) ?? sending.length).toBe(sending.length);
          expect(sending.length).toBeLessThanOrEqual(BATCH_ROWS);
          sent.set(batch, sending.length);
          if (next.kind === "fail") continue;
          // It may turn out that later ones, whose responses were lost, are stored too.
          const last = Math.min(batch + next.ahead, outbox.open - 1);
          const taken = rows.filter((row) => row.batch <= last);
          rows = rows.filter((row) => row.batch > last);
          nextBatch = last + 1;
          posted += taken.length;
          outbox.posted(last, taken.length, cost(taken));
        }
        expect([outbox.rows, outbox.micros]).toEqual([rows.length, cost(rows)]);
        expect(outbox.waits(outbox.open - 1)).toBe(rows.some(({ batch }) => batch < outbox.open));
      }
      expect(posted + rows.length).toBe(settled);
    }),
    { numRuns: runs(100) },
  );
});
