/** Made-up values that several examples share. */
export const KEY_ID = "key_9fK2xQe7Tb31Zt81q4mV";
export const AT = "2026-11-20T09:41:00.000Z";
export const REQUEST_ID = "0b6f3c1e-8d52-4a7f-9c36-51e2d8a40b97";
export const ORDER_ID = "order_4f1c9a7be20d4c63b5a8d1e97c302f46";
export const CHECKOUT_ID = "cs_test_a1B2c3D4e5F6g7H8";
export const REVOKED_KEY = { id: KEY_ID, status: "revoked", revoked_at: AT };
