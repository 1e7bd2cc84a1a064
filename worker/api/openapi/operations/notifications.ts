import { auditAnswer, auditQuery } from "#core/contract/audit.ts";
import {
  markAllReadRequest,
  notificationSettingRequest,
  notificationSettings,
  notificationsAnswer,
  unreadAnswer,
} from "#core/contract/notifications.ts";
import { pageQuery } from "#core/contract/page.ts";
import type { Operation } from "../operation.ts";
import { AT, KEY_ID, REQUEST_ID } from "./examples.ts";

const group = "Account";
const credential = "session";
const NOTIFICATION_ID = "ntf_184";
const SETTINGS = {
  items: [{ kind: "low_balance", in_app: true, by_mail: true }],
  sends_mail: true,
};

/** What an account is told, and what was done in it. */
export const notificationOperations: Operation[] = [
  {
    id: "listNotifications",
    group,
    method: "get",
    path: "/api/notifications",
    summary: "List notifications",
    description: "What the account was told of, newest first. `unread` counts up to 100.",
    credential,
    query: pageQuery,
    answer: {
      status: 200,
      schema: notificationsAnswer,
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
  },
  {
    id: "markNotificationsRead",
    group,
    method: "post",
    path: "/api/notifications/read",
    summary: "Mark notifications as read",
    description: "All up to the one that is named. The answer says how many are left.",
    credential,
    checkedLikeReads: true,
    body: { schema: markAllReadRequest, example: { up_to: NOTIFICATION_ID } },
    answer: { status: 200, schema: unreadAnswer, example: { unread: 0 } },
  },
  {
    id: "markNotificationRead",
    group,
    method: "post",
    path: "/api/notifications/{id}/read",
    summary: "Mark one notification as read",
    description: "Repeating it is harmless. The answer says how many are left.",
    credential,
    checkedLikeReads: true,
    parameters: { id: { description: "`id` of a notification", example: NOTIFICATION_ID } },
    answer: { status: 200, schema: unreadAnswer, example: { unread: 0 } },
    errors: { not_found: "There is no such notification of your account" },
  },
  {
    id: "getNotificationSettings",
    group,
    method: "get",
    path: "/api/notifications/settings",
    summary: "Get the settings of notifications",
    description: "Where the account is told of each kind.",
    credential,
    answer: { status: 200, schema: notificationSettings, example: SETTINGS },
  },
  {
    id: "changeNotificationSetting",
    group,
    method: "patch",
    path: "/api/notifications/settings",
    summary: "Change the settings of notifications",
    description: "Of one kind, for what happens from now on. The answer holds all of them.",
    credential,
    body: { schema: notificationSettingRequest, example: { kind: "low_balance", by_mail: true } },
    answer: { status: 200, schema: notificationSettings, example: SETTINGS },
  },
  {
    id: "listAudit",
    group,
    method: "get",
    path: "/api/audit",
    summary: "List the audit log",
    description: "What was done in the account, by whom and from where, newest first.",
    credential,
    query: auditQuery,
    answer: {
      status: 200,
      schema: auditAnswer,
      example: {
        items: [
          {
            id: "96",
            created_at: AT,
            action: "key.created",
            by: "owner",
            key: { id: KEY_ID, name: "Production" },
            detail: {},
            place: { device: "Firefox on Windows", city: "Lisbon", country: "PT" },
            request_id: REQUEST_ID,
          },
        ],
        next_cursor: null,
      },
    },
  },
];
