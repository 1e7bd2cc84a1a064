import { Server } from "node:net";

/** Loaded before a program that would listen on all of this machine's addresses. */
const listen = Server.prototype.listen;
Server.prototype.listen = function (this: Server, port: unknown, ...more: unknown[]) {
  const listening = more.find((argument) => typeof argument === "function");
  const options = typeof port === "object" ? port : { port };
  // The overloads of `listen` all end in this one.
  return Reflect.apply(listen, this, [{ ...options, host: "127.0.0.1" }, listening]) as Server;
} as typeof listen;
