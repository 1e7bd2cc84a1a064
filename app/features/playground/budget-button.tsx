import { useQueryClient } from "@tanstack/react-query";
import { Button } from "#app/components/ui/button.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { apiKeysQuery } from "#app/features/keys/queries.ts";
import type { ApiKey } from "#core/contract/keys.ts";

const loadDialog = () => import("#app/features/refusals/key-fix-dialog.tsx");

/** Opens the budgets of the Playground key. */
export function BudgetButton({ apiKey, link = false }: { apiKey: ApiKey; link?: boolean }) {
  const queryClient = useQueryClient();
  const button = (
    <Button variant={link ? "link" : "secondary"} size="sm" className={link ? "text-caption" : ""}>
      Edit budget
    </Button>
  );
  const onOpenChange = (open: boolean) => {
    if (!open) void queryClient.invalidateQueries(apiKeysQuery);
  };
  return (
    <OnDemand
      load={loadDialog}
      popup="dialog"
      trigger={button}
      props={{ apiKey, kind: "budgets" as const, onOpenChange }}
    />
  );
}
