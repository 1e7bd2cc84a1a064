import { Hono } from "hono";
import { z } from "zod";
import type { AuthEnv, SupabaseContext } from "../context.ts";
import { emailExists, notAdmin, userNotFound, validationFailed } from "../errors.ts";
import { factorsOf, findFactor, forgetFactors, removeFactor } from "../factors.ts";
import type { LiteUser } from "../lite-internals.ts";
import { emailField, metadataField, passwordField, readBody } from "../request.ts";
import { viewUser } from "../user-view.ts";
import {
  findOrCreateUser,
  hashPassword,
  mergeMetadata,
  moveAddress,
  requireStrongPassword,
  setPassword,
  unlessTaken,
} from "../users.ts";
import { generateLinkRoutes } from "./generate-link.ts";

const newUser = z.object({
  email: emailField,
  password: passwordField.optional(),
  email_confirm: z.boolean().default(false),
  user_metadata: metadataField.default({}),
  app_metadata: metadataField.default({}),
});
const changes = z.object({
  email: emailField.optional(),
  password: passwordField.optional(),
  email_confirm: z.boolean().default(false),
  user_metadata: metadataField.optional(),
  app_metadata: metadataField.optional(),
});
const deletion = z.object({ should_soft_delete: z.boolean().default(false) });
const whole = (fallback: number, maximum: number) =>
  z.preprocess((text) => text || fallback, z.coerce.number().int().min(1).max(maximum));
const paging = z.object({ page: whole(1, 1_000_000), per_page: whole(50, 1000) });

/** User management; the secret key only. */
export function adminRoutes(ctx: SupabaseContext) {
  return new Hono<AuthEnv>()
    .use(async (c, next) => {
      if (c.var.role !== "secret") throw notAdmin();
      await next();
    })
    .route("/", generateLinkRoutes(ctx))
    .get("/users", async (c) => {
      const parsed = paging.safeParse(c.req.query());
      if (!parsed.success) throw validationFailed("Bad Pagination Parameters");
      const { page, per_page } = parsed.data;
      const { ids, total } = await ctx.lite.listUserIds(per_page, (page - 1) * per_page);
      const users = await Promise.all(ids.map((id) => viewUser(ctx, id)));
      return c.json(
        { users, aud: "authenticated" },
        200,
        pageHeaders(page, Math.ceil(total / per_page), total),
      );
    })
    .post("/users", async (c) => {
      const user = await readBody(c, newUser);
      if (user.password !== undefined) requireStrongPassword(ctx, user.password);
      const created = await findOrCreateUser(ctx, {
        email: user.email,
        passwordHash: user.password === undefined ? null : await hashPassword(user.password),
        confirmed: user.email_confirm,
        userMetadata: user.user_metadata,
        appMetadata: user.app_metadata,
      });
      if (!created.isNew) throw emailExists();
      return c.json(await viewUser(ctx, created.user.id));
    })
    .get("/users/:id", async (c) => {
      const user = await findUser(ctx, c.req.param("id"));
      return c.json(await viewUser(ctx, user.id));
    })
    .put("/users/:id", async (c) => {
      const user = await findUser(ctx, c.req.param("id"));
      await changeUser(ctx, user, await readBody(c, changes));
      return c.json(await viewUser(ctx, user.id));
    })
    .get("/users/:id/factors", async (c) => {
      const user = await findUser(ctx, c.req.param("id"));
      return c.json(factorsOf(ctx.store, user.id));
    })
    .delete("/users/:id/factors/:factor", async (c) => {
      const user = await findUser(ctx, c.req.param("id"));
      const { id } = findFactor(ctx.store, user.id, c.req.param("factor"));
      // As the hosted service does, without lowering sessions that were confirmed with it.
      removeFactor(ctx.store, id);
      return c.json({ id });
    })
    .delete("/users/:id", async (c) => {
      const user = await findUser(ctx, c.req.param("id"));
      const { should_soft_delete } = await readBody(c, deletion);
      if (should_soft_delete) throw validationFailed("Soft deletion is not available on this server");
      forgetFactors(ctx.store, user.id);
      if (user.email) ctx.limits.forget(user.email);
      await ctx.lite.deleteUser(user.id);
      return c.json({});
    });
}

async function findUser(ctx: SupabaseContext, id: string): Promise<LiteUser> {
  const user = await (await ctx.lite.auth()).repo.findUserById(id);
  if (!user) throw userNotFound();
  return user;
}

async function changeUser(ctx: SupabaseContext, user: LiteUser, change: z.infer<typeof changes>) {
  const { email, password, user_metadata, app_metadata } = change;
  if (password !== undefined) requireStrongPassword(ctx, password);
  const { repo } = await ctx.lite.auth();
  if (email !== undefined && email !== user.email) {
    const moved = await unlessTaken(moveAddress(repo, user, email, change.email_confirm));
    if (moved === null) throw emailExists();
  }
  if (password !== undefined) await setPassword(ctx, user.id, await hashPassword(password));
  await repo.updateUser(user.id, {
    ...(change.email_confirm && !user.confirmed_at && { confirmed_at: new Date().toISOString() }),
    ...(user_metadata && { raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, user_metadata) }),
    ...(app_metadata && {
      // Read again, since a new password is noted there.
      raw_app_meta_data: mergeMetadata((await findUser(ctx, user.id)).raw_app_meta_data, app_metadata),
    }),
  });
}

/** auth-js reads `total` only together with a Link header, and expects `page` as its first parameter. */
function pageHeaders(page: number, last: number, total: number): Record<string, string> {
  const link = (target: number, rel: string) => `</auth/v1/admin/users?page=${target}>; rel="${rel}"`;
  const links = [...(page < last ? [link(page + 1, "next")] : []), link(Math.max(last, 1), "last")];
  return { Link: links.join(", "), "X-Total-Count": String(total) };
}
