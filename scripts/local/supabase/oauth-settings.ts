/** How Supabase is known to a provider, and where that provider is. */
export interface ProviderSettings {
  url: string;
  clientId: string;
  clientSecret: string;
}

/** The providers that are switched on. */
export type Providers = Partial<Record<"google" | "github", ProviderSettings>>;
