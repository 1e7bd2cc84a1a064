import { Link } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { paths } from "#app/lib/paths.ts";
import { docsMessages } from "./messages.ts";

/** Both ways back; the frame's `data-reader` shows the one that fits. */
export const BackLink = () => (
  <div className="mb-3 -ml-2">
    <Back to={paths.dashboard} className="signed-out:hidden">
      {docsMessages.backToDashboard}
    </Back>
    <Back to={paths.login} className="hidden signed-out:inline-flex">
      {docsMessages.backToLogin}
    </Back>
  </div>
);

const Back = ({ to, className, children }: { to: string; className: string; children: string }) => (
  <Button variant="ghost" size="sm" asChild className={`px-2 ${className}`}>
    <Link to={to}>
      <ArrowLeft aria-hidden="true" />
      {children}
    </Link>
  </Button>
);
