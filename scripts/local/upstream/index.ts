import { listenOnLoopback } from "../loopback-server.ts";
import { createUpstreamApp } from "./app.ts";

/** The upstream provider behind the local gateway. `apiKey` is the only credential it accepts. */
export const startUpstream = ({ port, apiKey }: { port: number; apiKey: string }) =>
  listenOnLoopback(port, createUpstreamApp(apiKey).fetch);
