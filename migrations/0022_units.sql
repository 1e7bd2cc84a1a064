CREATE TABLE `daily_units` (
	`account_id` integer NOT NULL,
	`key_id` integer NOT NULL,
	`day` integer NOT NULL,
	`endpoint_id` integer NOT NULL,
	`model_id` integer NOT NULL,
	`unit` integer NOT NULL,
	`quantity` integer NOT NULL,
	PRIMARY KEY(`day`, `account_id`, `key_id`, `endpoint_id`, `model_id`, `unit`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `hourly_units` (
	`account_id` integer NOT NULL,
	`key_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`endpoint_id` integer NOT NULL,
	`model_id` integer NOT NULL,
	`unit` integer NOT NULL,
	`quantity` integer NOT NULL,
	PRIMARY KEY(`hour`, `account_id`, `key_id`, `endpoint_id`, `model_id`, `unit`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `api_usage` ADD `unit` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `api_usage` ADD `units` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `rollup_state` ADD `units_id` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Rows from before have no units.
UPDATE `rollup_state` SET `units_id` = `last_id`;
