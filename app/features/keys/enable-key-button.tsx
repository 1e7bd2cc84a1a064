import { Button } from "#app/components/ui/button.tsx";
import type { ApiKey } from "#core/contract/keys.ts";
import { useEnableKey } from "./change-key.ts";

interface EnableKeyButtonProps {
  apiKey: ApiKey;
  onEnabled?: () => void;
}

export function EnableKeyButton({ apiKey, onEnabled }: EnableKeyButtonProps) {
  const { run: enable, busy } = useEnableKey(apiKey, onEnabled);
  return (
    <Button size="sm" busy={busy} onClick={() => void enable()}>
      Enable key
    </Button>
  );
}
