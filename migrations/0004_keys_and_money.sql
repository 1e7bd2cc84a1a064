CREATE TABLE `ledger_entries` (
	`account` text NOT NULL,
	`transfer_id` integer NOT NULL,
	`amount` integer NOT NULL,
	`balance_after` integer NOT NULL,
	PRIMARY KEY(`account`, `transfer_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `plan_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`order_id` text NOT NULL,
	`kind` text NOT NULL CHECK (`kind` IN ('purchase', 'refund', 'dispute', 'restored')),
	`source` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `plan_changes_source_unique` ON `plan_changes` (`source`);--> statement-breakpoint
CREATE INDEX `plan_changes_account` ON `plan_changes` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `plan_changes_order` ON `plan_changes` (`order_id`);--> statement-breakpoint
DROP INDEX `ledger_transfers_debit`;--> statement-breakpoint
DROP INDEX `ledger_transfers_credit`;--> statement-breakpoint
ALTER TABLE `ledger_transfers` ADD `order_id` text;--> statement-breakpoint
ALTER TABLE `ledger_transfers` ADD `note` text;--> statement-breakpoint
CREATE INDEX `ledger_transfers_order` ON `ledger_transfers` (`order_id`) WHERE order_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `accounts` ADD `route` text;--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_route_unique` ON `accounts` (`route`);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `expires_at` integer;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `disabled_at` integer;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `replaced_by` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `plan_key` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_plan_key` ON `api_keys` (`account_id`) WHERE plan_key = 1 AND status = 'active';--> statement-breakpoint
CREATE INDEX `api_keys_replaced` ON `api_keys` (`expires_at`) WHERE replaced_by IS NOT NULL AND status = 'active';--> statement-breakpoint
ALTER TABLE `audit_log` ADD `detail` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `requests_per_month` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` DROP COLUMN `last_payment_minor`;--> statement-breakpoint
ALTER TABLE `subscriptions` DROP COLUMN `last_payment_currency`;--> statement-breakpoint
ALTER TABLE `checkout_orders` ADD `checked_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `checkout_orders_paid` ON `checkout_orders` (`account_id`,`paid_at`) WHERE paid_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `checkout_orders_unpaid` ON `checkout_orders` (`checked_at`) WHERE status IN ('open', 'pending');
--> statement-breakpoint
-- What was credited before orders were named in the ledger.
DROP TRIGGER `ledger_transfers_no_update`;--> statement-breakpoint
UPDATE `ledger_transfers` SET `order_id` = (SELECT `id` FROM `checkout_orders` WHERE 'stripe:cs:' || `session_id` = `source`) WHERE `kind` = 'top_up';--> statement-breakpoint
CREATE TRIGGER `ledger_transfers_no_update` BEFORE UPDATE ON `ledger_transfers` BEGIN SELECT RAISE(ABORT, 'ledger is append-only'); END;
--> statement-breakpoint
INSERT INTO `ledger_entries` (`account`, `transfer_id`, `amount`, `balance_after`)
	SELECT `account`, `id`, `amount`, sum(`amount`) OVER (PARTITION BY `account` ORDER BY `id`) FROM (
		SELECT `credit` AS `account`, `id`, `micros` AS `amount` FROM `ledger_transfers`
		UNION ALL SELECT `debit`, `id`, -`micros` FROM `ledger_transfers`);--> statement-breakpoint
CREATE TRIGGER `ledger_entries_no_update` BEFORE UPDATE ON `ledger_entries` BEGIN SELECT RAISE(ABORT, 'ledger is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `ledger_entries_no_delete` BEFORE DELETE ON `ledger_entries` BEGIN SELECT RAISE(ABORT, 'ledger is append-only'); END;
--> statement-breakpoint
DROP TRIGGER `ledger_transfers_balance`;--> statement-breakpoint
-- Fires only for a row that was really inserted, so ON CONFLICT DO NOTHING stays idempotent.
CREATE TRIGGER `ledger_transfers_balance` AFTER INSERT ON `ledger_transfers` BEGIN
	INSERT INTO `ledger_balances` (`account`, `micros`) VALUES (NEW.`credit`, NEW.`micros`) ON CONFLICT (`account`) DO UPDATE SET `micros` = `micros` + excluded.`micros`;
	INSERT INTO `ledger_balances` (`account`, `micros`) VALUES (NEW.`debit`, -NEW.`micros`) ON CONFLICT (`account`) DO UPDATE SET `micros` = `micros` + excluded.`micros`;
	INSERT INTO `ledger_entries` (`account`, `transfer_id`, `amount`, `balance_after`) SELECT `account`, NEW.`id`, NEW.`micros`, `micros` FROM `ledger_balances` WHERE `account` = NEW.`credit`;
	INSERT INTO `ledger_entries` (`account`, `transfer_id`, `amount`, `balance_after`) SELECT `account`, NEW.`id`, -NEW.`micros`, `micros` FROM `ledger_balances` WHERE `account` = NEW.`debit`;
END;
--> statement-breakpoint
CREATE TRIGGER `plan_changes_no_update` BEFORE UPDATE ON `plan_changes` BEGIN SELECT RAISE(ABORT, 'plan changes are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `plan_changes_no_delete` BEFORE DELETE ON `plan_changes` BEGIN SELECT RAISE(ABORT, 'plan changes are append-only'); END;
--> statement-breakpoint
-- A bought year begins when the one before it ends, or now. A Business plan that still runs stays what it is.
CREATE TRIGGER `plan_changes_subscription` AFTER INSERT ON `plan_changes` BEGIN
	INSERT INTO `subscriptions` (`account_id`, `type`, `valid_until`, `requests_per_month`)
		SELECT NEW.`account_id`, 'Premium', CAST(strftime('%s', NEW.`created_at` / 1000, 'unixepoch', '+1 year') AS INTEGER) * 1000 + NEW.`created_at` % 1000, 10000
		WHERE NEW.`kind` = 'purchase'
		ON CONFLICT (`account_id`) DO UPDATE SET
			`type` = CASE WHEN `type` = 'Business' AND coalesce(`valid_until` > NEW.`created_at`, 1) THEN `type` ELSE excluded.`type` END,
			`requests_per_month` = CASE WHEN `type` = 'Business' AND coalesce(`valid_until` > NEW.`created_at`, 1) THEN `requests_per_month` ELSE excluded.`requests_per_month` END,
			`valid_until` = CAST(strftime('%s', max(`valid_until`, NEW.`created_at`) / 1000, 'unixepoch', '+1 year') AS INTEGER) * 1000 + max(`valid_until`, NEW.`created_at`) % 1000;
	UPDATE `subscriptions` SET `valid_until` = CAST(strftime('%s', `valid_until` / 1000, 'unixepoch', CASE NEW.`kind` WHEN 'restored' THEN '+1 year' ELSE '-1 year' END) AS INTEGER) * 1000 + `valid_until` % 1000
		WHERE `account_id` = NEW.`account_id` AND NEW.`kind` <> 'purchase';
END;
--> statement-breakpoint
CREATE TRIGGER `subscriptions_plan_key` AFTER UPDATE OF `valid_until` ON `subscriptions` BEGIN
	UPDATE `api_keys` SET `expires_at` = NEW.`valid_until` WHERE `account_id` = NEW.`account_id` AND `plan_key` = 1 AND `status` = 'active';
END;
