CREATE TABLE `usage_books` (
	`one` integer PRIMARY KEY NOT NULL,
	`before_id` integer NOT NULL,
	`first_day` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `usage_days` (
	`account_id` integer NOT NULL,
	`day` integer NOT NULL,
	`micros` integer NOT NULL,
	`booked_micros` integer DEFAULT 0 NOT NULL,
	`bookings` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`account_id`, `day`),
	CONSTRAINT "usage_days_booked" CHECK(booked_micros BETWEEN 0 AND micros)
);
--> statement-breakpoint
CREATE INDEX `usage_days_open` ON `usage_days` (`day`,`account_id`) WHERE micros > booked_micros;--> statement-breakpoint
CREATE INDEX `usage_days_open_account` ON `usage_days` (`account_id`) WHERE micros > booked_micros;--> statement-breakpoint
CREATE TABLE `usage_marks` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `ledger_balances` ADD `open_micros` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `ledger_balances` ADD `noted_micros` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `ledger_entries` ADD `day` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `ledger_entries_day` ON `ledger_entries` (`account`,`day`);--> statement-breakpoint
ALTER TABLE `ledger_transfers` ADD `usage_day` integer;--> statement-breakpoint
ALTER TABLE `ledger_transfers` ADD `statement_day` integer;--> statement-breakpoint
ALTER TABLE `daily_series` ADD `billed_micros` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `hourly_series` ADD `billed_micros` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `hourly_series` ADD `late_billed_micros` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `rollup_chunk` ADD `billed_micros` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `rollup_chunk` ADD `late_billed_micros` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `api_usage` ADD `billed_micros` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `api_usage` ADD `member_id` integer;--> statement-breakpoint
CREATE VIEW `balances` AS SELECT account, micros - open_micros AS micros FROM ledger_balances;--> statement-breakpoint
DROP TRIGGER `ledger_entries_low_balance`;--> statement-breakpoint
DROP TRIGGER `ledger_entries_balance_back`;--> statement-breakpoint
DROP TRIGGER `ledger_entries_auto_top_up`;--> statement-breakpoint
DROP TRIGGER `ledger_entries_no_update`;--> statement-breakpoint
UPDATE `ledger_entries` SET `day` = (SELECT `created_at` / 86400000 FROM `ledger_transfers` WHERE `id` = `transfer_id`);--> statement-breakpoint
CREATE TRIGGER `ledger_entries_no_update` BEFORE UPDATE ON `ledger_entries` BEGIN SELECT RAISE(ABORT, 'ledger is append-only'); END;
--> statement-breakpoint
DROP TRIGGER `ledger_transfers_balance`;--> statement-breakpoint
-- As before, and each entry has the day of its statement.
CREATE TRIGGER `ledger_transfers_balance` AFTER INSERT ON `ledger_transfers` BEGIN
	INSERT INTO `ledger_balances` (`account`, `micros`) VALUES (NEW.`credit`, NEW.`micros`) ON CONFLICT (`account`) DO UPDATE SET `micros` = `micros` + excluded.`micros`;
	INSERT INTO `ledger_balances` (`account`, `micros`) VALUES (NEW.`debit`, -NEW.`micros`) ON CONFLICT (`account`) DO UPDATE SET `micros` = `micros` + excluded.`micros`;
	INSERT INTO `ledger_entries` (`account`, `transfer_id`, `amount`, `balance_after`, `day`) SELECT `account`, NEW.`id`, NEW.`micros`, `micros`, coalesce(NEW.`statement_day`, NEW.`created_at` / 86400000) FROM `ledger_balances` WHERE `account` = NEW.`credit`;
	INSERT INTO `ledger_entries` (`account`, `transfer_id`, `amount`, `balance_after`, `day`) SELECT `account`, NEW.`id`, -NEW.`micros`, `micros`, coalesce(NEW.`statement_day`, NEW.`created_at` / 86400000) FROM `ledger_balances` WHERE `account` = NEW.`debit`;
END;
--> statement-breakpoint
-- Open usage is on both sides, as it will be once it is booked.
CREATE TRIGGER `usage_days_added` AFTER INSERT ON `usage_days` BEGIN
	INSERT INTO `ledger_balances` (`account`, `micros`, `open_micros`)
		VALUES ('account:' || NEW.`account_id`, 0, NEW.`micros` - NEW.`booked_micros`), ('revenue:usage', 0, NEW.`booked_micros` - NEW.`micros`)
		ON CONFLICT (`account`) DO UPDATE SET `open_micros` = `open_micros` + excluded.`open_micros`;
END;
--> statement-breakpoint
CREATE TRIGGER `usage_days_changed` AFTER UPDATE ON `usage_days` BEGIN
	INSERT INTO `ledger_balances` (`account`, `micros`, `open_micros`)
		SELECT `column1`, 0, `column2` * (NEW.`micros` - NEW.`booked_micros` - OLD.`micros` + OLD.`booked_micros`)
		FROM (VALUES ('account:' || NEW.`account_id`, 1), ('revenue:usage', -1)) WHERE true
		ON CONFLICT (`account`) DO UPDATE SET `open_micros` = `open_micros` + excluded.`open_micros`;
END;
--> statement-breakpoint
CREATE TRIGGER `usage_days_only_grow` BEFORE UPDATE ON `usage_days` WHEN NEW.`account_id` <> OLD.`account_id` OR NEW.`day` <> OLD.`day` OR NEW.`micros` < OLD.`micros` OR NEW.`booked_micros` < OLD.`booked_micros` OR NEW.`bookings` < OLD.`bookings` BEGIN SELECT RAISE(ABORT, 'usage days only grow'); END;
--> statement-breakpoint
CREATE TRIGGER `usage_days_no_delete` BEFORE DELETE ON `usage_days` BEGIN SELECT RAISE(ABORT, 'usage days only grow'); END;
--> statement-breakpoint
UPDATE `ledger_balances` SET `noted_micros` = `micros`;--> statement-breakpoint
UPDATE `api_usage` SET `billed_micros` = `cost_micros` WHERE `price_list_id` IS NOT NULL;--> statement-breakpoint
UPDATE `hourly_series` SET `billed_micros` = `cost_micros`, `late_billed_micros` = `late_cost_micros`;--> statement-breakpoint
UPDATE `daily_series` SET `billed_micros` = `cost_micros`;--> statement-breakpoint
-- Until this day, usage was booked batch by batch.
INSERT INTO `usage_books` (`one`, `before_id`, `first_day`) SELECT 1, 0, iif(EXISTS (SELECT 1 FROM `ledger_transfers` WHERE `kind` = 'usage'), unixepoch() / 86400 + 1, 0);
