/** Every address of the app. */
export const paths = {
  dashboard: "/",
  login: "/login",
  apiKeys: "/api-keys",
  addBalance: "/add-balance",
  paymentSuccess: "/payment/success",
} as const;
