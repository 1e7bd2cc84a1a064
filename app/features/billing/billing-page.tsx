import { PageHeader } from "#app/components/ui/page-header.tsx";

export const BillingPage = () => <PageHeader title="Billing" description="" />;
