import type { RequestRefusal } from "#core/domain/gateway/refusal-codes.ts";
import { isRepeatable } from "#worker/adapters/account-objects.ts";
import type {
  AccountMeter,
  AdmitRequest,
  AdmitResponse,
  Identified,
  MeterOf,
  PreviewRequest,
  RefusalCode,
  Refused,
  RefuseRequest,
  Settlement,
} from "../metering.ts";
import type { Meter } from "./meter.ts";

type Meters = DurableObjectNamespace<Meter>;
type Stub = ReturnType<Meters["get"]>;

/** Ids of objects that an isolate remembers: computing one takes longer than the rest of a call's preparation. */
const IDS_MAX = 10_000;

/** The objects as `/v1` uses them: each is named by the route in its account's keys. */
export function metersOf(meters: Meters): MeterOf {
  const ids = new Map<string, DurableObjectId>();
  const idOf = (meterName: string) => {
    const known = ids.get(meterName);
    if (known !== undefined) return known;
    const id = meters.idFromName(meterName);
    if (ids.size >= IDS_MAX) ids.clear();
    ids.set(meterName, id);
    return id;
  };
  return (meterName) => new RemoteMeter(meterName, () => meters.get(idOf(meterName)));
}

/** An account's object, called over RPC by one request. */
class RemoteMeter implements AccountMeter {
  private readonly meterName: string;
  private readonly connect: () => Stub;
  private stub: Stub | null = null;

  constructor(meterName: string, connect: () => Stub) {
    this.meterName = meterName;
    this.connect = connect;
  }

  identify(keyHashes: readonly string[], origin: string | null, requestId: string): Promise<Identified> {
    return this.retryOnce<Identified>((meter) =>
      meter.identify(this.meterName, keyHashes, origin, requestId),
    );
  }

  admit(request: AdmitRequest, settlements: Settlement[], traceparent?: string): Promise<AdmitResponse> {
    return this.retryOnce<AdmitResponse>((meter) =>
      meter.admit(this.meterName, request, settlements, traceparent),
    );
  }

  preview(request: PreviewRequest): Promise<AdmitResponse> {
    return this.retryOnce<AdmitResponse>((meter) => meter.preview(this.meterName, request));
  }

  refuse(request: RefuseRequest): Promise<Refused<RefusalCode | RequestRefusal>> {
    return this.retryOnce((meter) => meter.refuse(this.meterName, request));
  }

  settle(settlements: Settlement[], traceparent?: string): Promise<number | null> {
    return this.retryOnce((meter) => meter.settle(settlements, traceparent));
  }

  progress(settlement: Settlement): Promise<void> {
    return this.retryOnce((meter) => meter.progress(settlement));
  }

  allows(keyHashes: readonly string[], origin: string): Promise<boolean> {
    return this.retryOnce((meter) => meter.allows(this.meterName, keyHashes, origin));
  }

  /** A stub is broken once a call has failed. */
  private async retryOnce<Response>(send: (meter: Stub) => PromiseLike<Response>): Promise<Response> {
    this.stub ??= this.connect();
    try {
      return await send(this.stub);
    } catch (error) {
      if (!isRepeatable(error)) throw error;
      this.stub = this.connect();
      return await send(this.stub);
    }
  }
}
