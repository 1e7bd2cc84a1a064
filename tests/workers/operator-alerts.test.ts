import { beforeAll, describe, expect, it } from "vitest";
import { type OperatorAuditItem, operatorAuditResponse } from "#core/contract/operator.ts";
import { alertHandling, muteResponse, operatorAlertsResponse } from "#core/contract/operator-alerts.ts";
import { operatorAlertRoutes } from "#worker/api/routes/operator-alerts.ts";
import { newOperator } from "./support/operators.ts";
import { errorOf, openTestDatabase } from "./support/test-api.ts";

type Operator = Awaited<ReturnType<typeof newOperator>>;
let operator: Operator;
beforeAll(async () => {
  operator = await newOperator();
});

const FROM = { headers: { "cf-connecting-ip": "203.0.113.24" } };
const MUTE = "/alerts/rules/refunds_overdue/mute";
const RIGHT = { reason: "Known, ticket 2401", hours: 4 };

async function logOf(requestId: string | null): Promise<OperatorAuditItem[]> {
  const response = await operator.ask(`/audit?search=${requestId}`);
  return operatorAuditResponse.parse(await response.json()).items;
}
const stateOf = async (rule: string) => {
  const page = operatorAlertsResponse.strict().parse(await (await operator.ask("/alerts")).json());
  return page.rules.find(({ name }) => name === rule)?.state;
};

it("a rule is muted and unmuted, and the log says who, from where and why", async () => {
  const response = await operator.ask(MUTE, { method: "PUT", body: RIGHT, ...FROM });
  const { muted_until } = muteResponse.strict().parse(await response.json());
  expect(Math.abs(Date.parse(muted_until ?? "") - Date.now() - 4 * 3_600_000)).toBeLessThan(60_000);
  expect(await stateOf("refunds_overdue")).toBe("muted");
  expect(await logOf(response.headers.get("x-request-id"))).toMatchObject([
    {
      action: "alert.muted",
      by: "ana",
      via: "desk",
      place: "203.0.113.24",
      reason: RIGHT.reason,
      account: null,
      detail: { rule: "refunds_overdue", title: "Refunds overdue", until: muted_until },
    },
  ]);
  const ended = await operator.ask(MUTE, { method: "DELETE", body: { reason: "Fixed" }, ...FROM });
  expect(await ended.json()).toEqual({ muted_until: null });
  expect(await stateOf("refunds_overdue")).toBe("ok");
  expect(await logOf(ended.headers.get("x-request-id"))).toMatchObject([
    { action: "alert.unmuted", reason: "Fixed" },
  ]);
});

async function newAlert(): Promise<number> {
  const { lastInsertRowid } = await openTestDatabase().$client.execute({
    sql: "INSERT INTO alerts (name, subject, summary, started_at, seen_at) VALUES ('usage_behind', ?, 'x', 1, 1)",
    args: [crypto.randomUUID()],
  });
  return Number(lastInsertRowid);
}

it("an alert is acknowledged and closed, and the log says who, from where and why", async () => {
  const id = await newAlert();
  const handle = async (action: string, body: object) => {
    const response = await operator.ask(`/alerts/${id}/${action}`, { method: "POST", body, ...FROM });
    const [entry] = await logOf(response.headers.get("x-request-id"));
    return { handling: alertHandling.strict().parse(await response.json()), entry };
  };
  const { handling, entry } = await handle("acknowledge", {});
  expect(handling).toMatchObject({ acknowledged_by: "ana", closed_at: null, note: null });
  const who = { by: "ana", via: "desk", place: "203.0.113.24", account: null };
  expect(entry).toMatchObject({ ...who, action: "alert.acknowledged", reason: null });
  const page = await (await operator.ask("/alerts")).json();
  expect(
    operatorAlertsResponse
      .strict()
      .parse(page)
      .firing.find((alert) => alert.id === id),
  ).toMatchObject({
    acknowledged_by: "ana",
  });
  const closed = await handle("close", { note: RIGHT.reason });
  expect(closed.handling).toMatchObject({ acknowledged_by: "ana", closed_by: "ana", note: RIGHT.reason });
  expect(closed.entry).toMatchObject({
    ...who,
    action: "alert.closed",
    reason: RIGHT.reason,
    detail: { alert: id, rule: "usage_behind", title: "Roll-up behind" },
  });
});

