import { listenOnLoopback } from "../loopback-server.ts";
import { createInboxApp } from "./app.ts";
import { type Mail, openMailStore } from "./mail-store.ts";

interface Inbox {
  url: string;
  /** Settles when the mail is stored and shown. */
  deliver(mail: Mail): Promise<void>;
  stop(): Promise<void>;
}

/** A mailbox for every address, read in the browser; the newest 500 mails are kept in `folder`. */
export async function startInbox({ port, folder }: { port: number; folder: string }): Promise<Inbox> {
  const store = openMailStore(folder);
  const server = await listenOnLoopback(port, createInboxApp(store).fetch);
  return {
    ...server,
    deliver: (mail) => store.add(mail),
  };
}
