ALTER TABLE `accounts` ADD `low_balance_micros` integer DEFAULT 5000000 NOT NULL CHECK (`low_balance_micros` >= 0);--> statement-breakpoint
ALTER TABLE `accounts` ADD `stopped_at` integer;--> statement-breakpoint
DROP TRIGGER `ledger_entries_low_balance`;
--> statement-breakpoint
-- As before, with the account's own limit. One that the balance is already below says so once it has been above and falls again.
CREATE TRIGGER `ledger_entries_low_balance` AFTER INSERT ON `ledger_entries` WHEN NEW.`amount` < 0 AND substr(NEW.`account`, 1, 8) = 'account:' BEGIN
	INSERT INTO `notifications` (`account_id`, `kind`, `source`, `data`, `created_at`)
		SELECT `a`.`id`, 'low_balance', 'low_balance:' || `t`.`id`, json_object('balance', NEW.`balance_after`, 'threshold', `a`.`low_balance_micros`), `t`.`created_at`
		FROM `accounts` AS `a` JOIN `ledger_transfers` AS `t` ON `t`.`id` = NEW.`transfer_id`
		WHERE `a`.`id` = CAST(substr(NEW.`account`, 9) AS INTEGER) AND `a`.`closed_at` IS NULL AND `a`.`low_balance_at` IS NULL
			AND NEW.`balance_after` < `a`.`low_balance_micros` AND NEW.`balance_after` - NEW.`amount` >= `a`.`low_balance_micros`;
	UPDATE `accounts` SET `low_balance_at` = (SELECT `created_at` FROM `ledger_transfers` WHERE `id` = NEW.`transfer_id`)
		WHERE `id` = CAST(substr(NEW.`account`, 9) AS INTEGER) AND `low_balance_at` IS NULL
			AND NEW.`balance_after` < `low_balance_micros` AND NEW.`balance_after` - NEW.`amount` >= `low_balance_micros`;
END;
--> statement-breakpoint
DROP TRIGGER `ledger_entries_balance_back`;
--> statement-breakpoint
-- Twice the limit, but at most $20 above it: every payment is larger.
CREATE TRIGGER `ledger_entries_balance_back` AFTER INSERT ON `ledger_entries` WHEN NEW.`amount` > 0 AND substr(NEW.`account`, 1, 8) = 'account:' BEGIN
	UPDATE `accounts` SET `low_balance_at` = NULL
		WHERE `id` = CAST(substr(NEW.`account`, 9) AS INTEGER) AND `low_balance_at` IS NOT NULL
			AND NEW.`balance_after` >= `low_balance_micros` + min(`low_balance_micros`, 20000000);
END;
