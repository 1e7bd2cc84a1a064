import { Navigate } from "@remix-run/react";
import { paths } from "#app/lib/paths.ts";

/** `/operator`, and any other path below it. */
export default function OperatorHomeRoute() {
  return <Navigate to={paths.operatorAccounts} replace />;
}
