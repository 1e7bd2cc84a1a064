import { Card } from "#app/components/ui/card.tsx";
import { Composer } from "./composer.tsx";
import type { Turn } from "./conversation.ts";
import { EmptyConversation } from "./empty-conversation.tsx";
import { ModelMessage } from "./model-message.tsx";
import { ModelPicker } from "./model-picker.tsx";
import { usePlaygroundState } from "./playground-context.ts";
import { ReaderMessage } from "./reader-message.tsx";
import { Scroller } from "./scroller.tsx";
import type { Catalog } from "./use-models.ts";
import { useShownTurns } from "./use-shown-turns.ts";

interface ConversationViewProps {
  catalog: Catalog;
  onOpenReceipt: (requestId: string) => void;
}

/** A conversation with one model. */
export function ConversationView({ catalog, onOpenReceipt }: ConversationViewProps) {
  const turns = useShownTurns(usePlaygroundState((state) => state.turns));
  return (
    <Card className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex items-center gap-3 border-b px-3.5 py-3 max-lg:px-3">
        <ModelPicker column={0} catalog={catalog} />
        <span className="ml-auto text-caption whitespace-nowrap text-ink-3 max-sm:hidden">
          Per million tokens
        </span>
      </div>
      <Scroller turns={turns} className="flex flex-col gap-5 px-3.5 py-4 max-lg:px-3">
        {turns.length === 0 && <EmptyConversation />}
        {turns.map((turn) => (
          <TurnView key={turn.id} turn={turn} onOpenReceipt={onOpenReceipt} />
        ))}
      </Scroller>
      <Composer models={catalog.chosen} comparing={false} />
    </Card>
  );
}

interface TurnViewProps {
  turn: Turn;
  onOpenReceipt: (requestId: string) => void;
}

function TurnView({ turn, onOpenReceipt }: TurnViewProps) {
  if (turn.kind !== "responses") return <ReaderMessage turn={turn} />;
  const [response] = turn.responses;
  return response && <ModelMessage turnId={turn.id} response={response} onOpenReceipt={onOpenReceipt} />;
}
