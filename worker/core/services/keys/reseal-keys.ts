import type { KeySecrets, KeysContext, ServiceContext } from "#core/services/context.ts";
import { type Resealed, readSealedKeys, type SealedRow, storeResealed } from "#core/storage/reseal.ts";
import { lookupOf } from "./key-hash.ts";
import { open, seal, sealMark } from "./seal.ts";

/** Also the most ids that a report names. */
const CHUNK = 200;

export interface ResealReport {
  examined: number;
  resealed: number;
  /** Keys that open under none of the secrets; left unchanged. */
  unopened: number;
  unopenedIds: string[];
}

/** Seals every key under the current secrets. Safe beside running workers, and after an interruption. */
export async function resealKeys(
  { db, keySecrets }: Pick<ServiceContext, "db"> & KeysContext,
  onProgress: (report: ResealReport) => void = () => {},
): Promise<ResealReport> {
  let report: ResealReport = { examined: 0, resealed: 0, unopened: 0, unopenedIds: [] };
  const mark = await sealMark(keySecrets.sealing);
  for (let after = 0; ; ) {
    const rows = await readSealedKeys(db, { after, limit: CHUNK });
    const chunk = await resealChunk(db, { rows, keySecrets, mark });
    report = added(report, chunk);
    onProgress(report);
    const last = rows.at(-1);
    if (last === undefined || rows.length < CHUNK) return report;
    after = last.id;
  }
}

interface OpenedRow {
  row: SealedRow;
  key: string;
}
type Chunk = { rows: SealedRow[]; keySecrets: KeySecrets; mark: string };

async function resealChunk(
  db: ServiceContext["db"],
  { rows, keySecrets, mark }: Chunk,
): Promise<ResealReport> {
  const opened = await Promise.all(
    rows.map(async (row) => ({ row, key: await openOrNull(keySecrets, row) })),
  );
  const known = opened.flatMap(({ row, key }) => (key === null ? [] : [{ row, key }]));
  const changes = await Promise.all(known.map(({ row, key }) => resealedOf(keySecrets, mark, { row, key })));
  const keys = changes.filter((change) => change !== null);
  const resealed = keys.length > 0 ? await storeResealed(db, keys) : 0;
  const unopened = opened.filter(({ key }) => key === null).map(({ row }) => row.publicId);
  return { examined: rows.length, resealed, unopened: unopened.length, unopenedIds: unopened };
}

async function openOrNull(keySecrets: KeySecrets, row: SealedRow): Promise<string | null> {
  return open(keySecrets, row, row.sealed).catch(() => null);
}

/** @returns null for a key that is up to date. */
async function resealedOf(
  keySecrets: KeySecrets,
  mark: string,
  { row, key }: OpenedRow,
): Promise<Resealed | null> {
  const lookup = await lookupOf(keySecrets.pepper, key);
  const current = row.sealed.startsWith(`${mark}.`);
  if (current && row.lookup === lookup) return null;
  const sealed = current ? row.sealed : await seal(keySecrets, row, key);
  return { id: row.id, sealed: row.sealed, to: { sealed, lookup } };
}

const added = (sum: ResealReport, more: ResealReport): ResealReport => ({
  examined: sum.examined + more.examined,
  resealed: sum.resealed + more.resealed,
  unopened: sum.unopened + more.unopened,
  unopenedIds: [...sum.unopenedIds, ...more.unopenedIds].slice(0, CHUNK),
});
