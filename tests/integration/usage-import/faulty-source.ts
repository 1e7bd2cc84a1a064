import type { UsageSource } from "#core/ports.ts";

/** A source of which one answer never comes: nothing was asked, or what was answered is lost. */
export function faultySource(source: UsageSource, call: number, at: "before" | "after") {
  let asked = 0;
  const wrap = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    const mine = asked++;
    if (mine === call && at === "before") throw new Error("never asked");
    const answer = await ask();
    if (mine === call) throw new Error("answer lost");
    return answer;
  };
  return {
    name: source.name,
    page: (place: Parameters<UsageSource["page"]>[0]) => wrap(() => source.page(place)),
    rows: (ids: readonly number[]) => wrap(() => source.rows(ids)),
    asked: () => asked,
  };
}
