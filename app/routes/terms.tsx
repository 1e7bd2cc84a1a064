import type { MetaFunction } from "@remix-run/cloudflare";
import { TermsPage } from "#app/features/auth/terms-page.tsx";

export const meta: MetaFunction = () => [{ title: "Terms · Latchkey" }];

export default TermsPage;