it.each(["acknowledge", "close"])("%s of an alert that doesn't exist is 404", async (action) => {
  for (const id of ["0", "999999", "-1", "x", "1e3"]) {
    const response = await operator.ask(`/alerts/${id}/${action}`, {
      method: "POST",
      body: { note: "Known" },
    });
    expect([id, response.status, (await errorOf(response)).error]).toEqual([id, 404, "Alert not found."]);
  }
});

it.each([
  ["close", undefined, "note", "The note is missing."],
  ["close", " ", "note", "The note is missing."],
  ["close", "x".repeat(201), "note", "The note must have at most 200 characters."],
  ["acknowledge", "x".repeat(201), "note", "The note must have at most 200 characters."],
  ["acknowledge", 1, "note", "The note is missing."],
])("%s refuses the note %j by name", async (action, note, field, error) => {
  const id = await newAlert();
  const response = await operator.ask(`/alerts/${id}/${action}`, { method: "POST", body: { note } });
  expect([response.status, await errorOf(response)]).toMatchObject([422, { field, error }]);
});

const changes = operatorAlertRoutes.routes
  .filter(({ method, path }) => ["POST", "PUT", "DELETE"].includes(method) && !path.startsWith("/:alert/"))
  .map(({ method, path }) => [method, path.replace(":rule", "refunds_overdue")] as const);

describe.each([...new Map(changes.map((change) => [change.join(" "), change])).values()])(
  "%s %s",
  (method, path) => {
    const body = method === "PUT" ? RIGHT : { reason: RIGHT.reason };
    it.each([
      [{ reason: undefined }, "reason", "The reason is missing."],
      [{ reason: " " }, "reason", "The reason is missing."],
      [{ reason: "x".repeat(201) }, "reason", "The reason must have at most 200 characters."],
      [{ force: true }, "force", "The request body has an unknown field: force."],
    ])("refuses %j by name", async (wrong, field, error) => {
      const response = await operator.ask(`/alerts${path}`, { method, body: { ...body, ...wrong } });
      expect([response.status, await errorOf(response)]).toMatchObject([422, { field, error }]);
      expect(await logOf(response.headers.get("x-request-id"))).toEqual([]);
    });
  },
);

it.each([2, 0, -1, 1.5, "4", null, undefined])("a mute of %s hours is refused by name", async (hours) => {
  const response = await operator.ask(MUTE, { method: "PUT", body: { ...RIGHT, hours } });
  const error = "The hours must be one of 1, 4, 24.";
  expect([response.status, await errorOf(response)]).toMatchObject([422, { field: "hours", error }]);
  expect(await stateOf("refunds_overdue")).toBe("ok");
});

it.each([
  ["PUT", RIGHT],
  ["DELETE", { reason: "Known" }],
])("%s of an unknown rule is 404", async (method, body) => {
  const response = await operator.ask("/alerts/rules/nothing/mute", { method, body });
  expect([response.status, (await errorOf(response)).code]).toEqual([404, "not_found"]);
});

it("a test alert without a destination is refused", async () => {
  const response = await operator.ask("/alerts/test", { method: "POST", body: { reason: "Try" } });
  expect([response.status, (await errorOf(response)).error]).toEqual([
    422,
    expect.stringContaining("Set ALERT_EMAILS or ALERT_WEBHOOK_URL"),
  ]);
});

it.each(["?limit=0", "?limit=101", "?cursor=a-b", "?cursor=-"])("the history refuses %s", async (query) => {
  expect((await operator.ask(`/alerts/history${query}`)).status).toBe(422);
});
