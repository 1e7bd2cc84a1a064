import { hc, type InferResponseType } from "hono/client";
import { expect, expectTypeOf, it } from "vitest";
import type { BalanceResponse } from "#core/contract/account.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import type { BudgetInput, BudgetTrialResponse } from "#core/contract/budgets.ts";
import type {
  AccountDeletion,
  AccountSessions,
  EndedSession,
  InvitationResponse,
} from "#core/contract/identity.ts";
import type { ApiKey, RevokedKey } from "#core/contract/keys.ts";
import type { CompletionResponse } from "#core/contract/payments.ts";
import type { ApiApp } from "#worker/api/app.ts";

it("the typed client knows every route with its input and its response", () => {
  const { api } = hc<ApiApp>("https://latchkey.test");
  expectTypeOf<InferResponseType<typeof api.keys.$get>>().toEqualTypeOf<ApiKey[]>();
  expectTypeOf<InferResponseType<typeof api.keys.$post>>().toEqualTypeOf<ApiKey>();
  expectTypeOf(api.keys.$post).parameter(0).toMatchTypeOf<{ json: { name: string } }>();
  const key = api.keys[":id"];
  expectTypeOf<InferResponseType<typeof key.reveal.$post>>().toEqualTypeOf<{ key: string }>();
  expectTypeOf<InferResponseType<typeof key.revoke.$post>>().toEqualTypeOf<RevokedKey>();
  const { budgets } = key;
  expectTypeOf<InferResponseType<typeof budgets.$put>>().toEqualTypeOf<ApiKey>();
  expectTypeOf(budgets.$put).parameter(0).toMatchTypeOf<{ json: { budgets: BudgetInput[] } }>();
  expectTypeOf<InferResponseType<typeof budgets.trial.$post>>().toEqualTypeOf<BudgetTrialResponse>();
  expectTypeOf(key.revoke.$post).parameter(0).toEqualTypeOf<{ param: { id: string } }>();
  expectTypeOf<InferResponseType<typeof api.account.balance.$get>>().toEqualTypeOf<BalanceResponse>();
  expectTypeOf<InferResponseType<typeof api.figures.$get>>().toEqualTypeOf<AnalyticsResponse>();
  const completion = api.account["payment-link-completion"];
  expectTypeOf<InferResponseType<typeof completion.$post>>().toEqualTypeOf<CompletionResponse>();
  const link = api.payment["create-payment-link"];
  expectTypeOf<InferResponseType<typeof link.$post>>().toEqualTypeOf<{
    paymentLinkUrl: string;
    session_id: string;
  }>();
  const { invitations, sessions } = api.account;
  expectTypeOf<InferResponseType<typeof invitations.$post>>().toEqualTypeOf<InvitationResponse>();
  expectTypeOf(invitations.$post).parameter(0).toEqualTypeOf<{ json: { email: string } }>();
  expectTypeOf<InferResponseType<typeof sessions.$get>>().toEqualTypeOf<AccountSessions>();
  const session = sessions[":id"];
  expectTypeOf<InferResponseType<typeof session.$delete>>().toEqualTypeOf<EndedSession>();
  expectTypeOf<InferResponseType<typeof api.account.$delete>>().toEqualTypeOf<AccountDeletion>();
  expectTypeOf(api.account.$delete).parameter(0).toEqualTypeOf<{ json: { email: string } }>();
  expect(key.revoke.$url({ param: { id: "key_1" } }).pathname).toBe("/api/keys/key_1/revoke");
});
