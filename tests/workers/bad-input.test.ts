import { describe, expect, inject, it } from "vitest";
import { INVALID_TOP_UP_AMOUNT } from "#core/domain/products.ts";
import { openDatabase } from "#core/storage/database.ts";
import { noPayments } from "#tests/support/no-payments.ts";
import { BUILD } from "#worker/build-info.ts";
import { REQUEST_ID_HEADER } from "#worker/http-headers.ts";
import { expectErrors } from "./support/expected-errors.ts";
import { type Call, call, errorOf, newUser, openTestDatabase, testApi } from "./support/test-api.ts";

/** One for all requests: none of them changes anything. */
const [api, user] = [testApi(), newUser()];

async function refusal(path: string, options: Call) {
  const { token } = await user;
  const response = await call(api, token, path, options);
  const { error, code, field, request_id } = await errorOf(response);
  expect(request_id).toBe(response.headers.get("x-request-id"));
  return { status: response.status, code, error, field };
}

describe("POST /api/keys refuses", () => {
  const blank = {
    status: 422,
    code: "invalid_name",
    field: "name",
    error: "Please provide a name for your API key.",
  };
  it.each([
    ["a name of spaces", " \t\n "],
    ["a name of which nothing can be seen", "\u200b\u200d"],
    ["a name of letters and patterns that show nothing", "\u115f\u3164\uffa0\u2800"],
  ])("%s", async (_what, name) => {
    expect(await refusal("/api/keys", { body: { name } })).toEqual(blank);
  });

  it("a name of 10,000 characters", async () => {
    expect(await refusal("/api/keys", { body: { name: "x".repeat(10_000) } })).toEqual({
      status: 422,
      code: "invalid_name",
      field: "name",
      error: "The name must have at most 100 characters.",
    });
  });

  it.each([
    ["control characters", "a\u0000b"],
    ["half a character", "a\ud800"],
    ["a turn of the reading direction", "a\u202eb"],
    ["an isolate of the reading direction", "a\u2066b"],
  ])("a name with %s", async (_what, name) => {
    const { code, error } = await refusal("/api/keys", { body: { name } });
    expect({ code, error }).toEqual({
      code: "invalid_name",
      error: "The name must not contain control characters.",
    });
  });

  it.each([[42], [undefined]])("the name %j", async (name) => {
    const { status, code, error } = await refusal("/api/keys", { body: { name } });
    expect({ status, code, error }).toEqual({
      status: 422,
      code: "invalid_name",
      error: "The name must be text.",
    });
  });

  it.each(["[]", "null"])("the JSON %s, which is not an object", async (body) => {
    const { status, code } = await refusal("/api/keys", { body });
    expect({ status, code }).toEqual({ status: 422, code: "invalid_request" });
  });
});

const invalid = (field: string | undefined, error: string) => ({
  status: 422,
  code: "invalid_request",
  field,
  error,
});

