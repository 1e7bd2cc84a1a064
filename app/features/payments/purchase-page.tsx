import { PageHeader } from "#app/components/ui/page-header.tsx";

export const PurchasePage = () => <PageHeader title="Purchase API Key" description="" />;
