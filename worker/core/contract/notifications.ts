import { z } from "zod";
import { NOTIFICATION_KINDS, OPTIONAL_KINDS } from "#core/domain/notifications.ts";
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

/** `unread` covers the whole list, counted up to 100. */
export const notificationsResponse = pageOf(notification).extend({ unread });
export type NotificationsResponse = z.infer<typeof notificationsResponse>;

export const unreadResponse = z.object({ unread });
export type UnreadResponse = z.infer<typeof unreadResponse>;

/** Up to this one, so that one that has just arrived stays unread. */
export const markAllReadRequest = z.object({
  up_to: z
    .string({ error: "The up_to field must be the id of a notification." })
    .regex(/^ntf_\d{1,15}$/, "The up_to field must be the id of a notification."),
});

const chosen = (name: string) => z.boolean({ error: `The ${name} field must be true or false.` }).optional();
export const notificationSettingRequest = z
  .object({
    kind: z.enum(OPTIONAL_KINDS, { error: `The kind must be one of ${OPTIONAL_KINDS.join(", ")}.` }),
    in_app: chosen("in_app"),
    by_mail: chosen("by_mail"),
  })
  .refine(
    ({ in_app, by_mail }) => in_app !== undefined || by_mail !== undefined,
    "Provide at least one field to change.",
  );
export type NotificationSettingInput = z.infer<typeof notificationSettingRequest>;

const notificationSetting = z.object({
  kind: z.enum(OPTIONAL_KINDS),
  in_app: z.boolean(),
  by_mail: z.boolean(),
});

export const notificationSettings = z.object({
  items: z.array(notificationSetting),
  sends_mail: z.boolean().describe("False when this service sends no emails of its own"),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;
