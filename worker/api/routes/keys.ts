import { Hono } from "hono";
import { budgetsRequest, budgetTrial } from "#core/contract/budgets.ts";
import {
  apiKey,
  apiKeyList,
  changeKeyRequest,
  createKeyRequest,
  revealedKey,
  revokedKey,
  rotateKeyRequest,
} from "#core/contract/keys.ts";
import { restrictionsRequest, restrictionTrial } from "#core/contract/restrictions.ts";
import { UNRESTRICTED } from "#core/domain/gateway/restrictions/table.ts";
import { setBudgets, tryBudgets } from "#core/services/keys/budgets.ts";
import { changeKey } from "#core/services/keys/change-key.ts";
import { createKey } from "#core/services/keys/create-key.ts";
import { listKeys } from "#core/services/keys/list-keys.ts";
import { tryRestrictions } from "#core/services/keys/restrictions.ts";
import { revealKey } from "#core/services/keys/reveal-key.ts";
import { revokeKey } from "#core/services/keys/revoke-key.ts";
import { rotateKey } from "#core/services/keys/rotate-key.ts";
import type { SignedInEnv } from "../api-env.ts";
import { describe } from "../openapi/describe.ts";
import { AT, KEY_ID, REVOKED_KEY } from "../openapi/examples.ts";
import { jsonBody } from "../validation.ts";

const group = "API keys";
const parameters = { id: { description: "The API key's `id`", example: KEY_ID } };
const NOT_FOUND = "Your account has no such API key";
const INVALID_NAME = "The name is blank, too long, or contains control characters";
const FULL_KEY = "lk_9fK2xQe7Tb31Zt81q4mVbN5rWc8yHs0D6uGj2LpXa4E1oRk7ZqTm";
const RESTRICTED = { allowed_models: ["demo-small"], requests_per_minute: 20 };
const BUDGETS = { budgets: [{ period: "day", amount: 5 }] };
const KEY = {
  id: KEY_ID,
  name: "Production",
  key: "lk_9fK2x••••••••ZqTm",
  status: "active",
  created_at: "2026-10-02T16:20:00.000Z",
  last_used: AT,
  revoked_at: null,
  expires_at: null,
  disabled_at: null,
  ...UNRESTRICTED,
  shows_balance: true,
  replaced_by: null,
  plan_key: false,
  playground: false,
  budgets: [{ period: "day", amount: 5, spent: 1.42, resets_at: "2026-11-21T00:00:00.000Z" }],
  spent_this_month: 31.05,
};

