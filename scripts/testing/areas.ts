/** A part of the product whose tests cost more in the full tier. */
export interface Area {
  name: string;
  /** Globs of its test files. */
  suites: readonly string[];
}

export const AREAS: readonly Area[] = [
  {
    name: "ledger",
    suites: [
      "tests/integration/{ledger,money-,payments-,plan-purchase}*.test.ts",
      "tests/integration/{audit-log,notifications-money,receipts,spend-alerts,statement,statement-days,subscription}*.test.ts",
      "tests/unit/{add-balance,auto-top-up,ledger-names,payments-checkout,plan-month}.test.ts",
      "tests/e2e/{auto-top-up,balance,billing,figures-agree,payment,purchase,subscription}*.spec.ts",
    ],
  },
  {
    name: "metering",
    suites: [
      "tests/unit/gateway-*.test.ts",
      "tests/unit/{api-key,keys-seal}.test.ts",
      "tests/unit/playground-*.test.ts",
      "tests/workers/{gateway,playground}-*.test.ts",
      "tests/workers/keys-life-property*.test.ts",
      "tests/integration/gateway-*.test.ts",
      "tests/integration/{api-samples,key-,local-upstream,notifications-keys,playground,price,refusal-notices}*.test.ts",
      "tests/unit/local-upstream*.test.ts",
      "tests/e2e/{browser-access,first-request,keys,playground,refusals,test-keys}*.spec.ts",
    ],
  },
  {
    name: "rollup",
    suites: [
      "tests/integration/{analytics-,plan-count,rebuild,retention,rollup-,runway,usage-}*.test.ts",
      "tests/unit/{seed-usage,usage-tally}.test.ts",
      "tests/e2e/{dashboard,key-usage,runway,usage}*.spec.ts",
    ],
  },
  {
    name: "operations",
    suites: [
      "tests/unit/{backup-*,metrics-text}.test.ts",
      "tests/integration/{alerts,backup,database-away,disk-full,metrics,restore-}*.test.ts",
    ],
  },
  {
    name: "identity",
    suites: [
      "tests/integration/{account-,changed-emails,identity-,inbox,local-supabase-,recovery-codes,sign-in-security,supabase-}*.test.ts",
      "tests/workers/{access-tokens,account-export,account-sessions,close-account,identity,second-factor,sign-in-}*.test.ts",
      "tests/unit/session-age.test.ts",
      "tests/e2e/{auth-forms,emailed-links,login,presence,profile,reset-password,session,sign-up,takeover,user-management,wrong-clock}*.spec.ts",
    ],
  },
  {
    name: "operator",
    suites: [
      "tests/integration/operator*.test.ts",
      "tests/workers/operator-*.test.ts",
      "tests/e2e/operator*.spec.ts",
    ],
  },
  {
    name: "stripe",
    suites: ["tests/integration/stripe-*.test.ts", "tests/unit/stripe-form.test.ts"],
  },
  {
    name: "local-stack",
    suites: [
      "tests/integration/{all-workers,local-children,local-cron-timer,local-stack,seed,ways-to-api,web-worker}*.test.ts",
      "tests/e2e/local-parts*.spec.ts",
    ],
  },
  {
    name: "deploy",
    suites: ["tests/integration/deploy*.test.ts"],
  },
  {
    name: "clients",
    suites: ["tests/integration/clients.on-demand.test.ts"],
  },
  {
    name: "screens",
    suites: [
      "tests/components/*.test.tsx",
      "tests/unit/reader-zone.test.ts",
      "tests/integration/block-lists.test.ts",
      "tests/e2e/{before-hydration,blockers,code-,copy,documentation,early-figures,keyboard,notifications,screens,shell,translated,unknown-zone,whole-slice}*.spec.ts",
    ],
  },
];
