import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { freePorts } from "#scripts/local/free-port.ts";
import { startSupabase } from "#scripts/local/supabase/index.ts";
import type { Mail } from "#scripts/local/supabase/mail-content.ts";
import { parseTemplate } from "#scripts/local/supabase/mail-template.ts";
import { readProjectConfig } from "#scripts/local/supabase/project-config.ts";

export const SITE_URL = "http://127.0.0.1:8787";
export const PASSWORD = "correct horse battery";

export type LocalSupabaseTest = Awaited<ReturnType<typeof startTestSupabase>>;

type Options = Partial<Parameters<typeof startSupabase>[0]>;
const NO_LIMITS = {
  mailEveryMs: 0,
  passwordGuesses: Number.POSITIVE_INFINITY,
  codeGuesses: Number.POSITIVE_INFINITY,
};

/**
 * The project's emails with the code beside the link, as other projects send it: the provider accepts both.
 */
function templatesWithCodes() {
  const { parts: code } = parseTemplate("", "<p>Your code: {{ .Token }}</p>");
  const { templates } = readProjectConfig();
  const entries = Object.entries(templates).map(([name, { subject, parts }]) => [
    name,
    {
      subject,
      parts: parts.some((part) => "variable" in part && part.variable === "Token")
        ? parts
        : [...parts, ...code],
    },
  ]);
  // The same names, each with a template.
  return Object.fromEntries(entries) as typeof templates;
}

/** A real local Supabase on a free port, with its state in its own folder; its emails are kept in memory. */
export async function startTestSupabase(options: Options = {}) {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-supabase-"));
  const [port] = await freePorts(1);
  if (port === undefined) throw new Error("no free port");
  const emails: Mail[] = [];
  const start = () =>
    startSupabase({
      port,
      folder,
      siteUrl: SITE_URL,
      sendMail: async (mail) => {
        emails.push(mail);
      },
      limits: NO_LIMITS,
      templates: templatesWithCodes(),
      ...options,
    });
  let server = await start();
  const { url, publishableKey, secretKey } = server;
  const connect = (key: string): SupabaseClient =>
    createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false, flowType: "pkce" } });
  const admin = connect(secretKey).auth.admin;
  return {
    url,
    folder,
    publishableKey,
    secretKey,
    emails,
    admin,
    /** A separate browser. */
    visitor: () => connect(publishableKey).auth,
    emailsTo: (email: string) => emails.filter((mail) => mail.to === email),
    /** A new confirmed account. */
    async account() {
      const email = newAddress();
      const { data, error } = await admin.createUser({ email, password: PASSWORD, email_confirm: true });
      if (error) throw error;
      return { id: data.user.id, email };
    },
    /** A browser signed in to a new account. */
    async signedIn() {
      const account = await this.account();
      const auth = connect(publishableKey).auth;
      const { data, error } = await auth.signInWithPassword({ email: account.email, password: PASSWORD });
      if (error) throw error;
      return { ...account, auth, session: data.session };
    },
    async restart() {
      await server.stop();
      // Two turns of the event loop, so that fetch sees its pooled connections closed and opens new ones.
      await setImmediate();
      await setImmediate();
      server = await start();
      return server;
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const newAddress = () => `${randomUUID()}@example.test`;

/** The address an email leads to, and the code beside it. */
export function readMail(mail: Mail | undefined) {
  const link = /http\S+/.exec(mail?.text ?? "")?.[0];
  if (!link) throw new Error("The email has no link.");
  return { link: new URL(link), code: readCode(mail) };
}

export function readCode(mail: Mail | undefined): string {
  const code = /code: (\d{6})/.exec(mail?.text ?? "")?.[1];
  if (!code) throw new Error("The email has no code.");
  return code;
}

/** The token in an email's link, whatever its page calls it. */
export function tokenIn(mail: Mail | undefined): string {
  const { searchParams } = readMail(mail).link;
  return searchParams.get("token_hash") ?? searchParams.get("token") ?? "";
}
