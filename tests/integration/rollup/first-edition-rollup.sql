-- The roll-up's statements of the first edition (worker/core/storage/rollup.ts at d8a11e38), in their order.
UPDATE rollup_state SET prev_id = last_id, last_id = coalesce(
  (SELECT max(id) FROM (SELECT id FROM api_usage WHERE id > rollup_state.last_id ORDER BY id LIMIT ?1)), last_id)
  WHERE name = 'usage';

INSERT INTO rollup_chunk (account_id, hour, key_id, endpoint_id, requests, errors,
  response_time_sum, cost_micros, late_requests, late_errors, late_response_time_sum, tally)
  SELECT account_id, timestamp / 3600000 AS hour, key_id, endpoint_id, count(*), sum((status_code >= 400)),
  sum(response_time), sum(cost_micros), sum((timestamp % 3600000 >= 1800000)), sum((timestamp % 3600000 >= 1800000) AND (status_code >= 400)),
  sum(iif((timestamp % 3600000 >= 1800000), response_time, 0)), group_concat(
  CASE WHEN (status_code >= 400) THEN char(iif(response_time < 1, 58,
  min(255, 59 + CAST(ln(response_time) * 10.492058687257062 AS INTEGER))), 256 + status_code) ELSE char(iif(response_time < 1, 58,
  min(255, 59 + CAST(ln(response_time) * 10.492058687257062 AS INTEGER)))) END, '')
  FROM api_usage WHERE id > (SELECT prev_id FROM rollup_state WHERE name = 'usage') AND id <= (SELECT last_id FROM rollup_state WHERE name = 'usage')
  GROUP BY hour, account_id, key_id, endpoint_id;

INSERT INTO hourly_series (account_id, key_id, hour, requests, errors, response_time_sum, cost_micros, late_requests, late_errors, late_response_time_sum, tally)
  WITH of_key AS MATERIALIZED (SELECT account_id, key_id, hour AS hour, sum(requests) AS requests, sum(errors) AS errors, sum(response_time_sum) AS response_time_sum, sum(cost_micros) AS cost_micros, sum(late_requests) AS late_requests, sum(late_errors) AS late_errors, sum(late_response_time_sum) AS late_response_time_sum, group_concat(tally, '') AS tally
  FROM rollup_chunk GROUP BY hour, account_id, key_id)
  SELECT account_id, key_id, hour, requests, errors, response_time_sum, cost_micros, late_requests, late_errors, late_response_time_sum, tally FROM of_key WHERE true
  UNION ALL
  SELECT account_id, 0, hour, sum(requests) AS requests, sum(errors) AS errors, sum(response_time_sum) AS response_time_sum, sum(cost_micros) AS cost_micros, sum(late_requests) AS late_requests, sum(late_errors) AS late_errors, sum(late_response_time_sum) AS late_response_time_sum, group_concat(tally, '') AS tally FROM of_key GROUP BY hour, account_id
  ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, errors = errors + excluded.errors, response_time_sum = response_time_sum + excluded.response_time_sum, cost_micros = cost_micros + excluded.cost_micros, late_requests = late_requests + excluded.late_requests, late_errors = late_errors + excluded.late_errors, late_response_time_sum = late_response_time_sum + excluded.late_response_time_sum, tally = tally || excluded.tally;

INSERT INTO hourly_endpoints (account_id, key_id, hour, endpoint_id, requests, errors, response_time_sum, cost_micros)
  WITH of_key AS (SELECT * FROM rollup_chunk)
  SELECT account_id, key_id, hour, endpoint_id, requests, errors, response_time_sum, cost_micros FROM of_key WHERE true
  UNION ALL
  SELECT account_id, 0, hour, endpoint_id, sum(requests) AS requests, sum(errors) AS errors, sum(response_time_sum) AS response_time_sum, sum(cost_micros) AS cost_micros FROM of_key GROUP BY hour, account_id, endpoint_id
  ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, errors = errors + excluded.errors, response_time_sum = response_time_sum + excluded.response_time_sum, cost_micros = cost_micros + excluded.cost_micros;

INSERT INTO daily_series (account_id, key_id, day, requests, errors, response_time_sum, cost_micros, tally)
  WITH of_key AS MATERIALIZED (SELECT account_id, key_id, hour / 24 AS day, sum(requests) AS requests, sum(errors) AS errors, sum(response_time_sum) AS response_time_sum, sum(cost_micros) AS cost_micros, group_concat(tally, '') AS tally
  FROM rollup_chunk GROUP BY day, account_id, key_id)
  SELECT account_id, key_id, day, requests, errors, response_time_sum, cost_micros, tally FROM of_key WHERE true
  UNION ALL
  SELECT account_id, 0, day, sum(requests) AS requests, sum(errors) AS errors, sum(response_time_sum) AS response_time_sum, sum(cost_micros) AS cost_micros, group_concat(tally, '') AS tally FROM of_key GROUP BY day, account_id
  ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, errors = errors + excluded.errors, response_time_sum = response_time_sum + excluded.response_time_sum, cost_micros = cost_micros + excluded.cost_micros, tally = tally || excluded.tally;

INSERT INTO daily_endpoints (account_id, key_id, day, endpoint_id, requests, errors, response_time_sum, cost_micros)
  WITH of_key AS MATERIALIZED (SELECT account_id, key_id, hour / 24 AS day, endpoint_id AS endpoint_id, sum(requests) AS requests, sum(errors) AS errors, sum(response_time_sum) AS response_time_sum, sum(cost_micros) AS cost_micros
  FROM rollup_chunk GROUP BY day, account_id, key_id, endpoint_id)
  SELECT account_id, key_id, day, endpoint_id, requests, errors, response_time_sum, cost_micros FROM of_key WHERE true
  UNION ALL
  SELECT account_id, 0, day, endpoint_id, sum(requests) AS requests, sum(errors) AS errors, sum(response_time_sum) AS response_time_sum, sum(cost_micros) AS cost_micros FROM of_key GROUP BY day, account_id, endpoint_id
  ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, errors = errors + excluded.errors, response_time_sum = response_time_sum + excluded.response_time_sum, cost_micros = cost_micros + excluded.cost_micros;

SELECT coalesce(sum(requests), 0) AS counted FROM rollup_chunk;

DELETE FROM rollup_chunk;
