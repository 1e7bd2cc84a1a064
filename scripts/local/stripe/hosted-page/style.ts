import { raw } from "hono/html";

/** The product's own colors, so that the page does not look foreign; it follows the reader's system theme. */
export const STYLE = raw(`
:root { color-scheme: light dark;
  --canvas: oklch(0.985 0.002 262); --surface: #fff; --fill: oklch(0.966 0.003 262); --line: oklch(0.922 0.004 262);
  --control: oklch(0.64 0.012 262); --ink: oklch(0.22 0.014 262); --ink-2: oklch(0.44 0.014 262);
  --primary: oklch(0.24 0.014 262); --primary-hover: oklch(0.34 0.016 262); --on-primary: oklch(0.99 0.001 262);
  --accent: oklch(0.53 0.2 261); --accent-soft: oklch(0.958 0.02 261); --accent-ink: oklch(0.47 0.2 261);
  --warning-soft: oklch(0.968 0.032 80); --warning-ink: oklch(0.46 0.1 62);
  --danger-soft: oklch(0.966 0.018 20); --danger-ink: oklch(0.49 0.185 26); }
@media (prefers-color-scheme: dark) { :root {
  --canvas: oklch(0.16 0.006 265); --surface: oklch(0.193 0.007 265); --fill: oklch(0.238 0.009 265);
  --line: oklch(0.268 0.009 265); --control: oklch(0.535 0.013 265); --ink: oklch(0.962 0.003 265);
  --ink-2: oklch(0.765 0.009 265); --primary: oklch(0.955 0.003 265); --primary-hover: #fff;
  --on-primary: oklch(0.2 0.01 265); --accent: oklch(0.7 0.15 259); --accent-soft: oklch(0.272 0.058 263);
  --accent-ink: oklch(0.8 0.105 258); --warning-soft: oklch(0.272 0.04 70); --warning-ink: oklch(0.85 0.1 80);
  --danger-soft: oklch(0.26 0.046 20); --danger-ink: oklch(0.8 0.115 20); } }
* { box-sizing: border-box; margin: 0; }
body { font: 400 14px/22px "Geist Variable", system-ui, sans-serif; font-variant-numeric: tabular-nums;
  background: var(--canvas); color: var(--ink); -webkit-font-smoothing: antialiased; }
.banner { padding: 10px 16px; background: var(--warning-soft); color: var(--warning-ink); font-size: 13px;
  line-height: 20px; text-align: center; }
main { display: grid; gap: 24px; max-width: 880px; margin: 0 auto; padding: 24px 16px 48px; }
main.narrow { max-width: 480px; }
h1 { font-size: 36px; line-height: 40px; font-weight: 500; letter-spacing: -0.02em; }
h1.sentence { font-size: 22px; line-height: 28px; font-weight: 600; letter-spacing: -0.01em; }
h2 { font-size: 16px; line-height: 24px; font-weight: 600; }
.quiet { color: var(--ink-2); font-size: 13px; line-height: 20px; }
.items { list-style: none; padding: 0; margin-top: 20px; border-top: 1px solid var(--line); }
.items li { display: flex; justify-content: space-between; gap: 16px; padding: 12px 0; border-bottom: 1px solid var(--line); }
.card { display: grid; gap: 20px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 20px; }
label.field, legend { display: block; font-size: 13px; line-height: 20px; font-weight: 500; }
.field input { display: block; width: 100%; height: 40px; margin-top: 6px; padding: 0 12px; font: inherit;
  color: inherit; background: var(--surface); border: 1px solid var(--control); border-radius: 8px; }
fieldset { border: 0; padding: 0; min-width: 0; }
legend { padding: 0; }
.method { display: flex; align-items: center; gap: 0 12px; margin-top: 8px; padding: 10px 12px; border: 1px solid var(--line);
  border-radius: 8px; cursor: pointer; }
.method:has(:checked) { border-color: var(--accent); background: var(--accent-soft); }
.method input { width: 16px; height: 16px; accent-color: var(--accent); flex: none; }
.method span { flex: 1; font-weight: 500; }
.method code { font: 12.5px/20px "Geist Mono Variable", ui-monospace, monospace; color: var(--ink-2); }
button { width: 100%; height: 40px; padding: 0 16px; font: inherit; font-weight: 500; cursor: pointer; border-radius: 8px;
  border: 1px solid transparent; background: var(--primary); color: var(--on-primary); }
button:hover { background: var(--primary-hover); }
button.secondary { background: transparent; color: var(--ink); border-color: var(--control); }
button.secondary:hover { background: var(--fill); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
.alert { padding: 12px; border-radius: 8px; background: var(--danger-soft); color: var(--danger-ink); font-weight: 500; outline: none; }
a { color: var(--accent-ink); text-underline-offset: 3px; }
:focus-visible, .method:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (min-width: 800px) { main { grid-template-columns: 1fr 1fr; gap: 48px; padding-top: 56px; }
  main.narrow { grid-template-columns: 1fr; } .card { padding: 24px; } }
@media (max-width: 420px) { .method { flex-wrap: wrap; } .method code { width: 100%; padding-left: 28px; } }
`);
