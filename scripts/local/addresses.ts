/** The contents of `stack.json`. */
export interface StackAddresses {
  web: string;
  cron: string;
  /** For `/api/health?verbose`. */
  healthToken: string;
  /** For `/api/metrics`. */
  metricsToken: string;
  supabase: { url: string; publishableKey: string; secretKey: string };
  libsql: { url: string };
  stripe: { url: string; secretKey: string; webhookSecret: string };
  /** The local Google and GitHub for social sign-in. */
  google: string;
  github: string;
  inbox: string;
  /** The upstream provider behind the gateway: the address with its `/v1`, and the credential, empty for none. */
  upstream: { url: string; apiKey: string };
  demo: { email: string; password: string };
  /** Who may use the operator's desk; `totpSecret` is that of their authenticator app. */
  operator: { userId: string; email: string; password: string; totpSecret: string };
}
