/** The requested fault: `/fail 503`, `/slow 2000` (delay in ms), `/hang` or `/cut` in the last message. */
export type Fault =
  | { kind: "fail"; status: number }
  | { kind: "slow"; ms: number }
  | { kind: "hang" }
  | { kind: "cut" };

const SLOW_MAX_MS = 600_000;

export function faultOf(text: string): Fault | null {
  const [, kind, number = ""] = /^\/(fail|slow|hang|cut)(?:\s+(\d+))?/.exec(text.trim()) ?? [];
  if (kind === "hang" || kind === "cut") return { kind };
  if (kind === "slow") return { kind, ms: Math.min(Number(number || 2000), SLOW_MAX_MS) };
  return kind === "fail" ? { kind, status: failureStatus(Number(number || 500)) } : null;
}

const failureStatus = (status: number) => (status >= 400 && status <= 599 ? status : 500);
