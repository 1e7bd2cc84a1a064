import { useOnDemand } from "#app/components/ui/on-demand.ts";
import type { RunwayAnswer } from "#core/contract/runway.ts";

/** Which keys set the pace. */
export function RunwayShares({ keys }: Pick<RunwayAnswer, "keys">) {
  const { Part, byKeyboard, wish } = useOnDemand(() => import("./runway-share-list.tsx"), "dialog");
  const button = (
    <button
      type="button"
      className="relative rounded-tag font-medium text-accent-ink underline-offset-4 after:absolute after:-inset-2 hover:underline"
      {...wish}
    >
      By key
    </button>
  );
  return Part ? <Part keys={keys} trigger={button} byKeyboard={byKeyboard} /> : button;
}
