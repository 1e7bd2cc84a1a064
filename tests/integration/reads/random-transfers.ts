import fc from "fast-check";
import {
  accountName,
  OPERATOR_CREDIT,
  STRIPE_USD,
  TRANSFER_KINDS,
  USAGE_REVENUE,
} from "#core/domain/ledger.ts";
import type { Database } from "#core/storage/database.ts";
import { type Transfer, transferOnce } from "#core/storage/ledger.ts";
import { writeBatch } from "#core/storage/write-batch.ts";

const micros = fc.oneof(
  fc.integer({ min: 1, max: 50_000_000 }),
  fc.constantFrom(1, 2, 999_999, 1_000_001, 25_000_000, 50_000_000_000_001),
);
const noteText = fc.constantFrom(
  "Thank you",
  '=HYPERLINK("x")',
  'a "b", c',
  "two\r\nlines",
  "€ 5 – façade",
  "-1",
);
const elsewhere = fc.constantFrom(STRIPE_USD, USAGE_REVENUE, OPERATOR_CREDIT);

/** A transfer of the account, in or out, or occasionally of another. */
export const someTransfer = fc.record({
  micros,
  into: fc.boolean(),
  elsewhere,
  kind: fc.constantFrom(...TRANSFER_KINDS),
  note: fc.option(noteText, { nil: undefined }),
  at: fc.integer({ min: 0, max: 1_900_000_000_000 }),
  stranger: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
});
export type SomeTransfer = typeof someTransfer extends fc.Arbitrary<infer Value> ? Value : never;

/** Stores them in order, in one transaction. */
export async function store(
  db: Database,
  transfers: readonly SomeTransfer[],
  owner: { me: number; stranger: number },
): Promise<void> {
  const asStored = ({ into, elsewhere, stranger, ...rest }: SomeTransfer): Transfer => {
    const account = accountName(stranger ? owner.stranger : owner.me);
    const [debit, credit] = into ? [elsewhere, account] : [account, elsewhere];
    return { ...rest, debit, credit, source: `test:${crypto.randomUUID()}` };
  };
  if (transfers.length > 0)
    await writeBatch(
      db,
      transfers.map(asStored).map((t) => transferOnce(db, t)),
    );
}

export const signedMicros = ({ into, micros }: SomeTransfer) => (into ? micros : -micros);
