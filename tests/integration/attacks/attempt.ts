import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { expect } from "vitest";
import { inputTokensOf } from "#tests/support/tokens.ts";
import { CREDENTIAL, type Customer, type Edge } from "../gateway-http/edge.ts";
import { json, type Script } from "../gateway-http/scripted-upstream.ts";
import { RESPONSE } from "./targets.ts";

interface Attack {
  path: string;
  init: RequestInit;
  /** What the provider responds; by default 7 tokens in and 3 out, in every API's form. */
  script?: Script;
  customer?: Customer;
  send?: typeof sendAsWritten;
}

/** Sends a request and waits until it is settled, if it was admitted. */
export async function attempt(edge: Edge, { path, init, script = json(RESPONSE), ...more }: Attack) {
  const { customer = edge.newKey(), send } = more;
  edge.upstream.respondWith(script);
  const before = more.customer === undefined ? 0 : (await customer.metered()).settlements.length;
  const response = await (send === undefined
    ? customer.send(path, init)
    : send(edge.origin, { key: customer.key, path, init }));
  const text = await response.text();
  expect(text + JSON.stringify([...response.headers]), "the response").not.toContain(CREDENTIAL);
  const { admissions, admitted, settlements: done } = await customer.metered();
  const settlements = done.length === admitted.length ? done : await customer.settled(admitted.length);
  const [received] = edge.upstream.received;
  const sent: unknown = received === undefined ? null : parsed(String(received.body));
  return {
    status: response.status,
    headers: response.headers,
    text,
    customer,
    received,
    sent,
    /** What the provider received, in bytes. */
    bytes: received?.body.length ?? 0,
    /** Tokens that the JSON of it is estimated at. */
    get input() {
      return inputTokensOf(received?.body);
    },
    attempts: edge.upstream.received.length,
    holds: admissions.slice(before).map(({ holdMicros }) => holdMicros),
    settlements: settlements.slice(before),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Status, code and field of a request that must be refused: nothing is held, forwarded or charged. */
export async function refusal(edge: Edge, attack: Attack): Promise<[number, string, string | null]> {
  const { status, text, headers, attempts, holds } = await attempt(edge, attack);
  expect({ attempts, holds }, `what became of it: ${text.slice(0, 300)}`).toEqual({ attempts: 0, holds: [] });
  const cost = headers.get("x-latchkey-cost");
  expect(cost === null || Number(cost) === 0, `the cost ${cost}`).toBe(true);
  const { error } = JSON.parse(text);
  return [status, error.code, error.param];
}

/** A request that must be forwarded once: its hold and its charge in micro-dollars, and what the provider received. */
export async function charge(edge: Edge, attack: Attack) {
  const { status, text, attempts, holds, settlements, ...rest } = await attempt(edge, attack);
  expect([status, attempts, holds.length, settlements.length], text.slice(0, 300)).toEqual([200, 1, 1, 1]);
  const [hold = 0] = holds;
  const { costMicros: cost = 0, estimated, outcome } = settlements[0] ?? {};
  expect(cost, "the charge").toBeLessThanOrEqual(hold);
  return { ...rest, text, hold, cost, estimated, outcome };
}

interface Written {
  key: string;
  path: string;
  init: RequestInit;
}

/** As `fetch`, without mending the path or adding headers. */
export async function sendAsWritten(origin: string, { key, path, init }: Written): Promise<Response> {
  const { hostname, port } = new URL(origin);
  const { method = "GET", headers = {}, body } = init;
  const all = { authorization: `Bearer ${key}`, ...Object.fromEntries(new Headers(headers)) };
  // A connection of its own: workerd cannot use one again whose last request has a body that nobody read.
  const sent = request({ hostname, port, path, method, headers: all, agent: false });
  const responded = once(sent, "response");
  sent.end(typeof body === "string" || body instanceof Uint8Array ? body : undefined);
  const [response]: IncomingMessage[] = await responded;
  if (response === undefined) throw new Error("There is no response.");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const { statusCode: status = 0, rawHeaders } = response;
  const received = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2)
    received.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  const none = method === "HEAD" || status === 204;
  return new Response(none ? null : Buffer.concat(chunks), { status, headers: received });
}
