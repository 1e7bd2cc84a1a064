/** The query parameter of `/user-management` that says which tab is open. */
export const TAB_PARAMETER = "tab";
const TABS = ["email", "password", "invite"] as const;
export type UserTab = (typeof TABS)[number];

/** The tab an address asks for; the first one for anything else. */
export const tabFrom = (wanted: string | null): UserTab => TABS.find((tab) => tab === wanted) ?? "email";

export const tabSearch = (tab: UserTab) => `?${new URLSearchParams({ [TAB_PARAMETER]: tab })}`;
