import { PageHeader } from "#app/components/ui/page-header.tsx";

export const KeyUsagePage = () => <PageHeader title="API Key Usage" description="" />;
