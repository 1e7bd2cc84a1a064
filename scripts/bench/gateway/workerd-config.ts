interface Workerd {
  /** The api worker's only module, relative to the configuration. */
  bundle: string;
  variables: Record<string, string>;
  ports: { ours: number; pass: number; stored: number };
  upstream: string;
  /** Where the objects keep what they store. */
  objects: string;
}

/** Does no more than sending a request on: what the runtime itself costs. */
const PASS_THROUGH = `export default {
  fetch(request, env) {
    const { pathname } = new URL(request.url);
    return fetch(new Request(env.UPSTREAM + pathname, request));
  },
};`;
/**
 * The least that a gateway can do which stores each request before it is forwarded, and its end before the
 * response leaves: no key, no limit, no price.
 */
const STORED_TWICE = `import { DurableObject } from "cloudflare:workers";
export class Store extends DurableObject {
  constructor(context, env) {
    super(context, env);
    this.sql = context.storage.sql;
    this.sql.exec("CREATE TABLE IF NOT EXISTS request (seq INTEGER PRIMARY KEY, cost INTEGER) STRICT");
  }
  begin() {
    return this.sql.exec("INSERT INTO request (cost) VALUES (NULL) RETURNING seq").one().seq;
  }
  end(seq) {
    this.sql.exec("UPDATE request SET cost = 1 WHERE seq = ?", seq);
  }
}
let turn = 0;
export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    const store = env.STORE.getByName(String(turn++ % 200));
    const body = await request.arrayBuffer();
    const seq = await store.begin();
    const response = await fetch(env.UPSTREAM + pathname, { method: "POST", headers: request.headers, body });
    const bytes = await response.arrayBuffer();
    await store.end(seq);
    return new Response(bytes, response);
  },
};`;
const text = (value: string) => JSON.stringify(value);
const SHARED = `compatibilityDate = "2026-07-01", compatibilityFlags = ["nodejs_compat", "enable_request_signal"], globalOutbound = "net"`;

/** For `workerd serve`: the api worker as it is deployed, and one that passes everything through. */
export function workerdConfig({ bundle, variables, ports, upstream, objects }: Workerd): string {
  const bindings = Object.entries(variables).map(
    ([name, value]) => `(name = "${name}", text = ${text(value)})`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "ours", worker = (
      modules = [(name = "index.js", esModule = embed ${text(bundle)})], ${SHARED},
      bindings = [(name = "METER", durableObjectNamespace = "Meter"), ${bindings.join(", ")}],
      durableObjectNamespaces = [(className = "Meter", uniqueKey = "meter", enableSql = true)],
      durableObjectStorage = (localDisk = "objects"))),
    (name = "pass", worker = (
      modules = [(name = "pass.js", esModule = ${text(PASS_THROUGH)})], ${SHARED},
      bindings = [(name = "UPSTREAM", text = ${text(upstream)})])),
    (name = "stored", worker = (
      modules = [(name = "stored.js", esModule = ${text(STORED_TWICE)})], ${SHARED},
      bindings = [(name = "STORE", durableObjectNamespace = "Store"), (name = "UPSTREAM", text = ${text(upstream)})],
      durableObjectNamespaces = [(className = "Store", uniqueKey = "store", enableSql = true)],
      durableObjectStorage = (localDisk = "objects"))),
    (name = "objects", disk = (path = ${text(objects)}, writable = true)),
    (name = "net", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [
    (name = "ours", address = "127.0.0.1:${ports.ours}", http = (), service = "ours"),
    (name = "pass", address = "127.0.0.1:${ports.pass}", http = (), service = "pass"),
    (name = "stored", address = "127.0.0.1:${ports.stored}", http = (), service = "stored"),
  ]
);`;
}
