import { Hono } from "hono";
import {
  markAllReadRequest,
  notificationSettingRequest,
  notificationSettings,
  notificationsResponse,
  unreadResponse,
} from "#core/contract/notifications.ts";
import { pageQuery } from "#core/contract/page.ts";
import { listNotifications, markOneRead, markReadUpTo } from "#core/services/notifications/notifications.ts";
import {
  changeNotificationSettings,
  getNotificationSettings,
} from "#core/services/notifications/settings.ts";
import type { SignedInEnv } from "../api-env.ts";
import { describe } from "../openapi/describe.ts";
import { AT } from "../openapi/examples.ts";
import { jsonBody, queryString } from "../validation.ts";

const group = "Account";
const NOTIFICATION_ID = "ntf_184";
const SETTINGS = {
  items: [{ kind: "low_balance", in_app: true, by_mail: true }],
  sends_mail: true,
};

export const notificationRoutes = new Hono<SignedInEnv>()
  .get(
    "/",
    describe({
      id: "listNotifications",
      group,
      summary: "List notifications",
      description: "The account's notifications, newest first. `unread` counts up to 100.",
      response: {
        schema: notificationsResponse,
        example: {
          items: [
            {
              id: NOTIFICATION_ID,
              kind: "low_balance",
              title: "Low balance",
              text: "Your balance is below $5.00.",
              subject: null,
              created_at: AT,
              read_at: null,
            },
          ],
          next_cursor: null,
          unread: 1,
        },
      },
    }),
    queryString(pageQuery),
    async (c) => c.json(await listNotifications(c.var.ctx, c.req.valid("query"))),
  )
  .post(
    "/read",
    describe({
      id: "markNotificationsRead",
      group,
      summary: "Mark notifications as read",
      description:
        "Marks the given notification and all older ones as read. Returns how many are still unread.",
      body: { example: { up_to: NOTIFICATION_ID } },
      response: { schema: unreadResponse, example: { unread: 0 } },
    }),
    jsonBody(markAllReadRequest),
    async (c) => c.json(await markReadUpTo(c.var.ctx, c.req.valid("json"))),
  )
  .post(
    "/:id/read",
    describe({
      id: "markNotificationRead",
      group,
      summary: "Mark a notification as read",
      description: "Returns how many are still unread. You can safely repeat it.",
      parameters: { id: { description: "The notification's `id`", example: NOTIFICATION_ID } },
      response: { schema: unreadResponse, example: { unread: 0 } },
      errors: { not_found: "Your account has no such notification" },
    }),
    async (c) => c.json(await markOneRead(c.var.ctx, { id: c.req.param("id") })),
  )
  .get(
    "/settings",
    describe({
      id: "getNotificationSettings",
      group,
      summary: "Get notification settings",
      description: "How the account is notified of each kind of event: in the app, by email, or both.",
      response: { schema: notificationSettings, example: SETTINGS },
    }),
    async (c) => c.json(await getNotificationSettings(c.var.ctx)),
  )
  .patch(
    "/settings",
    describe({
      id: "changeNotificationSetting",
      group,
      summary: "Change notification settings",
      description:
        "Changes the settings of one kind, for future events. The response contains the settings of all kinds.",
      body: { example: { kind: "low_balance", by_mail: true } },
      response: { schema: notificationSettings, example: SETTINGS },
    }),
    jsonBody(notificationSettingRequest),
    async (c) => c.json(await changeNotificationSettings(c.var.ctx, c.req.valid("json"))),
  );
