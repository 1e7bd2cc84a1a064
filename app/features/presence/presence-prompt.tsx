import { type ComponentType, useEffect, useState } from "react";
import { codeError } from "#app/lib/code/use-code.ts";
import { onPresenceNeeded } from "#app/lib/presence.ts";
import type { PresenceDialogProps } from "./presence-dialog.tsx";

type Question = { Dialog: ComponentType<PresenceDialogProps>; props: PresenceDialogProps };

const loadDialog = () => import("./presence-dialog.tsx");

/** Asks the person to confirm that it's them, above whatever is open. What asks fails if this can't be loaded. */
export function PresencePrompt() {
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => {
    const ask = async () => {
      const asker = document.activeElement;
      const { default: Dialog, findPerson } = await loadDialog().catch((thrown: unknown) => {
        throw codeError(thrown);
      });
      const person = await findPerson();
      return new Promise<boolean>((resolve) => {
        const onClose = (confirmed: boolean) => {
          setQuestion(null);
          resolve(confirmed);
        };
        setQuestion({ Dialog, props: { person, asker, onClose } });
      });
    };
    return onPresenceNeeded(ask);
  }, []);
  return question && <question.Dialog {...question.props} />;
}
