import { notifyAll } from "#core/storage/notifications.ts";

interface TestNotice {
  accountId: number;
  kind: string;
  /** Epoch ms. */
  at: number;
  data?: object;
  source?: string;
}

const NOTICES = `SELECT value->>'accountId', value->>'kind', value->>'source', value->>'data', value->>'at'
  FROM json_each(:notices) WHERE true`;

/** For `writeBatch`: stores and delivers notifications as the product does, in this order. */
export const storeNotices = (notices: readonly TestNotice[]) =>
  notifyAll(NOTICES, { notices: JSON.stringify(notices.map((notice) => ({ data: {}, ...notice }))) });
