export const playgroundMessages = {
  complete: "Response complete",
  stopped: "You stopped this response.",
  stoppedEarly:
    "It was stopped before we received its request ID. If it cost anything, your requests show it.",
  modelsLoading: "Loading the models",
  modelsFailed: "Could not load the models.",
  noModels: "No chat models are available yet.",
  refusedModel: "The Playground key can’t use this model",
  leaving: {
    title: "Your conversation stays in this tab",
    description: "Come back to go on with it. It’s gone once you reload or close the tab.",
  },
  estimateFailed: "Couldn’t estimate the cost",
  estimating: "Estimating the cost…",
  keyFailed: "Could not load the Playground key",
  chargeWaiting: "Waiting for the receipt",
  chargeFailed: "The receipt couldn’t be loaded.",
} as const;
