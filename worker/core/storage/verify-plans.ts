const aYear = (millis: string, modifier: string) =>
  `CAST(strftime('%s', ${millis} / 1000, 'unixepoch', ${modifier}) AS INTEGER) * 1000 + ${millis} % 1000`;
const later = "max(coalesce(r.valid_until, p.created_at), p.created_at)";
const earlierOrLater = "CASE p.kind WHEN 'restored' THEN '+1 year' ELSE '-1 year' END";
const nextOf = (account: string, id: string) =>
  `(SELECT min(id) FROM plan_changes WHERE account_id = ${account} AND id > ${id})`;

/** Each account's plan changes, told again one by one; `step` counts them. */
const REPLAY = `WITH RECURSIVE replay(account_id, id, step, valid_until) AS (
    SELECT DISTINCT account_id, 0, 0, NULL FROM plan_changes
    UNION ALL
    SELECT r.account_id, p.id, r.step + 1,
      CASE p.kind WHEN 'purchase' THEN ${aYear(later, "'+1 year'")} ELSE ${aYear("r.valid_until", earlierOrLater)} END
    FROM replay AS r JOIN plan_changes AS p ON p.id = ${nextOf("r.account_id", "r.id")}
  ), ends AS (SELECT account_id, max(step), valid_until FROM replay GROUP BY account_id)`;

/** Bought years. A plan that the operator set has no end of its own making and is left to the operator. */
export const PLAN_RULES: Record<string, string> = {
  order_plan: `SELECT o.id AS subject, count(p.id) || ' purchases' AS detail
    FROM checkout_orders AS o LEFT JOIN plan_changes AS p ON p.order_id = o.id AND p.kind = 'purchase'
    WHERE o.product = 'api_key' AND o.status = 'paid' GROUP BY o.id
    HAVING count(p.id) <> 1 OR min(p.account_id) <> o.account_id`,

  plan_order: `SELECT p.source AS subject, p.kind || ' without paid order ' || p.order_id AS detail
    FROM plan_changes AS p LEFT JOIN checkout_orders AS o ON o.id = p.order_id
    WHERE (o.status = 'paid' AND o.product = 'api_key' AND o.account_id = p.account_id) IS NOT true`,

  plan_years: `SELECT order_id AS subject, 'holds ' || years || ' years' AS detail FROM (
      SELECT order_id, sum(CASE WHEN kind IN ('purchase', 'restored') THEN 1 ELSE -1 END) AS years
      FROM plan_changes GROUP BY order_id)
    WHERE years NOT IN (0, 1)`,

  plan_end: `${REPLAY}
    SELECT 'account:' || account_id AS subject,
      'ends at ' || coalesce(max(stored), 'no time') || ', its changes at ' || coalesce(max(told), 'no time') AS detail
    FROM (SELECT account_id, valid_until AS stored, NULL AS told FROM subscriptions WHERE type = 'Premium'
      UNION ALL SELECT account_id, NULL, valid_until FROM ends)
    WHERE account_id NOT IN (SELECT account_id FROM subscriptions WHERE type <> 'Premium'
      UNION SELECT account_id FROM audit_log WHERE action = 'plan.set')
    GROUP BY account_id HAVING max(stored) IS NOT max(told)`,

  plan_key: `SELECT k.public_id AS subject, 'expires at ' || coalesce(k.expires_at, 'no time') AS detail
    FROM api_keys AS k LEFT JOIN subscriptions AS s ON s.account_id = k.account_id
    WHERE k.plan_key = 1 AND k.status = 'active' AND (s.account_id IS NULL OR k.expires_at IS NOT s.valid_until)`,
};
