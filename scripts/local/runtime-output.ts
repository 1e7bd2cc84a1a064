import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

/** A client that disconnected, such as a browser that left a page. workerd reports it as an error of its own. */
const DISCONNECTED = /\bdisconnected: .*(Broken pipe|Connection reset by peer)/;
const STACK = /^stack: /;

/** Passes on the runtime's lines as they come, without those about clients that disconnected. */
export function passOnOutput(from: Readable, to: Writable): void {
  let wasDropped = false;
  createInterface({ input: from }).on("line", (line) => {
    const isDropped = DISCONNECTED.test(line) || (wasDropped && STACK.test(line));
    wasDropped = isDropped;
    if (!isDropped) to.write(`${line}\n`);
  });
}
