import type { Operation } from "./operation.ts";
import { accountOperations } from "./operations/account.ts";
import { gatewayOperations } from "./operations/gateway.ts";
import { keyOperations } from "./operations/keys.ts";
import { notificationOperations } from "./operations/notifications.ts";
import { paymentOperations } from "./operations/payments.ts";
import { serviceOperations } from "./operations/service.ts";
import { usageOperations } from "./operations/usage.ts";

/** Every route of the api worker, in the order of the reference. */
export const OPERATIONS: readonly Operation[] = [
  ...keyOperations,
  ...usageOperations,
  ...paymentOperations,
  ...accountOperations,
  ...notificationOperations,
  ...gatewayOperations,
  ...serviceOperations,
];
