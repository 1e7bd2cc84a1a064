CREATE TABLE `new_hourly_series` (
	`account_id` integer NOT NULL,
	`key_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`requests` integer NOT NULL,
	`errors` integer NOT NULL,
	`response_time_sum` integer NOT NULL,
	`cost_micros` integer NOT NULL,
	`late_requests` integer NOT NULL,
	`late_errors` integer NOT NULL,
	`late_response_time_sum` integer NOT NULL,
	`packed` integer DEFAULT 0 NOT NULL,
	`tally` text NOT NULL,
	PRIMARY KEY(`hour`, `account_id`, `key_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `new_hourly_series` (`account_id`, `key_id`, `hour`, `requests`, `errors`, `response_time_sum`, `cost_micros`, `late_requests`, `late_errors`, `late_response_time_sum`, `packed`, `tally`)
SELECT `account_id`, `key_id`, `hour`, `requests`, `errors`, `response_time_sum`, `cost_micros`, `late_requests`, `late_errors`, `late_response_time_sum`, `packed`, `tally` FROM `hourly_series` ORDER BY `hour`, `account_id`, `key_id`;--> statement-breakpoint
DROP TABLE `hourly_series`;--> statement-breakpoint
ALTER TABLE `new_hourly_series` RENAME TO `hourly_series`;--> statement-breakpoint
CREATE INDEX `hourly_series_loose` ON `hourly_series` (`account_id`) WHERE length(`tally`) > 256 + 2 * `packed`;--> statement-breakpoint
CREATE TABLE `new_hourly_endpoints` (
	`account_id` integer NOT NULL,
	`key_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`endpoint_id` integer NOT NULL,
	`requests` integer NOT NULL,
	`errors` integer NOT NULL,
	`response_time_sum` integer NOT NULL,
	`cost_micros` integer NOT NULL,
	PRIMARY KEY(`hour`, `account_id`, `key_id`, `endpoint_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `new_hourly_endpoints` (`account_id`, `key_id`, `hour`, `endpoint_id`, `requests`, `errors`, `response_time_sum`, `cost_micros`)
SELECT `account_id`, `key_id`, `hour`, `endpoint_id`, `requests`, `errors`, `response_time_sum`, `cost_micros` FROM `hourly_endpoints` ORDER BY `hour`, `account_id`, `key_id`, `endpoint_id`;--> statement-breakpoint
DROP TABLE `hourly_endpoints`;--> statement-breakpoint
ALTER TABLE `new_hourly_endpoints` RENAME TO `hourly_endpoints`;--> statement-breakpoint
CREATE TABLE `new_daily_endpoints` (
	`account_id` integer NOT NULL,
	`key_id` integer NOT NULL,
	`day` integer NOT NULL,
	`endpoint_id` integer NOT NULL,
	`requests` integer NOT NULL,
	`errors` integer NOT NULL,
	`response_time_sum` integer NOT NULL,
	`cost_micros` integer NOT NULL,
	PRIMARY KEY(`day`, `account_id`, `key_id`, `endpoint_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `new_daily_endpoints` (`account_id`, `key_id`, `day`, `endpoint_id`, `requests`, `errors`, `response_time_sum`, `cost_micros`)
SELECT `account_id`, `key_id`, `day`, `endpoint_id`, `requests`, `errors`, `response_time_sum`, `cost_micros` FROM `daily_endpoints` ORDER BY `day`, `account_id`, `key_id`, `endpoint_id`;--> statement-breakpoint
DROP TABLE `daily_endpoints`;--> statement-breakpoint
ALTER TABLE `new_daily_endpoints` RENAME TO `daily_endpoints`;--> statement-breakpoint
DROP TABLE `rollup_chunk`;--> statement-breakpoint
CREATE TABLE `rollup_chunk` (
	`hour` integer NOT NULL,
	`account_id` integer NOT NULL,
	`key_id` integer NOT NULL,
	`endpoint_id` integer NOT NULL,
	`requests` integer NOT NULL,
	`errors` integer NOT NULL,
	`response_time_sum` integer NOT NULL,
	`cost_micros` integer NOT NULL,
	`late_requests` integer NOT NULL,
	`late_errors` integer NOT NULL,
	`late_response_time_sum` integer NOT NULL,
	`tally` text NOT NULL,
	PRIMARY KEY(`hour`, `account_id`, `key_id`, `endpoint_id`)
) STRICT, WITHOUT ROWID;
