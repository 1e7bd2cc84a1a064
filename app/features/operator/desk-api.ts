import type { Hono } from "hono";
import { hc } from "hono/client";
import { api } from "#app/lib/api-client.ts";
import type { LedgerResponse } from "#core/contract/ledger.ts";
import type {
  OperatorAccountResponse,
  OperatorAccountsResponse,
  OperatorAuditResponse,
  OperatorResponse,
} from "#core/contract/operator.ts";

type Get<Output, Input = {}> = { $get: { input: Input; output: Output; outputFormat: "json"; status: 200 } };
type Query = { query: Record<string, string> };
type Param = { param: { id: string } };
type Send<Method extends string, Json, Output = {}, P = Param> = Record<
  Method,
  { input: P & { json: Json }; output: Output; outputFormat: "json"; status: 200 }
>;
type Schema = {
  "/api/operator": Get<OperatorResponse>;
  "/api/operator/accounts": Get<OperatorAccountsResponse, Query>;
  "/api/operator/accounts.csv": Get<string, Query>;
  "/api/operator/accounts/:id": Get<OperatorAccountResponse, Param>;
  "/api/operator/accounts/:id/ledger": Get<LedgerResponse, Param & Query>;
  "/api/operator/accounts/:id/ledger.csv": Get<string, Param>;
  "/api/operator/accounts/:id/credit": Send<
    "$post",
    { direction: "grant" | "take_back"; amount: number; reason: string; id: string }
  >;
  "/api/operator/accounts/:id/plan": Send<
    "$put",
    {
      plan: "Free" | "Premium" | "Business";
      valid_until: string | null;
      requests_per_month: number | null;
      value_per_month: number | null;
      reason: string;
    }
  >;
  "/api/operator/accounts/:id/suspension": Send<"$put" | "$delete", { reason: string; notify: boolean }>;
  "/api/operator/accounts/:id/revoke-keys": Send<
    "$post",
    { reason: string; notify: boolean },
    { revoked: number }
  >;
  "/api/operator/accounts/:id/keys/:key/revoke": Send<
    "$post",
    { reason: string },
    {},
    { param: { id: string; key: string } }
  >;
  "/api/operator/audit": Get<OperatorAuditResponse, Query>;
  "/api/operator/audit.csv": Get<string, Query>;
};
const made = hc<Hono<{}, Schema, "/">>("/");
/** Until the API has these routes. */
export const desk = (api as unknown as typeof made).api.operator;
