import { listenOnLoopback } from "../loopback-server.ts";
import { createUpstreamApp } from "./app.ts";

interface Settings {
  port: number;
  /** The only credential that the provider accepts. */
  apiKey: string;
  tokenMs?: number;
}

/** The upstream provider behind the local gateway. */
export const startUpstream = ({ port, apiKey, ...settings }: Settings) =>
  listenOnLoopback(port, createUpstreamApp(apiKey, settings).fetch);
