/** What lies outside the product. Adapters implement these; services see nothing else of the outside. */

export interface Clock {
  /** Epoch milliseconds, UTC. */
  now(): number;
}

/** Counts requests against a limit a minute. */
export interface RequestLimit {
  /** Counts one of `key`; whether it is within the limit. */
  limit(counted: { key: string }): Promise<{ success: boolean }>;
}

/** Who a verified access token speaks for. */
export interface AccessClaims {
  userId: string;
  email: string;
  /** Authenticator assurance level from the verified token: `aal1` or `aal2`. */
  assurance: string;
  sessionId: string;
  /** Epoch milliseconds. */
  issuedAt: number;
}

export interface Identity {
  /**
   * @throws DomainError `unauthorized` for a token that is malformed, expired, foreign or wrongly signed;
   * `identity_unavailable` when the keys to check it with cannot be fetched.
   */
  verifyAccessToken(token: string): Promise<AccessClaims>;
}

/** The live user behind an access token: what the token itself cannot tell, or no longer tells. */
export interface LiveUser {
  id: string;
  /** Whether a verified second factor is enrolled now. */
  hasSecondFactor: boolean;
  /** Epoch ms; null when the user is not banned. Older providers still find a banned user. */
  bannedUntil: number | null;
}

/** A place where a user is signed in, as the provider tells it. */
export interface UserSession {
  id: string;
  /** Epoch milliseconds. */
  createdAt: number;
  /** Epoch milliseconds. */
  lastActiveAt: number;
  userAgent: string | null;
  ip: string | null;
}

/**
 * The users of the identity provider, who may change at any moment.
 * @throws DomainError `identity_unavailable` when the provider refuses or does not answer in time; and, where a token
 * is handed over, `unauthorized` when its session has ended.
 */
export interface UserDirectory {
  /** @param options.timeoutMs the longest wait; the provider's own limit unless given. */
  findUser(accessToken: string, options?: { timeoutMs?: number }): Promise<LiveUser>;
  /**
   * Mails an invitation that leads to `redirectTo`, unless the address was mailed one just now.
   * @returns `exists`, and mails nothing, when the address has an account.
   * @throws DomainError `rate_limited`; `invalid_request` for an address that the provider does not take.
   */
  invite(email: string, redirectTo: string): Promise<"invited" | "exists">;
  /** Mails a sign-in link unless there is no such account or it was mailed one just now. @throws `rate_limited`. */
  sendSignInLink(email: string, redirectTo: string): Promise<void>;
  listSessions(accessToken: string): Promise<UserSession[]>;
  /** @returns false when the token's user has no such session. */
  endSession(accessToken: string, sessionId: string): Promise<boolean>;
  /** Harmless when the user is gone already. */
  deleteUser(userId: string): Promise<void>;
}

export type CheckoutPaymentStatus = "paid" | "unpaid" | "no_payment_required";

/** A checkout as the payment provider tells it now; never as a client tells it. */
export interface CheckoutState {
  sessionId: string;
  /** Our order id, as handed over when the checkout was made. */
  orderId: string | null;
  status: "open" | "complete" | "expired";
  paymentStatus: CheckoutPaymentStatus;
  /** Minor units of `currency` (cents, paise). */
  amountMinor: number;
  /** Lower-case ISO 4217. */
  currency: string;
  paymentIntentId: string | null;
}

export interface NewCheckout {
  orderId: string;
  /** Minor units of `currency` (cents, paise). */
  amountMinor: number;
  /** Lower-case ISO 4217. */
  currency: string;
  description: string;
  /** `""` when it is not known. */
  customerEmail: string;
  /** The provider puts the session's id in place of `{CHECKOUT_SESSION_ID}`. */
  successUrl: string;
  cancelUrl: string;
}

export interface PaymentEvent {
  id: string;
  type: string;
  /** Epoch milliseconds. */
  createdAt: number;
  /** The id of the object the event is about, e.g. a checkout session; `""` when it has none. */
  objectId: string;
  /** The payment that a charge, refund or dispute is part of. */
  paymentIntentId: string | null;
}

