import { bellMessages } from "./bell-messages.ts";
import { useUnread } from "./use-unread.ts";

/** The bell's name and mark. */
export function Unread() {
  const unread = useUnread();
  if (unread === 0) return <span className="sr-only">{bellMessages.title}</span>;
  return (
    <>
      <span className="sr-only">{bellMessages.unread(unread)}</span>
      <span
        data-unread
        className="absolute top-1.5 right-1.5 size-2 rounded-full bg-danger ring-2 ring-canvas max-lg:top-2.5 max-lg:right-2.5"
      />
    </>
  );
}
