import { createEmulator, type EmulatorOptions } from "emulate";
import { type Context, Hono } from "hono";
import { proxy } from "hono/proxy";
import { freePorts } from "../free-port.ts";
import { listenOnLoopback, loopbackOnly } from "../loopback-server.ts";

interface FrontOptions extends Pick<EmulatorOptions, "service" | "seed"> {
  port: number;
  /** The path of the sign-in page. */
  consentPath: string;
  /** Receives a refusal; the emulator's page only offers consent. */
  callbackUrl: string;
  /** Responses that differ from the emulator's. */
  adjusted?: Record<string, (response: Response) => Promise<Response>>;
}

/**
 * One provider on `port`. The emulator itself accepts any host name and origin, so it runs on its own port behind this
 * one.
 */
export async function startProvider(options: FrontOptions) {
  const { port, consentPath, callbackUrl, adjusted = {} } = options;
  const [inner] = await freePorts(1);
  const emulator = await createEmulator({
    service: options.service,
    ...(options.seed && { seed: options.seed }),
    ...(inner && { port: inner }),
    baseUrl: `http://127.0.0.1:${port}`,
  });
  const forward = (c: Context) => passOn(c, `http://127.0.0.1:${inner}`);
  const app = new Hono()
    .use(loopbackOnly)
    .get(consentPath, async (c) => withCancelLink(await forward(c), c, callbackUrl));
  for (const [path, adjust] of Object.entries(adjusted)) app.get(path, async (c) => adjust(await forward(c)));
  app.all("*", forward);
  const server = await listenOnLoopback(port, app.fetch).catch(async (error: unknown) => {
    await emulator.close();
    throw error;
  });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await emulator.close();
    },
  };
}

async function passOn(c: Context, origin: string): Promise<Response> {
  const { pathname, search } = new URL(c.req.url);
  const response = await proxy(`${origin}${pathname}${search}`, { raw: c.req.raw, redirect: "manual" });
  response.headers.delete("Access-Control-Allow-Origin");
  return response;
}

const FIRST_USER = '<form class="user-form"';

/** The way a person refuses at a real provider. */
async function withCancelLink(response: Response, c: Context, callbackUrl: string): Promise<Response> {
  if (!response.ok) return response;
  const refusal = new URL(callbackUrl);
  refusal.searchParams.set("error", "access_denied");
  refusal.searchParams.set("error_description", "The user denied the request");
  refusal.searchParams.set("state", c.req.query("state") ?? "");
  const href = refusal.href.replaceAll("&", "&amp;");
  const link = `<p class="card-subtitle"><a href="${href}" style="color:#33ff00">Cancel</a></p>`;
  const page = (await response.text()).replace(FIRST_USER, (form) => link + form);
  const headers = new Headers(response.headers);
  headers.delete("Content-Length");
  return new Response(page, { status: response.status, headers });
}
