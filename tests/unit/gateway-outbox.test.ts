import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "#tests/support/tier.ts";
import { BATCH_ROWS, Outbox } from "#worker/gateway/meter/outbox.ts";

type Row = { batch: number; cost: number; request_id: string };

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
const cost = (rows: readonly Row[]) => rows.reduce((sum, row) => sum + row.cost, 0);

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
            rows.push({ batch: outbox.open, cost: 2, request_id: String(settled) });
            outbox.joined(2);
            settled += 1;
          }
        } else if (next.kind === "restart") {
          outbox = new Outbox(nextBatch);
          for (const row of rows) outbox.found(row.batch, row.cost);
        } else {
          const [batch] = batchesOf(rows);
          if (batch === undefined) continue;
          const sending = rows.filter((row) => row.batch === batch);
          outbox.send(sending);
          expect(sent.get(batch) ?? sending.length).toBe(sending.length);
          expect(sending.length).toBeLessThanOrEqual(BATCH_ROWS);
          sent.set(batch, sending.length);
          if (next.kind === "fail") continue;
          // It may turn out that later ones, whose responses were lost, are stored too.
          const last = Math.min(batch + next.ahead, outbox.open - 1);
          const taken = rows.filter((row) => row.batch <= last);
          rows = rows.filter((row) => row.batch > last);
          const mark = taken.at(-1)?.request_id ?? "";
          nextBatch = last + 1;
          posted += taken.length;
          const known = { batch: last, rows: taken.length, micros: cost(taken) };
          expect(outbox.sentAs(mark) ?? known).toMatchObject(known);
          outbox.posted(known);
          expect(outbox.sentAs(mark)).toBeNull();
        }
        expect([outbox.rows, outbox.micros]).toEqual([rows.length, cost(rows)]);
        expect(outbox.waits(outbox.open - 1)).toBe(rows.some(({ batch }) => batch < outbox.open));
      }
      expect(posted + rows.length).toBe(settled);
    }),
    { numRuns: runs(100) },
  );
});
