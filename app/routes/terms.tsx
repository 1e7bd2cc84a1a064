import { TermsPage } from "#app/features/auth/terms-page.tsx";
import { publicPageMeta } from "#app/lib/pages.ts";
import { paths } from "#app/lib/paths.ts";

export const meta = publicPageMeta(
  "Terms",
  "The terms and conditions for using the API and this dashboard.",
  paths.terms,
);

export default TermsPage;
