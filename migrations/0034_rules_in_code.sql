-- An account has one person today. The ids stay, since an email's is part of its idempotency key.
CREATE TABLE `notification_deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`notification_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`in_app` integer NOT NULL,
	`read_at` integer,
	`mail_at` integer,
	`mail_attempts` integer DEFAULT 0 NOT NULL,
	`mailed_at` integer,
	FOREIGN KEY (`notification_id`) REFERENCES `notifications`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `notification_deliveries` (`id`, `notification_id`, `account_id`, `user_id`, `in_app`, `read_at`, `mail_at`, `mail_attempts`, `mailed_at`)
	SELECT `n`.`id`, `n`.`id`, `n`.`account_id`, `a`.`user_id`, `n`.`in_app`, `n`.`read_at`, `n`.`mail_at`, `n`.`mail_attempts`, `n`.`mailed_at`
	FROM `notifications` AS `n` JOIN `accounts` AS `a` ON `a`.`id` = `n`.`account_id`;
--> statement-breakpoint
CREATE UNIQUE INDEX `notification_deliveries_person` ON `notification_deliveries` (`notification_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `notification_deliveries_shown` ON `notification_deliveries` (`account_id`,`user_id`,`notification_id`) WHERE in_app = 1;--> statement-breakpoint
CREATE INDEX `notification_deliveries_unread` ON `notification_deliveries` (`account_id`,`user_id`,`notification_id`) WHERE in_app = 1 AND read_at IS NULL;--> statement-breakpoint
CREATE INDEX `notification_deliveries_mail` ON `notification_deliveries` (`mail_at`) WHERE mail_at IS NOT NULL;--> statement-breakpoint
DROP TRIGGER `plan_changes_subscription`;--> statement-breakpoint
DROP TRIGGER `subscriptions_plan_key`;--> statement-breakpoint
DROP TRIGGER `checkout_orders_paid_notice`;--> statement-breakpoint
DROP TRIGGER `checkout_orders_failed_notice`;--> statement-breakpoint
DROP TRIGGER `notifications_ways`;--> statement-breakpoint
DROP INDEX `notifications_shown`;--> statement-breakpoint
DROP INDEX `notifications_unread`;--> statement-breakpoint
DROP INDEX `notifications_mail`;--> statement-breakpoint
ALTER TABLE `notifications` DROP COLUMN `read_at`;--> statement-breakpoint
ALTER TABLE `notifications` DROP COLUMN `in_app`;--> statement-breakpoint
ALTER TABLE `notifications` DROP COLUMN `mail_at`;--> statement-breakpoint
ALTER TABLE `notifications` DROP COLUMN `mail_attempts`;--> statement-breakpoint
ALTER TABLE `notifications` DROP COLUMN `mailed_at`;--> statement-breakpoint
CREATE TABLE `new_notification_settings` (
	`account_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`in_app` integer NOT NULL,
	`by_mail` integer NOT NULL,
	PRIMARY KEY(`account_id`, `user_id`, `kind`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `new_notification_settings` (`account_id`, `user_id`, `kind`, `in_app`, `by_mail`)
	SELECT `s`.`account_id`, `a`.`user_id`, `s`.`kind`, `s`.`in_app`, `s`.`by_mail`
	FROM `notification_settings` AS `s` JOIN `accounts` AS `a` ON `a`.`id` = `s`.`account_id`;
--> statement-breakpoint
DROP TABLE `notification_settings`;--> statement-breakpoint
ALTER TABLE `new_notification_settings` RENAME TO `notification_settings`;
--> statement-breakpoint
CREATE TRIGGER `notification_settings_of_closed` BEFORE INSERT ON `notification_settings` WHEN EXISTS (SELECT 1 FROM `accounts` WHERE `id` = NEW.`account_id` AND `closed_at` IS NOT NULL) BEGIN SELECT RAISE(IGNORE); END;
