import { createHash, timingSafeEqual } from "node:crypto";
import type { EmulatorContext } from "emulate";
import { newId } from "../identifiers.ts";
import type { StripeState } from "../state.ts";
import { expandAll } from "./expand.ts";
import { decodeForm, type Form, reader } from "./form.ts";
import { idempotentReplies } from "./idempotency.ts";
import { underOutage } from "./outage.ts";
import { invalid, StripeError, unknownRoute } from "./stripe-error.ts";

export type App = EmulatorContext<StripeState>["app"];

interface ApiCall {
  /** The `:id` of the path; empty where the path has none. */
  id: string;
  query: Form;
  body: Form;
}
type Handler = (call: ApiCall) => object | Promise<object>;

export interface Api {
  get: (path: string, handler: Handler) => void;
  post: (path: string, handler: Handler) => void;
  delete: (path: string, handler: Handler) => void;
}

interface ApiOptions {
  app: App;
  state: StripeState;
  secretKey: string;
  save: () => Promise<void>;
}

const MAX_BODY = 100_000;
const digest = (text: string) => createHash("sha256").update(text).digest();

/** Registers routes of Stripe's API, each with its authentication, form decoding, idempotency and error shape. */
export function defineApi({ app, state, secretKey, save }: ApiOptions): Api {
  const idempotent = idempotentReplies(state.savedReplies);
  const expected = digest(`Bearer ${secretKey}`);
  const authenticate = (header: string | undefined) => {
    if (!timingSafeEqual(digest(header ?? ""), expected)) throw unauthorized();
  };
  const run = async (handler: Handler, call: ApiCall) => {
    const expand = reader(call.query).strings("expand").concat(reader(call.body).strings("expand"));
    return expandAll(state, await handler(call), expand);
  };

  app.notFound((c) => errorReply(unknownRoute(c.req.method, c.req.path)));
  return {
    get(path, handler) {
      app.get(path, (c) =>
        replying(async () => {
          authenticate(c.req.header("authorization"));
          const query = decodeForm(new URL(c.req.url).search);
          const call = { id: c.req.param().id ?? "", query, body: {} };
          return underOutage(state, () => run(handler, call));
        }),
      );
    },
    delete(path, handler) {
      app.delete(path, (c) =>
        replying(async () => {
          authenticate(c.req.header("authorization"));
          const call = { id: c.req.param().id ?? "", query: {}, body: {} };
          return underOutage(state, async () => {
            const reply = await run(handler, call);
            await save();
            return reply;
          });
        }),
      );
    },
    post(path, handler) {
      app.post(path, (c) =>
        replying(async () => {
          authenticate(c.req.header("authorization"));
          const text = await c.req.text();
          if (text.length > MAX_BODY) throw invalid("The request is too large.");
          const call = { id: c.req.param().id ?? "", query: {}, body: decodeForm(text) };
          const key = c.req.header("idempotency-key");
          return underOutage(state, async () => {
            const perform = () => run(handler, call);
            const reply = await (key
              ? idempotent({ key, path: c.req.path, body: text }, perform)
              : perform());
            await save();
            return reply;
          });
        }),
      );
    },
  };
}

const unauthorized = () =>
  new StripeError(401, { type: "invalid_request_error", message: "Invalid API Key provided." });

async function replying(reply: () => Promise<object>): Promise<Response> {
  try {
    return Response.json(await reply(), { headers: { "request-id": newId("req", 14) } });
  } catch (error) {
    if (error instanceof StripeError) return errorReply(error);
    throw error;
  }
}

function errorReply({ status, body }: StripeError): Response {
  return Response.json({ error: body }, { status, headers: { "request-id": newId("req", 14) } });
}
