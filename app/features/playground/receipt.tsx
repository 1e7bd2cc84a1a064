import { ReceiptDialog } from "#app/features/usage-log/request-receipt.tsx";

export default ReceiptDialog;
