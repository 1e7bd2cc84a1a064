import { mkdtempSync, rmSync } from "node:fs";
import { request as openRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { createTestHarness } from "wrangler";
import { writeWorkerConfigs } from "#scripts/local/worker-configs.ts";
import { STRICT_TRANSPORT } from "#worker/http-headers.ts";

export const APP_ORIGIN = "https://latchkey.test";
export const SUPABASE_URL = "http://supabase.test";
const UUID = /^[0-9a-f-]{36}$/;

export const PAGES = [
  "/",
  "/login",
  "/signup",
  "/reset-password",
  "/terms",
  "/api-keys",
  "/usage",
  "/billing",
  "/add-balance",
  "/purchase-api-key",
  "/user-management",
  "/profile",
  "/payment/success",
  "/payment-success",
];

/** The headers of every page. */
export const SAFE = {
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  "strict-transport-security": STRICT_TRANSPORT,
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "cross-origin-resource-policy": "same-origin",
  "x-request-id": expect.stringMatching(UUID),
};

export interface Result {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

/** Of an address of ours in a page or file. */
export const pathIn = (address = "") => address.replace(APP_ORIGIN, "");

/** The web worker with an api worker and a gateway whose secrets are missing, so that every request to them throws. */
export function serveSite() {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-web-"));
  const configs = writeWorkerConfigs(folder, {
    web: { vars: { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY: "sb_publishable_test", APP_ORIGIN } },
    api: { vars: {} },
    gateway: { vars: {} },
    rollup: { vars: {} },
  });
  const harness = createTestHarness({
    workers: [configs.web, configs.api, configs.gateway].map((configPath) => ({ configPath })),
  });
  let origin: URL;
  beforeAll(async () => {
    origin = (await harness.listen()).url;
  });
  afterAll(async () => {
    await harness.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Sends the path as written: `fetch` would normalize it. */
  const send = (path: string, { method = "GET", headers = {} } = {}) =>
    new Promise<Result>((resolve, reject) => {
      const { hostname, port } = origin;
      const sent = openRequest({ hostname, port, path, method, headers }, (response) => {
        let body = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => {
          body += part;
        });
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      });
      sent.on("error", reject).end();
    });
  return { folder, send, origin: () => origin };
}
