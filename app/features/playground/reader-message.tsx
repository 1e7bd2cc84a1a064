import Pencil from "lucide-react/icons/pencil";
import Trash from "lucide-react/icons/trash-2";
import { type KeyboardEvent, memo, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Textarea } from "#app/components/ui/input.tsx";
import type { ResultTurn, UserTurn } from "./conversation.ts";
import { JsonText } from "./json-text.tsx";
import { usePlayground } from "./playground-context.ts";
import { isSendKey } from "./send-key.ts";

type ReaderTurn = UserTurn | ResultTurn;

/** A message of the reader, or what they wrote as the result of a call. */
export const ReaderMessage = memo(function ReaderMessage({ turn }: { turn: ReaderTurn }) {
  const playground = usePlayground();
  const [editing, setEditing] = useState(false);
  return (
    <article className="rounded-control bg-fill px-4 py-3">
      <header className="flex min-h-5 items-center gap-2 text-caption font-medium text-ink-2">
        <Sender turn={turn} />
        {!editing && (
          <span className="-my-1 ml-auto flex items-center">
            <IconButton label="Edit and send again" Icon={Pencil} onClick={() => setEditing(true)} />
            <IconButton
              label="Delete from the conversation"
              Icon={Trash}
              onClick={() => playground.remove(turn.id)}
            />
          </span>
        )}
      </header>
      {editing ? (
        <EditMessage
          text={turn.text}
          onSend={(text) => playground.sendChanged(turn.id, text)}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <Text turn={turn} />
      )}
    </article>
  );
});

const Sender = ({ turn }: { turn: ReaderTurn }) =>
  turn.kind === "user" ? (
    "You"
  ) : (
    <>
      Result of{" "}
      <span translate="no" className="font-mono text-caption">
        {turn.call.name}
      </span>
    </>
  );

const Text = ({ turn }: { turn: ReaderTurn }) =>
  turn.kind === "user" ? (
    <p className="mt-1 text-body whitespace-pre-wrap wrap-anywhere">{turn.text}</p>
  ) : (
    <pre translate="no" className="mt-1 font-mono text-caption leading-5 whitespace-pre-wrap wrap-anywhere">
      <JsonText text={turn.text} />
    </pre>
  );

interface IconButtonProps {
  label: string;
  Icon: typeof Pencil;
  onClick: () => void;
}

export const IconButton = ({ label, Icon, onClick }: IconButtonProps) => (
  <Button
    variant="ghost"
    size="icon"
    className="size-7 text-ink-3 max-lg:size-9"
    aria-label={label}
    title={label}
    onClick={onClick}
  >
    <Icon aria-hidden="true" />
  </Button>
);

interface EditMessageProps {
  text: string;
  onSend: (text: string) => void;
  onCancel: () => void;
}

function EditMessage({ text, onSend, onCancel }: EditMessageProps) {
  const [draft, setDraft] = useState(text);
  const isEmpty = draft.trim() === "";
  const send = () => {
    if (!isEmpty) onSend(draft);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isSendKey(event)) send();
    else if (event.key === "Escape") onCancel();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Textarea
        autoFocus
        aria-label="Message"
        className="mt-2 max-h-80 [field-sizing:content]"
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
        <span className="mr-auto text-caption text-ink-3">Replaces everything after this message.</span>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" aria-disabled={isEmpty} onClick={send}>
          Send
        </Button>
      </div>
    </>
  );
}