/** Money that left a payment again. */
export interface PaymentRefund {
  id: string;
  /** Minor units of the payment's currency. */
  amountMinor: number;
  /** False once the refund failed or was cancelled: the money came back. */
  stands: boolean;
}

export interface PaymentDispute {
  id: string;
  /** Minor units of the payment's currency. */
  amountMinor: number;
  fundsWithdrawn: boolean;
  /** Also means that they had been withdrawn. */
  fundsReinstated: boolean;
}

/** What became of a payment after it was made, as the provider tells it now. */
export interface PaymentReversals {
  paymentIntentId: string;
  /** Our order id, as handed over with the checkout; null for a payment that is not ours. */
  orderId: string | null;
  refunds: PaymentRefund[];
  disputes: PaymentDispute[];
}

/** @throws DomainError `payment_provider_error` when the provider refuses or does not answer. */
export interface Payments {
  /** Repeating it with the same order id returns the same checkout. */
  createCheckout(checkout: NewCheckout): Promise<{ sessionId: string; url: string }>;
  /** @returns null when the provider knows no such session. */
  retrieveCheckout(sessionId: string): Promise<CheckoutState | null>;
  /**
   * The checkout of an order whose session id was never stored; asks only about those made within minutes of
   * `createdAt` (epoch ms).
   * @returns null when the provider made none.
   */
  findCheckout(orderId: string, createdAt: number): Promise<CheckoutState | null>;
  /** Ends a checkout, so that it cannot be paid any more; harmless when it is not open. */
  expireCheckout(sessionId: string): Promise<void>;
  /**
   * Gives back all that is left of a payment. Repeating it with the same order id gives back nothing more.
   * @returns `disputed` when the payer's bank took the money back already.
   */
  refundPayment(paymentIntentId: string, orderId: string): Promise<"refunded" | "disputed">;
  /** @returns null when the provider knows no such payment. */
  retrieveReversals(paymentIntentId: string): Promise<PaymentReversals | null>;
  /** @throws DomainError `invalid_signature` when the body was not signed by the provider within its tolerance. */
  verifyEvent(rawBody: string, signatureHeader: string): Promise<PaymentEvent>;
}

/** A row as another service wrote it, its columns unchecked but for `id`. */
export interface SourceRow extends Record<string, unknown> {
  /** Given out in growing order; rows may become visible in another one. */
  id: number;
}

/**
 * A table of usage that another service writes and we only read.
 * @throws Error that tells the operator what is wrong with it, never a secret.
 */
export interface UsageSource {
  /** Names the table among others; the same for as long as its ids are. */
  name: string;
  /** The first visible rows with `after` < id, and id <= `until` unless null, by id; perhaps fewer than `limit`. */
  page(place: { after: number; until: number | null; limit: number }): Promise<SourceRow[]>;
  /** Those of the rows that exist; at most 200 ids. */
  rows(ids: readonly number[]): Promise<SourceRow[]>;
}

export interface Mail {
  to: string;
  subject: string;
  /** The same content twice. */
  text: string;
  html: string;
}

/** What became of a mail: taken, not now, or never in this form. */
export interface MailOutcome {
  outcome: "sent" | "later" | "refused";
  /** For the operator, e.g. the provider's status; never an address or a secret. */
  reason: string;
}

/** Never throws: what cannot be sent now is to be asked for again. */
export interface Mailer {
  /** The same key within a day sends one mail, however often it is asked for. */
  send(mail: Mail, idempotencyKey: string): Promise<MailOutcome>;
}

/** What admits an account's requests, and remembers its keys, plan and balance for that. */
export interface Metering {
  /**
   * When it returns, every later request is judged by what is stored of the account now.
   * @param route the account's, as its keys carry it.
   * @throws DomainError `database_unavailable`.
   */
  refresh(route: string): Promise<void>;
}

/** The same where the requests themselves come in. */
export interface LiveMetering extends Metering {
  /**
   * Micro-dollars that are held for requests under way. Never fails nor waits for long: 0 when it cannot be told.
   * @param route the account's, as its keys carry it.
   */
  held(route: string): Promise<number>;
}
