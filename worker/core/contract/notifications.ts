import { z } from "zod";
import { NOTIFICATION_KINDS } from "#core/domain/notifications.ts";
import { pageOf } from "./page.ts";

const isoDate = z.iso.datetime();
const unread = z.int().min(0);

const notification = z.object({
  id: z.string(),
  kind: z.enum(NOTIFICATION_KINDS),
  title: z.string(),
  text: z.string(),
  subject: z.string().nullable().describe("The key or receipt it is about"),
  created_at: isoDate,
  read_at: isoDate.nullable().describe("Null while unread"),
});
export type Notification = z.infer<typeof notification>;

/** Newest first. `unread` is of the whole list, counted up to 100. */
export const notificationsAnswer = pageOf(notification).extend({ unread });
export type NotificationsAnswer = z.infer<typeof notificationsAnswer>;

/** How many are left. */
export const unreadAnswer = z.object({ unread });
export type UnreadAnswer = z.infer<typeof unreadAnswer>;

/** All up to this one, so that one that has just come stays unread. */
export const markAllReadRequest = z.object({
  up_to: z
    .string({ error: "The up_to must be the id of a notification." })
    .regex(/^ntf_\d{1,15}$/, "The up_to must be the id of a notification."),
});

const chosen = (name: string) => z.boolean({ error: `The ${name} must be true or false.` }).optional();
export const notificationSettingRequest = z
  .object({
    kind: z.enum(NOTIFICATION_KINDS, { error: `The kind must be one of ${NOTIFICATION_KINDS.join(", ")}.` }),
    in_app: chosen("in_app"),
    by_mail: chosen("by_mail"),
  })
  .refine(
    ({ in_app, by_mail }) => in_app !== undefined || by_mail !== undefined,
    "Nothing to change was given.",
  );
export type NotificationSettingInput = z.infer<typeof notificationSettingRequest>;

const notificationSetting = z.object({
  kind: z.enum(NOTIFICATION_KINDS),
  in_app: z.boolean(),
  by_mail: z.boolean(),
});
export type NotificationSetting = z.infer<typeof notificationSetting>;

/** Every kind, in a fixed order. */
export const notificationSettings = z.object({
  items: z.array(notificationSetting),
  sends_mail: z.boolean().describe("Whether this service sends mails of its own at all"),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;
