import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { z } from "zod";
import { loopbackOnly } from "../loopback-server.ts";
import type { MailStore } from "./mail-store.ts";
import { listPage, mailBody, mailPage, missingPage, SCRIPT } from "./pages.ts";
import { STYLE } from "./style.ts";

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** For what a mail holds: styles and inline pictures, never a script, a form or a request. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'";

const search = z.object({
  to: z.string().max(320).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
});

/** The mailbox as pages for people and as JSON under /messages for programs. */
export function createInboxApp(store: MailStore) {
  return new Hono()
    .use(loopbackOnly)
    .use(secureHeaders({ xFrameOptions: false, strictTransportSecurity: false, originAgentCluster: false }))
    .use(async (c, next) => {
      await next();
      if (!c.res.headers.has("Content-Security-Policy")) c.header("Content-Security-Policy", PAGE_POLICY);
      c.header("Cache-Control", "no-store");
    })
    .get("/", (c) => c.html(listPage(store.list({ limit: 500 }))))
    .get("/inbox.css", (c) => c.body(STYLE, 200, { "Content-Type": "text/css; charset=utf-8" }))
    .get("/inbox.js", (c) => c.body(SCRIPT, 200, { "Content-Type": "text/javascript; charset=utf-8" }))
    .get("/inbox/:id", (c) => {
      const mail = store.find(c.req.param("id"));
      return mail ? c.html(mailPage(mail)) : c.html(missingPage(), 404);
    })
    .get("/inbox/:id/body", (c) => {
      const mail = store.find(c.req.param("id"));
      c.header("Content-Security-Policy", MAIL_POLICY);
      return mail ? c.html(mailBody(mail)) : c.html("", 404);
    })
    .get("/messages", (c) => {
      const parsed = search.safeParse(c.req.query());
      if (!parsed.success) return c.json({ error: "limit must be 1 to 500, and to an address." }, 400);
      return c.json({ items: store.list(parsed.data) });
    })
    .get("/messages/:id", (c) => {
      const mail = store.find(c.req.param("id"));
      return mail ? c.json(mail) : c.json({ error: "No such message." }, 404);
    });
}
