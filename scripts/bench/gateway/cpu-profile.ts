import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { z } from "zod";

const frame = z.object({ functionName: z.string(), lineNumber: z.number(), columnNumber: z.number() });
const node = z.object({ id: z.number(), callFrame: frame, children: z.array(z.number()).default([]) });
const profile = z.object({
  nodes: z.array(node),
  samples: z.array(z.number()),
  /** Microseconds since the sample before. */
  timeDeltas: z.array(z.number()),
});
const target = z.object({ id: z.string(), webSocketDebuggerUrl: z.url() });
const message = z.object({
  id: z.number().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});

/** A function of the bundle, by where its source is; no file for what is not JavaScript of ours. */
export interface Frame {
  name: string;
  file: string | null;
}
/** From the running function to its outermost caller, and for how long it was seen, in microseconds. */
export interface Stack {
  frames: Frame[];
  us: number;
}

const EVERY_US = 200;

/** Samples a worker's isolate through workerd's inspector (the Chrome DevTools Protocol) while `work` runs. */
export async function cpuProfile<Result>(
  { inspector, service, bundle }: { inspector: string; service: string; bundle: string },
  work: () => Promise<Result>,
): Promise<{ result: Result; stacks: Stack[] }> {
  const targets = z.array(target).parse(await (await fetch(`${inspector}/json`)).json());
  const found = targets.find(({ id }) => id === service || id.endsWith(`:${service}`));
  if (found === undefined) throw new Error(`The inspector has no worker ${service}.`);
  const session = await openSession(found.webSocketDebuggerUrl);
  try {
    await session.send("Profiler.enable");
    await session.send("Profiler.setSamplingInterval", { interval: EVERY_US });
    await session.send("Profiler.start");
    const result = await work();
    const stopped = z.object({ profile }).parse(await session.send("Profiler.stop"));
    return { result, stacks: stacksOf(stopped.profile, bundle) };
  } finally {
    session.close();
  }
}

async function openSession(url: string) {
  const socket = new WebSocket(url);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error } = message.parse(JSON.parse(String(data)));
    const waits = waiting.get(id ?? -1);
    if (error === undefined) waits?.resolve(result);
    else waits?.reject(new Error(JSON.stringify(error)));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", () => reject(new Error("The inspector cannot be reached.")), {
      once: true,
    });
  });
  let count = 0;
  return {
    send(method: string, params: object = {}): Promise<unknown> {
      const id = ++count;
      const waits = Promise.withResolvers<unknown>();
      waiting.set(id, waits);
      socket.send(JSON.stringify({ id, method, params }));
      return waits.promise;
    },
    close: () => socket.close(),
  };
}

function stacksOf({ nodes, samples, timeDeltas }: z.infer<typeof profile>, bundle: string): Stack[] {
  const map = sourceMapOf(bundle);
  const parents = new Map(nodes.flatMap(({ id, children }) => children.map((child) => [child, id] as const)));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, frameOf(callFrame, map)]));
  const times = new Map<number, number>();
  for (const [i, id] of samples.entries()) times.set(id, (times.get(id) ?? 0) + (timeDeltas[i] ?? 0));
  return [...times].map(([leaf, us]) => {
    const stack: Frame[] = [];
    for (let id: number | undefined = leaf; id !== undefined; id = parents.get(id)) {
      const known = frames.get(id);
      if (known !== undefined) stack.push(known);
    }
    return { frames: stack, us };
  });
}

function frameOf(
  { functionName, lineNumber, columnNumber }: z.infer<typeof frame>,
  map: SourceMap | null,
): Frame {
  const name = functionName === "" ? "(anonymous)" : functionName;
  if (map === null || lineNumber < 0) return { name, file: null };
  const entry = map.findEntry(lineNumber, columnNumber);
  return { name, file: "originalSource" in entry ? entry.originalSource : null };
}

/** Null for a script written in the configuration. */
function sourceMapOf(bundle: string): SourceMap | null {
  const file = `${bundle}.map`;
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, "utf8"))) : null;
}
