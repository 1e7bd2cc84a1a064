import { readPrices } from "#core/services/prices/read-prices.ts";
import { openDatabase } from "#core/storage/database.ts";
import { noLimits } from "#tests/support/no-limits.ts";
import { createMetering } from "#worker/adapters/account-objects.ts";
import { createGatewayApp } from "#worker/gateway/app.ts";
import { createGateway } from "#worker/gateway/create-gateway.ts";
import { CurrentPrices } from "#worker/gateway/current-prices.ts";
import { Meter as DeployedMeter } from "#worker/gateway/meter/meter.ts";
import { UNPOSTED_STATE } from "#worker/gateway/meter/meter-sql.ts";
import { metersOf } from "#worker/gateway/meter/meters.ts";
import { requestIdFrom } from "#worker/http-headers.ts";
import type { Poster } from "../gateway/ending-poster.ts";
import { LIMITS, METER_TIMES } from "./times.ts";

export { Poster } from "../gateway/ending-poster.ts";

interface DriverEnv extends Omit<Cloudflare.Env, "METER" | "POSTER"> {
  METER: DurableObjectNamespace<Meter>;
  POSTER: DurableObjectNamespace<Poster>;
  LIBSQL_URL: string;
  PEPPER: string;
  UPSTREAM_URL: string;
  /** Milliseconds by which the clock is ahead when this process starts. */
  CLOCK_AHEAD: string;
}

/** The clock of the isolate, which the edge and its objects share. Alarms run on the platform's own clock. */
const clock = {
  ahead: Number.NaN,
  real: Date.now.bind(Date),
  start({ CLOCK_AHEAD }: Pick<DriverEnv, "CLOCK_AHEAD">) {
    if (Number.isNaN(this.ahead)) this.ahead = Number(CLOCK_AHEAD);
  },
  now: () => clock.real() + clock.ahead,
};
Date.now = clock.now;

let alarmsAreReal = false;

function withRealAlarms(context: DurableObjectState, env: DriverEnv): DurableObjectState {
  clock.start(env);
  if (alarmsAreReal) return context;
  alarmsAreReal = true;
  const prototype: DurableObjectStorage = Object.getPrototypeOf(context.storage);
  const { setAlarm, getAlarm } = prototype;
  prototype.setAlarm = function (at, options) {
    return setAlarm.call(this, Number(at) - clock.ahead, options);
  };
  prototype.getAlarm = async function (options) {
    const at = await getAlarm.call(this, options);
    return at === null ? null : at + clock.ahead;
  };
  return context;
}

/** A request that the object has and libSQL may not have, as it is on the object's disk. */
export type OpenRow = {
  requestId: string;
  keyId: number;
  lineage: number;
  at: number;
  hold: number;
  covered: number;
  /** 0 while it is open, 1 once it is settled. */
  state: number;
  cost: number | null;
  value: number;
};

const OPEN = `SELECT request_id AS requestId, key_id AS keyId, coalesce(lineage, key_id) AS lineage, at, hold, covered,
  state, cost, value FROM request WHERE ${UNPOSTED_STATE}`;

/** The deployed object, in a hurry. */
export class Meter extends DeployedMeter {
  constructor(context: DurableObjectState, env: DriverEnv) {
    // The deployed object reads of its environment only what this one has too.
    super(withRealAlarms(context, env), env as unknown as Cloudflare.Env);
  }

  protected override get timing() {
    return { ...super.timing, ...METER_TIMES };
  }

  /** Null in an object that was never used. */
  inspect() {
    const standing = this.standing();
    return standing && { standing, rows: this.ctx.storage.sql.exec<OpenRow>(OPEN).toArray() };
  }

  /** Evicts the object from memory immediately, as a deployment does. */
  evict(): void {
    this.ctx.abort("evicted");
  }
}

function compose(env: DriverEnv) {
  // The objects extend the deployed ones.
  const meters = env.METER as unknown as Cloudflare.Env["METER"];
  const database = () => openDatabase({ url: env.LIBSQL_URL });
  return createGatewayApp({
    openDatabase: database,
    metering: createMetering(meters),
    limits: noLimits,
    clock,
    keySecrets: { pepper: Uint8Array.from(JSON.parse(env.PEPPER)), sealing: new Uint8Array(32) },
    gateway: createGateway({
      meterOf: metersOf(meters),
      prices: new CurrentPrices({ read: (now, known) => readPrices(database(), now, known), now: clock.now }),
      upstream: { url: env.UPSTREAM_URL, apiKey: null, ...LIMITS },
    }),
  });
}
let gateway: ReturnType<typeof compose> | undefined;

interface Control {
  route?: string;
  ahead?: number;
}

async function control(path: string, { route = "", ahead }: Control, env: DriverEnv): Promise<unknown> {
  const { METER, POSTER } = env;
  if (path === "/control/clock") {
    clock.ahead = ahead ?? clock.ahead;
    return clock.ahead;
  }
  if (path === "/control/end-poster") return await POSTER.getByName("poster::0").end();
  const meter = METER.getByName(route);
  if (path === "/control/refresh") return await meter.refresh();
  if (path === "/control/inspect") return await meter.inspect();
  await meter.evict();
  return null;
}

/** The whole gateway, as deployed, with the real objects, a clock that a test sets, and a view into the objects. */
export default {
  async fetch(request, env, context) {
    clock.start(env);
    const { pathname } = new URL(request.url);
    if (pathname === "/") return new Response("ready");
    if (pathname.startsWith("/control/"))
      return Response.json(await control(pathname, await request.json(), env));
    gateway ??= compose(env);
    // As from latchkey-web, so that the checker knows each request by its id.
    return gateway.fetch(request, { requestId: requestIdFrom(request.headers) }, context);
  },
} satisfies ExportedHandler<DriverEnv>;
