import { Link } from "@remix-run/react";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { Button } from "#app/components/ui/button.tsx";

/** @param to the part of Billing that the page belongs to. */
export const BackToBilling = ({ to }: { to: string }) => (
  <Button asChild variant="ghost" size="sm" className="-ml-2 px-2">
    <Link to={to}>
      <ArrowLeft aria-hidden="true" />
      Billing
    </Link>
  </Button>
);
