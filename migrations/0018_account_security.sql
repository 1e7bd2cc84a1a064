CREATE TABLE `recovery_codes` (
	`account_id` integer NOT NULL,
	`hash` text NOT NULL,
	`pepper` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	PRIMARY KEY(`account_id`, `hash`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
ALTER TABLE `accounts` ADD `sign_in_methods` text;--> statement-breakpoint
ALTER TABLE `accounts` ADD `password_changed_at` integer;--> statement-breakpoint
ALTER TABLE `accounts` ADD `sign_in_as_of` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP TRIGGER `notifications_ways`;
--> statement-breakpoint
-- As before, with one more kind that is emailed. It has no settings, so it can't be turned off. The kinds: MAILED_BY_DEFAULT.
CREATE TRIGGER `notifications_ways` AFTER INSERT ON `notifications` BEGIN
	UPDATE `notifications` SET
		`in_app` = coalesce((SELECT `in_app` FROM `notification_settings` WHERE `account_id` = NEW.`account_id` AND `kind` = NEW.`kind`), 1),
		`mail_at` = CASE WHEN coalesce((SELECT `by_mail` FROM `notification_settings` WHERE `account_id` = NEW.`account_id` AND `kind` = NEW.`kind`), NEW.`kind` IN ('low_balance', 'payment_failed', 'key_expiring', 'budget_reached', 'key_refused', 'new_sign_in', 'charging_changed', 'security_changed')) THEN NEW.`created_at` END
		WHERE `id` = NEW.`id`;
END;
