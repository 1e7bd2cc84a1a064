import Copy from "lucide-react/icons/copy";
import { useEffect, useSyncExternalStore } from "react";
import { copyMessages } from "#app/components/messages.ts";
import { Notice } from "#app/components/ui/notice.tsx";
import { useCode } from "#app/lib/code/use-code.ts";
import { offerCopyByHand, offeredText, subscribeToOffers } from "#app/lib/copy-by-hand.ts";

const loadDialog = () => import("./copy-by-hand-dialog.tsx");

/** Above whatever is open. Shows the text even when the code of the dialog can't be loaded. */
export function CopyByHand() {
  const text = useSyncExternalStore(subscribeToOffers, offeredText, () => null);
  const { module, error } = useCode(loadDialog, text !== null);
  // It may be a secret, and the page that offered it is gone.
  useEffect(() => () => offerCopyByHand(null), []);
  if (text === null) return null;
  const close = () => offerCopyByHand(null);
  if (module) return <module.default text={text} onClose={close} />;
  return (
    error && (
      <Notice
        icon={<Copy className="text-ink-3" aria-hidden="true" />}
        title={copyMessages.byHand}
        description={
          <code translate="no" className="font-mono select-all wrap-anywhere">
            {text}
          </code>
        }
        onDismiss={close}
      />
    )
  );
}
