CREATE TABLE `api_usage` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`request_id` text NOT NULL,
	`account_id` integer NOT NULL,
	`key_id` integer NOT NULL CHECK (`key_id` > 0),
	`timestamp` integer NOT NULL CHECK (`timestamp` >= 0),
	`endpoint_id` integer NOT NULL,
	`status_code` integer NOT NULL CHECK (`status_code` BETWEEN 100 AND 999),
	`response_time` integer NOT NULL CHECK (`response_time` >= 0),
	`cost_micros` integer NOT NULL CHECK (`cost_micros` >= 0),
	`tokens_in` integer NOT NULL CHECK (`tokens_in` >= 0),
	`tokens_out` integer NOT NULL CHECK (`tokens_out` >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `api_usage_request_id_unique` ON `api_usage` (`request_id`);--> statement-breakpoint
CREATE INDEX `api_usage_account_time` ON `api_usage` (`account_id`,`timestamp`);--> statement-breakpoint
CREATE TABLE `daily_endpoints` (
	`account_id` integer NOT NULL,
	`key_id` integer NOT NULL,
	`day` integer NOT NULL,
	`endpoint_id` integer NOT NULL,
	`requests` integer NOT NULL,
	`errors` integer NOT NULL,
	`response_time_sum` integer NOT NULL,
	`cost_micros` integer NOT NULL,
	PRIMARY KEY(`account_id`, `day`, `key_id`, `endpoint_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `daily_series` (
	`account_id` integer NOT NULL,
	`key_id` integer NOT NULL,
	`day` integer NOT NULL,
	`requests` integer NOT NULL,
	`errors` integer NOT NULL,
	`response_time_sum` integer NOT NULL,
	`cost_micros` integer NOT NULL,
	`packed` integer DEFAULT 0 NOT NULL,
	`tally` text NOT NULL,
	PRIMARY KEY(`account_id`, `day`, `key_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `daily_series_loose` ON `daily_series` (`account_id`) WHERE length(`tally`) > 256 + 2 * `packed`;--> statement-breakpoint
CREATE TABLE `endpoints` (
	`id` integer PRIMARY KEY NOT NULL,
	`path` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `endpoints_path_unique` ON `endpoints` (`path`);--> statement-breakpoint
CREATE TABLE `hourly_endpoints` (
	`account_id` integer NOT NULL,
	`key_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`endpoint_id` integer NOT NULL,
	`requests` integer NOT NULL,
	`errors` integer NOT NULL,
	`response_time_sum` integer NOT NULL,
	`cost_micros` integer NOT NULL,
	PRIMARY KEY(`account_id`, `hour`, `key_id`, `endpoint_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `hourly_series` (
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
	PRIMARY KEY(`account_id`, `hour`, `key_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `hourly_series_loose` ON `hourly_series` (`account_id`) WHERE length(`tally`) > 256 + 2 * `packed`;--> statement-breakpoint
CREATE TABLE `rollup_chunk` (
	`account_id` integer NOT NULL,
	`key_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`endpoint_id` integer NOT NULL,
	`requests` integer NOT NULL,
	`errors` integer NOT NULL,
	`response_time_sum` integer NOT NULL,
	`cost_micros` integer NOT NULL,
	`late_requests` integer NOT NULL,
	`late_errors` integer NOT NULL,
	`late_response_time_sum` integer NOT NULL,
	`tally` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `rollup_state` (
	`name` text PRIMARY KEY NOT NULL,
	`prev_id` integer NOT NULL,
	`last_id` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `rollup_state` (`name`, `prev_id`, `last_id`) VALUES ('usage', 0, 0);
