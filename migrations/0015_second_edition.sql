CREATE TABLE `account_limits` (
	`account_id` integer NOT NULL,
	`period` text NOT NULL,
	`micros` integer NOT NULL,
	PRIMARY KEY(`account_id`, `period`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "account_limits_micros" CHECK(micros >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `daily_models` (
	`account_id` integer NOT NULL,
	`key_id` integer NOT NULL,
	`day` integer NOT NULL,
	`model_id` integer NOT NULL,
	`requests` integer NOT NULL,
	`errors` integer NOT NULL,
	`response_time_sum` integer NOT NULL,
	`cost_micros` integer NOT NULL,
	`tokens_in` integer DEFAULT 0 NOT NULL,
	`tokens_cached` integer DEFAULT 0 NOT NULL,
	`tokens_out` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `account_id`, `key_id`, `model_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `hourly_models` (
	`account_id` integer NOT NULL,
	`key_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`model_id` integer NOT NULL,
	`requests` integer NOT NULL,
	`errors` integer NOT NULL,
	`response_time_sum` integer NOT NULL,
	`cost_micros` integer NOT NULL,
	`tokens_in` integer DEFAULT 0 NOT NULL,
	`tokens_cached` integer DEFAULT 0 NOT NULL,
	`tokens_out` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`hour`, `account_id`, `key_id`, `model_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `key_refusals` (
	`account_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`key_id` integer NOT NULL,
	`code` text NOT NULL,
	`epoch` text NOT NULL,
	`requests` integer NOT NULL,
	PRIMARY KEY(`account_id`, `hour`, `key_id`, `code`, `epoch`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `key_refusals_hour` ON `key_refusals` (`hour`);
--> statement-breakpoint
CREATE TABLE `models` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `models_name_unique` ON `models` (`name`);
--> statement-breakpoint
CREATE TABLE `price_lists` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`effective_from` integer NOT NULL,
	`created_at` integer NOT NULL,
	`published_by` text DEFAULT '' NOT NULL,
	`models` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `price_lists_effective` ON `price_lists` (`effective_from`,`id`);
--> statement-breakpoint
ALTER TABLE `accounts` ADD `suspended_at` integer;
--> statement-breakpoint
ALTER TABLE `api_keys` ADD `shows_balance` integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE `api_keys` ADD `lineage` integer;
--> statement-breakpoint
CREATE INDEX `api_keys_lineage` ON `api_keys` (`lineage`) WHERE lineage IS NOT NULL;
--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `micros_per_month` integer;
--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `draws_on_balance` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `api_usage` ADD `model_id` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `api_usage` ADD `price_list_id` integer;
--> statement-breakpoint
ALTER TABLE `api_usage` ADD `price_lines` text;
--> statement-breakpoint
ALTER TABLE `api_usage` ADD `tokens_cached` integer DEFAULT 0 NOT NULL CHECK (`tokens_cached` >= 0);
--> statement-breakpoint
ALTER TABLE `api_usage` ADD `first_byte` integer;
--> statement-breakpoint
ALTER TABLE `api_usage` ADD `outcome` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `api_usage` ADD `estimated` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `api_usage` ADD `hold_micros` integer;
--> statement-breakpoint
ALTER TABLE `api_usage` ADD `plan_micros` integer DEFAULT 0 NOT NULL CHECK (`plan_micros` >= 0);
--> statement-breakpoint
DROP TABLE `rollup_chunk`;
--> statement-breakpoint
CREATE TABLE `rollup_chunk` (
	`hour` integer NOT NULL,
	`account_id` integer NOT NULL,
	`key_id` integer NOT NULL,
	`endpoint_id` integer NOT NULL,
	`model_id` integer DEFAULT 0 NOT NULL,
	`requests` integer NOT NULL,
	`errors` integer NOT NULL,
	`response_time_sum` integer NOT NULL,
	`cost_micros` integer NOT NULL,
	`late_requests` integer NOT NULL,
	`late_errors` integer NOT NULL,
	`late_response_time_sum` integer NOT NULL,
	`tally` text NOT NULL,
	`tokens_in` integer DEFAULT 0 NOT NULL,
	`tokens_cached` integer DEFAULT 0 NOT NULL,
	`tokens_out` integer DEFAULT 0 NOT NULL,
	`plan_micros` integer DEFAULT 0 NOT NULL,
	`late_cost_micros` integer DEFAULT 0 NOT NULL,
	`late_tokens_in` integer DEFAULT 0 NOT NULL,
	`late_tokens_cached` integer DEFAULT 0 NOT NULL,
	`late_tokens_out` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`hour`, `account_id`, `key_id`, `endpoint_id`, `model_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `daily_series` ADD `tokens_in` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `daily_series` ADD `tokens_cached` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `daily_series` ADD `tokens_out` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `daily_series` ADD `plan_micros` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `hourly_series` ADD `tokens_in` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `hourly_series` ADD `tokens_cached` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `hourly_series` ADD `tokens_out` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `hourly_series` ADD `plan_micros` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `hourly_series` ADD `late_cost_micros` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `hourly_series` ADD `late_tokens_in` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `hourly_series` ADD `late_tokens_cached` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `hourly_series` ADD `late_tokens_out` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `rollup_state` ADD `figures_id` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `rollup_state` ADD `figures_from` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
INSERT INTO `models` (`id`, `name`) VALUES (0, '');
--> statement-breakpoint
CREATE TRIGGER `price_lists_no_update` BEFORE UPDATE ON `price_lists` BEGIN SELECT RAISE(ABORT, 'price lists are immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `price_lists_no_delete` BEFORE DELETE ON `price_lists` BEGIN SELECT RAISE(ABORT, 'price lists are immutable'); END;
--> statement-breakpoint
-- Keys of a rotation share their budgets: each takes the id of the first key of its chain.
WITH RECURSIVE `chain` (`id`, `public_id`, `replaced_by`, `first`) AS (
	SELECT `id`, `public_id`, `replaced_by`, `id` FROM `api_keys` AS `k`
		WHERE NOT EXISTS (SELECT 1 FROM `api_keys` AS `old` WHERE `old`.`account_id` = `k`.`account_id` AND `old`.`replaced_by` = `k`.`public_id`)
	UNION ALL SELECT `k`.`id`, `k`.`public_id`, `k`.`replaced_by`, `chain`.`first` FROM `chain` JOIN `api_keys` AS `k` ON `k`.`public_id` = `chain`.`replaced_by`
)
UPDATE `api_keys` SET `lineage` = (SELECT `first` FROM `chain` WHERE `chain`.`id` = `api_keys`.`id`)
	WHERE `id` IN (SELECT `id` FROM `chain` WHERE `first` <> `chain`.`id`);
--> statement-breakpoint
-- Plans bought before this draw on the balance as they always did.
UPDATE `subscriptions` SET `draws_on_balance` = 1;
--> statement-breakpoint
DROP TRIGGER `plan_changes_subscription`;
--> statement-breakpoint
-- As before, and the value that the plan pays per month is recorded at its purchase: $20.
CREATE TRIGGER `plan_changes_subscription` AFTER INSERT ON `plan_changes` BEGIN
	INSERT INTO `subscriptions` (`account_id`, `type`, `valid_until`, `requests_per_month`, `micros_per_month`)
		SELECT NEW.`account_id`, 'Premium', CAST(strftime('%s', NEW.`created_at` / 1000, 'unixepoch', '+1 year') AS INTEGER) * 1000 + NEW.`created_at` % 1000, 10000, 20000000
		WHERE NEW.`kind` = 'purchase'
		ON CONFLICT (`account_id`) DO UPDATE SET
			`type` = CASE WHEN `type` = 'Business' AND coalesce(`valid_until` > NEW.`created_at`, 1) THEN `type` ELSE excluded.`type` END,
			`requests_per_month` = CASE WHEN `type` = 'Business' AND coalesce(`valid_until` > NEW.`created_at`, 1) THEN `requests_per_month` ELSE excluded.`requests_per_month` END,
			`micros_per_month` = CASE WHEN `type` = 'Business' AND coalesce(`valid_until` > NEW.`created_at`, 1) THEN `micros_per_month` ELSE excluded.`micros_per_month` END,
			`valid_until` = CAST(strftime('%s', max(`valid_until`, NEW.`created_at`) / 1000, 'unixepoch', '+1 year') AS INTEGER) * 1000 + max(`valid_until`, NEW.`created_at`) % 1000;
	UPDATE `subscriptions` SET `valid_until` = CAST(strftime('%s', `valid_until` / 1000, 'unixepoch', CASE NEW.`kind` WHEN 'restored' THEN '+1 year' ELSE '-1 year' END) AS INTEGER) * 1000 + `valid_until` % 1000
		WHERE `account_id` = NEW.`account_id` AND NEW.`kind` <> 'purchase';
END;
