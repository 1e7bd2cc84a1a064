const onlyFrom = (name, path, pathNot, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: "^(app|worker)/", pathNot },
  to: { path },
});

/** The directions of design: app, workers → services → storage → domain ← contract. */
module.exports = {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    {
      name: "not-to-unresolvable",
      severity: "error",
      // They run beside the libraries that they import, in another folder.
      from: { pathNot: "^tests/integration/clients/drivers/" },
      to: { couldNotResolve: true, pathNot: "^(cloudflare:|#server-build$)" },
    },
    {
      name: "domain-is-pure",
      severity: "error",
      from: { path: "^worker/core/domain/" },
      to: { pathNot: "^worker/core/domain/" },
    },
    {
      name: "contract-knows-only-domain-and-zod",
      severity: "error",
      from: { path: "^worker/core/contract/" },
      to: { pathNot: ["^worker/core/(contract|domain)/", "node_modules/zod/"] },
    },
    {
      name: "ports-know-only-domain",
      severity: "error",
      from: { path: "^worker/core/[a-z-]*ports\\.ts$" },
      to: { pathNot: "^worker/core/(domain/|[a-z-]*ports\\.ts$)" },
    },
    {
      name: "storage-below-services",
      severity: "error",
      from: { path: "^worker/core/storage/" },
      to: { path: "^worker/", pathNot: "^worker/core/(storage|domain|ports)" },
    },
    {
      name: "services-below-workers",
      severity: "error",
      from: { path: "^worker/core/services/" },
      to: { path: "^worker/", pathNot: "^worker/core/" },
    },
    {
      name: "core-without-frameworks",
      severity: "error",
      from: { path: "^worker/core/" },
      to: { path: "node_modules/(hono|@hono|@remix-run|react|react-dom|stripe|@supabase|jose|@cloudflare)/" },
    },
    onlyFrom(
      "database-only-in-storage",
      "node_modules/(drizzle-orm|@libsql)/",
      "^worker/core/storage/",
      "One place speaks SQL.",
    ),
    onlyFrom(
      "stripe-only-in-its-adapter",
      "node_modules/stripe/",
      "^worker/adapters/stripe",
      "One place speaks Stripe.",
    ),
    onlyFrom(
      "recharts-only-in-charts",
      "node_modules/recharts/",
      "^app/components/charts/",
      "One place draws.",
    ),
    {
      name: "gateway-is-apart",
      comment: "A worker of its own: the others call its objects over a binding.",
      severity: "error",
      from: { path: "^(app|worker)/", pathNot: "^worker/gateway/" },
      to: { path: "^worker/gateway/" },
    },
    {
      name: "app-sees-only-contract-and-domain",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^worker/", pathNot: "^worker/core/(contract|domain)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "ui-primitives-know-no-product",
      severity: "error",
      from: { path: "^app/components/ui/" },
      to: { path: "^(app|worker)/", pathNot: "^app/(components/ui|lib/(class-names|code/))" },
    },
    {
      name: "features-are-apart-from-routes",
      severity: "error",
      from: { path: "^app/(features|components|lib)/" },
      to: { path: "^app/routes" },
    },
    {
      name: "components-and-lib-know-no-feature",
      severity: "error",
      from: { path: "^app/(components|lib)/" },
      to: { path: "^app/features/" },
    },
    {
      name: "features-share-no-helpers",
      comment: "A helper that several features need is in app/lib.",
      severity: "error",
      from: { path: "^app/features/([^/]+)/" },
      to: {
        path: "^app/features/",
        pathNot: ["^app/features/$1/", "\\.tsx$", "^app/features/[^/]+/(queries|messages)\\.ts$"],
      },
    },
    {
      name: "no-cycle-between-features",
      severity: "error",
      scope: "folder",
      from: { path: "^app/features/[^/]+$" },
      to: { circular: true },
    },
    {
      name: "operator-pages-are-apart",
      comment: "What two of them need is beside their folders.",
      severity: "error",
      from: { path: "^app/features/operator/([a-z]+)/" },
      to: { path: "^app/features/operator/[a-z]+/", pathNot: "^app/features/operator/$1/" },
    },
    {
      name: "operator-pages-share-without-a-page",
      severity: "error",
      from: { path: "^app/features/operator/[^/]+$" },
      to: { path: "^app/features/operator/[a-z]+/" },
    },
    {
      name: "workers-without-node",
      severity: "error",
      // The platform's own decompression knows no bounds: see decision 075.
      from: { path: "^(app|worker)/", pathNot: "^worker/gateway/encoded-body\\.ts$" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "product-without-scripts-or-tests",
      severity: "error",
      from: { path: "^(app|worker)/" },
      to: { path: "^(scripts|tests)/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(build|node_modules/\\.cache)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
