import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { contextStorage } from "hono/context-storage";
import { cors } from "hono/cors";
import { createMiddleware } from "hono/factory";
import { loopbackOnly } from "../loopback-server.ts";
import type { AuthEnv, SupabaseContext } from "./context.ts";
import { AuthFailure, failureResponse } from "./errors.ts";
import { fromLiteError } from "./lite-internals.ts";
import { roleOf } from "./project-keys.ts";
import { adminRoutes } from "./routes/admin.ts";
import { dataRoutes } from "./routes/data.ts";
import { emailLinkRoutes } from "./routes/email-links.ts";
import { factorRoutes } from "./routes/factors.ts";
import { identityRoutes } from "./routes/identities.ts";
import { inviteRoutes } from "./routes/invite.ts";
import { oauthRoutes } from "./routes/oauth.ts";
import { rpcRoutes } from "./routes/rpc.ts";
import { sessionRoutes } from "./routes/session.ts";
import { signUpRoutes } from "./routes/sign-up.ts";
import { userRoutes } from "./routes/user.ts";
import { verifyLinkRoutes } from "./routes/verify-link.ts";

const AUTH_BODY_BYTES = 64 * 1024;
const DATA_BODY_BYTES = 1024 * 1024;

/** The server's routes. Nothing else of Lite is reachable, so its own tokens can't leak. */
export function createSupabaseApp(ctx: SupabaseContext) {
  return new Hono()
    .use(loopbackOnly)
    .use(contextStorage())
    .use(siteCors(ctx.siteUrl))
    .get("/auth/v1/health", (c) => c.json({ name: "GoTrue", version: "local", description: "Local sign-in" }))
    .get("/auth/v1/.well-known/jwks.json", (c) =>
      c.json({ keys: [ctx.key.publicJwk] }, 200, { "Cache-Control": "public, max-age=600" }),
    )
    .route("/auth/v1", oauthRoutes(ctx))
    .route("/auth/v1", verifyLinkRoutes(ctx))
    .route("/auth/v1", authRoutes(ctx))
    .use("/rest/v1/*", atMost(DATA_BODY_BYTES))
    .route("/rest/v1/rpc", rpcRoutes(ctx))
    .route("/rest/v1", dataRoutes(ctx))
    .notFound((c) => failureResponse(c, new AuthFailure(404, "not_found", "Path not found")))
    .onError((error, c) => {
      const failure = error instanceof AuthFailure ? error : fromLiteError(error);
      if (failure) return failureResponse(c, failure);
      console.error(error);
      return failureResponse(
        c,
        new AuthFailure(500, "unexpected_failure", "Unexpected failure, please check server logs"),
      );
    });
}

function authRoutes(ctx: SupabaseContext) {
  return new Hono<AuthEnv>()
    .use(atMost(AUTH_BODY_BYTES))
    .use(projectKeyRequired(ctx))
    .route("/admin", adminRoutes(ctx))
    .route("/", inviteRoutes(ctx))
    .route("/", sessionRoutes(ctx))
    .route("/", userRoutes(ctx))
    .route("/", identityRoutes(ctx))
    .route("/", factorRoutes(ctx))
    .route("/", signUpRoutes(ctx))
    .route("/", emailLinkRoutes(ctx));
}

const atMost = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: (c) =>
      failureResponse(c, new AuthFailure(413, "request_too_large", "Request body is too large")),
  });

const projectKeyRequired = (ctx: SupabaseContext) =>
  createMiddleware<AuthEnv>(async (c, next) => {
    const candidate = c.req.header("apikey") ?? c.req.query("apikey");
    if (!candidate) return c.json({ message: "No API key found in request" }, 401);
    const role = roleOf(ctx.keys, candidate);
    if (!role) return c.json({ message: "Invalid API key" }, 401);
    c.set("role", role);
    await next();
  });

/** The site under both names of this machine. No other origin may read a response. */
function siteCors(siteUrl: string) {
  const { protocol, port } = new URL(siteUrl);
  const names = ["127.0.0.1", "localhost"].map((name) => `${protocol}//${name}${port && `:${port}`}`);
  return cors({
    origin: [...new Set([new URL(siteUrl).origin, ...names])],
    allowMethods: ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"],
    exposeHeaders: ["content-range", "link", "x-total-count", "x-sb-error-code"],
    maxAge: 600,
  });
}