export const keyRoutes = new Hono<SignedInEnv>()
  .get(
    "/",
    describe({
      id: "listKeys",
      group,
      summary: "List API keys",
      description: "All keys of the account, active and revoked, newest first. Each `key` is masked.",
      response: { schema: apiKeyList, example: [KEY] },
    }),
    async (c) => c.json(await listKeys(c.var.ctx)),
  )
  .post(
    "/",
    describe({
      id: "createKey",
      group,
      summary: "Create an API key",
      description:
        "The response contains the full key. A test key needs no balance. Budgets apply from the key's first request on: a request that could exceed one is refused with 402 `budget_exceeded`, and not charged. So do restrictions: a request that they don't allow is refused with 403 `model_not_allowed`, `endpoint_not_allowed`, `ip_not_allowed` or `origin_not_allowed`, or with 429 `rate_limit_exceeded`.",
      body: { example: { name: "Production", ...BUDGETS, allowed_models: ["demo-small"] } },
      response: {
        status: 201,
        schema: apiKey,
        example: {
          ...KEY,
          key: FULL_KEY,
          last_used: null,
          allowed_models: ["demo-small"],
          spent_this_month: 0,
          budgets: [{ ...KEY.budgets[0], spent: 0 }],
        },
      },
      errors: {
        insufficient_balance: "The balance isn't above $0.00",
        key_limit_reached: "The account already has 100 active keys",
        invalid_name: INVALID_NAME,
      },
    }),
    jsonBody(createKeyRequest, { name: "invalid_name" }),
    async (c) => c.json(await createKey(c.var.ctx, c.req.valid("json")), 201),
  )
  .patch(
    "/:id",
    describe({
      id: "changeKey",
      group,
      summary: "Change an API key",
      description:
        "Fields that you leave out stay unchanged. A change applies from the key's next request on.",
      parameters,
      body: { example: { name: "Website", allowed_origins: ["https://shop.example"] } },
      response: {
        schema: apiKey,
        example: { ...KEY, name: "Website", allowed_origins: ["https://shop.example"] },
      },
      errors: {
        invalid_name: INVALID_NAME,
        not_found: NOT_FOUND,
        key_revoked: "A revoked key can't be changed",
        playground_key: "The Playground's key has a fixed name, never expires and allows no other origins",
      },
    }),
    jsonBody(changeKeyRequest, { name: "invalid_name" }),
    async (c) => c.json(await changeKey(c.var.ctx, { id: c.req.param("id"), changes: c.req.valid("json") })),
  )
  .put(
    "/:id/budgets",
    describe({
      id: "setBudgets",
      group,
      summary: "Set the budgets of an API key",
      description:
        "Replaces all budgets of the key from its next request on; an empty list removes them. Days, weeks (from Monday) and months are in UTC. A request is admitted only if the highest price it could have fits into what is left, so a budget is never exceeded. Otherwise it is refused with 402 `budget_exceeded`, and not charged.",
      parameters,
      body: { example: BUDGETS },
      response: { schema: apiKey, example: KEY },
      errors: { not_found: NOT_FOUND, key_revoked: "A revoked key has no budgets" },
    }),
    jsonBody(budgetsRequest),
    async (c) => c.json(await setBudgets(c.var.ctx, { id: c.req.param("id"), ...c.req.valid("json") })),
  )
  .post(
    "/:id/budgets/trial",
    describe({
      id: "tryBudgets",
      group,
      summary: "Test budgets on the last 30 days",
      description:
        "Replays the requests of the last 30 UTC days as if the key had had these budgets, with the amounts that were reserved while requests were in progress, and returns what would have been refused. Changes nothing.",
      parameters,
      body: { example: BUDGETS },
      response: {
        schema: budgetTrial,
        example: {
          from: "2026-10-22",
          to: "2026-11-20",
          starts_at: "2026-10-22T00:00:00.000Z",
          spending: {
            day: { spent: 1.42, resets_at: "2026-11-21T00:00:00.000Z" },
            week: { spent: 6.8, resets_at: "2026-11-23T00:00:00.000Z" },
            month: { spent: 31.05, resets_at: "2026-12-01T00:00:00.000Z" },
          },
          budgets: [
            {
              period: "day",
              amount: 5,
              blocked_amount: 2.1,
              blocked_requests: 118,
              blocked_days: ["2026-11-03"],
            },
          ],
          together: { blocked_amount: 2.1, blocked_requests: 118, blocked_days: ["2026-11-03"] },
        },
      },
      errors: { not_found: NOT_FOUND, key_revoked: "A revoked key has no budgets" },
    }),
    jsonBody(budgetsRequest),
    async (c) => c.json(await tryBudgets(c.var.ctx, { id: c.req.param("id"), ...c.req.valid("json") })),
  )
  .post(
    "/:id/restrictions/trial",
    describe({
      id: "tryRestrictions",
      group,
      summary: "Test restrictions on the last 7 days",
      description:
        "Replays the requests of the last 7 days as if the key had had these restrictions, and returns what would have been refused. Fields that you leave out are tested as the key has them. Changes nothing.",
      parameters,
      body: { example: RESTRICTED },
      response: {
        schema: restrictionTrial,
        example: {
          from: "2026-11-13T12:00:00.000Z",
          to: "2026-11-20T12:00:00.000Z",
          starts_at: "2026-11-13T12:00:00.000Z",
          requests: 9204,
          refused_requests: 1235,
          models: [{ model: "demo-large", requests: 1204 }],
          refused_by_model: 1204,
          endpoints: [],
          refused_by_endpoint: 0,
          rate_minutes: 2,
          refused_by_rate: 31,
          not_recorded: [],
        },
      },
      errors: { not_found: NOT_FOUND, key_revoked: "A revoked key has no restrictions" },
    }),
    jsonBody(restrictionsRequest),
    async (c) =>
      c.json(await tryRestrictions(c.var.ctx, { id: c.req.param("id"), restrictions: c.req.valid("json") })),
  )
  .post(
    "/:id/reveal",
    describe({
      id: "revealKey",
      group,
      summary: "Reveal an API key",
      description: "Returns the full key. Every reveal is recorded in the audit log.",
      parameters,
      response: { schema: revealedKey, example: { key: FULL_KEY } },
      errors: {
        not_found: NOT_FOUND,
        key_revoked: "A revoked key is no longer stored",
        playground_key: "The Playground's key has no text that could be revealed",
        rate_limited: "Too many reveals in a short time",
      },
    }),
    async (c) => c.json(await revealKey(c.var.ctx, { id: c.req.param("id") })),
  )
  .post(
    "/:id/rotate",
    describe({
      id: "rotateKey",
      group,
      summary: "Rotate an API key",
      description:
        "Creates a new key, which the response contains in full. The old key expires when the overlap ends.",
      parameters,
      body: { example: { overlap_hours: 24 } },
      response: { status: 201, schema: apiKey, example: { ...KEY, key: FULL_KEY, last_used: null } },
      errors: {
        not_found: NOT_FOUND,
        key_revoked: "The key is revoked",
        key_not_rotatable: "The key has expired, has already been rotated, or is the Playground's",
        key_limit_reached: "Too many rotated keys still work",
      },
    }),
    jsonBody(rotateKeyRequest),
    async (c) => {
      const { overlap_hours: overlapHours } = c.req.valid("json");
      return c.json(await rotateKey(c.var.ctx, { id: c.req.param("id"), overlapHours }), 201);
    },
  )
  .post(
    "/:id/revoke",
    describe({
      id: "revokeKey",
      group,
      summary: "Revoke an API key",
      description:
        "Once the request returns, no further requests with the key are accepted. You can safely repeat it.",
      parameters,
      response: { schema: revokedKey, example: REVOKED_KEY },
      errors: { not_found: NOT_FOUND },
    }),
    async (c) => c.json(await revokeKey(c.var.ctx, { id: c.req.param("id") })),
  );
