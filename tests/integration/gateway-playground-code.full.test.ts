import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { json } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChatRequest } from "#app/features/playground/chat-request.ts";
import { codeSamples } from "#app/features/playground/code-samples.ts";
import type { Edge } from "./gateway-http/edge.ts";
import { startSdkEdge } from "./gateway-sdks/local-provider.ts";

const run = promisify(execFile);

const REQUEST: ChatRequest = {
  model: "demo-small",
  stream: true,
  stream_options: { include_usage: true },
  temperature: 0.4,
  max_completion_tokens: 50,
  stop: ["###", "'"],
  messages: [
    { role: "system", content: 'Isn\'t it "brief"?\nName the order: $(id) `id` \\n %s {x} 👋 null true' },
    { role: "user", content: "Where is my order 4711?" },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: "call_1", type: "function", function: { name: "find_order", arguments: '{"number":"4711"}' } },
      ],
    },
    { role: "tool", content: '{"due": null, "late": true}', tool_call_id: "call_1" },
  ],
  tools: [
    {
      type: "function",
      function: {
        name: "find_order",
        strict: false,
        parameters: { type: "object", properties: { number: { type: "string" } }, required: ["number"] },
      },
    },
  ],
};

/** Sends what it is called with, for an interpreter without OpenAI's library. */
const PYTHON_LIBRARY = `
import json
import urllib.request
from types import SimpleNamespace

class OpenAI:
    def __init__(self, base_url, api_key):
        self.base_url, self.api_key = base_url, api_key
        self.chat = SimpleNamespace(completions=self)

    def create(self, **body):
        request = urllib.request.Request(
            self.base_url + "/chat/completions",
            json.dumps(body).encode(),
            {"authorization": "Bearer " + self.api_key, "content-type": "application/json"},
        )
        for line in urllib.request.urlopen(request):
            data = line.decode().strip().removeprefix("data: ")
            if data and data != "[DONE]":
                yield json.loads(data, object_hook=lambda fields: SimpleNamespace(**fields))
`;

const folder = mkdtempSync(join(tmpdir(), "playground-code-"));
const EVENTS = [
  'data: {"choices":[{"index":0,"delta":{"content":"On Monday."}}]}',
  'data: {"choices":[]}',
  "data: [DONE]",
  "",
];
let edge: Edge;
let server: Server;
let origin = "";
let received: { body: unknown; authorization: string | undefined }[] = [];

beforeAll(async () => {
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "python"));
  writeFileSync(join(folder, "python", "openai.py"), PYTHON_LIBRARY);
  server = createServer(async (request, response) => {
    received.push({ body: await json(request), authorization: request.headers.authorization });
    response.setHeader("content-type", "text/event-stream");
    response.end(EVENTS.join("\n\n"));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  edge = await startSdkEdge();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  server.close();
  await edge.stop();
});

const PROGRAMS = {
  curl: (code: string) => ["sh", ["-ec", code.replace("curl ", "curl --silent --show-error ")]],
  typescript: (code: string) => [process.execPath, ["--input-type=module-typescript", "-e", code]],
  python: (code: string) => ["python3", ["-c", code]],
} satisfies Record<string, (code: string) => [string, string[]] | (string | string[])[]>;

async function runSample(language: keyof typeof PROGRAMS, from: string, key: string) {
  const [program, args] = PROGRAMS[language](codeSamples[language](REQUEST, from)) as [string, string[]];
  const env = { ...process.env, LATCHKEY_API_KEY: key, PYTHONPATH: join(folder, "python") };
  return run(program, args, { env, cwd: folder });
}

const hasPython = await run("python3", ["--version"]).then(
  () => true,
  () => false,
);
const LANGUAGES = (["curl", "typescript", "python"] as const).filter(
  (name) => name !== "python" || hasPython,
);

test.each(LANGUAGES)("the code in %s sends exactly the request that it was made of", async (language) => {
  received = [];
  const { stdout, stderr } = await runSample(language, origin, "lk_key");
  expect(stderr).toBe("");
  expect(stdout).toContain("On Monday.");
  expect(received).toEqual([{ body: REQUEST, authorization: "Bearer lk_key" }]);
});

test.each(["curl", "typescript"] as const)("the code in %s runs against the gateway", async (language) => {
  const { key, metered } = edge.newKey();
  const { stdout, stderr } = await runSample(language, edge.origin, key);
  expect(stderr).toBe("");
  expect(stdout).not.toBe("");
  await expect
    .poll(async () => (await metered()).settlements.map(({ statusCode }) => statusCode))
    .toEqual([200]);
});
