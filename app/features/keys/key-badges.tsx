import { Badge } from "#app/components/ui/badge.tsx";
import type { ApiKey } from "#core/contract/keys.ts";
import { keyBadges } from "./key-life-view.ts";

export const KeyBadges = ({ apiKey, now }: { apiKey: ApiKey; now: number }) =>
  keyBadges(apiKey, now).map(({ label, tone }) => (
    <Badge key={label} tone={tone}>
      {label}
    </Badge>
  ));
