import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { ICruiseResult, IModule } from "dependency-cruiser";
import { runCommand } from "#scripts/run-command.ts";

interface Area {
  name: string;
  root: string;
  except?: RegExp;
  most: Partial<Record<Figure, number>>;
  median: [lowest: number, highest: number];
}

type Figure = "files" | "lines" | "crumbs" | "comments";

const AREAS: Area[] = [
  {
    name: "app",
    root: "app/",
    most: { files: 540, lines: 38_000, crumbs: 0, comments: 8 },
    median: [48, 85],
  },
  {
    name: "worker",
    root: "worker/",
    except: /^worker\/(api\/gateway|core\/domain\/gateway)\//,
    most: { files: 360, crumbs: 0, comments: 8 },
    median: [48, 85],
  },
];
/** A file shorter than this belongs into its only importer, unless a test imports it or it loads on demand. */
const CRUMB_LINES = 40;
const CODE = /(?<!\.d)\.tsx?$/;

interface Measured {
  name: string;
  figures: Record<Figure | "median", number>;
  crumbs: string[];
}

/** Checks imports and sizes. @returns a table of the sizes, and every forbidden import or size above its limit. */
export async function measureStructure(): Promise<{ table: string; faults: string[]; seconds: number }> {
  const { result, seconds } = await cruise();
  const { modules, summary } = result;
  const cycles = summary.violations.filter(({ rule }) => rule.name === "no-cycle-between-features").length;
  const measured = AREAS.map((area) => ({ area, ...measure(area, modules) }));
  const rows = measured.map(({ name, figures: { files, lines, median, crumbs, comments } }) =>
    [name, files, lines, median, crumbs, `${comments.toFixed(1)} %`]
      .map((cell) => String(cell).padEnd(9))
      .join(""),
  );
  const head = ["", "files", "lines", "median", "crumbs", "comments"].map((cell) => cell.padEnd(9)).join("");
  return {
    table: [head, ...rows, `feature cycles: ${cycles}`].join("\n"),
    faults: [
      ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
      ...measured.flatMap(excessesOf),
    ],
    seconds,
  };
}

async function cruise(): Promise<{ result: ICruiseResult; seconds: number }> {
  const { stdout, seconds } = await runCommand("depcruise", [
    ...["--config", ".dependency-cruiser.cjs", "--no-progress", "--output-type", "json"],
    ...["--cache", "node_modules/.cache/dependency-cruiser", "--cache-strategy", "content"],
    ...["app", "worker", "scripts", "tests"],
  ]);
  return { result: JSON.parse(stdout), seconds };
}

function measure({ name, root, except }: Area, modules: IModule[]): Measured {
  const isMeasured = ({ source }: IModule) =>
    source.startsWith(root) && CODE.test(source) && !except?.test(source);
  const files = modules.filter(isMeasured);
  const texts = files.map(({ source }) => readFileSync(source, "utf8").trimEnd().split("\n"));
  const sizes = texts.map((lines) => lines.length).sort((one, other) => one - other);
  const lines = sizes.reduce((sum, size) => sum + size, 0);
  const comments = texts.reduce((sum, text) => sum + commentLines(text), 0);
  const crumbs = files.filter((file, at) => (texts[at]?.length ?? 0) < CRUMB_LINES && isCrumb(file, modules));
  return {
    name,
    figures: {
      files: files.length,
      lines,
      median: sizes[Math.floor(sizes.length / 2)] ?? 0,
      crumbs: crumbs.length,
      comments: (comments / lines) * 100,
    },
    crumbs: crumbs.map(({ source }) => source),
  };
}

/** It has one importer, in its own folder, which imports it at once; no test knows it. */
function isCrumb({ source, dependents }: IModule, modules: IModule[]): boolean {
  const [only, ...others] = dependents;
  if (only === undefined || others.length > 0 || dirname(only) !== dirname(source)) return false;
  const importer = modules.find((module) => module.source === only);
  return importer?.dependencies.some(({ resolved, dynamic }) => resolved === source && !dynamic) ?? false;
}

function commentLines(lines: string[]): number {
  let [count, isInside] = [0, false];
  for (const line of lines) {
    const text = line.trim();
    if (!isInside && !/^(\/\/|\/\*|\{\/\*)/.test(text)) continue;
    count++;
    isInside = text.includes("*/") ? false : isInside || text.includes("/*");
  }
  return count;
}

function excessesOf({ area, figures, crumbs }: Measured & { area: Area }): string[] {
  const above = (Object.entries(area.most) as [Figure, number][])
    .filter(([figure, most]) => figures[figure] > most)
    .map(([figure, most]) => `${area.name}: ${figures[figure].toFixed(0)} ${figure}, at most ${most}`);
  const [lowest, highest] = area.median;
  const isBetween = figures.median >= lowest && figures.median <= highest;
  return [
    ...above,
    ...(figures.crumbs > (area.most.crumbs ?? 0) ? crumbs.map((file) => `  fold ${file}`) : []),
    ...(isBetween ? [] : [`${area.name}: a median of ${figures.median} lines, not ${lowest} to ${highest}`]),
  ];
}
