import { Link } from "@remix-run/react";
import { ChartColumn } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { paths } from "#app/lib/paths.ts";

interface KeyUsageLinkProps {
  id: string;
  label: "Usage" | "Usage History";
  /** `row` is quiet, in a table; `boxed` stands by itself. */
  look: "row" | "boxed";
  icon?: boolean;
}

export function KeyUsageLink({ id, label, look, icon = true }: KeyUsageLinkProps) {
  return (
    <Button
      asChild
      variant={look === "row" ? "ghost" : "secondary"}
      size="sm"
      className={look === "row" ? "px-1.5" : "gap-1.5 px-3 max-lg:h-10"}
    >
      <Link to={paths.keyUsage(id)}>
        {icon && <ChartColumn className="size-3.5 max-[22.5rem]:hidden" aria-hidden />}
        {label}
      </Link>
    </Button>
  );
}
