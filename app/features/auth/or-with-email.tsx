/** Parts the providers' buttons from the form below. */
export function OrWithEmail() {
  return (
    <p className="my-6 flex items-center gap-3 text-caption text-ink-3">
      <span className="h-px flex-1 bg-line" />
      or with email
      <span className="h-px flex-1 bg-line" />
    </p>
  );
}
