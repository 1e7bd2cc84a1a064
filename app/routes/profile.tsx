import { ProfilePage } from "#app/features/account/profile-page.tsx";
import { pages } from "#app/lib/pages.ts";

export const { meta } = pages.settings;
export default ProfilePage;
