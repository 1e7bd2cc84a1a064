import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const KEPT = 500;
const MAXIMUM_CHARACTERS = 256 * 1024;
const FILE_NAME = /^\d{10}\.json$/;

const mail = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() });
const storedMail = mail.extend({ id: z.string(), received_at: z.string() });

export type Mail = z.infer<typeof mail>;
export type StoredMail = z.infer<typeof storedMail>;

export interface MailStore {
  /** Newest first. */
  list: (filter: { to?: string | undefined; limit: number }) => StoredMail[];
  find: (id: string) => StoredMail | undefined;
  add: (mail: Mail) => Promise<void>;
}

/** The newest messages, one file each. They contain sign-in links, so only the owner may read the files. */
export function openMailStore(folder: string): MailStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const emails = readMails(folder);
  let lastNumber = Number(emails[0]?.id ?? 0);
  return {
    list({ to, limit }) {
      const wanted = to?.toLowerCase();
      return emails.filter((one) => !wanted || one.to.toLowerCase() === wanted).slice(0, limit);
    },
    find: (id) => emails.find((one) => one.id === id),
    async add(received) {
      const content = mail.parse(received);
      if (content.text.length + content.html.length > MAXIMUM_CHARACTERS)
        throw new Error("The mail is too large for the inbox.");
      lastNumber += 1;
      const stored = { ...content, id: String(lastNumber), received_at: new Date().toISOString() };
      emails.unshift(stored);
      const dropped = emails.splice(KEPT);
      await writeMail(folder, stored);
      await Promise.all(dropped.map((one) => rm(fileOf(folder, one.id), { force: true })));
    },
  };
}

const fileOf = (folder: string, id: string) => join(folder, `${id.padStart(10, "0")}.json`);

function readMails(folder: string): StoredMail[] {
  const names = readdirSync(folder).filter((name) => FILE_NAME.test(name));
  const newest = names.sort().reverse().slice(0, KEPT);
  return newest.map((name) => storedMail.parse(JSON.parse(readFileSync(join(folder, name), "utf8"))));
}

/** Written to a temporary file and renamed, so that a crash never leaves a partial message. */
async function writeMail(folder: string, stored: StoredMail): Promise<void> {
  const file = fileOf(folder, stored.id);
  await writeFile(`${file}.part`, JSON.stringify(stored), { mode: 0o600 });
  await rename(`${file}.part`, file);
}
