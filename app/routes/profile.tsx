import type { MetaFunction } from "@remix-run/cloudflare";
import { ProfilePage } from "#app/features/account/profile-page.tsx";
import { pageMeta } from "#app/lib/page-meta.ts";

export const meta: MetaFunction = () =>
  pageMeta("Settings", "Your account: two-factor authentication, sign-in methods and sessions.");
export default ProfilePage;
