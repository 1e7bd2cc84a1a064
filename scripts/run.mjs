// The first thing every command runs: plain JavaScript for any Node from 20 on. It installs what is
// missing, then hands over to the Node version that package.json pins, which runs the .ts files as they are.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const INSTALLED = "node_modules/.package-lock.json";
const OLDEST_BOOTSTRAP_NODE = 20;
const OLDEST_NODE = 24;
const PARENT_CHECK_MS = 500;

const major = Number(process.versions.node.split(".")[0]);
if (major < OLDEST_BOOTSTRAP_NODE)
  fail(`Latchkey needs Node ${OLDEST_BOOTSTRAP_NODE} or newer; this is ${process.version}.`);

const [command = "", ...args] = process.argv.slice(2);
const usages = JSON.parse(readFileSync(join(ROOT, "scripts", "usage.json"), "utf8"));
if (!Object.hasOwn(usages, command))
  fail(`Unknown command “${command}”. There are: ${Object.keys(usages).join(", ")}.`);
// The operator's command lists its own commands.
if (usages[command].length > 0 && args.some((word) => word === "--help" || word === "-h")) {
  console.log(usages[command].join("\n"));
  process.exit(0);
}
const script = join(ROOT, "scripts", `${command}.ts`);

process.chdir(ROOT);
await installIfNeeded();
await handOver(pinnedNode());

function fail(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

/** True if node_modules matches the lock file, according to npm's record of what it installed. */
function isInstalled() {
  const read = (file) => JSON.parse(readFileSync(join(ROOT, file), "utf8")).packages;
  if (!existsSync(join(ROOT, INSTALLED))) return false;
  const installed = read(INSTALLED);
  return Object.entries(read("package-lock.json")).every(
    ([path, { version, optional }]) =>
      path === "" || installed[path]?.version === version || (optional && !installed[path]),
  );
}

async function installIfNeeded() {
  if (isInstalled()) return;
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  console.log("Installing packages (first run, or the lock file changed). This takes about a minute.");
  const ticker = setInterval(() => console.log(`  … still installing, ${seconds()} s`), 10_000);
  const { executable, prefix } = npm();
  const child = spawn(executable, [...prefix, "ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const code = await new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("exit", (exitCode) => resolve(exitCode ?? 1));
  });
  clearInterval(ticker);
  if (code !== 0) fail("`npm ci` failed; its messages are above.");
  console.log(`Installed in ${seconds()} s.\n`);
}

function npm() {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith(".js")) return { executable: process.execPath, prefix: [cli] };
  return { executable: process.platform === "win32" ? "npm.cmd" : "npm", prefix: [] };
}

function pinnedNode() {
  const fromNpm = join(ROOT, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
  if (existsSync(fromNpm) && spawnSync(fromNpm, ["--version"]).status === 0) return fromNpm;
  if (major >= OLDEST_NODE) return process.execPath;
  return fail(
    `Latchkey runs on Node ${OLDEST_NODE}. npm brings it along on Linux x64 only; here, install Node ${OLDEST_NODE} and try again.`,
  );
}

async function handOver(node) {
  const path = [dirname(node), join(ROOT, "node_modules", ".bin"), process.env.PATH].join(delimiter);
  // The channel closes when this process dies, however it dies; the command then stops what it started.
  const child = spawn(node, [script, ...args], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, PATH: path },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  const ancestors = ancestorsNow();
  setInterval(() => ancestorsNow() !== ancestors && child.kill("SIGTERM"), PARENT_CHECK_MS).unref();
  child.once("error", (error) => fail(error.message));
  child.once("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/** Our parent and, because npm puts a shell in between, that one's parent: a dead one is replaced by another. */
function ancestorsNow() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(")")).split(" ")[2]}`;
  } catch {
    return String(process.ppid);
  }
}