describe("a field that an operation doesn't have is refused by name", () => {
  const DAILY = { period: "day", amount: 5 };
  const unknown = (field: string) => invalid(field, `The request body has an unknown field: ${field}.`);
  it.each([
    ["POST", "/api/keys", { name: "Live by mistake", mode: "test" }, "mode"],
    ["PATCH", "/api/keys/key_x", { name: "a", sealed: "x" }, "sealed"],
    ["PUT", "/api/keys/key_x/budgets", { budgets: [], period: "day" }, "period"],
    ["POST", "/api/keys/key_x/budgets/trial", { budgets: [], days: 7 }, "days"],
    ["POST", "/api/keys/key_x/restrictions/trial", { requests_per_minute: 1, days: 7 }, "days"],
    ["POST", "/api/keys/key_x/rotate", { overlap_hours: 0, overlap: 1 }, "overlap"],
    ["POST", "/api/payment/create-payment-link", { amount: 100, currency: "USD" }, "currency"],
    ["POST", "/api/account/invitations", { email: "a@example.com", role: "owner" }, "role"],
    ["POST", "/api/notifications/read", { up_to: "ntf_1", kind: "x" }, "kind"],
    ["PUT", "/api/account/budgets", { budgets: [{ ...DAILY, currency: "EUR" }] }, "budgets.0.currency"],
    ["PUT", "/api/keys/key_x/budgets", { budgets: [{ ...DAILY, soft: true }] }, "budgets.0.soft"],
    ["POST", "/api/keys/key_x/budgets/trial", { budgets: [{ ...DAILY, soft: true }] }, "budgets.0.soft"],
    ["POST", "/api/keys", { name: "a", budgets: [{ ...DAILY, spent: 0 }] }, "budgets.0.spent"],
  ])("%s %s %j", async (method, path, body, field) => {
    expect(await refusal(path, { method, body })).toEqual(unknown(field));
  });

  it("with at most 64 characters of its name", async () => {
    const body = { name: "a", ["x".repeat(9_000)]: 1 };
    expect(await refusal("/api/keys", { body })).toEqual(unknown("x".repeat(64)));
  });

  it("but for the specification's userId, which decides nothing", async () => {
    const body = { session_id: "cs_test_unknown1", userId: "somebody-else" };
    expect(await refusal("/api/account/payment-link-completion", { body })).toMatchObject({ status: 404 });
  });
});

describe("PATCH /api/keys/{id} refuses", () => {
  const patch = (body: unknown) => refusal("/api/keys/key_x", { method: "PATCH", body });

  it("{}, which changes nothing", async () => {
    expect(await patch({})).toEqual(invalid(undefined, "Provide at least one field to change."));
  });

  it.each(["", "2199-01-01", "2199-02-30T00:00:00Z", "2199-01-01T00:00:00", 4e12])(
    "the expiry %j, and so does POST /api/keys",
    async (expires_at) => {
      const refused = invalid("expires_at", "The expires_at field must be a date and time in ISO 8601.");
      expect(await patch({ expires_at })).toEqual(refused);
      expect(await refusal("/api/keys", { body: { name: "New", expires_at } })).toEqual(refused);
    },
  );

  it.each(["true", null])("the switch %j", async (disabled) => {
    expect(await patch({ disabled })).toEqual(
      invalid("disabled", "The disabled field must be true or false."),
    );
  });

  it.each(["true", null])("the balance access %j, and so does POST /api/keys", async (shows_balance) => {
    const refused = invalid("shows_balance", "The shows_balance field must be true or false.");
    expect(await patch({ shows_balance })).toEqual(refused);
    expect(await refusal("/api/keys", { body: { name: "New", shows_balance } })).toEqual(refused);
  });

  it.each([
    "*",
    "https://*.example.com",
    "http://shop.example",
    "https://shop.example/path",
    "",
    `https://${"a".repeat(400)}`,
  ])("the origin %j", async (origin) => {
    const rule =
      "an origin such as https://app.example.com or http://localhost:3000, without a path or wildcard";
    expect(await patch({ allowed_origins: ["https://shop.example", origin] })).toEqual(
      invalid(
        "allowed_origins.1",
        `Each entry of allowed_origins must be ${rule}. “${origin.slice(0, 64)}” isn’t.`,
      ),
    );
  });

  it("allowed origins that are not a list, or too many", async () => {
    expect(await patch({ allowed_origins: "https://shop.example" })).toEqual(
      invalid("allowed_origins", "The allowed_origins field must be a list."),
    );
    const allowed_origins = Array.from({ length: 21 }, (_, index) => `https://${index}.example`);
    expect(await patch({ allowed_origins })).toEqual(
      invalid("allowed_origins", "The allowed_origins field can have at most 20 entries."),
    );
    expect(await patch({ allowed_origins: [7] })).toMatchObject({
      status: 422,
      field: "allowed_origins.0",
      error: expect.stringContaining("allowed_origins"),
    });
  });

  const RATE = "The requests_per_minute field must be a whole number from 1 to 100, or null.";
  const NETWORK = "an IP address or a network, such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32";
  const wrongNetwork = (text: string) =>
    `Each entry of allowed_networks must be ${NETWORK}. “${text}” isn’t.`;
  it.each<[object, string, string | RegExp]>([
    [{ requests_per_minute: 0 }, "requests_per_minute", RATE],
    [{ requests_per_minute: 101 }, "requests_per_minute", RATE],
    [{ requests_per_minute: 1.5 }, "requests_per_minute", RATE],
    [{ requests_per_minute: "20" }, "requests_per_minute", RATE],
    [
      { allowed_networks: ["10.0.0.1", "2001:db8::/300"] },
      "allowed_networks.1",
      wrongNetwork("2001:db8::/300"),
    ],
    [{ allowed_networks: "10.0.0.1" }, "allowed_networks", "The allowed_networks field must be a list."],
    [
      { allowed_networks: Array(21).fill("10.0.0.1") },
      "allowed_networks",
      "The allowed_networks field can have at most 20 entries.",
    ],
    [
      { allowed_models: Array(51).fill("m") },
      "allowed_models",
      "The allowed_models field can have at most 50 entries.",
    ],
    [
      { allowed_models: ["demo small"] },
      "allowed_models.0",
      "Each entry of allowed_models must be the name of a model that GET /v1/models lists. “demo small” isn’t.",
    ],
    [
      { allowed_models: ["no-such-model"] },
      "allowed_models.0",
      "There is no model no-such-model in the price list. GET /v1/models lists the models.",
    ],
    [
      { allowed_endpoints: ["/v1/nothing"] },
      "allowed_endpoints.0",
      /^Each entry of allowed_endpoints must be .*\/v1\/embeddings.* “\/v1\/nothing” isn’t\.$/,
    ],
    [{ allowed_endpoints: [7] }, "allowed_endpoints.0", "Each entry of allowed_endpoints must be text."],
  ])("the restrictions %j, and so do POST /api/keys and the trial", async (body, field, error) => {
    const refused = invalid(field, typeof error === "string" ? error : expect.stringMatching(error));
    expect(await patch(body)).toEqual(refused);
    expect(await refusal("/api/keys", { body: { name: "New", ...body } })).toEqual(refused);
    const trial = await refusal("/api/keys/key_x/restrictions/trial", { body });
    expect([refused, { status: 404 }]).toContainEqual(trial.status === 404 ? { status: 404 } : trial);
  });

  it("a blank name, and one that is too long", async () => {
    expect(await patch({ name: " " })).toMatchObject({ status: 422, code: "invalid_name", field: "name" });
    expect(await patch({ name: "x".repeat(101) })).toMatchObject({ status: 422, code: "invalid_name" });
  });
});

