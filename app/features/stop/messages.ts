export const stopMessages = {
  stop: "Stop all keys",
  start: "Start again",
  starting: "Starting…",
  confirmTitle: "Stop all keys?",
  confirm:
    "Every request of your account is refused immediately and not charged, until you start the keys again. Requests in progress finish and are charged.",
  stoppedBadge: "Stopped",
  loadFailed: "Could not load the state of your keys",
  noneAccepted: "No keys are accepting requests.",
  accepted: (count: number) =>
    count === 1 ? "1 key is accepting requests." : `${count} keys are accepting requests.`,
  since: (moment: string) =>
    `All keys have been stopped since ${moment}. Requests are refused and not charged.`,
  notice: "All your keys are stopped.",
  noticeDetail: "Requests are refused and not charged.",
  stopped: { title: "Keys Stopped", description: "Every request is now refused." },
  started: { title: "Keys Started", description: "Your keys accept requests again." },
  stopFailed: "Failed to stop your keys. Please try again.",
  startFailed: { title: "Error", description: "Failed to start your keys. Please try again." },
} as const;
