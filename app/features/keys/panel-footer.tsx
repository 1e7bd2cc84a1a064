import type { ApiKey } from "#core/contract/keys.ts";
import { footerText } from "./keys-view.ts";

export function PanelFooter({ count, status }: { count: number; status: ApiKey["status"] }) {
  return (
    <footer className="flex h-11 items-center border-t px-5 text-caption text-ink-3 tabular-nums max-lg:px-4">
      {footerText(count, status)}
    </footer>
  );
}