describe("POST /api/keys/{id}/rotate refuses", () => {
  it.each([
    [-1, "The overlap_hours field must be at least 0."],
    [721, "The overlap_hours field must be at most 720."],
    [1.5, "The overlap_hours field must be a whole number."],
    ["24", "The overlap_hours field must be a number."],
    [undefined, "The overlap_hours field must be a number."],
  ])("an overlap of %j", async (overlap_hours, error) => {
    const refused = await refusal("/api/keys/key_x/rotate", { body: { overlap_hours } });
    expect(refused).toEqual(invalid("overlap_hours", error));
  });
});

describe.each([
  ["PUT", "/api/keys/key_x/budgets"],
  ["POST", "/api/keys/key_x/budgets/trial"],
])("%s %s refuses", (method, path) => {
  const budget = { period: "day", amount: 5 };
  it.each([
    [{ budgets: budget }, "budgets", "The budgets must be a list."],
    [{ budgets: [7] }, "budgets.0", "Each budget must have a period and an amount."],
    [
      { budgets: [budget, { period: "day", amount: 6 }] },
      "budgets",
      "There can be only one budget for each period.",
    ],
    [
      { budgets: [budget, { period: "year", amount: 5 }] },
      "budgets.1.period",
      "The period must be “day”, “week” or “month”.",
    ],
  ])("the budgets in %j", async (body, field, error) => {
    expect(await refusal(path, { method, body })).toEqual(invalid(field, error));
  });

  it.each([
    [-0.01, "The amount must be at least 0."],
    [1_000_000.01, "The amount must be at most 1000000."],
    [0.0000001, "The amount must have at most 6 decimals."],
    ["5", "The amount must be a number."],
    [undefined, "The amount must be a number."],
  ])("an amount of %j", async (amount, error) => {
    const body = { budgets: [{ period: "week", amount }] };
    expect(await refusal(path, { method, body })).toEqual(invalid("budgets.0.amount", error));
  });
});

