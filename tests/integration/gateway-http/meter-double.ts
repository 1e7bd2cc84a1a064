import type { RequestRefusal } from "#core/domain/gateway/refusal-codes.ts";
import type {
  AccountMeter,
  AdmitRequest,
  AdmitResponse,
  Identified,
  PreviewRequest,
  RefusalCode,
  Refused,
  RefuseRequest,
  Settlement,
} from "#worker/gateway/metering.ts";

const STANDING = { balanceMicros: 5_000_000, limit: 100, remaining: 99, resetMs: 600, page: null };
/** The balance after each settlement. */
const SETTLED_BALANCE = 4_900_000;
const ADMITTED: AdmitResponse = { ...STANDING, admitted: true, keyId: 1, covered: false };

/**
 * How a meter responds: with an admission or refusal that differs by these fields. Or it is away, does not know the
 * key, or does not finish settling until it responds in another way.
 */
export type MeterResponse = Partial<AdmitResponse> | "away" | "unknown" | "stuck";

const AGAIN_MS = 10;

/** An account's meter that records its calls, and responds as a test wants. */
export class MeterDouble implements AccountMeter {
  readonly admissions: AdmitRequest[] = [];
  readonly settlements: Settlement[] = [];
  readonly reports: Settlement[] = [];
  readonly refusals: RefuseRequest[] = [];
  /** Request ids of the admissions that were not refused. */
  readonly admitted: string[] = [];
  identified = 0;
  /** Settlements that have begun and do not finish. */
  settling = 0;
  response: MeterResponse = {};

  async identify(_keyHashes: readonly string[], origin: string | null): Promise<Identified> {
    this.identified += 1;
    const { page } = this.present(origin);
    if (this.response === "unknown") return { known: false, unavailable: false };
    return { known: true, page, showsBalance: true };
  }

  async admit(request: AdmitRequest, settlements: Settlement[]): Promise<AdmitResponse> {
    const present = this.present(request.origin);
    this.settlements.push(...settlements);
    this.admissions.push(request);
    // A test names only the fields that differ.
    const response = { ...ADMITTED, ...present } as AdmitResponse;
    if (response.admitted) this.admitted.push(request.requestId);
    return response;
  }

  async preview({ origin }: PreviewRequest): Promise<AdmitResponse> {
    // A test names only the fields that differ.
    return { ...ADMITTED, ...this.present(origin) } as AdmitResponse;
  }

  async refuse(request: RefuseRequest): Promise<Refused<RefusalCode | RequestRefusal>> {
    const present = this.present(request.origin);
    this.refusals.push(request);
    const own: { code?: RefusalCode; retryAfterS?: number } = present.admitted === false ? present : {};
    return { ...STANDING, page: present.page, code: request.code, ...own, admitted: false };
  }

  async progress(settlement: Settlement): Promise<void> {
    this.present();
    this.reports.push(settlement);
  }

  async allows(_keyHashes: readonly string[], origin: string): Promise<boolean> {
    return this.present(origin).page === origin;
  }

  async settle(settlements: Settlement[]): Promise<number> {
    this.settling += 1;
    while (this.response === "stuck") await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    this.settling -= 1;
    this.present();
    this.settlements.push(...settlements);
    return SETTLED_BALANCE;
  }

  /** A test names the one origin that the key allows in `page`. */
  private present(origin: string | null = null): Partial<AdmitResponse> & { page: string | null } {
    const { response } = this;
    if (response === "away") throw new Error("The object is away.");
    if (response === "unknown") return { admitted: false, code: "invalid_api_key", page: null };
    if (response === "stuck") return { page: null };
    return { ...response, page: response.page === origin ? origin : null };
  }
}
