import type { UsageSource } from "#core/ports.ts";

/**
 * A source on which one response is lost: either the request was never sent, or its response never arrives.
 */
export function faultySource(source: UsageSource, call: number, at: "before" | "after") {
  let calls = 0;
  const wrap = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
    const mine = calls++;
    if (mine === call && at === "before") throw new Error("never sent");
    const result = await ask();
    if (mine === call) throw new Error("response lost");
    return result;
  };
  return {
    name: source.name,
    page: (place: Parameters<UsageSource["page"]>[0]) => wrap(() => source.page(place)),
    rows: (ids: readonly number[]) => wrap(() => source.rows(ids)),
    calls: () => calls,
  };
}