it.each([
  [
    "PUT",
    "/api/account/budgets",
    [{ period: "week", amount: 5 }],
    "budgets.0.period",
    "The period must be “day” or “month”.",
  ],
  [
    "PUT",
    "/api/account/budgets",
    [{ period: "day", amount: -1 }],
    "budgets.0.amount",
    "The amount must be at least 0.",
  ],
  ["PUT", "/api/account/budgets", "none", "budgets", "The budgets must be a list."],
  ["POST", "/api/keys", [{ period: "day" }], "budgets.0.amount", "The amount must be a number."],
  [
    "POST",
    "/api/keys",
    [{ period: "year", amount: 1 }],
    "budgets.0.period",
    "The period must be “day”, “week” or “month”.",
  ],
])("%s %s refuses the budgets %j", async (method, path, budgets, field, error) => {
  const body = { ...(method === "POST" && { name: "Production" }), budgets };
  expect(await refusal(path, { method, body })).toEqual(invalid(field, error));
});

describe("PATCH /api/account/subscription refuses", () => {
  it.each([[{}], [{ draws_on_balance: "true" }]])("%j", async (body) => {
    const refused = await refusal("/api/account/subscription", { method: "PATCH", body });
    expect(refused).toEqual(invalid("draws_on_balance", "The draws_on_balance field must be true or false."));
  });
});

describe("notifications refuse", () => {
  const set = (body: unknown) => refusal("/api/notifications/settings", { method: "PATCH", body });

  it.each([undefined, 7, "12", "ntf_", "ntf_1e9", "ntf_1234567890123456"])(
    "to be read up to %j",
    async (up_to) => {
      const error = "The up_to field must be the id of a notification.";
      expect(await refusal("/api/notifications/read", { body: { up_to } })).toEqual(invalid("up_to", error));
    },
  );

  it.each([undefined, "low", "__proto__"])("a setting for the kind %j", async (kind) => {
    expect(await set({ kind, in_app: true })).toMatchObject({ status: 422, field: "kind" });
  });

  it.each(["in_app", "by_mail"])(
    "a setting whose %s is not a boolean, and one that changes nothing",
    async (name) => {
      const kind = "low_balance";
      const error = `The ${name} field must be true or false.`;
      for (const value of ["true", null])
        expect(await set({ kind, [name]: value })).toEqual(invalid(name, error));
      expect(await set({ kind })).toEqual(invalid(undefined, "Provide at least one field to change."));
    },
  );

  it.each(["x", "ntf_99999999999999"])("to mark “%s”, which is not a notification", async (id) => {
    const { status } = await refusal(`/api/notifications/${id}/read`, { method: "POST" });
    expect(status).toBe(404);
  });

  it.each([
    ["/api/statement?month=2026-13", "The month must be a month such as 2026-11."],
    ["/api/ledger.csv?month=November", "The month must be a month such as 2026-11."],
    ["/api/ledger/days?month=2029-01", "The month must not be in the future."],
  ])("a month without a statement: %s", async (path, error) => {
    expect(await refusal(path, {})).toMatchObject({ status: 422, field: "month", error });
  });

  it("an invalid page cursor", async () => {
    expect(await refusal("/api/notifications?limit=101", {})).toMatchObject({ status: 422, field: "limit" });
    expect(await refusal("/api/notifications?cursor=1-2", {})).toMatchObject({
      status: 422,
      field: "cursor",
    });
  });
});

