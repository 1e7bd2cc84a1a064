import type { AccountContext } from "#core/services/context.ts";
import type { Database } from "#core/storage/database.ts";
import { newAccountOf } from "#tests/support/account.ts";
import { newUsageAccount, type UsageAccount } from "../rollup/usage-account.ts";

export interface Reader extends UsageAccount {
  ctx: AccountContext;
}

/** A new account with three keys, and the context of its requests; `now` is a stopped clock's, epoch ms. */
export async function newReader(db: Database, now = Date.now()): Promise<Reader> {
  const account = await newUsageAccount(db);
  return { ...account, ctx: contextOf(db, account.id, now) };
}

export function contextOf(db: Database, accountId: number, now: number): AccountContext {
  return { db, account: newAccountOf(accountId), clock: { now: () => now }, requestId: "test" };
}

interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

/** All items of a list, page by page; `between` runs after each page. */
export async function allPages<Item>(
  ask: (cursor: { cursor?: string }, page: number) => Promise<Page<Item>>,
  between: (page: number) => Promise<void> = async () => {},
): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 0, next: string | null = null; page === 0 || next !== null; page++) {
    const response: Page<Item> = await ask(next === null ? {} : { cursor: next }, page);
    items.push(...response.items);
    next = response.next_cursor;
    await between(page);
  }
  return items;
}
