import type { ApiKey } from "#core/contract/keys.ts";

/** What every form of a key's dialog is given. */
export interface KeyDialogProps {
  apiKey: ApiKey;
  onDone: () => void;
}
