import { tmpdir } from "node:os";
import { withDatabase } from "./bench-database.ts";
import { cpuProfile, type Frame, type Stack } from "./gateway/cpu-profile.ts";
import { openManyAccounts } from "./gateway/measure-gateway.ts";
import { startRig } from "./gateway/rig.ts";
import { MEMORY_FOLDER } from "./memory-folder.ts";
import { printReport } from "./report.ts";

const RUN_MS = 10_000;
const CONNECTIONS = 32;
const PROMPT = "x".repeat(500);
const SHOWN_FUNCTIONS = 30;

/** The first that fits the running function or, failing that, the nearest of its callers. */
const STEPS: readonly [string, RegExp][] = [
  [
    "posting",
    /sync-meter|core\/storage|hrana|libsql|usage-batch|zod|(oldestBatch|payload|posted|alarm|exchange) .*\/meter\//,
  ],
  ["settlement: write", /^(settle|progress) .*meter-store/],
  ["admission: write", /meter-store/],
  ["settlement: in the object", /^settle .*\/meter\//],
  ["admission: in the object", /\/meter\/(?!meters\.ts)/],
  ["usage and charge", /^(readResponse|withCost) |reading|charging|clamped-usage|response-scanner/],
  ["settlement: call", /settlements\.ts|exchange\.ts/],
  ["admission: call", /admission\.ts|meters\.ts/],
  ["key", /presented-key|known-keys|api-key\.ts|key-hash|encoding/],
  ["parse", /request-body|body-room|concat-bytes|json-body|exact-json|json-text|gateway\/endpoints/],
  ["price", /request-price|price-list|current-prices/],
  ["forward", /ask-provider|forward\.ts/],
  ["response", /respond\.ts|byte-relay|stream-relay|timed-read|provider-errors/],
  ["headers", /response-headers|cors\.ts|gateway-routes/],
  ["log", /log\.ts/],
  ["context", /request-scope|api\/index|app\.ts/],
  ["framework", /node_modules\/hono/],
];
const IDLE = "(idle)";

/** Where the gateway's own time goes, step by step, beside that of a worker which makes the same calls and writes. */
export function gatewaySteps(): Promise<boolean> {
  return withDatabase(async (database) => {
    const rig = await startRig(database, MEMORY_FOLDER ?? tmpdir(), { inspected: true });
    try {
      const many = await openManyAccounts(rig);
      const load = (target: "ours" | "stored") =>
        rig.run({
          port: rig.ports[target],
          connections: CONNECTIONS,
          ms: RUN_MS,
          headers: many.map((key) => ({ authorization: `Bearer ${key}` })),
          body: JSON.stringify({ model: "demo-small", messages: [{ role: "user", content: PROMPT }] }),
        });
      for (const target of ["stored", "ours"] as const) {
        const { inspector = "", bundle } = rig;
        const { result, stacks } = await cpuProfile({ inspector, service: target, bundle }, () =>
          load(target),
        );
        printSteps(target, stacks, (result.perSecond * RUN_MS) / 1000);
      }
      return true;
    } finally {
      await rig.stop();
    }
  });
}

function printSteps(target: string, stacks: readonly Stack[], requests: number): void {
  const total = sum(stacks.map(({ us }) => us));
  const busy = stacks.filter(({ frames: [leaf] }) => leaf?.name !== IDLE);
  const figure = (us: number) =>
    `${(us / requests).toFixed(1).padStart(7)} µs a request ${((100 * us) / total).toFixed(1).padStart(6)} %`;
  const lines = (groups: [string, number][]) =>
    groups.toSorted(([, a], [, b]) => b - a).map(([what, us]) => ({ what, figure: figure(us) }));
  printReport(`${target}: ${Math.round(requests / (RUN_MS / 1000))} requests a second`, [
    { what: "all but waiting", figure: figure(sum(busy.map(({ us }) => us))) },
    ...lines(grouped(busy, ({ frames }) => stepOf(frames))),
  ]);
  const functions = lines(grouped(busy, ({ frames: [leaf] }) => described(leaf)));
  printReport("  by function", functions.slice(0, SHOWN_FUNCTIONS));
}

function stepOf(frames: readonly Frame[]): string {
  for (const frame of frames) {
    const step = STEPS.find(([, pattern]) => pattern.test(described(frame)));
    if (step !== undefined) return step[0];
  }
  return frames[0]?.name ?? IDLE;
}

const described = (frame: Frame | undefined) => `${frame?.name} ${frame?.file ?? ""}`;

const grouped = (stacks: readonly Stack[], by: (stack: Stack) => string): [string, number][] =>
  [...Map.groupBy(stacks, by)].map(([what, group]) => [what, sum(group.map(({ us }) => us))]);

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