describe("a body that cannot be read is refused with 400", () => {
  it.each([
    ["broken JSON", '{"name": "a"', "The body is not valid JSON."],
    ["no body at all", "", "The body is not valid JSON."],
  ])("when it is %s", async (_what, body, error) => {
    const { status, code, error: message } = await refusal("/api/keys", { body });
    expect({ status, code, error: message }).toEqual({ status: 400, code: "invalid_request", error });
  });

  it.each(["text/plain", "application/jsonp"])("when its type is %s", async (type) => {
    const options = { body: '{"name":"a"}', headers: { "content-type": type } };
    const { status, error } = await refusal("/api/keys", options);
    expect({ status, error }).toEqual({
      status: 400,
      error: "The content-type must be application/json.",
    });
  });
});

describe("POST /api/payment/create-payment-link refuses", () => {
  it.each(["25", undefined])("the amount %j, which is not a number", async (amount) => {
    const body = { amount, product: "balance" };
    expect(await refusal("/api/payment/create-payment-link", { body })).toEqual({
      status: 422,
      code: "invalid_amount",
      field: "amount",
      error: "The amount must be a number.",
    });
  });

  it.each([-5, 7, 24.999, 1e21])("the amount %j", async (amount) => {
    const body = { amount, product: "balance" };
    expect(await refusal("/api/payment/create-payment-link", { body })).toEqual({
      status: 422,
      code: "invalid_amount",
      field: "amount",
      error: INVALID_TOP_UP_AMOUNT,
    });
  });

  it("an amount too large for a number", async () => {
    const { code } = await refusal("/api/payment/create-payment-link", {
      body: '{"amount":1e999,"product":"balance"}',
    });
    expect(code).toBe("invalid_amount");
  });
});

it.each(["cs_1", "../../etc/passwd", `cs_${"a".repeat(300)}`])(
  "a completion refuses the session id “%s”",
  async (session_id) => {
    const { status, field } = await refusal("/api/account/payment-link-completion", { body: { session_id } });
    expect({ status, field }).toEqual({ status: 422, field: "session_id" });
  },
);

it.each([
  ["", "range"],
  ["?range=1y", "range"],
  ["?range=2026-13", "range"],
  ["?range=2099-01", "range"],
  ["?range=custom", "from"],
  ["?range=custom&from=2026-01-01T00:00:00Z&to=2026-01-01", "to"],
  ["?range=custom&from=2999-01-01T00:00:00Z&to=2999-01-02T00:00:00Z", "from"],
  ["?range=24h&endpoint=/v1/models&model=mini", "model"],
  ["?range=24h&tz=Mars/Olympus", "tz"],
  ["?range=24h&tz=Etc/Unknown", "tz"],
  ["?range=24h&tz=%2B05:30", "tz"],
  ["?range=24h&tz=UTC%2B5", "tz"],
  [`?range=24h&key_id=${"k".repeat(100)}`, "key_id"],
  [`?range=24h&endpoint=${"e".repeat(201)}`, "endpoint"],
  ["/breakdown", "range"],
  ["/breakdown?range=1y", "range"],
  [`/breakdown?range=24h&key_id=${"k".repeat(100)}`, "key_id"],
  [`/breakdown?range=24h&endpoint=${"e".repeat(201)}`, "endpoint"],
  ["/stacked?range=24h", "by"],
  ["/stacked?range=24h&by=endpoint", "by"],
  ["/stacked?range=24h&by=model&endpoint=/v1/models", "endpoint"],
  ["/stacked?range=1y&by=key", "range"],
])("analytics refuse the query “%s”", async (query, field) => {
  expect(await refusal(`/api/figures${query}`, {})).toMatchObject({
    status: 422,
    code: "invalid_request",
    field,
  });
});

it("a range of another length is refused with the ranges there are", async () => {
  expect((await refusal("/api/figures?range=99d", {})).error).toBe(
    "The range must be one of 24h, 7d, 30d, a month such as 2026-11, or custom.",
  );
});

