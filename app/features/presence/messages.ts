export const presenceMessages = {
  title: "Confirm it’s you",
  app: "To protect your account, enter the code from your authenticator app.",
  password: "To protect your account, enter your password again.",
  email: (address: string) => `To protect your account, enter the code that we email to ${address}.`,
  confirm: "Confirm",
  confirming: "Confirming…",
  emailInstead: "Email me a code instead",
  sendAgain: "Send another code",
  sending: "Sending…",
  sentAgain: "A new code is on its way.",

  wrongPassword: "This password is incorrect.",
  wrongCode: "This code is wrong or has expired. Enter the latest one, or send another.",
  otherSession: "You’re signed in to another account now. Reload the page.",
  notSent: "The code couldn’t be emailed. Try again.",
  failed: "We couldn’t confirm that it’s you. Try again.",
} as const;
