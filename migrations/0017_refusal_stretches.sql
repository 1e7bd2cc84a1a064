CREATE TABLE `refusal_stretches` (
	`account_id` integer NOT NULL,
	`key_id` integer NOT NULL,
	`code` text NOT NULL,
	`since` integer NOT NULL,
	`last` integer NOT NULL,
	`hour` integer NOT NULL,
	`before` integer NOT NULL,
	`notice_due` integer NOT NULL,
	PRIMARY KEY(`account_id`, `key_id`, `code`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `refusal_stretches_due` ON `refusal_stretches` (`account_id`) WHERE notice_due = 1;--> statement-breakpoint
CREATE INDEX `refusal_stretches_last` ON `refusal_stretches` (`last`);--> statement-breakpoint
DROP TRIGGER `notifications_ways`;
--> statement-breakpoint
-- As before, with one more kind that is emailed by default. The kinds: MAILED_BY_DEFAULT.
CREATE TRIGGER `notifications_ways` AFTER INSERT ON `notifications` BEGIN
	UPDATE `notifications` SET
		`in_app` = coalesce((SELECT `in_app` FROM `notification_settings` WHERE `account_id` = NEW.`account_id` AND `kind` = NEW.`kind`), 1),
		`mail_at` = CASE WHEN coalesce((SELECT `by_mail` FROM `notification_settings` WHERE `account_id` = NEW.`account_id` AND `kind` = NEW.`kind`), NEW.`kind` IN ('low_balance', 'payment_failed', 'key_expiring', 'budget_reached', 'key_refused', 'new_sign_in', 'charging_changed')) THEN NEW.`created_at` END
		WHERE `id` = NEW.`id`;
END;
