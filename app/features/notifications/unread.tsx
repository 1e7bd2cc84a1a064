import { useQuery } from "@tanstack/react-query";
import { useIdle } from "#app/lib/idle.ts";
import { bellMessages } from "./bell-messages.ts";
import { unreadQuery } from "./queries.ts";

export function Unread() {
  const { data: unread = 0 } = useQuery({ ...unreadQuery, enabled: useIdle() });
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
