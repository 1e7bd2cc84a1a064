import { expect, it } from "vitest";
import type { NotificationSettings, NotificationsResponse } from "#core/contract/notifications.ts";
import { MOST_UNREAD, OPTIONAL_KINDS } from "#core/domain/notifications.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { storeNotices } from "#tests/support/store-notices.ts";
import { call, errorOf, newUser, openTestDatabase, type TestUser, testApi } from "./support/test-api.ts";

const api = testApi();
const PATH = "/api/notifications";

/** Sends the user `count` notifications, one after the other. */
async function tell({ account }: TestUser, count: number, kind = "low_balance") {
  const notices = Array.from({ length: count }, (_, index) => ({
    accountId: account.id,
    kind,
    data: { balance: index + 1 },
    at: Date.now(),
  }));
  await writeBatch(openTestDatabase(), storeNotices(notices));
}

async function list({ token }: TestUser, query = ""): Promise<NotificationsResponse> {
  const response = await call(api, token, PATH + query);
  expect(response.status).toBe(200);
  return response.json();
}

const readUpTo = ({ token }: TestUser, up_to: string) =>
  call(api, token, `${PATH}/read`, { body: { up_to } });

it("lists an account's notifications, newest first, page by page, with the number of unread ones", async () => {
  const user = await newUser();
  expect(await list(user)).toEqual({ items: [], next_cursor: null, unread: 0 });
  await tell(user, 5);
  const first = await list(user, "?limit=2");
  expect(first).toMatchObject({
    unread: 5,
    items: [{ kind: "low_balance", read_at: null, subject: null }, {}],
  });
  await tell(user, 1);
  const second = await list(user, `?limit=3&cursor=${first.next_cursor}`);
  expect(second).toMatchObject({ next_cursor: null, unread: 6 });
  const ids = [...first.items, ...second.items].map(({ id }) => Number(id.slice("ntf_".length)));
  expect(ids).toEqual([...ids].sort((one, other) => other - one));
  expect(new Set(ids).size).toBe(5);
});

it("marks one as read, permanently and only once, and all up to one, but none that arrived since", async () => {
  const user = await newUser();
  await tell(user, 3);
  const [newest, middle] = (await list(user)).items;
  const read = () => call(api, user.token, `${PATH}/${middle?.id}/read`, { method: "POST" });
  expect(await (await read()).json()).toEqual({ unread: 2 });
  const before = (await list(user)).items[1]?.read_at;
  expect(await (await read()).json()).toEqual({ unread: 2 });
  expect((await list(user)).items[1]?.read_at).toBe(before);
  await tell(user, 1);
  expect(await (await readUpTo(user, String(newest?.id))).json()).toEqual({ unread: 1 });
  expect((await list(user)).items.map(({ read_at }) => read_at === null)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it("stops counting unread ones at its limit", async () => {
  const user = await newUser();
  await tell(user, MOST_UNREAD + 5);
  expect((await list(user, "?limit=1")).unread).toBe(MOST_UNREAD);
});

it("skips notifications of a newer version, and continues after them", async () => {
  const user = await newUser();
  await tell(user, 1);
  await tell(user, 2, "from_the_future");
  await tell(user, 1);
  const { items, next_cursor } = await list(user, "?limit=3");
  expect(items).toHaveLength(1);
  expect((await list(user, `?limit=3&cursor=${next_cursor}`)).items).toHaveLength(1);
});

it("does not let anyone read, count or mark another account's notifications", async () => {
  const [owner, stranger] = await Promise.all([newUser(), newUser()]);
  await tell(owner, 2);
  const [newest] = (await list(owner)).items;
  const marked = await call(api, stranger.token, `${PATH}/${newest?.id}/read`, { method: "POST" });
  expect([marked.status, (await errorOf(marked)).error]).toEqual([404, "Notification not found."]);
  expect(await (await readUpTo(stranger, String(newest?.id))).json()).toEqual({ unread: 0 });
  expect(await list(stranger)).toMatchObject({ items: [], unread: 0 });
  expect((await list(owner)).unread).toBe(2);
});

async function settings({ token }: TestUser, body?: unknown): Promise<NotificationSettings> {
  const change = body === undefined ? {} : { method: "PATCH", body };
  return (await call(api, token, `${PATH}/settings`, change)).json();
}

it("has a setting for every kind, and changes only the given ones, for this account alone", async () => {
  const [user, other] = await Promise.all([newUser(), newUser()]);
  const { items, sends_mail } = await settings(user);
  expect(sends_mail).toBe(false);
  expect(items.map(({ kind }) => kind)).toEqual(OPTIONAL_KINDS);
  expect(items.filter(({ by_mail }) => !by_mail).map(({ kind }) => kind)).toEqual([
    "payment_pending",
    "payment_received",
    "invitation_accepted",
  ]);
  const of = (all: NotificationSettings) => all.items.find(({ kind }) => kind === "low_balance");
  expect(of(await settings(user, { kind: "low_balance", by_mail: false }))).toMatchObject({
    in_app: true,
    by_mail: false,
  });
  expect(of(await settings(user, { kind: "low_balance", in_app: false }))).toMatchObject({
    in_app: false,
    by_mail: false,
  });
  expect(of(await settings(other))).toMatchObject({ in_app: true, by_mail: true });
  await tell(user, 1);
  expect(await list(user), "told in the app").toMatchObject({ items: [], unread: 0 });
  await settings(user, { kind: "low_balance", in_app: true });
  await tell(user, 1);
  expect(await list(user)).toMatchObject({ unread: 1 });
});

it("says whether the service sends email", async () => {
  const { token } = await newUser();
  const mailSettings = testApi({ mailFrom: "notices@latchkey.example" });
  const response = await call(mailSettings, token, `${PATH}/settings`);
  expect(await response.json()).toMatchObject({ sends_mail: true });
});
