export interface TermsSection {
  title: string;
  paragraphs: string[];
}

export const TERMS_UPDATED = "November 21, 2026";

/** The agreement in plain words; "we" is whoever runs this installation. */
export const termsSections: TermsSection[] = [
  {
    title: "What this service is",
    paragraphs: [
      "Latchkey gives you keys to an AI service, a prepaid balance that your requests draw on, and figures of how you use them. It is run by the operator of this service, called “we” below. By creating an account, or by continuing with Google or GitHub, you accept these terms; if you act for an organization, you accept them for it and confirm that you may.",
    ],
  },
  {
    title: "Your account",
    paragraphs: [
      "Sign up with an email address that you can read, and keep it current: it is how we reach you and how you recover your account. One person or organization answers for each account. Choose a password that you use nowhere else, and turn on two-factor authentication if you can.",
      "You are responsible for what happens through your account. If you think that somebody else has access to it, change your password, which ends every other session, revoke the keys in question, and tell us.",
    ],
  },
  {
    title: "Keys and their safekeeping",
    paragraphs: [
      "Whoever holds one of your API keys can spend your balance. Keep keys on servers, in environment variables or a secret store; never in code that is published, in a browser or in an app that you hand out.",
      "A key can be revoked at any moment, at once and for good. Requests made with it before that are yours. We may revoke a key that we find in public, and will tell you when we do.",
    ],
  },
  {
    title: "Prepaid balance and prices",
    paragraphs: [
      "You pay in advance, in US dollars, by card through our payment provider; we never see your card number. A request costs what the current prices say for its model and its tokens, and is deducted as it is made. Requests that the AI service fails to answer cost nothing. If a response ends early, because you disconnect, the connection breaks or it takes longer than ten minutes, you pay for what was produced until then, by the counts reported last or by an estimate of its length, and never more than was held for the request. When the balance is used up, requests are refused until you add funds; you are never billed afterwards.",
      "A key with a yearly plan is paid once, includes the requests named at its purchase, each up to the price that the documentation names, and does not renew by itself. Prices may change; a change applies to later requests only and is announced beforehand.",
    ],
  },
  {
    title: "Refunds",
    paragraphs: [
      "Balance that you have not used can be refunded to the card that paid for it within 30 days of the payment. Amounts already spent on requests are not refunded, unless we charged them in error; then we put them right as soon as we know. A payment that your bank reverses is taken from the balance again.",
      "Your rights under the law of the place where you live, such as a right of withdrawal for consumers, stay as they are.",
    ],
  },
  {
    title: "Acceptable use",
    paragraphs: [
      "Do not use the service to break the law, to harm or deceive people, to send spam or malware, to collect personal data without a right to it, or to get around limits, security or billing, here or elsewhere. Do not resell bare access to keys. The rules of the AI models that you call apply as well, and you are responsible for what you do with their answers, which can be wrong.",
      "Each key may send a limited number of requests per minute. We may slow down or refuse traffic that endangers the service for others.",
    ],
  },
  {
    title: "Availability",
    paragraphs: [
      "We work to keep the service running, but it is offered as it is, without a promise that it never fails, and it depends on providers of our own. Planned interruptions are announced where possible. Do not make it the only safeguard of anything on which health or safety depend.",
    ],
  },
  {
    title: "Your data",
    paragraphs: [
      "We keep what the service needs: your email address, the sessions you are signed in with, your payments, and for each request its time, endpoint, status, duration, token counts and cost. Single requests are kept for a limited time, their totals for longer. What your requests and their answers say is passed on to the AI service and is not stored by us.",
      "We do not sell your data. You can see your use in the dashboard at any time, and delete your account in its settings; records that the law makes us keep, such as those of payments, stay as long as it demands.",
    ],
  },
  {
    title: "Ending the agreement",
    paragraphs: [
      "You can stop at any time by deleting your account, which revokes all its keys. Ask for a refund of unused balance before that. We may suspend or close an account that breaks these terms, and will say why; in urgent cases at once, otherwise after a warning. If we close your account without such a reason, or end the service, we refund what is left of your balance.",
      "As far as the law allows, we are liable for damage up to the amount that you paid us in the twelve months before it. This limit does not cover intent, gross negligence, or injury to persons.",
    ],
  },
  {
    title: "Changes to these terms",
    paragraphs: [
      "We may change these terms, and tell you by email at least 30 days before a change that matters to you takes effect. If you do not agree, close your account before that day and ask for a refund of your unused balance. Using the service afterwards means that you agree.",
    ],
  },
  {
    title: "Contact",
    paragraphs: [
      "Questions about these terms, your data or a payment go to the operator of this service: reply to any message that it has sent you, or use the contact that it names where it offers this service.",
    ],
  },
];
