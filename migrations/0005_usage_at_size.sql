CREATE TABLE `cron_steps` (
	`name` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`started_at` integer NOT NULL,
	`duration` integer NOT NULL,
	`error` text,
	`succeeded_at` integer,
	`report` text NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `usage_retention` (
	`name` text PRIMARY KEY NOT NULL,
	`retired_before` integer NOT NULL,
	`next_account` integer
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `usage_retention` (`name`, `retired_before`, `next_account`) VALUES ('usage', 0, NULL);--> statement-breakpoint
DROP TABLE `rollup_chunk`;--> statement-breakpoint
CREATE TABLE `rollup_chunk` (
	`account_id` integer NOT NULL,
	`hour` integer NOT NULL,
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
	PRIMARY KEY(`account_id`, `hour`, `key_id`, `endpoint_id`)
) STRICT, WITHOUT ROWID;
