import { randomUUID } from "node:crypto";
import { z } from "zod";

const binding = z.looseObject({ name: z.string(), type: z.string(), text: z.string().optional() });
export type Binding = z.infer<typeof binding>;
const metadata = z.object({
  main_module: z.string(),
  bindings: z.array(binding),
  keep_bindings: z.array(z.string()).default([]),
  compatibility_date: z.string(),
  compatibility_flags: z.array(z.string()).default([]),
  limits: z.object({ cpu_ms: z.number() }).optional(),
  placement: z.object({ mode: z.string() }).optional(),
  migrations: z.object({ new_tag: z.string() }).optional(),
  annotations: z.record(z.string(), z.string()).default({}),
});
const deploymentBody = z.object({
  versions: z.array(z.object({ version_id: z.string() })).length(1),
  annotations: z.record(z.string(), z.string()).default({}),
});
const bulkBody = z.object({
  secrets: z.record(z.string(), z.object({ text: z.string() }).nullable()),
});

/** A version whose secrets are no longer the worker's isn't deployed without being confirmed. */
export class ChangedSecrets extends Error {}

interface Deployment {
  id: string;
  created_on: string;
  source: string;
  strategy: string;
  author_email: string;
  versions: { version_id: string; percentage: number }[];
  annotations: Record<string, string>;
}

export interface ScriptVersion {
  id: string;
  number: number;
  createdOn: string;
  main: { name: string; code: string };
  bindings: Binding[];
  compatibility: { date: string; flags: string[] };
  /** The most CPU time of a request or run. */
  cpuMs: number | undefined;
  placement: string | undefined;
  tag: string | undefined;
  message: string | undefined;
}

/** A worker as Cloudflare stores it between deployments. */
export class Script {
  readonly versions: ScriptVersion[] = [];
  readonly deployments: Deployment[] = [];
  deployed: ScriptVersion | undefined;
  migrationTag: string | undefined;
  hasAddress = false;
  crons: string[] = [];
  /** Patterns such as `host/path/*`. */
  routes: string[] = [];
  /** Hosts of its Custom Domains. */
  domains: string[] = [];

  /** An upload: bindings of the kinds in `keep_bindings` stay as they are unless the upload names them. */
  async upload(form: FormData): Promise<ScriptVersion> {
    const { main_module, bindings, keep_bindings, annotations, migrations, ...rest } = metadata.parse(
      JSON.parse(String(form.get("metadata"))),
    );
    const given = new Set(bindings.map(({ name }) => name));
    const kept = this.latest.filter(({ name, type }) => keep_bindings.includes(type) && !given.has(name));
    const main = form.get(main_module);
    if (!(main instanceof File)) throw new Error(`There is no module ${main_module}`);
    this.migrationTag = migrations?.new_tag ?? this.migrationTag;
    return this.add({
      main: { name: main_module, code: await main.text() },
      bindings: [...bindings, ...kept],
      compatibility: { date: rest.compatibility_date, flags: rest.compatibility_flags },
      cpuMs: rest.limits?.cpu_ms,
      placement: rest.placement?.mode,
      tag: annotations["workers/tag"],
      message: annotations["workers/message"],
    });
  }

  deploy(body: unknown, forced: boolean): void {
    const { versions, annotations } = deploymentBody.parse(body);
    const [wanted] = versions;
    const version = this.versions.find(({ id }) => id === wanted?.version_id);
    if (version === undefined) throw new Error(`There is no version ${wanted?.version_id}`);
    const changed = this.changedSecrets(version);
    if (!forced && changed.length > 0)
      throw new ChangedSecrets(`The following secrets have changed: ${changed.join(", ")}`);
    this.activate(version, annotations);
  }

  activate(version: ScriptVersion, annotations: Record<string, string> = {}): void {
    this.deployed = version;
    this.deployments.push({
      id: randomUUID(),
      created_on: new Date().toISOString(),
      source: "wrangler",
      strategy: "percentage",
      author_email: "operator@latchkey.test",
      versions: [{ version_id: version.id, percentage: 100 }],
      annotations,
    });
  }

  /** Secrets of another value than in the version that serves, among the ones that both have. */
  private changedSecrets(version: ScriptVersion): string[] {
    const serving = new Map(this.deployed?.bindings.map(({ name, text }) => [name, text]));
    return version.bindings.flatMap(({ name, type, text }) =>
      type === "secret_text" && serving.has(name) && serving.get(name) !== text ? [name] : [],
    );
  }

  /** Sets and deletes secrets in one new version of the same code, which is deployed immediately. */
  changeSecrets(body: unknown): void {
    const current = this.versions.at(-1);
    if (current === undefined) throw new Error("There is no version yet");
    const { secrets } = bulkBody.parse(body);
    const others = current.bindings.filter(({ name }) => !Object.hasOwn(secrets, name));
    const set = Object.entries(secrets).flatMap(([name, secret]) =>
      secret === null ? [] : [{ name, type: "secret_text", text: secret.text }],
    );
    const bindings = [...others, ...set];
    this.activate(this.add({ ...current, bindings, tag: undefined, message: undefined }));
  }

  get secretNames(): string[] {
    const secrets = this.latest.filter(({ type }) => type === "secret_text");
    return secrets.map(({ name }) => name).sort();
  }

  private get latest(): Binding[] {
    return this.versions.at(-1)?.bindings ?? [];
  }

  private add(version: Omit<ScriptVersion, "id" | "number" | "createdOn">): ScriptVersion {
    // Two uploads may share a millisecond; Cloudflare counts in microseconds.
    const createdOn = new Date(Date.now() + this.versions.length).toISOString();
    const added = { ...version, id: randomUUID(), number: this.versions.length + 1, createdOn };
    this.versions.push(added);
    return added;
  }
}
