import type { MetaFunction } from "@remix-run/cloudflare";
import { ProfilePage } from "#app/features/account/profile-page.tsx";

export const meta: MetaFunction = () => [{ title: "Settings · Latchkey" }];
export default ProfilePage;
