CREATE TABLE `announcements` (
	`source` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`done_to` integer DEFAULT 0 NOT NULL,
	`last_account` integer NOT NULL
) STRICT;
--> statement-breakpoint
-- The cron notifies the accounts that exist now, a few per run. Newer accounts know nothing else.
INSERT INTO `announcements` (`source`, `kind`, `last_account`)
	SELECT 'charging_changed:1', 'charging_changed', coalesce(max(`id`), 0) FROM `accounts`;
--> statement-breakpoint
DROP TRIGGER `notifications_ways`;
--> statement-breakpoint
-- As before, with one more kind that is emailed by default. The kinds: MAILED_BY_DEFAULT.
CREATE TRIGGER `notifications_ways` AFTER INSERT ON `notifications` BEGIN
	UPDATE `notifications` SET
		`in_app` = coalesce((SELECT `in_app` FROM `notification_settings` WHERE `account_id` = NEW.`account_id` AND `kind` = NEW.`kind`), 1),
		`mail_at` = CASE WHEN coalesce((SELECT `by_mail` FROM `notification_settings` WHERE `account_id` = NEW.`account_id` AND `kind` = NEW.`kind`), NEW.`kind` IN ('low_balance', 'payment_failed', 'key_expiring', 'budget_reached', 'new_sign_in', 'charging_changed')) THEN NEW.`created_at` END
		WHERE `id` = NEW.`id`;
END;
