import { unitKind } from "#core/domain/gateway/charged-units.ts";
import { decimalDollars } from "#core/domain/money.ts";
import { DAY_MS, HOUR_MS, isoTime } from "#core/domain/time.ts";
import type { AccountContext } from "#core/services/context.ts";
import { type ExportedRefusals, readRefusalsOf } from "#core/storage/account-export.ts";
import {
  readDailyTotals,
  type TotalsKind,
  type TotalsPosition,
  type TotalsRow,
} from "#core/storage/daily-totals.ts";
import { csvFile, pageOf } from "./pages.ts";

/** Each has a row for each model or endpoint that was used. */
const DAYS_A_READ = 200;
const ROWS_A_READ = 1_000;

const OF_KEY = ["date", "key_id", "key_name"];
const SUMS = ["requests", "errors", "response_time_ms_sum", "cost_usd"];
const TOKENS = ["tokens_in", "tokens_cached", "tokens_out"];

type Value = string | number | null;

const sumsOf = (row: TotalsRow): Value[] => [
  row.requests ?? 0,
  row.errors ?? 0,
  row.response_time_sum ?? 0,
  decimalDollars(row.cost_micros ?? 0),
];
const tokensOf = ({ tokens_in = 0, tokens_cached = 0, tokens_out = 0 }: TotalsRow): Value[] => [
  tokens_in,
  tokens_cached,
  tokens_out,
];

interface TotalsFile {
  columns: string[];
  values: (row: TotalsRow) => Value[];
}

const FILES: Record<TotalsKind, TotalsFile> = {
  series: {
    columns: [...SUMS, ...TOKENS, "plan_usd"],
    values: (row) => [...sumsOf(row), ...tokensOf(row), decimalDollars(row.plan_micros ?? 0)],
  },
  models: {
    columns: ["model", ...SUMS, ...TOKENS],
    values: (row) => [row.model ?? null, ...sumsOf(row), ...tokensOf(row)],
  },
  endpoints: {
    columns: ["endpoint", ...SUMS],
    values: (row) => [row.endpoint ?? null, ...sumsOf(row)],
  },
  units: {
    columns: ["endpoint", "model", "unit", "quantity"],
    values: ({ endpoint = null, model = null, unit = 0, quantity = 0 }) => [
      endpoint,
      model,
      unitKind(unit),
      quantity,
    ],
  },
};

/** The account's usage by UTC day and key, oldest first; rows that arrived in the last minutes may be missing. */
export const totalsFile = ({ db, account }: AccountContext, kind: TotalsKind) =>
  csvFile<TotalsRow, TotalsPosition>({
    columns: [...OF_KEY, ...FILES[kind].columns],
    read: (after) => readDailyTotals(db, account.id, { kind, after, limit: DAYS_A_READ }),
    fields: (row) => [dateOf(row.day), row.keyId, row.keyName, ...FILES[kind].values(row)],
  });

const dateOf = (day: number) => isoTime(day * DAY_MS).slice(0, "2026-11-28".length);

export const refusalsFile = ({ db, account }: AccountContext) =>
  csvFile<ExportedRefusals, ExportedRefusals>({
    columns: ["hour", "key_id", "key_name", "code", "requests"],
    async read(after) {
      const rows = await readRefusalsOf(db, account.id, { after, limit: ROWS_A_READ });
      return pageOf(rows, ROWS_A_READ, (last) => last);
    },
    fields: ({ hour, publicId, name, code, requests }) => [
      isoTime(hour * HOUR_MS),
      publicId,
      name,
      code,
      requests,
    ],
  });
