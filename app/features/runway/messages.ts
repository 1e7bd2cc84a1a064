export const runwayMessages = {
  lead: "At this pace, your balance will last",
  beyond: "more than ten years",
  tooLittle: "Not enough usage yet to estimate how long your balance will last.",
  notSpending: "You spent nothing in the last 7 days, so there’s nothing to base an estimate on.",
  failed: "Couldn’t estimate how long your balance will last.",
  atThisPace: "at this pace",
  short: {
    too_little_data: "Not enough usage for an estimate yet",
    not_spending: "No spend in the last 7 days",
    failed: "No estimate of how long it lasts",
  },
} as const;
