import { TermsPage } from "#app/features/auth/terms-page.tsx";
import { publicPageMeta } from "#app/lib/page-meta.ts";
import { paths } from "#app/lib/paths.ts";

export const meta = publicPageMeta(
  "Terms",
  "The terms on which the API and this dashboard can be used.",
  paths.terms,
);

export default TermsPage;
