import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attempt, refusal, sendAsWritten } from "./attacks/attempt.ts";
import { CHAT, CHEAP, DEAR, PRICES, post, TARGETS } from "./attacks/targets.ts";
import { type Edge, startEdge } from "./gateway-http/edge.ts";

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ prices: PRICES });
});
afterAll(() => edge.stop());

const part = (head: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
const END = "--x--\r\n";
const model = part('name="model"', CHEAP);
const file = part('name="file"; filename="a.wav"', "RIFF");

/** Forms that servers read as another model than a first look shows. */
const FORMS: [string, string][] = [
  ["nothing special", model + file + END],
  [
    "a preamble of JSON",
    `{"model":"${CHEAP}","messages":[],"x":"\r\n${part('name="model"', DEAR)}${file}${END}`,
  ],
  ["a second model", model + part('name="model"', DEAR) + END],
  ["a second model with spaces", model + part('name = "model"', DEAR) + END],
  ["a second model in the extended spelling", model + part("name*=UTF-8''model", DEAR) + END],
  ["a second model without quotes", model + part("name=model", DEAR) + END],
  ["a second model in single quotes", model + part("name='model'", DEAR) + END],
  ["a second model with an escaped letter", model + part('name="mod\\el"', DEAR) + END],
  ["a second model in capitals", model + part('NAME="model"', DEAR) + END],
  ["a second model behind another name", model + part('name="x"; name="model"', DEAR) + END],
  ["a second model after the end", `${model}${END}${part('name="model"', DEAR)}${END}`],
  ["an epilogue of JSON", `${model}${END}{"model":"${DEAR}"}`],
  ["bare line feeds", (model + part('name="model"', DEAR)).replaceAll("\r\n", "\n") + END],
  ["a folded header", model + part('\r\n name="model"', DEAR) + END],
  [
    "a nested form",
    model + part('name="x"\r\nContent-Type: multipart/mixed; boundary=y', "--y\r\n\r\n--y--") + END,
  ],
  ["an encoded part", model + part('name="model"\r\nContent-Transfer-Encoding: base64', btoa(DEAR)) + END],
  ["no end", model + file],
  ["only JSON", JSON.stringify({ ...CHAT.body, model: DEAR })],
];

const TYPES = [
  "multipart/form-data; boundary=x",
  'multipart/form-data; boundary="x"',
  "Multipart/Form-Data; Boundary=x",
  "multipart/mixed; boundary=x",
  "multipart/related; boundary=x",
  "multipart/form-data",
  "multipart/form-data; boundary=y; boundary=x",
  "multipart/form-data, application/json",
  "application/json, multipart/form-data; boundary=x",
  "application/json; boundary=x",
  "application/json;multipart/form-data",
  "application/x-www-form-urlencoded",
];

describe.each(TARGETS)("G7: $path", ({ path, body }) => {
  test.each(FORMS)("refuses a form with %s", async (_, form) => {
    for (const type of ["multipart/form-data; boundary=x", "multipart/form-data; boundary=y; boundary=x"]) {
      const init = { method: "POST", headers: { "content-type": type }, body: form };
      expect(await refusal(edge, { path, init })).toEqual([415, "unsupported_media_type", null]);
    }
  });

  test.each(FORMS.filter(([name]) => name !== "only JSON"))(
    "does not take a form with %s for JSON",
    async (_, form) => {
      for (const type of ["application/json", undefined]) {
        const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
        const init = { method: "POST", headers, body: form };
        expect(await refusal(edge, { path, init, send: sendAsWritten })).toEqual([
          400,
          "invalid_request",
          null,
        ]);
      }
    },
  );

  test.each(TYPES)("does not read JSON that calls itself %s", async (type) => {
    const init = post(body, { "content-type": type });
    expect(await refusal(edge, { path, init })).toEqual([415, "unsupported_media_type", null]);
  });
});

test.each(["images/variations", "files", "uploads", "videos"])(
  "G7: POST /v1/%s takes no form",
  async (name) => {
    for (const [, form] of FORMS) {
      const init = {
        method: "POST",
        headers: { "content-type": "multipart/form-data; boundary=x" },
        body: form,
      };
      const { status, attempts, holds } = await attempt(edge, {
        path: `/v1/${name}`,
        init,
        send: sendAsWritten,
      });
      expect([status, attempts, holds]).toEqual([404, 0, []]);
    }
  },
);
