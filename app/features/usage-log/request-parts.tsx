import { Badge } from "#app/components/ui/badge.tsx";
import { statusTone } from "#app/features/usage/status.ts";
import { formatNumber } from "#app/lib/format.ts";
import type { UsageItem } from "#core/contract/usage.ts";

/** From this width on the log is a table. */
export const LOG_TABLE_FROM_PIXELS = 1024;

export const StatusBadge = ({ code }: { code: number }) => (
  <Badge tone={statusTone(code)} className="font-mono">
    {code}
  </Badge>
);

/** A request that came to nothing has none, which is not 0. */
export const tokensText = ({ tokens_in, tokens_out }: Pick<UsageItem, "tokens_in" | "tokens_out">) =>
  formatNumber(tokens_in + tokens_out || null);
