export const runwayMessages = {
  lead: "At this pace, your balance will last",
  beyond: "more than ten years",
  tooLittle: "Not enough usage yet to estimate how long your balance will last.",
  notSpending: "You spent nothing in the last 7 days, so there’s nothing to base an estimate on.",
  failed: "Couldn’t estimate how long your balance will last.",
} as const;
