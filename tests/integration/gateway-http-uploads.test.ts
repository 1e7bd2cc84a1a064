import { execFile } from "node:child_process";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { readByNode } from "#tests/unit/gateway-form-readers.ts";
import { type Customer, type Edge, MODEL, startEdge } from "./gateway-http/edge.ts";
import { json } from "./gateway-http/scripted-upstream.ts";

const MB = 1024 * 1024;
const PATH = "/v1/audio/transcriptions";
/** 0.01 cents a second, and at most 100 seconds. */
const LISTENS = {
  ...MODEL,
  model: "listens",
  rates: { input: 0, output: 0 },
  fees: { minute: 6_000 },
  contextTokens: 1_000,
  audioSecondTokens: 10,
  maxOutputTokens: 0,
};
let edge: Edge;
/** It does not wait for slow clients. */
let hasty: Edge;
beforeAll(async () => {
  [edge, hasty] = await Promise.all([
    startEdge({ prices: [LISTENS] }),
    startEdge({ prices: [LISTENS], bodyMs: 1_000 }),
  ]);
});
afterAll(() => Promise.all([edge.stop(), hasty.stop()]));

const text = (name: string, value: string) =>
  `--b1\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const FILE =
  '--b1\r\nContent-Disposition: form-data; name="file"; filename="a.ogg"\r\nContent-Type: audio/ogg\r\n\r\n';
const END = "\r\n--b1--\r\n";
const HEARD = json({ text: "x", duration: 12, segments: [{ start: 0, end: 12, text: "x" }] });

/** An upload that its client writes bit by bit. */
function upload(customer: Customer, length: number, { origin } = edge) {
  const headers = {
    authorization: `Bearer ${customer.key}`,
    "content-type": "multipart/form-data; boundary=b1",
    "content-length": length,
  };
  const sent = request(`${origin}${PATH}`, { method: "POST", headers, agent: false });
  sent.on("error", () => {});
  onTestFinished(() => void sent.destroy());
  const response = once(sent, "response").then(async ([first]: IncomingMessage[]) => {
    const chunks: Buffer[] = [];
    for await (const chunk of first ?? []) chunks.push(chunk as Buffer);
    return { status: first?.statusCode, body: JSON.parse(Buffer.concat(chunks).toString() || "null") };
  });
  response.catch(() => {});
  return { sent, response };
}

async function send(customer: Customer, parts: readonly (string | Buffer)[]) {
  const whole = parts.map((part) => Buffer.from(part));
  const { sent, response } = upload(
    customer,
    whole.reduce((sum, { length }) => sum + length, 0),
  );
  for (const part of whole) if (!sent.write(part)) await once(sent, "drain");
  sent.end();
  return response;
}

/** The connection may break before all of a refused body was sent: the status is 0 then. */
const sendRefused = (customer: Customer, parts: readonly (string | Buffer)[]) =>
  send(customer, parts).catch(() => ({ status: 0, body: null }));

const UPLOADS = 4;

const run = promisify(execFile);

/** Resident memory of the runtimes that this process started. */
async function runtimeMb(): Promise<number> {
  const { stdout } = await run("ps", ["-A", "-o", "ppid=,rss=,comm="]);
  const lines = stdout.split("\n").map((line) => line.trim().split(/\s+/));
  const own = lines.filter(([parent, , name]) => Number(parent) === process.pid && name === "workerd");
  return own.reduce((sum, [, kilobytes]) => sum + Number(kilobytes) / 1024, 0);
}

/** Looks while the work lasts, but not so often that looking delays it. */
async function mostMbDuring(work: Promise<unknown>): Promise<number> {
  let most = 0;
  const done = work.then(() => true);
  while (!(await Promise.race([done, sleep(300, false)]))) most = Math.max(most, await runtimeMb());
  return most;
}

const noise = (bytes: number) => Buffer.alloc(bytes, "\0\xff-b\r\n--", "latin1");
const FIELDS = text("model", "listens") + text("language", "de") + text("max_minutes", "1");
const charges = async (customer: Customer) =>
  (await customer.settled()).map(({ statusCode, costMicros }) => [statusCode, costMicros]);

describe("a long upload", () => {
  test("is forwarded as it was sent, but for the fields that are ours, and charged", async () => {
    const customer = edge.newKey();
    edge.upstream.respondWith(HEARD);
    const recording = noise(25 * MB);
    const { status, body } = await send(customer, [FIELDS, FILE, recording, END]);
    expect([status, body]).toEqual([
      200,
      { text: "x", usage: { type: "duration", seconds: 12, cost: 0.0012 } },
    ]);
    const [received] = edge.upstream.received;
    expect(received?.headers).toMatchObject({ "content-type": "multipart/form-data; boundary=b1" });
    expect(received?.headers["content-length"]).toBe(String(received?.body.length));
    const seen = await readByNode(received?.body ?? Buffer.alloc(0), "multipart/form-data; boundary=b1");
    expect(seen.texts).toEqual([
      ["model", "listens"],
      ["language", "de"],
      ["response_format", "verbose_json"],
    ]);
    expect(Buffer.from(seen.files[0]?.bytes ?? "", "base64").equals(recording)).toBe(true);
    expect(await charges(customer)).toEqual([[200, 1_200]]);
    expect((await customer.metered()).admissions[0]?.holdMicros).toBe(10_000);
  });

  test.each<[string, (recording: Buffer) => (string | Buffer)[], RegExp]>([
    [
      "a second model behind its file",
      (file) => [FIELDS, FILE, file, `\r\n${text("model", "dear")}--b1--\r\n`],
      /last part/,
    ],
    ["another file behind it", (file) => [FIELDS, FILE, file, `\r\n${FILE}`, file, END], /last part/],
    ["no end", (file) => [FIELDS, FILE, file], /must end/],
    ["its end in the middle", (file) => [FIELDS, FILE, file, END, file, END], /last part/],
  ])("with %s never becomes whole, and is free", async (_, parts, rule) => {
    const customer = edge.newKey();
    edge.upstream.respondWith(HEARD);
    const { status, body } = await sendRefused(customer, parts(noise(9 * MB)));
    if (status !== 0) {
      expect([status, body.error.code]).toEqual([400, "invalid_request"]);
      expect(body.error.message).toMatch(rule);
    }
    expect(edge.upstream.received).toEqual([]);
    expect(await charges(customer)).toEqual([[400, 0]]);
  });

  test.each<[string, (recording: Buffer) => (string | Buffer)[], string]>([
    ["fields behind its file", (file) => [FILE, file, `\r\n${FIELDS}--b1--\r\n`], "file"],
    ["an unknown field", (file) => [FIELDS, text("models", "dear"), FILE, file, END], "models"],
    ["the model twice", (file) => [FIELDS, text("model", "dear"), FILE, file, END], "model"],
    ["an unknown model", (file) => [text("model", "dear"), FILE, file, END], "model"],
  ])("with %s is refused before anything is held", async (_, parts, field) => {
    const customer = edge.newKey();
    edge.upstream.respondWith(HEARD);
    const { status, body } = await sendRefused(customer, parts(noise(9 * MB)));
    if (status !== 0) expect(body.error.param).toBe(field);
    const { admissions, refusals } = await customer.meterHas(({ refusals }) => refusals.length > 0);
    expect([admissions, refusals.length, edge.upstream.received]).toEqual([[], 1, []]);
  });

  test("whose client disconnects is free", async () => {
    const customer = edge.newKey();
    edge.upstream.respondWith(HEARD);
    const { sent } = upload(customer, 20 * MB);
    sent.write(FIELDS + FILE);
    sent.write(noise(2 * MB));
    await customer.meterHas(({ admitted }) => admitted.length > 0);
    sent.destroy();
    expect(await charges(customer)).toEqual([[499, 0]]);
    expect(edge.upstream.received).toEqual([]);
  });

  test("whose client pauses for too long is refused, for free", async () => {
    const customer = hasty.newKey();
    hasty.upstream.respondWith(HEARD);
    const { sent, response } = upload(customer, 20 * MB, hasty);
    sent.write(FIELDS + FILE);
    sent.write(noise(2 * MB));
    expect(await response).toMatchObject({
      status: 400,
      body: { error: { message: "The body must not pause for more than 1 seconds." } },
    });
    expect(await charges(customer)).toEqual([[400, 0]]);
    expect(hasty.upstream.received).toEqual([]);
  });

  test("is not awaited when the provider refuses it early", async () => {
    const customer = edge.newKey();
    edge.upstream.respondWith(json({ error: { message: "Too large.", type: "invalid_request_error" } }, 413));
    const { status } = await send(customer, [FIELDS, FILE, noise(9 * MB), END]);
    expect(status).toBe(413);
    expect(await charges(customer)).toEqual([[413, 0]]);
  });

  test("of more than 26 MB, or of no announced length and more than 8 MB, is refused", async () => {
    const customer = edge.newKey();
    const { sent, response } = upload(customer, 26 * MB + 1);
    sent.write(FIELDS);
    expect(await response).toMatchObject({ status: 413, body: { error: { code: "payload_too_large" } } });
  });

  test("keeps next to none of it in memory", async () => {
    const customer = edge.newKey();
    edge.upstream.respondWith(HEARD);
    const recording = noise(25 * MB);
    await send(customer, [FIELDS, FILE, recording, END]);
    const before = await runtimeMb();
    const uploads = Promise.all(
      Array.from({ length: UPLOADS }, () => send(customer, [FIELDS, FILE, recording, END])),
    );
    const grown = (await mostMbDuring(uploads)) - before;
    expect(new Set((await uploads).map(({ status }) => status))).toEqual(new Set([200]));
    // Chunks that are forwarded already and wait for the garbage collector count too.
    expect(grown, `MB more than ${before}, for ${UPLOADS * 25}`).toBeLessThan(UPLOADS * 16);
  });
});

describe("a short upload", () => {
  test("may have its parts in any order", async () => {
    const customer = edge.newKey();
    edge.upstream.respondWith(HEARD);
    const { status } = await send(customer, [FILE, noise(MB), `\r\n${FIELDS}--b1--\r\n`]);
    expect(status).toBe(200);
    await customer.settled();
  });

  test("is not shown to a client that declared less than it lasts, and charged as declared", async () => {
    const customer = edge.newKey();
    edge.upstream.respondWith(json({ text: "x", duration: 61 }));
    const { status, body } = await send(customer, [FIELDS, FILE, noise(1_000), END]);
    expect([status, body.error.param, body.error.message]).toEqual([
      400,
      "max_minutes",
      "The recording is longer than max_minutes permits. You were charged for 60 seconds of it.",
    ]);
    expect(await charges(customer)).toEqual([[400, 6_000]]);
  });

  test("that is withheld has the status of a client that left, if it did", async () => {
    const customer = edge.newKey();
    const whole = `${FIELDS}${FILE}x${END}`;
    const { sent } = upload(customer, whole.length);
    edge.upstream.respondWith(async (response, received) => {
      const closed = new Promise((done) => void sent.once("close", done));
      sent.socket?.resetAndDestroy();
      await closed;
      // Once it has responded to later requests, the gateway has noticed.
      await customer.metered();
      await customer.metered();
      json({ text: "x", duration: 61 })(response, received);
    });
    sent.end(whole);
    expect(await customer.settled()).toMatchObject([{ statusCode: 499, outcome: 3, costMicros: 6_000 }]);
  });

  test("in JSON, or with another type, is refused", async () => {
    const customer = edge.newKey();
    const response = await customer.send(PATH, {
      method: "POST",
      body: JSON.stringify({ model: "listens" }),
    });
    expect(response.status).toBe(415);
  });
});
