import { type Form, reader } from "./form.ts";
import { invalid } from "./stripe-error.ts";

interface Listed {
  id: string;
  created?: number;
}

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 10;

/** One page of `rows` (newest first) as Stripe lists them: `limit`, `starting_after`, `ending_before`, `created[…]`. */
export function listPage<Row extends Listed>(rows: Row[], query: Form, url: string): object {
  const read = reader(query);
  const limit = read.integer("limit") ?? DEFAULT_LIMIT;
  if (limit < 1 || limit > MAX_LIMIT) throw invalid("Invalid limit: must be between 1 and 100", "limit");
  const inTime = rows.filter(createdWithin(query));
  const after = read.text("starting_after");
  const before = read.text("ending_before");
  const data = before === null ? pageAfter(inTime, after, limit) : pageBefore(inTime, before, limit);
  return { object: "list", url, ...data };
}

const indexOf = (rows: Listed[], id: string, param: string): number => {
  const index = rows.findIndex((row) => row.id === id);
  if (index < 0) throw invalid(`No such object: '${id}'`, param, "resource_missing");
  return index;
};

function pageAfter<Row extends Listed>(rows: Row[], after: string | null, limit: number) {
  const start = after === null ? 0 : indexOf(rows, after, "starting_after") + 1;
  return { has_more: rows.length > start + limit, data: rows.slice(start, start + limit) };
}

function pageBefore<Row extends Listed>(rows: Row[], before: string, limit: number) {
  const end = indexOf(rows, before, "ending_before");
  const start = Math.max(0, end - limit);
  return { has_more: start > 0, data: rows.slice(start, end) };
}

function createdWithin(query: Form): (row: Listed) => boolean {
  if (query.created === undefined) return () => true;
  const read = reader(query);
  const exact = typeof query.created === "string" ? read.integer("created") : null;
  const bounds = exact === null ? read.child("created") : null;
  const bound = (key: string, otherwise: number) => bounds?.integer(key) ?? otherwise;
  const from = exact ?? Math.max(bound("gte", 0), bound("gt", -1) + 1);
  const to = exact ?? Math.min(bound("lte", Infinity), bound("lt", Infinity) - 1);
  return ({ created = 0 }) => created >= from && created <= to;
}
