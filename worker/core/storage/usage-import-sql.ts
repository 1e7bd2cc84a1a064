/** Beyond, rows are left out for good: a source in that state is broken as a whole. */
const MOST_SET_ASIDE = 10_000;

export const KNOW_SOURCE = `INSERT INTO usage_imports (source, head, tail) VALUES (:source, 0, 0)
  ON CONFLICT DO NOTHING`;
export const MARK = `INSERT INTO usage_import_marks (source, at, head)
  SELECT source, :now, head FROM usage_imports WHERE source = :source
  ON CONFLICT DO UPDATE SET head = max(head, excluded.head)`;
/** Of the marks before the moment only the last one tells anything. */
export const FORGET_MARKS = `DELETE FROM usage_import_marks WHERE source = :source
  AND at < (SELECT max(at) FROM usage_import_marks WHERE source = :source AND at <= :settled)`;

const headAt = (moment: string) => `coalesce((SELECT m.head FROM usage_import_marks AS m
  WHERE m.source = :source AND m.at <= ${moment} ORDER BY m.at DESC LIMIT 1), 0)`;
export const PROGRESS = `SELECT head, tail, ${headAt(":settled")} AS settled, ${headAt(":recent")} AS recent
  FROM usage_imports WHERE source = :source`;

/** Never backwards, since two runs may overlap. */
export const ADVANCE = `UPDATE usage_imports SET head = max(head, :head), tail = max(tail, :tail)
  WHERE source = :source`;

export const SET_ASIDE = `INSERT INTO usage_import_set_aside (source, source_id, reason, tried_at)
  SELECT :source, value->>0, value->>1, :now FROM json_each(:rows)
  WHERE (SELECT count(*) FROM usage_import_set_aside WHERE source = :source) < ${MOST_SET_ASIDE}
    OR EXISTS (SELECT 1 FROM usage_import_set_aside AS s WHERE s.source = :source AND s.source_id = value->>0)
  ON CONFLICT DO UPDATE SET reason = excluded.reason, tried_at = excluded.tried_at`;
export const SETTLE = `DELETE FROM usage_import_set_aside
  WHERE source = :source AND source_id IN (SELECT value FROM json_each(:ids))`;
export const DUE = `SELECT source_id AS id FROM usage_import_set_aside
  WHERE source = :source AND tried_at <= :before ORDER BY tried_at LIMIT :limit`;
export const WAITING = `SELECT reason, count(*) AS rows, min(source_id) AS first_id FROM usage_import_set_aside
  WHERE source = :source GROUP BY reason ORDER BY reason`;

/** Each key's last request, `[id, epoch ms]`, unless a later one is known. */
export const LAST_USED = `UPDATE api_keys SET last_used = used.value->>1 FROM json_each(:used) AS used
  WHERE api_keys.id = used.value->>0 AND coalesce(last_used, 0) < used.value->>1`;
