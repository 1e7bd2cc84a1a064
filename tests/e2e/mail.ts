import { expect } from "@playwright/test";
import { z } from "zod";
import { stack } from "./support.ts";

const answer = z.object({
  items: z.array(z.object({ subject: z.string(), text: z.string(), html: z.string() })),
});
type Mail = z.infer<typeof answer>["items"][number];

/** What the inbox holds for an address, newest first; only mails whose subject contains `subject`. */
export async function mailsTo(email: string, subject = ""): Promise<Mail[]> {
  const page = await fetch(`${stack.inbox}/messages?${new URLSearchParams({ to: email })}`);
  return answer.parse(await page.json()).items.filter((mail) => mail.subject.includes(subject));
}

/** What the identity provider mailed; notifications come whenever the cron runs. */
const signInMailsTo = async (email: string, subject?: string) =>
  (await mailsTo(email, subject)).filter(({ text }) => !text.includes("/profile#notifications"));

/** The newest mail to an address about signing in; waits until there is one. */
async function newestTo(email: string, subject?: string): Promise<Mail> {
  await expect
    .poll(async () => (await signInMailsTo(email, subject)).length, `a mail to ${email}`)
    .toBeGreaterThan(0);
  const [mail] = await signInMailsTo(email, subject);
  if (!mail) throw new Error(`The mail to ${email} is gone.`);
  return mail;
}

/** Where the newest mail to an address leads: its link with a one-time token. */
export async function linkMailedTo(email: string, subject?: string): Promise<string> {
  const { html, text } = await newestTo(email, subject);
  const addresses = `${html} ${text}`.replaceAll("&amp;", "&").match(/https?:\/\/[^\s"'<>]+/g) ?? [];
  const link = addresses.find((address) => /[?&]token(_hash)?=/.test(address));
  if (!link) throw new Error(`The mail to ${email} has no link with a token.`);
  return link;
}
