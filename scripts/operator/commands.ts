import { PLANS } from "#core/domain/plans.ts";
import { verifyLedger } from "#core/services/ledger/verify-ledger.ts";
import { grantCredit, takeBackCredit } from "#core/services/operator/adjust-credit.ts";
import { lookUpAccount } from "#core/services/operator/look-up-account.ts";
import { setPlan } from "#core/services/operator/set-plan.ts";
import { acknowledge, alerts, closeFiring, mute, testAlert, unmute } from "./alerts.ts";
import type { Command } from "./command.ts";
import { emails, resend } from "./emails.ts";
import { accounts, audit } from "./lists.ts";
import { endOfDay, microsOf, readOptions, required, UsageError } from "./options.ts";
import { closeADifference, closeEvent, differences, events } from "./payments.ts";
import { cancelList, preview, priceLists, rollBack } from "./price-lists.ts";
import { prices } from "./prices.ts";
import { refund } from "./refund.ts";
import { accountReport, dollars, ledgerReport } from "./reports.ts";
import { resume, revokeKeys, suspend } from "./restrict.ts";

const account = { account: { type: "string" } } as const;
const CREDIT_OPTIONS = {
  ...account,
  amount: { type: "string" },
  reason: { type: "string" },
  id: { type: "string" },
} as const;
const CREDIT_USAGE = '--account ACCOUNT --amount 25.00 --reason "…" [--id ID] [--by NAME]';

const credit =
  (adjust: typeof grantCredit, done: string): Command["run"] =>
  async (open, words, output) => {
    const options = readOptions(words, CREDIT_OPTIONS);
    const id = options.id ?? crypto.randomUUID();
    const micros = microsOf(required(options.amount, "amount"));
    const result = await adjust(open(options.by), {
      account: required(options.account, "account"),
      micros,
      reason: required(options.reason, "reason"),
      id,
    });
    const what = result.repeated
      ? "Nothing changed: this id was used for it before"
      : `${done} ${dollars(micros)}`;
    output.log(
      `${what}. Account ${result.account.id} (${result.account.email}) now has ${dollars(result.balanceMicros)}.`,
    );
    output.log(`To repeat this safely, add --id ${id}`);
    return 0;
  };

const lookUp: Command = {
  usage: "account ACCOUNT",
  about: "Shows an account: balance, plan, keys, access tokens, newest transfers, orders and audit entries.",
  async run(open, [name, ...rest], output) {
    const { by } = readOptions(rest, {});
    output.log(accountReport(await lookUpAccount(open(by), required(name, "account"))));
    return 0;
  },
};

const plan: Command = {
  usage:
    'plan --account ACCOUNT --plan Business --reason "…" [--until 2027-12-31] [--requests 500000] [--value 250.00]',
  about: `Puts an account on a plan (${PLANS.join(", ")}). Without --until it has no end, without --requests no limit; --value is the most dollars that it pays per month.`,
  async run(open, words, output) {
    const text = { type: "string" } as const;
    const terms = { plan: text, until: text, requests: text, value: text };
    const options = readOptions(words, { ...account, ...terms, reason: text });
    const wanted = PLANS.find((known) => known.toLowerCase() === options.plan?.toLowerCase());
    if (!wanted) throw new UsageError(`--plan must be one of ${PLANS.join(", ")}.`);
    await setPlan(open(options.by), {
      account: required(options.account, "account"),
      plan: wanted,
      validUntil: options.until === undefined ? null : endOfDay(options.until),
      requestsPerMonth: options.requests === undefined ? null : Number(options.requests),
      microsPerMonth: options.value === undefined ? null : microsOf(options.value, "value"),
      reason: required(options.reason, "reason"),
    });
    output.log(`The account is on the ${wanted} plan now.`);
    return 0;
  },
};

const verify: Command = {
  usage: "verify",
  about: "Checks the whole ledger: sums, balances, orders credited once. Exits with 1 if anything is wrong.",
  async run(open, words, output) {
    const { by } = readOptions(words, {});
    const report = await verifyLedger(open(by).db);
    output.log(ledgerReport(report));
    return report.ok ? 0 : 1;
  },
};

export const commands = {
  grant: {
    usage: `grant ${CREDIT_USAGE}`,
    about: "Grants credit; the customer sees the reason.",
    run: credit(grantCredit, "Granted"),
  },
  "take-back": {
    usage: `take-back ${CREDIT_USAGE}`,
    about: "Takes credit back, no more than the balance.",
    run: credit(takeBackCredit, "Took back"),
  },
  refund,
  events,
  "events close": closeEvent,
  differences,
  "differences close": closeADifference,
  account: lookUp,
  accounts,
  plan,
  suspend,
  resume,
  emails,
  resend,
  "revoke-keys": revokeKeys,
  audit,
  prices,
  "price-lists": priceLists,
  preview,
  "roll-back": rollBack,
  "cancel-list": cancelList,
  alerts,
  "alerts acknowledge": acknowledge,
  "alerts close": closeFiring,
  mute,
  unmute,
  "test-alert": testAlert,
  verify,
} satisfies Record<string, Command>;
