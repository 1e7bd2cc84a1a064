import { PageHeader } from "#app/components/ui/page-header.tsx";

export const ReceiptPage = () => <PageHeader title="Receipt" description="" />;
