import { redirect } from "@remix-run/cloudflare";
import { paths } from "#app/lib/paths.ts";

/** Any other path (specification, section 2). */
export const loader = () => redirect(paths.dashboard);
