import { paths } from "./paths.ts";
import { untilPageIsLeft } from "./until-page-is-left.ts";

/**
 * Replaces a page that doesn't exist (specification, section 2). Loads a new document, because a redirect while
 * hydrating crashes (remix-run/remix#10194).
 */
export function leaveForDashboard(): Promise<never> {
  window.location.replace(paths.dashboard);
  return untilPageIsLeft();
}
