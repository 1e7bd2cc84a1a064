import { listenOnLoopback } from "../loopback-server.ts";
import { createUpstreamApp } from "./app.ts";

/** The AI service behind the local gateway; it accepts `apiKey` and no other credential. */
export const startUpstream = ({ port, apiKey }: { port: number; apiKey: string }) =>
  listenOnLoopback(port, createUpstreamApp(apiKey).fetch);
