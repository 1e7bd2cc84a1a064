import { randomBytes } from "node:crypto";

/** An object id in Stripe's form, e.g. `pi_4f…`. */
export const newId = (prefix: string, length = 24) =>
  `${prefix}_${randomBytes(length).toString("hex").slice(0, length)}`;

export const nowSeconds = () => Math.floor(Date.now() / 1000);
