const headers = [
  { name: "x-request-id", value: "req_01KA7W3N8Q" },
  { name: "x-latchkey-cost", value: "$0.000412" },
  { name: "x-latchkey-balance", value: "$48.20" },
  { name: "x-ratelimit-remaining-requests", value: "97 of 100" },
];

/** The panel beside the sign-in form: what one request with a key looks like. */
export function SampleRequest() {
  return (
    <aside
      aria-label="About Latchkey"
      className="relative flex flex-1 items-center justify-center overflow-hidden border-l bg-canvas p-12 max-lg:hidden dark:bg-surface"
    >
      <div
        className="absolute inset-0 [background-image:radial-gradient(var(--control)_0.75px,transparent_0.75px)] [background-size:24px_24px] opacity-60 [mask-image:radial-gradient(75%_65%_at_50%_50%,#000_20%,transparent_100%)]"
        aria-hidden="true"
      />
      <div className="relative w-full max-w-[29rem]">
        <div className="rounded-card bg-surface shadow-pop dark:bg-overlay">
          <div className="flex h-10 items-center justify-between border-b px-4 text-caption text-ink-3">
            <span>One request, accounted for</span>
            <span className="inline-flex items-center gap-1.5 text-success-ink">
              <span className="size-1.5 rounded-full bg-success" aria-hidden="true" />
              200 OK
            </span>
          </div>
          <SampleCommand />
          <dl className="divide-y border-t px-4 py-2 font-mono text-[0.78125rem]">
            {headers.map(({ name, value }) => (
              <div key={name} className="flex justify-between gap-4 py-2">
                <dt className="text-ink-3">{name}</dt>
                <dd className="tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <p className="mt-6 max-w-sm text-body text-ink-2">
          Every answer carries its cost and what is left of your balance. The dashboard adds them up to the
          cent.
        </p>
      </div>
    </aside>
  );
}

function SampleCommand() {
  return (
    <pre className="p-4 font-mono text-[0.78125rem] leading-[1.375rem]">
      <code>
        <span className="text-ink-3">$</span> curl $BASE_URL/v1/chat/completions \{"\n    "}
        <span className="text-code-key">-H</span>{" "}
        <span className="text-code-string">"Authorization: Bearer lk_9fK2x…Qe7T"</span> \{"\n    "}
        <span className="text-code-key">-d</span> <span className="text-code-string">@request.json</span>
      </code>
    </pre>
  );
}
