/** What `stack.json` holds. */
export interface StackAddresses {
  web: string;
  cron: string;
  supabase: { url: string; publishableKey: string; secretKey: string };
  libsql: { url: string };
  stripe: { url: string; secretKey: string; webhookSecret: string };
  /** Where social sign-in leads. */
  google: string;
  github: string;
  inbox: string;
  /** The AI service behind the gateway. */
  upstream: string;
  demo: { email: string; password: string };
}
