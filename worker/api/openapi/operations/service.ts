import { z } from "zod";
import { buildInfo, healthQuery } from "#core/contract/health.ts";
import type { Operation } from "../operation.ts";

const group = "Service";

export const serviceOperations: Operation[] = [
  {
    id: "getHealth",
    group,
    method: "get",
    path: "/api/health",
    summary: "Ask whether the service works",
    description: "With `verbose` and the operator's token, a report of the service's figures.",
    credential: "none",
    query: healthQuery,
    answer: {
      status: 200,
      schema: z.looseObject({ status: z.literal("ok"), ...buildInfo.shape }),
      example: {
        status: "ok",
        version: "0.1.0",
        commit: "3f2a91c07be4",
        built_at: "2026-07-01T12:00:00.000Z",
      },
    },
    errors: {
      unauthorized: "`verbose` without the operator's token",
      not_found: "`verbose` where no report is set up",
      database_unavailable: "The database is unavailable",
    },
  },
  {
    id: "getOpenApiDocument",
    group,
    method: "get",
    path: "/api/openapi.json",
    summary: "Get this description for machines",
    description: "What this page is made of, as an OpenAPI 3.1 document.",
    credential: "none",
    answer: {
      status: 200,
      schema: z.looseObject({ openapi: z.string(), paths: z.looseObject({}) }),
      example: { openapi: "3.1.0", info: { title: "Latchkey API", version: "1" }, paths: {} },
    },
  },
  {
    id: "receivePaymentEvent",
    group,
    method: "post",
    path: "/api/stripe/webhook",
    summary: "Receive a payment event",
    description: "For the payment provider alone, which signs each event. Anybody else is refused.",
    credential: "signature",
    body: {
      schema: z.looseObject({ id: z.string(), type: z.string() }),
      example: { id: "evt_1QxYz", type: "checkout.session.completed" },
    },
    answer: {
      status: 200,
      schema: z.object({ received: z.string().describe("Id of the event") }),
      example: { received: "evt_1QxYz" },
    },
    errors: {
      invalid_signature: "The event is not signed by the payment provider",
      order_unknown: "No order belongs to the payment yet; the provider sends the event again",
      order_mismatch: "What was paid is not what was ordered",
      payment_provider_error: "The payment provider did not answer",
    },
  },
];
