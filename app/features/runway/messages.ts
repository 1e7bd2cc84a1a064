export const runwayMessages = {
  lead: "At this pace the balance lasts",
  beyond: "more than ten years",
  tooLittle: "Too little use yet to tell how long the balance lasts: it takes a day and ten paid requests.",
  notSpending: "Nothing was spent in the last 7 days, so there is no pace to go by.",
  failed: "Could not tell how long the balance lasts.",
} as const;
