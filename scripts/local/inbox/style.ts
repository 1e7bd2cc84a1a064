/** The product's colors and type, in one sheet of the inbox's own. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --canvas: oklch(0.985 0.002 262); --surface: #fff; --hover: oklch(0.22 0.014 262 / 0.05);
  --line: oklch(0.922 0.004 262); --ink: oklch(0.22 0.014 262); --ink-2: oklch(0.44 0.014 262);
  --ink-3: oklch(0.525 0.014 262); --accent: oklch(0.53 0.2 261);
}
@media (prefers-color-scheme: dark) {
  :root {
    --canvas: oklch(0.16 0.006 265); --surface: oklch(0.193 0.007 265); --hover: oklch(1 0 0 / 0.065);
    --line: oklch(0.268 0.009 265); --ink: oklch(0.962 0.003 265); --ink-2: oklch(0.765 0.009 265);
    --ink-3: oklch(0.672 0.011 265); --accent: oklch(0.7 0.15 259);
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 14px/22px "Geist Variable", ui-sans-serif, system-ui, -apple-system, "Segoe UI", sans-serif; }
a { color: inherit; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
.page { max-width: 760px; margin: 0 auto; padding: 32px 16px 48px; }
h1 { margin: 0; font-size: 22px; line-height: 28px; font-weight: 600; letter-spacing: -0.02em; overflow-wrap: anywhere; }
.quiet { margin: 4px 0 24px; color: var(--ink-2); }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.list { margin: 0; padding: 0; list-style: none; }
.list li + li { border-top: 1px solid var(--line); }
.mail { display: grid; grid-template-columns: 1fr auto; gap: 0 16px; padding: 12px 20px; text-decoration: none; }
.mail:hover { background: var(--hover); }
.mail:focus-visible { outline-offset: -2px; }
.subject { font-weight: 500; overflow-wrap: anywhere; }
.to { grid-column: 1 / -1; color: var(--ink-2); font-size: 13px; line-height: 20px; overflow-wrap: anywhere; }
time { color: var(--ink-3); font-size: 12px; white-space: nowrap; font-variant-numeric: tabular-nums; }
.empty { padding: 56px 24px; text-align: center; color: var(--ink-2); }
.empty strong { display: block; margin-bottom: 4px; color: var(--ink); font-weight: 500; }
.back { display: inline-block; margin-bottom: 20px; color: var(--ink-2); font-size: 13px; text-decoration: none; }
.back:hover { color: var(--ink); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 12px 0 24px; font-size: 13px; line-height: 20px; }
dt { color: var(--ink-3); } dd { margin: 0; overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: 480px; border: 0; }
details { margin-top: 16px; } summary { cursor: pointer; color: var(--ink-2); font-size: 13px; }
pre { margin: 8px 0 0; padding: 16px 20px; white-space: pre-wrap; overflow-wrap: anywhere; font: 12.5px/20px ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
@media (max-width: 480px) { .mail { padding: 12px 16px; } .page { padding-top: 20px; } iframe { height: 560px; } }
`;
