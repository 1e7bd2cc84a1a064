import type { SupabaseContext } from "./context.ts";
import { validationFailed } from "./errors.ts";
import { github } from "./oauth-github.ts";
import { google } from "./oauth-google.ts";

const PROVIDERS = { google, github };

const isKnown = (name: string): name is keyof typeof PROVIDERS => Object.hasOwn(PROVIDERS, name);

/** @throws AuthFailure `validation_failed` for a provider that is unknown or switched off. */
export function findProvider({ providers }: Pick<SupabaseContext, "providers">, name: string) {
  if (!isKnown(name)) throw validationFailed(`Unsupported provider: Provider ${name} could not be found`);
  const settings = providers[name];
  if (!settings) throw validationFailed("Unsupported provider: provider is not enabled");
  return { provider: PROVIDERS[name], settings };
}
