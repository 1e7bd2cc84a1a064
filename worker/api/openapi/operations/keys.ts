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
import type { Operation } from "../operation.ts";
import { BUDGETS, FULL_KEY, KEY, KEY_ID, REVOKED_KEY } from "./examples.ts";

const group = "API keys";
const credential = "session";
const parameters = { id: { description: "Id of an API key", example: KEY_ID } };
const NOT_FOUND = "There is no such API key in your account";

export const keyOperations: Operation[] = [
  {
    id: "listKeys",
    group,
    method: "get",
    path: "/api/keys",
    summary: "List API keys",
    description: "All keys of the account, active and revoked, newest first. Each `key` is masked.",
    credential,
    answer: { status: 200, schema: apiKeyList, example: [KEY] },
  },
  {
    id: "createKey",
    group,
    method: "post",
    path: "/api/keys",
    summary: "Create an API key",
    description: "The answer holds the key in full. A test key needs no balance.",
    credential,
    body: { schema: createKeyRequest, example: { name: "Production" } },
    answer: { status: 201, schema: apiKey, example: { ...KEY, key: FULL_KEY, last_used: null, budgets: [] } },
    errors: {
      insufficient_balance: "The balance is not above $0.00",
      key_limit_reached: "The account has 100 active keys",
      invalid_name: "The name is blank, too long, or holds control characters",
    },
  },
  {
    id: "changeKey",
    group,
    method: "patch",
    path: "/api/keys/{id}",
    summary: "Change an API key",
    description: "What is left out stays as it is. A change holds for the next request with the key.",
    credential,
    parameters,
    body: {
      schema: changeKeyRequest,
      example: { name: "Website", allowed_origins: ["https://shop.example"] },
    },
    answer: {
      status: 200,
      schema: apiKey,
      example: { ...KEY, name: "Website", allowed_origins: ["https://shop.example"] },
    },
    errors: {
      invalid_name: "The name is blank, too long, or holds control characters",
      not_found: NOT_FOUND,
      key_revoked: "A revoked key cannot be changed",
    },
  },
  {
    id: "setBudgets",
    group,
    method: "put",
    path: "/api/keys/{id}/budgets",
    summary: "Set the budgets of an API key",
    description: "Replaces all budgets of the key; an empty list takes them away.",
    credential,
    parameters,
    body: { schema: budgetsRequest, example: BUDGETS },
    answer: { status: 200, schema: apiKey, example: KEY },
    errors: { not_found: NOT_FOUND, key_revoked: "A revoked key has no budgets" },
  },
  {
    id: "tryBudgets",
    group,
    method: "post",
    path: "/api/keys/{id}/budgets/trial",
    summary: "Try budgets on the last 30 days",
    description: "What each budget, by itself, would have refused in the last 30 UTC days. Changes nothing.",
    credential,
    parameters,
    body: { schema: budgetsRequest, example: BUDGETS },
    answer: {
      status: 200,
      schema: budgetTrial,
      example: {
        from: "2026-10-22",
        to: "2026-11-20",
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
      },
    },
    errors: { not_found: NOT_FOUND, key_revoked: "A revoked key has no budgets" },
  },
  {
    id: "revealKey",
    group,
    method: "post",
    path: "/api/keys/{id}/reveal",
    summary: "Reveal an API key",
    description: "The key in full. Each reveal is in the audit log.",
    credential,
    parameters,
    answer: { status: 200, schema: revealedKey, example: { key: FULL_KEY } },
    errors: {
      not_found: NOT_FOUND,
      key_revoked: "A revoked key is stored nowhere any more",
      rate_limited: "Too many reveals in a short time",
    },
  },
  {
    id: "rotateKey",
    group,
    method: "post",
    path: "/api/keys/{id}/rotate",
    summary: "Rotate an API key",
    description: "Makes a new key, in full in the answer, and ends the old one when the overlap is over.",
    credential,
    parameters,
    body: { schema: rotateKeyRequest, example: { overlap_hours: 24 } },
    answer: { status: 201, schema: apiKey, example: { ...KEY, key: FULL_KEY, last_used: null } },
    errors: {
      not_found: NOT_FOUND,
      key_revoked: "The key is revoked",
      key_not_rotatable: "The key has expired, or was rotated already",
      key_limit_reached: "Too many rotated keys still work",
    },
  },
  {
    id: "revokeKey",
    group,
    method: "post",
    path: "/api/keys/{id}/revoke",
    summary: "Revoke an API key",
    description:
      "When the call returns, no further request with the key is admitted. Repeating it is harmless.",
    credential,
    parameters,
    answer: { status: 200, schema: revokedKey, example: REVOKED_KEY },
    checkedLikeReads: true,
    errors: { not_found: NOT_FOUND },
  },
];
