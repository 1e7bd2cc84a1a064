import { randomBytes } from "node:crypto";
import { App, type HonoContext } from "@supabase/lite";
import { type Connection, createConnection } from "@supabase/lite/sqlite";
import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import { AuthFailure } from "./errors.ts";
import type { ProjectConfig } from "./project-config.ts";
import type { ProjectKeys } from "./project-keys.ts";
import { readUsageTable } from "./usage-table.ts";

/*
 * The only file that relies on what Supabase Lite (0.10.0, pinned) does not promise: the names of its tables, the form
 * of its and SQLite's errors, and that only middlewares are given its auth service.
 */

/**
 * Lite replaces it with a function that takes texts only, but Node's own warnings are errors. Read-only, because parts of
 * Lite that load later would replace it again; they ignore that they can't.
 */
const emitText = process.emitWarning;
Object.defineProperty(process, "emitWarning", {
  writable: false,
  value(warning: string | Error, ...rest: never[]) {
    if (typeof warning === "string") emitText(warning, ...rest);
    else process.emit("warning", warning);
  },
});

type LiteAuth = HonoContext["Variables"]["authService"];
export type LiteUser = NonNullable<Awaited<ReturnType<LiteAuth["repo"]["findUserById"]>>>;
export type LiteSession = Awaited<ReturnType<LiteAuth["signInWithPassword"]>>;

export interface Lite {
  /** Signs the tokens Lite itself accepts. New at each start, so that none outlives the request it was made for. */
  internalSecret: string;
  /** A service for one use case; Lite keeps state of a request in it. */
  auth: () => Promise<LiteAuth>;
  fetch: (request: Request) => Promise<Response>;
  /** Runs what reads and then writes a session: Lite does so in several steps, which must not interleave. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  sessionsOf: (userId: string) => Promise<SessionRow[]>;
  updateSession: (sessionId: string, columns: SessionColumns) => Promise<void>;
  endSession: (sessionId: string) => Promise<void>;
  hasTable: (name: string) => Promise<boolean>;
  /** Newest first. */
  listUserIds: (limit: number, offset: number) => Promise<{ ids: string[]; total: number }>;
  deleteIdentity: (identityId: string) => Promise<void>;
  deleteUser: (userId: string) => Promise<void>;
  close: () => Promise<void>;
}

/** SQLite's own limit. Lite's is 100, which is twelve rows of the usage table. */
const SQLITE_PARAMETERS_MAX = 32_766;

interface LiteOptions {
  file: string;
  url: string;
  siteUrl: string;
  keys: ProjectKeys;
  project: Pick<ProjectConfig, "accessTokenSeconds" | "oneTimeTokenSeconds" | "minimumPasswordLength">;
}

export async function openLite(options: LiteOptions): Promise<Lite> {
  const connection = await createConnection({
    url: `file:${options.file}`,
    maxBoundParameters: SQLITE_PARAMETERS_MAX,
  });
  const usageTable = await readUsageTable(connection);
  const internalSecret = randomBytes(32).toString("hex");
  const askers = new WeakMap<Request, (service: LiteAuth) => void>();
  const handOver: MiddlewareHandler<HonoContext> = async (c, next) => {
    const receive = askers.get(c.req.raw);
    if (!receive) return next();
    receive(c.var.authService);
    return c.body(null, 204);
  };
  const app = new App({
    connection,
    api: { external_url: options.url },
    auth: authConfig(options, internalSecret),
    rls: usageTable.rls,
    options: { server: { disableStudio: true, middlewares: [handOver] } },
  });
  await app.ensureSystemSchema();
  await connection.exec<void>(usageTable.ddl);
  return {
    internalSecret,
    async auth() {
      const question = new Request(`${options.url}/auth/v1/health`);
      let service: LiteAuth | undefined;
      askers.set(question, (given) => {
        service = given;
      });
      await app.fetch(question);
      if (!service) throw new Error("Supabase Lite did not hand over its auth service.");
      return service;
    },
    inTurn: oneAtATime(),
    fetch: (request) => app.fetch(request, { peerAddress: "127.0.0.1" }),
    ...tableAccess(connection),
    close: () => connection.close(),
  };
}

function oneAtATime(): Lite["inTurn"] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}