describe("a body that is too large is refused with 413", () => {
  const oversized = JSON.stringify({ name: "a", padding: "x".repeat(33 * 1024) });

  it("when it declares its length", async () => {
    const headers = { "content-length": String(oversized.length) };
    const { status, code } = await refusal("/api/keys", { body: oversized, headers });
    expect({ status, code }).toEqual({ status: 413, code: "payload_too_large" });
  });

  it("when it is a stream without a length", async () => {
    const { token } = await user;
    const chunk = new TextEncoder().encode("x".repeat(8 * 1024));
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(chunk);
        if (sent > 1000) controller.close();
      },
    });
    const request = new Request("http://latchkey.test/api/keys", {
      method: "POST",
      body,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    });
    expect((await api.fetch(request)).status).toBe(413);
    expect(sent).toBeLessThan(20);
  });

  it("at 512 KB for the webhook, which accepts more than other routes", async () => {
    const paying = testApi({ payments: { ...noPayments, verifyEvent } });
    const webhook = (size: number) =>
      call(paying, null, "/api/stripe/webhook", { method: "POST", body: "x".repeat(size) });
    expect((await webhook(600 * 1024)).status).toBe(413);
    expect(verified).toEqual([]);
    await webhook(100 * 1024);
    expect(verified).toEqual([100 * 1024]);
  });
  const verified: number[] = [];
  const verifyEvent = (rawBody: string) => {
    verified.push(rawBody.length);
    const ignored = {
      id: "evt_1",
      type: "invoice.paid",
      createdAt: 0,
      objectId: "in_1",
      paymentIntentId: null,
      isCardSetup: false,
      isForeign: false,
    };
    return Promise.resolve(ignored);
  };
});

describe("an unknown path returns 404, as JSON and with a request id", () => {
  it.each([
    ["GET", "/api"],
    ["GET", "/api/nothing"],
    ["GET", "/nothing"],
    ["DELETE", "/api/nothing"],
    ["POST", "/api/keys/key_doesnotexist/reveal"],
    ["POST", "/api/keys/%00%ff..%2f/revoke"],
  ])("%s %s", async (method, path) => {
    const { status, code } = await refusal(path, { method });
    expect({ status, code }).toEqual({ status: 404, code: "not_found" });
  });
});

describe("every response", () => {
  it.each(["/api/health", "/api/keys", "/api/nothing"])(
    "of %s has our request id, and forbids caching and MIME sniffing",
    async (path) => {
      const chosen = "chosen-by-the-client";
      const headers = { "x-request-id": chosen, [REQUEST_ID_HEADER]: chosen };
      const response = await call(api, null, path, { headers });
      expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
    },
  );
});

describe("GET /api/health", () => {
  it("says ok when the database responds", async () => {
    const response = await call(api, null, "/api/health");
    expect([response.status, await response.json()]).toEqual([200, { status: "ok", ...BUILD }]);
  });

  it("says 503 when it does not", async () => {
    const takeErrors = expectErrors();
    const broken = openTestDatabase();
    broken.$client.close();
    const response = await call(testApi({ openDatabase: () => broken }), null, "/api/health");
    expect(response.status).toBe(503);
    expect((await errorOf(response)).code).toBe("database_unavailable");
    expect(takeErrors()).toHaveLength(1);
  });
});

it("a database server that returns 503 leads to our own 503, not to an internal error", async () => {
  const takeErrors = expectErrors();
  const { token } = await user;
  // The key server returns 503 for everything but its keys.
  const away = testApi({ openDatabase: () => openDatabase({ url: inject("supabaseUrl") }) });
  const response = await call(away, token, "/api/account/balance");
  const { error, code } = await errorOf(response);
  expect([response.status, code, error]).toEqual([
    503,
    "database_unavailable",
    "The database is unavailable. Please try again shortly.",
  ]);
  expect(takeErrors()).toHaveLength(1);
});
