/** Settings of the hosted project that `supabase config push` doesn't know, by their names in its dashboard. */
export const DASHBOARD_SETTINGS = [
  "Require current password when updating",
  "Prevent use of leaked passwords",
] as const;

export const settingsReminder = `
Two settings exist only in Supabase's dashboard (Authentication, Sign In / Providers, Email), and nothing can check
them from here. Make sure that they are on:
${DASHBOARD_SETTINGS.map((name) => `  ${name}`).join("\n")}
See "4. Supabase" in docs/operations/deploy.md.
`;
