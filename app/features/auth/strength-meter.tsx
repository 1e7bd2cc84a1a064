import { cn } from "#app/lib/class-names.ts";
import { type PasswordStrength, passwordStrength } from "./password-strength.ts";

const steps = [25, 50, 75, 100];
const colours: Record<PasswordStrength["label"], string> = {
  Weak: "bg-danger",
  Fair: "bg-warning",
  Good: "bg-success",
  Strong: "bg-success",
};

/** Keeps its height while there is no password, so that nothing moves when one is typed. */
export function StrengthMeter({ password }: { password: string }) {
  const { score, label } = passwordStrength(password);
  const empty = password === "";
  return (
    <div className="mt-2.5 flex h-4 items-center gap-3">
      <div className="flex flex-1 gap-1" aria-hidden="true">
        {steps.map((step) => (
          <span
            key={step}
            className={cn(
              "h-1 flex-1 rounded-full transition-colors",
              !empty && score >= step ? colours[label] : "bg-fill",
            )}
          />
        ))}
      </div>
      <span role="status" className="w-11 text-right text-caption text-ink-2">
        <span className="sr-only">{empty ? "" : "Password strength: "}</span>
        {empty ? "" : label}
      </span>
    </div>
  );
}
