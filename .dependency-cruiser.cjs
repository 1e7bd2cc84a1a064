const forbid = (name, from, to, comment) => ({ name, comment, severity: "error", from, to });

const onlyFrom = (name, path, pathNot, comment) =>
  forbid(name, { path: "^(app|worker)/", pathNot }, { path }, comment);

/** The directions of design: app, workers → services → storage → domain ← contract. */
module.exports = {
  forbidden: [
    forbid("no-circular", {}, { circular: true }),
    // They run beside the libraries that they import, in another folder.
    forbid(
      "not-to-unresolvable",
      { pathNot: "^tests/integration/clients/drivers/" },
      { couldNotResolve: true, pathNot: "^(cloudflare:|#server-build$)" },
    ),
    forbid("domain-is-pure", { path: "^worker/core/domain/" }, { pathNot: "^worker/core/domain/" }),
    forbid(
      "contract-knows-only-domain-and-zod",
      { path: "^worker/core/contract/" },
      { pathNot: ["^worker/core/(contract|domain)/", "node_modules/zod/"] },
    ),
    forbid(
      "ports-know-only-domain",
      { path: "^worker/core/[a-z-]*ports\\.ts$" },
      { pathNot: "^worker/core/(domain/|[a-z-]*ports\\.ts$)" },
    ),
    forbid(
      "storage-below-services",
      { path: "^worker/core/storage/" },
      { path: "^worker/", pathNot: "^worker/core/(storage|domain|ports)" },
    ),
    forbid(
      "services-below-workers",
      { path: "^worker/core/services/" },
      { path: "^worker/", pathNot: "^worker/core/" },
    ),
    forbid(
      "core-without-frameworks",
      { path: "^worker/core/" },
      { path: "node_modules/(hono|@hono|@remix-run|react|react-dom|stripe|@supabase|jose|@cloudflare)/" },
    ),
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
    forbid(
      "gateway-is-apart",
      { path: "^(app|worker)/", pathNot: "^worker/gateway/" },
      { path: "^worker/gateway/" },
      "A worker of its own: the others call its objects over a binding.",
    ),
    forbid(
      "app-sees-only-contract-and-domain",
      { path: "^app/" },
      { path: "^worker/", pathNot: "^worker/core/(contract|domain)/", dependencyTypesNot: ["type-only"] },
    ),
    forbid(
      "ui-primitives-know-no-product",
      { path: "^app/components/ui/" },
      { path: "^(app|worker)/", pathNot: "^app/(components/ui|lib/(class-names|code/))" },
    ),
    forbid(
      "features-are-apart-from-routes",
      { path: "^app/(features|components|lib)/" },
      { path: "^app/routes" },
    ),
    forbid(
      "components-and-lib-know-no-feature",
      { path: "^app/(components|lib)/" },
      { path: "^app/features/" },
    ),
    forbid(
      "features-share-no-helpers",
      { path: "^app/features/([^/]+)/" },
      {
        path: "^app/features/",
        pathNot: ["^app/features/$1/", "\\.tsx$", "^app/features/[^/]+/(queries|messages)\\.ts$"],
      },
      "A helper that several features need is in app/lib.",
    ),
    {
      name: "no-cycle-between-features",
      severity: "error",
      scope: "folder",
      from: { path: "^app/features/[^/]+$" },
      to: { circular: true },
    },
    forbid(
      "operator-pages-are-apart",
      { path: "^app/features/operator/([a-z]+)/" },
      { path: "^app/features/operator/[a-z]+/", pathNot: "^app/features/operator/$1/" },
      "What two of them need is beside their folders.",
    ),
    forbid(
      "operator-pages-share-without-a-page",
      { path: "^app/features/operator/[^/]+$" },
      { path: "^app/features/operator/[a-z]+/" },
    ),
    // The platform's own decompression knows no bounds: see decision 075.
    forbid(
      "workers-without-node",
      { path: "^(app|worker)/", pathNot: "^worker/gateway/encoded-body\\.ts$" },
      { dependencyTypes: ["core"] },
    ),
    forbid("product-without-scripts-or-tests", { path: "^(app|worker)/" }, { path: "^(scripts|tests)/" }),
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
