import { Activity } from "lucide-react";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { FirstRequest } from "#app/features/usage/first-request.tsx";
import type { KeyState } from "#core/domain/key-life.ts";
import { keyUsageMessages, UNUSED_HELP } from "./messages.ts";

/** In place of figures that would all be nothing. */
export function UnusedKey({ state }: { state: KeyState }) {
  return (
    <Card>
      <h2 className="sr-only">Usage</h2>
      <EmptyState
        icon={Activity}
        title={keyUsageMessages.noRequests}
        description={UNUSED_HELP[state]}
        className={state === "active" ? "pb-6" : ""}
      />
      {state === "active" && (
        <div className="mx-auto max-w-[44rem] px-5 pb-8 max-lg:px-4">
          <FirstRequest />
        </div>
      )}
    </Card>
  );
}
