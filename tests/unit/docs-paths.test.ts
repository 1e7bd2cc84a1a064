import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parse } from "smol-toml";
import { expect, it } from "vitest";
import { asCheckoutEvent } from "#core/domain/checkout.ts";
import { isReversalEvent } from "#core/domain/reversals.ts";
import { anchorOf } from "#core/services/alerts/send-alert-notices.ts";

const DOCS = globSync(["README.md", "CONTRIBUTING.md", "docs/**/*.md"]);
const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
const FILE_NAME = /\.(tsx?|[cm]js|json|toml|sql|md|example)$/;
/** Made at run time, so not in a clone. */
const MADE_LATER = /^(\.local|build|node_modules)\//;

const read = (file: string) => readFileSync(file, "utf8");
const codeSpans = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
const words = (text: string) => codeSpans(text).flatMap((span) => span.split(/\s+/));
const namedPaths = (text: string) =>
  words(text).filter(
    (word) =>
      /^[\w.{][\w.,{}<>*/-]*$/.test(word) &&
      (word.includes("/") || FILE_NAME.test(word)) &&
      !MADE_LATER.test(word),
  );

const everyName = new Set(globSync(["*", "{app,worker,scripts,tests}/**/*"]).map((path) => basename(path)));

/** `<name>` stands for any name; a name without a folder may be in any. */
function isThere(path: string): boolean {
  if (everyName.has(path)) return true;
  const pattern = path.replaceAll(/<[^>]*>/g, "*");
  const everywhere = ["app", "worker", "scripts", "tests", "."].map((folder) =>
    folder === "." ? pattern : `${folder}/**/${pattern}`,
  );
  return globSync(path.includes("/") ? pattern : everywhere).length > 0;
}

const links = (text: string) =>
  [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)]
    .map(([, markdown, html]) => markdown ?? html ?? "")
    .filter((target) => !/^https?:/.test(target));

