import type { ApiKey } from "#core/contract/keys.ts";
import type { NewKey } from "./new-key.ts";

/** What every form of a key's dialog is given. */
export interface KeyDialogProps {
  apiKey: ApiKey;
  onDone: () => void;
  /** Called with the key that the form created. */
  onCreated: (key: NewKey) => void;
}
