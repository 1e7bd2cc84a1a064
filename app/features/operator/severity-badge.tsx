import CircleAlert from "lucide-react/icons/circle-exclamation-point";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { Badge } from "#app/components/ui/badge.tsx";
import type { FiringAlert } from "#core/contract/operator-alerts.ts";
import { SEVERITY_LABELS } from "./texts.ts";

export const SeverityBadge = ({ severity }: Pick<FiringAlert, "severity">) => (
  <Badge tone={severity === "critical" ? "danger" : "warning"}>
    {severity === "critical" ? <CircleAlert aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
    {SEVERITY_LABELS[severity]}
  </Badge>
);
