/** Every address of the app. */
export const paths = {
  dashboard: "/",
  login: "/login",
  apiKeys: "/api-keys",
  addBalance: "/add-balance",
  paymentSuccess: "/payment/success",
} as const;

/** The query parameter of `/login` that says where to go afterwards. */
export const RETURN_PARAMETER = "return_to";

/** `/login`, carrying the way back; without one where that is the dashboard anyway, or `/login` itself. */
export function loginPath(returnTo: string): string {
  if (returnTo === paths.dashboard || returnTo === paths.login) return paths.login;
  return `${paths.login}?${new URLSearchParams({ [RETURN_PARAMETER]: returnTo })}`;
}
