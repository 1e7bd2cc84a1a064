import type { Bundles } from "./bundle-workers.ts";
import { DISTANCES, type TargetName } from "./targets.ts";

interface Workerd {
  bundles: Bundles;
  ports: Record<TargetName, number>;
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
/** The gateway, whose calls to an object take half of the distance's time there and half back. */
const DISTANT = `import gateway from "./index.js";
const half = (env) => new Promise((resolve) => setTimeout(resolve, Number(env.DISTANCE_MS) / 2));
const distant = (stub, env) => new Proxy(stub, {
  get: (_, method) => async (...args) => {
    await half(env);
    try {
      return await stub[method](...args);
    } finally {
      await half(env);
    }
  },
});
export default {
  fetch(request, env, context) {
    const METER = new Proxy(env.METER, {
      get: (meters, name) => (...args) => {
        const result = meters[name](...args);
        return name === "get" || name === "getByName" ? distant(result, env) : result;
      },
    });
    return gateway.fetch(request, { ...env, METER }, context);
  },
};`;
const text = (value: string) => JSON.stringify(value);
const binding = (className: string) =>
  `(name = "${className.toUpperCase()}", durableObjectNamespace = "${className}")`;

/** For `workerd serve`: the gateway as it is deployed and requested, and the workers that it is compared with. */
export function workerdConfig(workerd: Workerd): string {
  const { bundles, ports, upstream, objects } = workerd;
  const worker = workerOf(workerd);
  const gateway = `(name = "index.js", esModule = embed ${text(bundles.gateway)})`;
  const settings = Object.entries(bundles.variables).map(
    ([name, value]) => `(name = "${name}", text = ${text(value)})`,
  );
  const forwardsTo = `(name = "UPSTREAM", text = ${text(upstream)})`;
  const services = {
    ours: worker({
      modules: [gateway],
      bindings: [binding("Meter"), binding("Poster"), ...settings],
      objects: ["Meter", "Poster"],
    }),
    web: worker({
      modules: [`(name = "hop.js", esModule = embed ${text(bundles.hop)})`],
      bindings: [`(name = "GATEWAY", service = (name = "ours", entrypoint = "FromWeb"))`],
    }),
    pass: worker({
      modules: [`(name = "pass.js", esModule = ${text(PASS_THROUGH)})`],
      bindings: [forwardsTo],
    }),
    stored: worker({
      modules: [`(name = "stored.js", esModule = ${text(STORED_TWICE)})`],
      bindings: [`(name = "STORE", durableObjectNamespace = "Store")`, forwardsTo],
      objects: ["Store"],
    }),
    ...Object.fromEntries(DISTANCES.map(({ target, ms }) => [target, distant(ms)])),
  };
  function distant(ms: number) {
    const meter = `(name = "METER", durableObjectNamespace = (className = "Meter", serviceName = "ours"))`;
    return worker({
      modules: [`(name = "distant.js", esModule = ${text(DISTANT)})`, gateway],
      bindings: [meter, `(name = "DISTANCE_MS", text = "${ms}")`, ...settings],
    });
  }
  const names = Object.keys(services) as (keyof typeof services & TargetName)[];
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    ${Object.entries(services)
      .map(([name, service]) => `(name = "${name}", worker = ${service}),`)
      .join("\n    ")}
    (name = "objects", disk = (path = ${text(objects)}, writable = true)),
    (name = "net", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [
    ${names.map((name) => `(name = "${name}", address = "127.0.0.1:${ports[name]}", http = (), service = "${name}"),`).join("\n    ")}
  ]
);`;
}

interface Worker {
  modules: string[];
  bindings: string[];
  /** The classes of its objects. */
  objects?: string[];
}

const workerOf =
  ({ bundles: { compatibility } }: Workerd) =>
  ({ modules, bindings, objects }: Worker): string => {
    const stored =
      objects === undefined
        ? []
        : [
            `durableObjectNamespaces = [${objects
              .map((name) => `(className = "${name}", uniqueKey = "${name.toLowerCase()}", enableSql = true)`)
              .join(", ")}]`,
            `durableObjectStorage = (localDisk = "objects")`,
          ];
    const fields = [
      `modules = [${modules.join(", ")}]`,
      `bindings = [${bindings.join(", ")}]`,
      `compatibilityDate = "${compatibility.date}"`,
      `compatibilityFlags = [${compatibility.flags.map(text).join(", ")}]`,
      `globalOutbound = "net"`,
      ...stored,
    ];
    return `(${fields.join(", ")})`;
  };
