import { OnDemand } from "#app/components/ui/on-demand.tsx";
import type { RunwayAnswer } from "#core/contract/runway.ts";

const loadList = () => import("./runway-share-list.tsx");

/** Which keys set the pace. */
export function RunwayShares({ keys }: Pick<RunwayAnswer, "keys">) {
  const button = (
    <button
      type="button"
      className="relative rounded-tag font-medium text-accent-ink underline-offset-4 after:absolute after:-inset-2 hover:underline"
    >
      By key
    </button>
  );
  return <OnDemand load={loadList} popup="dialog" trigger={button} props={{ keys }} />;
}
