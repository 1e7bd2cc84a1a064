/**
 * Faults that the last user text requests, as commands at its start: `/slow 500 /cut 4 Hello`. N counts a
 * stream's events, or the bytes of a body that is sent whole; without N, the fault strikes after some content.
 */
export interface Faults {
  /** `/fail 503`: an error with this status, which mentions an organization and internal addresses. */
  fail?: number;
  /** `/slow MS`: waits before the first byte. */
  slow?: number;
  /** `/think MS`: waits after the first byte, before any content. */
  think?: number;
  /** `/trickle MS`: sends one event of a stream, or one byte of a body, every MS. */
  trickle?: number;
  /** `/bytes`: sends each byte by itself. */
  bytes?: true;
  /** `/long N`: writes N tokens, within the limits of the request and the model. */
  long?: number;
  /** `/done`: the text contains `data: [DONE]`. */
  done?: true;
  /** `/hang`: never sends a byte. */
  hang?: true;
  /**
   * `/stall N` sends nothing more, `/cut N` breaks the connection, `/error N` ends with an error (a body is
   * nothing else), `/garbage N` inserts an event of invalid JSON (a body ends in the middle).
   */
  strike?: { kind: Strike; after: number | null };
  /** `/html`: a web page with status 200. */
  html?: true;
  /** `/empty` or `/empty 204`: no body, with this status. */
  empty?: number;
  /** `/usage missing|zero|negative|strings|huge|N`: reports this for every count; huge is 10^9. */
  usage?: string;
  /** `/usage every`: each event of a stream reports the counts so far. */
  everyUsage?: true;
  /** `/tier NAME`: reports a service tier other than the requested one. */
  tier?: string;
}

export type Strike = "stall" | "cut" | "error" | "garbage";

interface Command {
  /** The next word is the command's argument if it matches. */
  argument?: RegExp;
  faults: (argument: string | null) => Faults;
}

const DIGITS = /^\d{1,9}$/;
const LONGEST_MS = 600_000;

const milliseconds = (fault: "slow" | "think" | "trickle", usual: number): Command => ({
  argument: DIGITS,
  faults: (argument) => ({ [fault]: Math.min(Number(argument ?? usual), LONGEST_MS) }),
});
const strike = (kind: Strike): Command => ({
  argument: DIGITS,
  faults: (argument) => ({ strike: { kind, after: argument === null ? null : Number(argument) } }),
});

const COMMANDS = new Map<string, Command>([
  ["/fail", { argument: DIGITS, faults: (status) => ({ fail: failureStatus(Number(status ?? 500)) }) }],
  ["/slow", milliseconds("slow", 2000)],
  ["/think", milliseconds("think", 2000)],
  ["/trickle", milliseconds("trickle", 100)],
  ["/bytes", { faults: () => ({ bytes: true }) }],
  ["/long", { argument: DIGITS, faults: (tokens) => ({ long: Number(tokens ?? 1000) }) }],
  ["/done", { faults: () => ({ done: true }) }],
  ["/hang", { faults: () => ({ hang: true }) }],
  ["/stall", strike("stall")],
  ["/cut", strike("cut")],
  ["/error", strike("error")],
  ["/garbage", strike("garbage")],
  ["/html", { faults: () => ({ html: true }) }],
  ["/empty", { argument: /^20[0-5]$/, faults: (status) => ({ empty: Number(status ?? 200) }) }],
  [
    "/usage",
    {
      argument: /^(missing|zero|negative|strings|huge|every|\d{1,15})$/,
      faults: (what) => (what === "every" ? { everyUsage: true } : { usage: what ?? "missing" }),
    },
  ],
  ["/tier", { argument: /^[a-z_]{1,20}$/, faults: (tier) => ({ tier: tier ?? "priority" }) }],
]);

const failureStatus = (status: number) => (status >= 400 && status <= 599 ? status : 500);

/** Reads the commands at the start of a text, up to the first word that is none. */
export function faultsOf(text: string): Faults {
  const words = text.trim().split(/\s+/, 40);
  const faults: Faults = {};
  while (words.length > 0) {
    const command = COMMANDS.get(words.shift() ?? "");
    if (command === undefined) break;
    const argument = command.argument?.test(words[0] ?? "") === true ? words.shift() : undefined;
    Object.assign(faults, command.faults(argument ?? null));
  }
  return faults;
}

/** The usage that a response reports, with the requested fault; undefined if it is missing. */
export function reportedUsage(usage: object, { usage: fault }: Faults): object | undefined {
  if (fault === undefined) return usage;
  if (fault === "missing") return undefined;
  return withNumbers(usage, (count) => wrongCount(fault, count));
}

function wrongCount(fault: string, count: number): unknown {
  if (fault === "zero") return 0;
  if (fault === "negative") return -Math.max(1, count);
  if (fault === "strings") return String(count);
  return fault === "huge" ? 1_000_000_000 : Number(fault);
}

const withNumbers = (values: object, change: (count: number) => unknown): object =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, unknown]) => {
      if (typeof value === "number") return [name, change(value)];
      return [name, typeof value === "object" && value !== null ? withNumbers(value, change) : value];
    }),
  );
