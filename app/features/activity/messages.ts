export const activityMessages = {
  loading: "Loading your activity",
  failed: "Could not load your activity",
  none: "Nothing to show yet",
  noneHint: "Keys that you create, change or revoke, invitations and credits will be listed here.",
} as const;
