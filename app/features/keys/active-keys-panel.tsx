import { Link } from "@remix-run/react";
import { CircleCheck, KeyRound, Plus } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { useBalance } from "#app/features/balance/use-balance.ts";
import { paths } from "#app/lib/paths.ts";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { ActiveKeysList } from "./active-keys-list.tsx";
import { ActiveKeysTable } from "./active-keys-table.tsx";
import { CopyKeyButton } from "./copy-key-button.tsx";
import { CreateTestKeyDialog } from "./create-test-key-dialog.tsx";
import { KeyActionDialog } from "./key-action-dialog.tsx";
import { TABLE_FROM_PIXELS } from "./keys-view.ts";
import { keyMessages } from "./messages.ts";
import type { NewKey } from "./new-key.ts";
import { PanelFooter } from "./panel-footer.tsx";
import { useKeyDialog } from "./use-key-dialog.ts";
import { useRerender } from "./use-rerender.ts";
import { useShownKeys } from "./use-shown-keys.ts";

/** How old what is said of a key's end may be. */
const MOMENT_MS = 30_000;

interface ActiveKeysPanelProps {
  keys: ApiKey[];
  masked: boolean;
  newKey: NewKey | null;
  onCreated: (key: NewKey) => void;
}

export function ActiveKeysPanel({ keys, masked, newKey, onCreated }: ActiveKeysPanelProps) {
  const shown = useShownKeys(keys, masked);
  const { openDialog, ...dialog } = useKeyDialog();
  useRerender(MOMENT_MS);
  const List = useIsNarrow(TABLE_FROM_PIXELS) ? ActiveKeysList : ActiveKeysTable;
  const listed = newKey && keys.find(({ id }) => id === newKey.id);
  return (
    <>
      {listed && <NewKeyNotice listed={listed} secret={newKey.key} />}
      {keys.length === 0 ? (
        <NoActiveKeys onCreated={onCreated} />
      ) : (
        <List keys={keys} shown={shown} onOpen={openDialog} now={Date.now()} />
      )}
      <PanelFooter count={keys.length} status="active" />
      <KeyActionDialog {...dialog} onCreated={onCreated} />
    </>
  );
}

interface NewKeyNoticeProps {
  listed: ApiKey;
  /** Still in memory from its creation, so copying needs no reveal request. */
  secret: string;
}

/** Names the key: after a rotation with an overlap, the list holds two of the same name. */
function NewKeyNotice({ listed, secret }: NewKeyNoticeProps) {
  return (
    <div className="flex items-center gap-2.5 border-b bg-success-soft px-5 py-2.5 text-small text-success-ink max-lg:px-4">
      <CircleCheck className="size-4 shrink-0" aria-hidden />
      <p className="min-w-0 flex-1">
        Your new key <span className="font-medium break-words">“{listed.name}”</span>{" "}
        <span className="font-mono whitespace-nowrap">…{listed.key.slice(-4)}</span> is ready. Copy it now, or
        from the list at any time.
      </p>
      <CopyKeyButton look="boxed" label="Copy new key" text={async () => secret} />
    </div>
  );
}

function NoActiveKeys({ onCreated }: Pick<ActiveKeysPanelProps, "onCreated">) {
  const { data } = useBalance();
  const needsFunds = data !== undefined && data.balance <= 0;
  return (
    <EmptyState
      icon={KeyRound}
      title={keyMessages.noActiveKeys}
      description={
        needsFunds
          ? "Add balance first. Then create a key and send it with every request."
          : "Create a key and send it with every request."
      }
      action={
        needsFunds && (
          <div className="flex flex-wrap justify-center gap-2">
            <CreateTestKeyDialog onCreated={onCreated} />
            <Button asChild variant="primary">
              <Link to={paths.addBalance}>
                <Plus aria-hidden />
                Add Balance
              </Link>
            </Button>
          </div>
        )
      }
    />
  );
}
