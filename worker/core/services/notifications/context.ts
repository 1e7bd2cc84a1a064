export interface NotificationsContext {
  /** Whom mails of the service come from; without it none are sent. */
  mailFrom?: string | undefined;
}
