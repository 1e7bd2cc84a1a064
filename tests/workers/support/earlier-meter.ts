import type { Meter } from "#worker/api/gateway/meter/meter.ts";

type Meters = DurableObjectNamespace<Meter>;

/** The same objects, as they respond where their code lacks methods: a call to a method that none has. */
export function withoutMethods(meters: Meters, names: readonly string[]): Meters {
  const lacking = (stub: object) =>
    new Proxy(stub, {
      get: (target, name) => Reflect.get(target, names.includes(String(name)) ? `no_${String(name)}` : name),
    });
  // Only these are used.
  return Object.assign(Object.create(meters), {
    idFromName: (name: string) => meters.idFromName(name),
    get: (id: DurableObjectId) => lacking(meters.get(id)),
  });
}