const rowsSchema = z.object({ rows: z.array(z.record(z.string(), z.unknown())) });
const idRow = z.object({ id: z.string() });
const nullableText = z.string().nullable();
const sessionRow = z.object({
  id: z.string(),
  /** How the session was begun and confirmed, as JSON. */
  tag: nullableText,
  factor_id: nullableText,
  user_agent: nullableText,
  ip: nullableText,
  created_at: z.string(),
  updated_at: nullableText,
  refreshed_at: nullableText,
});
type SessionRow = z.infer<typeof sessionRow>;
type SessionColumns = Partial<Pick<SessionRow, "tag" | "factor_id" | "user_agent" | "ip">>;

/** Queries that Lite's repository has no method for. */
function tableAccess(
  connection: Pick<Connection, "exec">,
): Pick<
  Lite,
  "sessionsOf" | "updateSession" | "endSession" | "hasTable" | "listUserIds" | "deleteIdentity" | "deleteUser"
> {
  const rows = async (sql: string, ...values: (string | number)[]) =>
    rowsSchema.parse(await connection.exec<unknown>(sql, ...values)).rows;
  return {
    async sessionsOf(userId) {
      const found = await rows('SELECT * FROM "auth.sessions" WHERE user_id = ?', userId);
      return found.map((row) => sessionRow.parse(row));
    },
    async updateSession(sessionId, columns) {
      const set = Object.entries(columns);
      const names = set.map(([name]) => `${name} = ?`).join(", ");
      const values = set.map(([, value]) => value);
      await connection.exec<void>(`UPDATE "auth.sessions" SET ${names} WHERE id = ?`, ...values, sessionId);
    },
    async endSession(sessionId) {
      await connection.exec<void>('DELETE FROM "auth.refresh_tokens" WHERE session_id = ?', sessionId);
      await connection.exec<void>('DELETE FROM "auth.sessions" WHERE id = ?', sessionId);
    },
    async hasTable(name) {
      const found = "SELECT 1 FROM sqlite_master WHERE type IN ('table', 'view') AND name = ?";
      return (await rows(found, name)).length > 0;
    },
    async listUserIds(limit, offset) {
      const page = 'SELECT id FROM "auth.users" ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?';
      const [count] = await rows('SELECT count(*) AS total FROM "auth.users"');
      const ids = (await rows(page, limit, offset)).map((row) => idRow.parse(row).id);
      return { ids, total: Number(count?.total ?? 0) };
    },
    deleteIdentity: (identityId) =>
      connection.exec<void>('DELETE FROM "auth.identities" WHERE id = ?', identityId),
    async deleteUser(userId) {
      for (const table of ["refresh_tokens", "sessions", "identities"])
        await connection.exec<void>(`DELETE FROM "auth.${table}" WHERE user_id = ?`, userId);
      await connection.exec<void>('DELETE FROM "auth.users" WHERE id = ?', userId);
    },
  };
}

function authConfig({ siteUrl, keys, project }: LiteOptions, internalSecret: string) {
  return {
    enabled: true,
    jwt_secret: internalSecret,
    site_url: siteUrl,
    publishable_key: keys.publishableKey,
    secret_key: keys.secretKey,
    jwt_expiry: project.accessTokenSeconds,
    minimum_password_length: project.minimumPasswordLength,
    enable_refresh_token_rotation: true,
    email: { enable_confirmations: true, otp_expiry: project.oneTimeTokenSeconds },
  };
}

const liteClaims = z.object({ session_id: z.string() });

/** Only Lite's own token names the session; it is fresh from Lite here, so it is read without a check. */
export function sessionIdOf(session: LiteSession): string {
  const payload = session.access_token.split(".")[1] ?? "";
  return liteClaims.parse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8"))).session_id;
}

const taken = z.object({ code: z.literal("ERR_SQLITE_ERROR"), errcode: z.literal(2067) });

/** True if a write failed because of a UNIQUE column: another request was first. */
export const isTaken = (error: unknown): boolean => taken.safeParse(error).success;

/** Lite's own failures have the hosted codes but a class it does not export. */
export function fromLiteError(error: unknown): AuthFailure | null {
  const parsed = liteError.safeParse(error);
  if (!parsed.success) return null;
  const { status, code, message, details } = parsed.data;
  return new AuthFailure(status, code, message, details);
}

const failureStatuses = [400, 401, 403, 404, 422, 429] as const;
const liteError = z.object({
  name: z.literal("AuthError"),
  status: z.literal(failureStatuses),
  code: z.string(),
  message: z.string(),
  details: z
    .record(z.string(), z.unknown())
    .optional()
    .transform((details) => details ?? {}),
});
