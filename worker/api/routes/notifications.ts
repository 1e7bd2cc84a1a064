import { Hono } from "hono";
import { markAllReadRequest, notificationSettingRequest } from "#core/contract/notifications.ts";
import { pageQuery } from "#core/contract/page.ts";
import { listNotifications } from "#core/services/notifications/list-notifications.ts";
import { markOneRead, markReadUpTo } from "#core/services/notifications/mark-read.ts";
import {
  changeNotificationSettings,
  getNotificationSettings,
} from "#core/services/notifications/settings.ts";
import type { SignedInEnv } from "../api-env.ts";
import { checkedLikeReads, signedIn } from "../middleware/signed-in.ts";
import { jsonBody, queryString } from "../validation.ts";

export const notificationRoutes = new Hono<SignedInEnv>()
  .use(signedIn)
  .get("/", queryString(pageQuery), async (c) =>
    c.json(await listNotifications(c.var.ctx, c.req.valid("query"))),
  )
  .post("/read", checkedLikeReads(), jsonBody(markAllReadRequest), async (c) =>
    c.json(await markReadUpTo(c.var.ctx, c.req.valid("json"))),
  )
  .post("/:id/read", checkedLikeReads(), async (c) =>
    c.json(await markOneRead(c.var.ctx, { id: c.req.param("id") })),
  )
  .get("/settings", async (c) => c.json(await getNotificationSettings(c.var.ctx)))
  .patch("/settings", jsonBody(notificationSettingRequest), async (c) =>
    c.json(await changeNotificationSettings(c.var.ctx, c.req.valid("json"))),
  );
