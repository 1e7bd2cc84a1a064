import type { Database } from "#core/storage/database.ts";
import type { BelongingRows } from "#tests/support/belonging-rows.ts";
import type { Person } from "./counted-service.ts";

/** A customer who owns one of everything, and an operator. */
export interface World {
  db: Database;
  customer: Person;
  operator: Person;
  /** As they were when they were created. */
  owned: BelongingRows & { tag: string; accountId: number; keyId: string; tokenId: string };
  /** Sends a request before the one that is counted. @returns its response's body. */
  ask: (route: string, sent?: Sent) => Promise<Record<string, unknown>>;
}

export interface Sent {
  /** Values of the path's parameters that aren't the customer's own. */
  ids?: Record<string, string>;
  query?: string;
  body?: object;
  /** Instead of the customer, or of the operator at the desk. */
  by?: Person | string;
}

/** What a request sends, once what it needs is there. */
export type Step = (world: World) => Sent | Promise<Sent>;
