import { expect } from "@playwright/test";
import { z } from "zod";
import { stack } from "./support.ts";

const inboxList = z.object({
  items: z.array(z.object({ subject: z.string(), text: z.string(), html: z.string() })),
});
type Mail = z.infer<typeof inboxList>["items"][number];

/** The inbox's messages for an address, newest first, whose subject contains `subject`. */
export async function mailsTo(email: string, subject = ""): Promise<Mail[]> {
  const page = await fetch(`${stack.inbox}/messages?${new URLSearchParams({ to: email })}`);
  return inboxList.parse(await page.json()).items.filter((mail) => mail.subject.includes(subject));
}

/** Runs the cron, on which another run may be going on, until the email about an event has been sent, just so often. */
export async function mailAfterCron(email: string, subject: string, times = 1): Promise<Mail> {
  await expect(async () => {
    expect((await fetch(stack.cron)).status).toBe(200);
    expect(await mailsTo(email, subject)).toHaveLength(times);
  }).toPass();
  const [mail] = await mailsTo(email, subject);
  if (!mail) throw new Error(`The mail to ${email} is gone.`);
  return mail;
}

const NOTIFICATION = /\/profile#notifications|\/activity\?kind=access/;

/** Messages from the identity provider. Notifications arrive whenever the cron runs. */
const signInMailsTo = async (email: string, subject?: string) =>
  (await mailsTo(email, subject)).filter(({ text }) => !NOTIFICATION.test(text));

/** The newest sign-in email to an address; waits until there is one. */
async function newestTo(email: string, subject?: string): Promise<Mail> {
  await expect
    .poll(async () => (await signInMailsTo(email, subject)).length, `a mail to ${email}`)
    .toBeGreaterThan(0);
  const [mail] = await signInMailsTo(email, subject);
  if (!mail) throw new Error(`The mail to ${email} is gone.`);
  return mail;
}

/** The link with a one-time token in the newest email to an address. */
export async function linkMailedTo(email: string, subject?: string): Promise<string> {
  const { html, text } = await newestTo(email, subject);
  const addresses = `${html} ${text}`.replaceAll("&amp;", "&").match(/https?:\/\/[^\s"'<>]+/g) ?? [];
  const link = addresses.find((address) => /[?&]token(_hash)?=/.test(address));
  if (!link) throw new Error(`The mail to ${email} has no link with a token.`);
  return link;
}

/** The six-digit code in the newest email to an address. */
export async function codeMailedTo(email: string): Promise<string> {
  const code = /code: (\d{6})/.exec((await newestTo(email, "code")).text)?.[1];
  if (!code) throw new Error(`The mail to ${email} has no code.`);
  return code;
}
