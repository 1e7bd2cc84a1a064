import { SupportText } from "#app/components/support-text.tsx";
import { Alert } from "#app/components/ui/alert.tsx";

/** Shows a form's failure; nothing without one. */
export const FormFailure = ({ message, className }: { message: string | null; className?: string }) =>
  message && (
    <Alert tone="danger" className={className}>
      <SupportText>{message}</SupportText>
    </Alert>
  );
