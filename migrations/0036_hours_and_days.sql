DROP TABLE `hourly_series`;
--> statement-breakpoint
DROP TABLE `hourly_endpoints`;
--> statement-breakpoint
DROP TABLE `hourly_models`;
--> statement-breakpoint
DROP TABLE `hourly_units`;
--> statement-breakpoint
DROP TABLE `rollup_chunk`;
--> statement-breakpoint
CREATE TABLE `hourly_usage` (
	`hour` integer NOT NULL,
	`account_id` integer NOT NULL,
	`key_id` integer NOT NULL,
	`endpoint_id` integer NOT NULL,
	`model_id` integer NOT NULL,
	`unit` integer NOT NULL,
	`member_id` integer NOT NULL,
	`requests` integer NOT NULL,
	`errors` integer NOT NULL,
	`response_time_sum` integer NOT NULL,
	`cost_micros` integer NOT NULL,
	`billed_micros` integer NOT NULL,
	`plan_micros` integer NOT NULL,
	`tokens_in` integer NOT NULL,
	`tokens_cached` integer NOT NULL,
	`tokens_out` integer NOT NULL,
	`late_requests` integer NOT NULL,
	`late_errors` integer NOT NULL,
	`late_response_time_sum` integer NOT NULL,
	`late_cost_micros` integer NOT NULL,
	`late_billed_micros` integer NOT NULL,
	`late_tokens_in` integer NOT NULL,
	`late_tokens_cached` integer NOT NULL,
	`late_tokens_out` integer NOT NULL,
	`quantity` integer NOT NULL,
	`packed` integer DEFAULT 0 NOT NULL,
	`tally` text NOT NULL,
	PRIMARY KEY(`hour`, `account_id`, `key_id`, `endpoint_id`, `model_id`, `unit`, `member_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `hourly_usage_units` ON `hourly_usage` (`hour`,`account_id`) WHERE unit > 0;
--> statement-breakpoint
CREATE INDEX `hourly_usage_loose` ON `hourly_usage` (`account_id`) WHERE length(`tally`) > 256 + 2 * `packed`;
--> statement-breakpoint
CREATE TABLE `hourly_series` (
	`hour` integer NOT NULL,
	`account_id` integer NOT NULL,
	`totalled` integer DEFAULT 0 NOT NULL,
	`requests` integer NOT NULL,
	`errors` integer NOT NULL,
	`response_time_sum` integer NOT NULL,
	`cost_micros` integer NOT NULL,
	`billed_micros` integer NOT NULL,
	`plan_micros` integer NOT NULL,
	`tokens_in` integer NOT NULL,
	`tokens_cached` integer NOT NULL,
	`tokens_out` integer NOT NULL,
	`late_requests` integer NOT NULL,
	`late_errors` integer NOT NULL,
	`late_response_time_sum` integer NOT NULL,
	`late_cost_micros` integer NOT NULL,
	`late_billed_micros` integer NOT NULL,
	`late_tokens_in` integer NOT NULL,
	`late_tokens_cached` integer NOT NULL,
	`late_tokens_out` integer NOT NULL,
	`packed` integer DEFAULT 0 NOT NULL,
	`tally` text NOT NULL,
	PRIMARY KEY(`hour`, `account_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `hourly_series_due` ON `hourly_series` (`hour`,`account_id`) WHERE totalled < 0;
--> statement-breakpoint
CREATE INDEX `hourly_series_loose` ON `hourly_series` (`account_id`) WHERE length(`tally`) > 256 + 2 * `packed`;
--> statement-breakpoint
CREATE TABLE `hourly_totals` (
	`hour` integer NOT NULL,
	`account_id` integer NOT NULL,
	`kind` integer NOT NULL,
	`id` integer NOT NULL,
	`requests` integer NOT NULL,
	`errors` integer NOT NULL,
	`response_time_sum` integer NOT NULL,
	`cost_micros` integer NOT NULL,
	`billed_micros` integer NOT NULL,
	`plan_micros` integer NOT NULL,
	`tokens_in` integer NOT NULL,
	`tokens_cached` integer NOT NULL,
	`tokens_out` integer NOT NULL,
	`late_requests` integer NOT NULL,
	`late_errors` integer NOT NULL,
	`late_response_time_sum` integer NOT NULL,
	`late_cost_micros` integer NOT NULL,
	`late_billed_micros` integer NOT NULL,
	`late_tokens_in` integer NOT NULL,
	`late_tokens_cached` integer NOT NULL,
	`late_tokens_out` integer NOT NULL,
	PRIMARY KEY(`hour`, `account_id`, `kind`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `rollup_chunk` (
	`hour` integer NOT NULL,
	`account_id` integer NOT NULL,
	`key_id` integer NOT NULL,
	`endpoint_id` integer NOT NULL,
	`model_id` integer NOT NULL,
	`unit` integer NOT NULL,
	`member_id` integer NOT NULL,
	`late` integer NOT NULL,
	`requests` integer NOT NULL,
	`errors` integer NOT NULL,
	`response_time_sum` integer NOT NULL,
	`cost_micros` integer NOT NULL,
	`billed_micros` integer NOT NULL,
	`plan_micros` integer NOT NULL,
	`tokens_in` integer NOT NULL,
	`tokens_cached` integer NOT NULL,
	`tokens_out` integer NOT NULL,
	`quantity` integer NOT NULL,
	`tally` text NOT NULL,
	PRIMARY KEY(`hour`, `account_id`, `key_id`, `endpoint_id`, `model_id`, `unit`, `member_id`, `late`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `open_days` (
	`day` integer NOT NULL,
	`account_id` integer NOT NULL,
	PRIMARY KEY(`day`, `account_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
-- Hours are counted anew from the raw rows, and with them the days. Where raw rows are no longer kept, the days stay as
-- they are, and their hours are gone.
INSERT INTO `usage_retention` (`name`, `retired_before`) SELECT 'hours', `retired_before` FROM `usage_retention` WHERE `name` = 'usage';
--> statement-breakpoint
DELETE FROM `api_usage` WHERE `id` <= (SELECT `last_id` FROM `rollup_state` WHERE `name` = 'usage') AND `timestamp` < (SELECT `retired_before` FROM `usage_retention` WHERE `name` = 'usage');
--> statement-breakpoint
UPDATE `rollup_state` SET `prev_id` = 0, `last_id` = 0;
--> statement-breakpoint
CREATE TABLE `hourly_totals_state` (
	`one` integer PRIMARY KEY NOT NULL,
	`next_hour` integer NOT NULL
) STRICT;
--> statement-breakpoint
INSERT INTO `hourly_totals_state` (`one`, `next_hour`) VALUES (1, 0);
--> statement-breakpoint
CREATE TABLE `new_daily_series` (
	`account_id` integer NOT NULL,
	`day` integer NOT NULL,
	`key_id` integer NOT NULL,
	`member_id` integer NOT NULL,
	`requests` integer NOT NULL,
	`errors` integer NOT NULL,
	`response_time_sum` integer NOT NULL,
	`cost_micros` integer NOT NULL,
	`billed_micros` integer NOT NULL,
	`plan_micros` integer NOT NULL,
	`tokens_in` integer NOT NULL,
	`tokens_cached` integer NOT NULL,
	`tokens_out` integer NOT NULL,
	`packed` integer DEFAULT 0 NOT NULL,
	`tally` text NOT NULL,
	PRIMARY KEY(`account_id`, `day`, `key_id`, `member_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `new_daily_series` (`account_id`, `day`, `key_id`, `member_id`, `requests`, `errors`, `response_time_sum`, `cost_micros`, `billed_micros`, `plan_micros`, `tokens_in`, `tokens_cached`, `tokens_out`, `packed`, `tally`)
SELECT `account_id`, `day`, `key_id`, 0, `requests`, `errors`, `response_time_sum`, `cost_micros`, `billed_micros`, `plan_micros`, `tokens_in`, `tokens_cached`, `tokens_out`, `packed`, `tally` FROM `daily_series` WHERE `day` < (SELECT `retired_before` / 86400000 FROM `usage_retention` WHERE `name` = 'hours') ORDER BY `account_id`, `day`, `key_id`;
--> statement-breakpoint
DROP TABLE `daily_series`;
--> statement-breakpoint
ALTER TABLE `new_daily_series` RENAME TO `daily_series`;
--> statement-breakpoint
CREATE INDEX `daily_series_loose` ON `daily_series` (`account_id`) WHERE length(`tally`) > 256 + 2 * `packed`;
--> statement-breakpoint
CREATE TABLE `new_daily_endpoints` (
	`account_id` integer NOT NULL,
	`day` integer NOT NULL,
	`key_id` integer NOT NULL,
	`endpoint_id` integer NOT NULL,
	`requests` integer NOT NULL,
	`errors` integer NOT NULL,
	`response_time_sum` integer NOT NULL,
	`cost_micros` integer NOT NULL,
	`billed_micros` integer NOT NULL,
	`plan_micros` integer NOT NULL,
	`tokens_in` integer NOT NULL,
	`tokens_cached` integer NOT NULL,
	`tokens_out` integer NOT NULL,
	PRIMARY KEY(`day`, `account_id`, `key_id`, `endpoint_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `new_daily_endpoints` (`account_id`, `day`, `key_id`, `endpoint_id`, `requests`, `errors`, `response_time_sum`, `cost_micros`, `billed_micros`, `plan_micros`, `tokens_in`, `tokens_cached`, `tokens_out`)
SELECT `account_id`, `day`, `key_id`, `endpoint_id`, `requests`, `errors`, `response_time_sum`, `cost_micros`, 0, 0, 0, 0, 0 FROM `daily_endpoints` WHERE `day` < (SELECT `retired_before` / 86400000 FROM `usage_retention` WHERE `name` = 'hours') ORDER BY `day`, `account_id`, `key_id`, `endpoint_id`;
--> statement-breakpoint
DROP TABLE `daily_endpoints`;
--> statement-breakpoint
ALTER TABLE `new_daily_endpoints` RENAME TO `daily_endpoints`;
--> statement-breakpoint
CREATE TABLE `new_daily_models` (
	`account_id` integer NOT NULL,
	`day` integer NOT NULL,
	`key_id` integer NOT NULL,
	`model_id` integer NOT NULL,
	`requests` integer NOT NULL,
	`errors` integer NOT NULL,
	`response_time_sum` integer NOT NULL,
	`cost_micros` integer NOT NULL,
	`billed_micros` integer NOT NULL,
	`plan_micros` integer NOT NULL,
	`tokens_in` integer NOT NULL,
	`tokens_cached` integer NOT NULL,
	`tokens_out` integer NOT NULL,
	PRIMARY KEY(`day`, `account_id`, `key_id`, `model_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `new_daily_models` (`account_id`, `day`, `key_id`, `model_id`, `requests`, `errors`, `response_time_sum`, `cost_micros`, `billed_micros`, `plan_micros`, `tokens_in`, `tokens_cached`, `tokens_out`)
SELECT `account_id`, `day`, `key_id`, `model_id`, `requests`, `errors`, `response_time_sum`, `cost_micros`, 0, 0, `tokens_in`, `tokens_cached`, `tokens_out` FROM `daily_models` WHERE `day` < (SELECT `retired_before` / 86400000 FROM `usage_retention` WHERE `name` = 'hours') ORDER BY `day`, `account_id`, `key_id`, `model_id`;
--> statement-breakpoint
DROP TABLE `daily_models`;
--> statement-breakpoint
ALTER TABLE `new_daily_models` RENAME TO `daily_models`;
--> statement-breakpoint
DELETE FROM `daily_units` WHERE NOT `day` < (SELECT `retired_before` / 86400000 FROM `usage_retention` WHERE `name` = 'hours');
