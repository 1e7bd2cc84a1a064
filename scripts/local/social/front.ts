import { createEmulator, type EmulatorOptions } from "emulate";
import { type Context, Hono } from "hono";
import { proxy } from "hono/proxy";
import { freePorts } from "../free-port.ts";
import { listenOnLoopback, loopbackOnly } from "../loopback-server.ts";

interface FrontOptions extends Pick<EmulatorOptions, "service" | "seed"> {
  port: number;
  /** Where a person is asked to sign in. */
  consentPath: string;
  /** Where a refusal is reported; the emulator's page knows only consent. */
  callbackUrl: string;
  /** Answers that differ from the emulator's. */
  adjusted?: Record<string, (answer: Response) => Promise<Response>>;
}

/**
 * One provider on `port`. The emulator itself answers to any name and to every origin, so it stays on a port of its
 * own behind this one.
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
  const answer = await proxy(`${origin}${pathname}${search}`, { raw: c.req.raw, redirect: "manual" });
  answer.headers.delete("Access-Control-Allow-Origin");
  return answer;
}

const FIRST_USER = '<form class="user-form"';

/** The way a person refuses at a real provider. */
async function withCancelLink(answer: Response, c: Context, callbackUrl: string): Promise<Response> {
  if (!answer.ok) return answer;
  const refusal = new URL(callbackUrl);
  refusal.searchParams.set("error", "access_denied");
  refusal.searchParams.set("error_description", "The user denied the request");
  refusal.searchParams.set("state", c.req.query("state") ?? "");
  const href = refusal.href.replaceAll("&", "&amp;");
  const link = `<p class="card-subtitle"><a href="${href}" style="color:#33ff00">Cancel</a></p>`;
  const page = (await answer.text()).replace(FIRST_USER, (form) => link + form);
  const headers = new Headers(answer.headers);
  headers.delete("Content-Length");
  return new Response(page, { status: answer.status, headers });
}