/** The titles of a page's sections, which its blocks of code don't have. */
const titles = (page: string) =>
  [
    ...read(page)
      .replaceAll(/^ *```[\s\S]*?^ *```/gm, "")
      .matchAll(/^#{1,6} (.+)$/gm),
  ].map(([, title = ""]) => title);

/** The text files that are in the repository. */
function repositoryFiles(): string[] {
  const files = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0");
  const text = /\.(tsx?|[cm]js|json|toml|sql|md|css|svg|ya?ml|example)$|^[^.]*$/;
  return files.filter((file) => text.test(file) && existsSync(file) && statSync(file).isFile());
}

/** The problems `find` reports, each with its page. */
const faults = (find: (text: string, doc: string) => string[]) =>
  DOCS.flatMap((doc) => find(read(doc), doc).map((fault) => `${doc}: ${fault}`));

it("no page names a file or folder that does not exist", () => {
  expect(faults((text) => namedPaths(text).filter((path) => !isThere(path)))).toEqual([]);
});

it("no page has a link or a picture that leads nowhere", () => {
  const broken = (text: string, doc: string) =>
    links(text).filter((target) => {
      const [file = "", anchor] = target.split("#");
      const page = file === "" ? doc : join(dirname(doc), file);
      return !existsSync(page) || (anchor !== undefined && !titles(page).map(anchorOf).includes(anchor));
    });
  expect(faults(broken)).toEqual([]);
});

it("no file names a page, or a section of one, that does not exist", () => {
  const named = /(?:"([^"\n]+)" in )?(?<![\w/])(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g;
  const unknown = repositoryFiles().flatMap((file) =>
    [
      ...read(file)
        .replaceAll(/\n(?:#|--|\s*\*) /g, " ")
        .matchAll(named),
    ]
      .filter(
        ([, title, page = "", anchor]) =>
          !existsSync(page) ||
          (title !== undefined && !titles(page).includes(title)) ||
          (anchor !== undefined && !titles(page).map(anchorOf).includes(anchor)),
      )
      .map(([name]) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

it("no page names an npm command that does not exist", () => {
  const named = (text: string) => [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)];
  const unknown = (text: string) =>
    named(text).flatMap(([, run, short = ""]) => ((run ?? short) in scripts ? [] : [run ?? short]));
  expect(faults(unknown)).toEqual([]);
});

it("README.md names every npm command", () => {
  const text = read("README.md");
  const said = (name: string) => text.includes(`npm run ${name}`) || text.includes(`npm ${name}`);
  expect(Object.keys(scripts).filter((name) => !said(name))).toEqual([]);
});

interface Variable {
  name: string;
  worker: string;
  kind: string;
}
const byName = (all: Variable[]) => all.sort((a, b) => (a.name + a.worker < b.name + b.worker ? -1 : 1));
const list = (cell = "") => cell.split(",").map((item) => item.trim().replaceAll("`", ""));

const REFERENCE = "docs/operations/reference.md";

/** The table of the reference, one entry for each variable of each worker. */
function documentedVariables(): Variable[] {
  const [settings = ""] = read(REFERENCE).split("\n## Commands");
  const rows = settings.match(/^\| `[A-Z_]+`.*$/gm) ?? [];
  return rows.flatMap((row) => {
    const [, names, workers, kind = ""] = row.split("|");
    return list(names).flatMap((name) =>
      list(workers).map((worker) => ({ name, worker, kind: kind.trim() })),
    );
  });
}

function configuredVariables(): Variable[] {
  const files = {
    web: "wrangler.toml",
    api: "worker/api/wrangler.toml",
    gateway: "worker/gateway/wrangler.toml",
    rollup: "worker/rollup/wrangler.toml",
  };
  const vars = Object.entries(files).flatMap(([worker, file]) =>
    Object.keys(Object(parse(read(file)).vars)).map((name) => ({ name, worker, kind: "var" })),
  );
  const secrets = read(".dev.vars.example")
    .split(/^# ---/m)
    .flatMap((section) => {
      const workers = [...(section.split("\n")[0] ?? "").matchAll(/latchkey-(\w+)/g)].map(
        ([, name = ""]) => name,
      );
      const names = [...section.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name = ""]) => name);
      return names.flatMap((name) => workers.map((worker) => ({ name, worker, kind: "secret" })));
    });
  return [...vars, ...secrets];
}

it("the reference lists exactly the variables and secrets that each worker has", () => {
  expect(configuredVariables().length).toBeGreaterThan(0);
  expect(byName(documentedVariables())).toEqual(byName(configuredVariables()));
});

it("the reference lists exactly the events that the workers log", () => {
  const logged = globSync("worker/**/*.ts").flatMap((file) => {
    const source = read(file);
    if (!/logEvent\(|new LimitedLog\(/.test(source)) return [];
    return [...source.matchAll(/"([a-z]+_[a-z_]+)"/g)].flatMap(([, name = ""]) =>
      new RegExp(`event(:| = ).*"${name}"`).test(source) ? [name] : [],
    );
  });
  const table = /\| event \| worker \| when \|\n[\s\S]*?\n\n/.exec(read(REFERENCE))?.[0] ?? "";
  const documented = table.split("\n").flatMap((row) => codeSpans(row.split("|")[1] ?? ""));
  expect(documented.length).toBeGreaterThan(5);
  expect(documented.sort()).toEqual([...new Set(logged)].sort());
});

it("the reference names all of the Stripe events that are handled, and no others", () => {
  const named = [...read(REFERENCE).matchAll(/`((?:checkout|charge|refund)\.[a-z_.]+)`/g)];
  const acted = (type: string) => asCheckoutEvent(type) !== null || isReversalEvent(type);
  const sources = ["worker/core/domain/checkout.ts", "worker/core/domain/reversals.ts"].map(read).join();
  const known = [...sources.matchAll(/"((?:checkout|charge|refund)\.[a-z_.]+)"/g)].map(
    ([, type = ""]) => type,
  );
  expect(known.filter(acted)).toEqual(known);
  const once = (types: (string | undefined)[]) => [...new Set(types)].sort();
  expect(once(named.map(([, type]) => type))).toEqual(once(known));
});

it("no file of the repository contains a path of a developer's machine", () => {
  const machinePath = /(?<![\w.>])\/(?:work|tmp|root|home\/\w+|Users\/\w+)\//;
  expect(repositoryFiles().filter((file) => machinePath.test(read(file)))).toEqual([]);
});
