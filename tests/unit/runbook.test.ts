import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { ALERTS } from "#core/domain/alerts.ts";
import { anchorOf } from "#core/services/alerts/send-alert-notices.ts";

const PAGE = "docs/operations/runbook.md";
const PARTS = ["Means", "Check", "Do", "Recovers"];

/** The sections below a title of the second level, by their own. */
function sectionsBelow(title: string): Map<string, string> {
  const part =
    readFileSync(PAGE, "utf8")
      .split(/^## /m)
      .find((text) => text.startsWith(`${title}\n`)) ?? "";
  const sections = part.split(/^### /m).slice(1);
  return new Map(sections.map((text) => [text.slice(0, text.indexOf("\n")), text]));
}
const ofTheCron = sectionsBelow("Alerts");
const ofPrometheus = sectionsBelow("More alerts of Prometheus");

const rules = z
  .object({
    groups: z.array(
      z.object({
        rules: z.array(z.object({ alert: z.string(), annotations: z.object({ runbook: z.string() }) })),
      }),
    ),
  })
  .parse(parse(readFileSync("docs/operations/alert-rules.yaml", "utf8")))
  .groups.flatMap((group) => group.rules);

it("has a section for each rule of the cron, and no other", () => {
  const titles = Object.values(ALERTS).map(({ title }) => title);
  expect([...ofTheCron.keys()].toSorted()).toEqual(titles.toSorted());
});

it("has a section for each rule of Prometheus that watches something else, and no other", () => {
  const anchors = (sections: Map<string, string>) => [...sections.keys()].map(anchorOf);
  const wanted = rules.map(({ annotations }) => annotations.runbook.replace(`${PAGE}#`, ""));
  const elsewhere = wanted.filter((anchor) => !anchors(ofTheCron).includes(anchor));
  expect(elsewhere.toSorted()).toEqual(anchors(ofPrometheus).toSorted());
});

it("names each rule of Prometheus where it is handled", () => {
  const page = readFileSync(PAGE, "utf8");
  const unnamed = rules.filter(({ alert, annotations: { runbook } }) => {
    const anchor = runbook.replace(`${PAGE}#`, "");
    const own = [...ofPrometheus].find(([title]) => anchorOf(title) === anchor)?.[1] ?? page;
    return !own.includes(`\`${alert}\``);
  });
  expect(unnamed).toEqual([]);
});

describe.each([...ofTheCron, ...ofPrometheus])("%s", (title, text) => {
  it("says what it means, what to look at, what to do and when it is over", () => {
    expect([...text.matchAll(/^- \*\*(\w+)/gm)].map(([, part]) => part)).toEqual(PARTS);
    expect(anchorOf(title)).toMatch(/^[a-z0-9-]+$/);
  });
});
