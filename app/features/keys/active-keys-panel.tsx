import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import KeyRound from "lucide-react/icons/key-round";
import Plus from "lucide-react/icons/plus";
import { useEffect, useReducer, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { balanceQuery } from "#app/features/balance/queries.ts";
import { paths } from "#app/lib/paths.ts";
import { toast } from "#app/lib/toast.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { isOffered } from "#core/domain/key-parts.ts";
import { ActiveKeys } from "./active-keys.tsx";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { KeyActionDialog, useKeyDialog } from "./key-action-dialog.tsx";
import { CopyKeyButton } from "./key-buttons.tsx";
import { keyMessages } from "./messages.ts";
import { NextStep } from "./next-step.tsx";
import { type NewKey, revealKey } from "./queries.ts";

const RERENDER_MS = 30_000;

export interface ActiveKeysPanelProps {
  keys: ApiKey[];
  masked: boolean;
  newKey: NewKey | null;
  onCreated: (key: NewKey) => void;
}

export function ActiveKeysPanel({ keys, masked, newKey, onCreated }: ActiveKeysPanelProps) {
  const shown = useShownKeys(keys, masked);
  const { openDialog, ...dialog } = useKeyDialog();
  useRerender();
  const listed = newKey && keys.find(({ id }) => id === newKey.id);
  return (
    <>
      {listed && <NewKeyNotice listed={listed} secret={newKey.key} />}
      {listed && !newKey.rotated && <NextStep key={listed.id} id={listed.id} secret={newKey.key} />}
      {keys.length === 0 ? (
        <NoActiveKeys onCreated={onCreated} />
      ) : (
        <ActiveKeys keys={keys} shown={shown} onOpen={openDialog} now={Date.now()} />
      )}
      <KeyActionDialog {...dialog} onCreated={(key) => onCreated({ ...key, rotated: true })} />
    </>
  );
}

/**
 * Shows the key's last characters: after a rotation with an overlap, two keys have the same name. `secret` is still in
 * memory from the key's creation, so copying needs no reveal request.
 */
function NewKeyNotice({ listed, secret }: { listed: ApiKey; secret: string }) {
  return (
    <div className="flex items-center gap-2.5 border-b bg-success-soft px-5 py-2.5 text-small text-success-ink max-lg:px-4">
      <CircleCheck className="size-4 shrink-0" aria-hidden />
      <p className="min-w-0 flex-1">
        Your new key <span className="font-medium break-words">“{listed.name}”</span>{" "}
        <span translate="no" className="font-mono whitespace-nowrap">
          …{listed.key.slice(-4)}
        </span>{" "}
        is ready. Copy it now, or from the list at any time.
      </p>
      <CopyKeyButton look="boxed" label="Copy new key" text={async () => secret} />
    </div>
  );
}

function NoActiveKeys({ onCreated }: Pick<ActiveKeysPanelProps, "onCreated">) {
  const { data } = useQuery(balanceQuery);
  const needsFunds = data !== undefined && data.balance <= 0;
  return (
    <EmptyState
      icon={KeyRound}
      title={keyMessages.noActiveKeys}
      description={
        needsFunds
          ? "Start with a test key: it’s free and returns simulated responses. Add funds when you want real ones."
          : "Create a key and send it with every request."
      }
      action={
        needsFunds && (
          <div className="flex flex-wrap justify-center gap-2">
            <CreateKeyDialog testOnly onCreated={onCreated} />
            <Button asChild>
              <Link to={paths.addBalance}>
                <Plus aria-hidden />
                Add Funds
              </Link>
            </Button>
          </div>
        )
      }
    />
  );
}

/** Keeps “Expires in …” current. */
function useRerender(): void {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(rerender, RERENDER_MS);
    return () => clearInterval(timer);
  }, []);
}

/**
 * The full keys on screen while the mask is off, by id. They live only in this component's memory and are forgotten
 * when the mask returns. Keys are revealed one after the other, until the first failure.
 */
function useShownKeys(keys: ApiKey[], masked: boolean): Record<string, string> {
  const [shown, setShown] = useState<Record<string, string>>({});
  const [failed, setFailed] = useState(false);
  const hidden = keys.find((key) => shown[key.id] === undefined && isOffered(key, "text"));
  const next = masked || failed ? undefined : hidden?.id;

  useEffect(() => {
    if (!masked) return;
    setShown({});
    setFailed(false);
  }, [masked]);

  useEffect(() => {
    if (next === undefined) return;
    let current = true;
    revealKey(next)
      .then((key) => current && setShown((before) => ({ ...before, [next]: key })))
      .catch(() => {
        if (!current) return;
        setFailed(true);
        toast.failure(keyMessages.revealFailed);
      });
    return () => {
      current = false;
    };
  }, [next]);

  return masked ? {} : shown;
}
