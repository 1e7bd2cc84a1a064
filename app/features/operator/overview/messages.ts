export const overviewTexts = {
  title: "Overview",
  description: "Revenue, traffic and anything that needs you",
  loading: "Loading the overview",
  failed: "Could not load the overview",
  alertsFailed: "Could not load the alerts",
  noAlerts: "No alert is firing",
  noRequests: "No requests in this time",
  noRequestsHint: "They appear here within a minute.",
  stuck: "Stuck",
  cronStopped: "It should run every minute. Until it does, usage isn’t added up and no alerts are sent.",
  models: "Models",
} as const;
