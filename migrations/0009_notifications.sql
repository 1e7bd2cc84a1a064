CREATE TABLE `notification_settings` (
	`account_id` integer NOT NULL,
	`kind` text NOT NULL,
	`in_app` integer NOT NULL,
	`by_mail` integer NOT NULL,
	PRIMARY KEY(`account_id`, `kind`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `seen_sessions` (
	`account_id` integer NOT NULL,
	`session_id` text NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `session_id`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `known_places` (
	`account_id` integer NOT NULL,
	`place` text NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `place`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
DROP INDEX `notifications_account`;--> statement-breakpoint
ALTER TABLE `notifications` ADD `source` text;--> statement-breakpoint
ALTER TABLE `notifications` ADD `in_app` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `notifications` ADD `mail_at` integer;--> statement-breakpoint
ALTER TABLE `notifications` ADD `mail_attempts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `notifications` ADD `mailed_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_source` ON `notifications` (`account_id`,`source`);--> statement-breakpoint
CREATE INDEX `notifications_shown` ON `notifications` (`account_id`,`id`) WHERE in_app = 1;--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`account_id`,`id`) WHERE in_app = 1 AND read_at IS NULL;--> statement-breakpoint
CREATE INDEX `notifications_mail` ON `notifications` (`mail_at`) WHERE mail_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `notifications_age` ON `notifications` (`created_at`);--> statement-breakpoint
CREATE INDEX `audit_log_invited` ON `audit_log` (`subject`) WHERE action = 'user.invited';--> statement-breakpoint
CREATE INDEX `api_keys_expiring` ON `api_keys` (`expires_at`) WHERE expires_at IS NOT NULL AND status = 'active' AND replaced_by IS NULL;--> statement-breakpoint
ALTER TABLE `accounts` ADD `low_balance_at` integer;
--> statement-breakpoint
-- Whoever stores a notification need not know where it is to be told of. The kinds: MAILED_BY_DEFAULT.
CREATE TRIGGER `notifications_ways` AFTER INSERT ON `notifications` BEGIN
	UPDATE `notifications` SET
		`in_app` = coalesce((SELECT `in_app` FROM `notification_settings` WHERE `account_id` = NEW.`account_id` AND `kind` = NEW.`kind`), 1),
		`mail_at` = CASE WHEN coalesce((SELECT `by_mail` FROM `notification_settings` WHERE `account_id` = NEW.`account_id` AND `kind` = NEW.`kind`), NEW.`kind` IN ('low_balance', 'payment_failed', 'key_expiring', 'budget_reached', 'new_sign_in')) THEN NEW.`created_at` END
		WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
-- Once a fall: a balance that goes up and down around $5 is told of again only after it was $10.
CREATE TRIGGER `ledger_entries_low_balance` AFTER INSERT ON `ledger_entries` WHEN NEW.`balance_after` < 5000000 AND NEW.`balance_after` - NEW.`amount` >= 5000000 AND substr(NEW.`account`, 1, 8) = 'account:' BEGIN
	INSERT INTO `notifications` (`account_id`, `kind`, `source`, `data`, `created_at`)
		SELECT `a`.`id`, 'low_balance', 'low_balance:' || `t`.`id`, json_object('balance', NEW.`balance_after`), `t`.`created_at`
		FROM `accounts` AS `a` JOIN `ledger_transfers` AS `t` ON `t`.`id` = NEW.`transfer_id`
		WHERE `a`.`id` = CAST(substr(NEW.`account`, 9) AS INTEGER) AND `a`.`closed_at` IS NULL AND `a`.`low_balance_at` IS NULL;
	UPDATE `accounts` SET `low_balance_at` = (SELECT `created_at` FROM `ledger_transfers` WHERE `id` = NEW.`transfer_id`)
		WHERE `id` = CAST(substr(NEW.`account`, 9) AS INTEGER) AND `low_balance_at` IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `ledger_entries_balance_back` AFTER INSERT ON `ledger_entries` WHEN NEW.`amount` > 0 AND NEW.`balance_after` >= 10000000 AND substr(NEW.`account`, 1, 8) = 'account:' BEGIN
	UPDATE `accounts` SET `low_balance_at` = NULL WHERE `id` = CAST(substr(NEW.`account`, 9) AS INTEGER) AND `low_balance_at` IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `checkout_orders_paid_notice` AFTER UPDATE OF `paid_at` ON `checkout_orders` WHEN OLD.`paid_at` IS NULL AND NEW.`paid_at` IS NOT NULL BEGIN
	INSERT INTO `notifications` (`account_id`, `kind`, `source`, `data`, `created_at`)
		SELECT `id`, 'payment_received', 'payment_received:' || NEW.`id`, json_object('order', NEW.`id`, 'product', NEW.`product`, 'currency', NEW.`currency`, 'amount_minor', NEW.`amount_minor`), NEW.`paid_at`
		FROM `accounts` WHERE `id` = NEW.`account_id` AND `closed_at` IS NULL
		ON CONFLICT (`account_id`, `source`) DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `checkout_orders_failed_notice` AFTER UPDATE OF `status` ON `checkout_orders` WHEN OLD.`status` <> 'failed' AND NEW.`status` = 'failed' BEGIN
	INSERT INTO `notifications` (`account_id`, `kind`, `source`, `data`, `created_at`)
		SELECT `id`, 'payment_failed', 'payment_failed:' || NEW.`id`, json_object('order', NEW.`id`, 'product', NEW.`product`, 'currency', NEW.`currency`, 'amount_minor', NEW.`amount_minor`), CAST(strftime('%s', 'now') AS INTEGER) * 1000
		FROM `accounts` WHERE `id` = NEW.`account_id` AND `closed_at` IS NULL
		ON CONFLICT (`account_id`, `source`) DO NOTHING;
END;
