import { KeyRound } from "lucide-react";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { TABLE_FROM_PIXELS } from "./keys-view.ts";
import { keyMessages } from "./messages.ts";
import { PanelFooter } from "./panel-footer.tsx";
import { RevokedKeysList, RevokedKeysTable } from "./revoked-keys.tsx";

export function RevokedKeysPanel({ keys }: { keys: ApiKey[] }) {
  const List = useIsNarrow(TABLE_FROM_PIXELS) ? RevokedKeysList : RevokedKeysTable;
  return (
    <>
      {keys.length === 0 ? (
        <EmptyState
          icon={KeyRound}
          title={keyMessages.noRevokedKeys}
          description="Keys you revoke stay here."
        />
      ) : (
        <List keys={keys} />
      )}
      <PanelFooter count={keys.length} status="revoked" />
    </>
  );
}
