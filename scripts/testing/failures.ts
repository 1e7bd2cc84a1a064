import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

const MESSAGE_LENGTH = 600;

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(z.object({ fullName: z.string(), failureMessages: z.array(z.string()) })),
    }),
  ),
});

/** The failures in Vitest's JSON report, in a few lines each. */
export function vitestFailures(report: unknown): string[] {
  return vitestReport.parse(report).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter(({ failureMessages }) => failureMessages.length > 0);
    const tests = failed.map(({ fullName, failureMessages }) =>
      entry(`${name} › ${fullName}`, failureMessages[0]),
    );
    return status !== "passed" && tests.length === 0 ? [entry(name, message)] : tests;
  });
}

interface Suite {
  specs: z.infer<typeof spec>[];
  suites?: Suite[] | undefined;
}
const failure = z.object({ message: z.string().optional() });
const spec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.int(),
  tests: z.array(z.object({ status: z.string(), results: z.array(z.object({ error: failure.optional() })) })),
});
const suite: z.ZodType<Suite> = z.object({
  specs: z.array(spec),
  get suites() {
    return z.array(suite).optional();
  },
});
const playwrightReport = z.object({ suites: z.array(suite), errors: z.array(failure) });

/** The failures in Playwright's JSON report. */
export function playwrightFailures(report: unknown): string[] {
  const { suites, errors } = playwrightReport.parse(report);
  const outside = errors.map(({ message }) => entry("outside any test", message));
  return [...suites.flatMap(suiteFailures), ...outside];
}

const suiteFailures = ({ specs, suites = [] }: Suite): string[] => [
  ...specs.flatMap(specFailures),
  ...suites.flatMap(suiteFailures),
];

const specFailures = ({ title, file, line, tests }: z.infer<typeof spec>) =>
  tests
    .filter(({ status }) => status === "unexpected" || status === "flaky")
    .map(({ results }) =>
      entry(`${file}:${line} › ${title}`, results.find(({ error }) => error)?.error?.message),
    );

const entry = (name: string, message = "") =>
  `✗ ${name}\n${stripVTControlCharacters(message).slice(0, MESSAGE_LENGTH).replaceAll(/^/gm, "    ")}`;

/** A report's failures; none without a report. */
export const readFailures = (file: string, failuresOf: (report: unknown) => string[]): string[] =>
  existsSync(file) ? failuresOf(JSON.parse(readFileSync(file, "utf8"))) : [];
