import { Navigate } from "@remix-run/react";
import { paths } from "#app/lib/paths.ts";

/** Any other path below `/operator`. */
export default function OperatorHomeRoute() {
  return <Navigate to={paths.operator} replace />;
}
