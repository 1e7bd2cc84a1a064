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
  migrations: z.object({ new_tag: z.string() }).optional(),
  annotations: z.record(z.string(), z.string()).default({}),
});
const deploymentBody = z.object({ versions: z.array(z.object({ version_id: z.string() })).length(1) });
const bulkBody = z.object({
  secrets: z.record(z.string(), z.object({ text: z.string() }).nullable()),
});

export interface ScriptVersion {
  id: string;
  main: { name: string; code: string };
  bindings: Binding[];
  compatibility: { date: string; flags: string[] };
  tag: string | undefined;
  message: string | undefined;
}

/** A worker as Cloudflare stores it between deployments. */
export class Script {
  readonly versions: ScriptVersion[] = [];
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
      tag: annotations["workers/tag"],
      message: annotations["workers/message"],
    });
  }

  deploy(body: unknown): void {
    const [wanted] = deploymentBody.parse(body).versions;
    const version = this.versions.find(({ id }) => id === wanted?.version_id);
    if (version === undefined) throw new Error(`There is no version ${wanted?.version_id}`);
    this.deployed = version;
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
    const { main, compatibility } = current;
    const bindings = [...others, ...set];
    this.deployed = this.add({ main, compatibility, bindings, tag: undefined, message: undefined });
  }

  get secretNames(): string[] {
    const secrets = this.latest.filter(({ type }) => type === "secret_text");
    return secrets.map(({ name }) => name).sort();
  }

  private get latest(): Binding[] {
    return this.versions.at(-1)?.bindings ?? [];
  }

  private add(version: Omit<ScriptVersion, "id">): ScriptVersion {
    const added = { id: randomUUID(), ...version };
    this.versions.push(added);
    return added;
  }
}
