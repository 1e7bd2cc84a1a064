import { useNavigate } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { paths } from "#app/lib/paths.ts";

/** One step back in this app; to the dashboard for who came from outside. */
export function BackButton() {
  const navigate = useNavigate();
  // The router numbers its entries; the first page of a visit is 0.
  const goBack = () => (window.history.state?.idx > 0 ? navigate(-1) : navigate(paths.dashboard));
  return (
    <Button variant="ghost" size="sm" className="mb-3 -ml-2 px-2" onClick={goBack}>
      <ArrowLeft aria-hidden />
      Back
    </Button>
  );
}
