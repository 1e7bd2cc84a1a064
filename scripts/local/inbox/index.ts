import { listenOnLoopback } from "../loopback-server.ts";
import { createInboxApp } from "./app.ts";
import { createMailApi } from "./mail-api.ts";
import { type Mail, openMailStore } from "./mail-store.ts";

interface Inbox {
  url: string;
  /** Settles when the mail is stored and shown. */
  deliver: (mail: Mail) => Promise<void>;
  stop: () => Promise<void>;
}

interface InboxOptions {
  port: number;
  folder: string;
  /** The key that the workers send emails with. */
  mailApiKey: string;
}

/** A mailbox for every address, read in the browser; the newest 500 messages are kept in `folder`. */
export async function startInbox({ port, folder, mailApiKey }: InboxOptions): Promise<Inbox> {
  const store = openMailStore(folder);
  const app = createInboxApp(store).route("/emails", createMailApi(store, mailApiKey));
  const server = await listenOnLoopback(port, app.fetch);
  return {
    ...server,
    deliver: (mail) => store.add(mail),
  };
}
