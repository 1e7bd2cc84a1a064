/** Supabase's client credentials at a provider, and the provider's URL. */
export interface ProviderSettings {
  url: string;
  clientId: string;
  clientSecret: string;
}

/** The providers that are switched on. */
export type Providers = Partial<Record<"google" | "github", ProviderSettings>>;
