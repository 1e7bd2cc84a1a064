interface Workerd {
  /** The api worker's only module, relative to the configuration. */
  bundle: string;
  variables: Record<string, string>;
  ports: { ours: number; pass: number };
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
const text = (value: string) => JSON.stringify(value);
const SHARED = `compatibilityDate = "2026-07-01", compatibilityFlags = ["nodejs_compat"], globalOutbound = "net"`;

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
    (name = "objects", disk = (path = ${text(objects)}, writable = true)),
    (name = "net", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [
    (name = "ours", address = "127.0.0.1:${ports.ours}", http = (), service = "ours"),
    (name = "pass", address = "127.0.0.1:${ports.pass}", http = (), service = "pass"),
  ]
);`;
}
