import { SupportText } from "#app/components/support-text.tsx";
import { Alert } from "#app/components/ui/alert.tsx";

/** What went wrong with a form, if something did. */
export const FormFailure = ({ message, className }: { message: string | null; className?: string }) =>
  message && (
    <Alert tone="danger" className={className}>
      <SupportText>{message}</SupportText>
    </Alert>
  );
