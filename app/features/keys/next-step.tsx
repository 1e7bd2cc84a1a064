import X from "lucide-react/icons/x";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { AwaitedResponse } from "./awaited-response.tsx";
import { nextStepMessages as messages } from "./messages.ts";
import type { NewKey } from "./queries.ts";
import { FirstRequest } from "./sample-request.tsx";

/** For a key that was just created: a request to send with it, and the response as soon as there is one. */
export function NextStep({ id, secret }: { id: NewKey["id"]; secret: string }) {
  const [open, setOpen] = useState(true);
  if (!open) return null;
  return (
    <section aria-label={messages.title} className="border-b px-5 py-4 max-lg:px-4">
      <div className="flex items-start justify-between gap-4">
        <div>
          <h3 className="text-body font-medium">{messages.title}</h3>
          <p className="mt-0.5 text-small text-ink-2">{messages.text}</p>
        </div>
        <Button
          variant="ghost"
          size="icon"
          aria-label={messages.close}
          className="-mt-1 -mr-2"
          onClick={() => setOpen(false)}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
      <FirstRequest apiKey={secret} />
      <AwaitedResponse keyId={id} waitingText={messages.waiting} />
    </section>
  );
}
