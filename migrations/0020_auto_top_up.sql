CREATE TABLE `auto_top_up_charges` (
	`order_id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`payment_method` text NOT NULL,
	`decline_code` text,
	`confirm_by` integer,
	FOREIGN KEY (`order_id`) REFERENCES `checkout_orders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `auto_top_ups` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`enabled` integer NOT NULL CHECK (`enabled` IN (0, 1)),
	`threshold_micros` integer NOT NULL CHECK (`threshold_micros` > 0),
	`amount_minor` integer NOT NULL CHECK (`amount_minor` > 0),
	`limit_minor` integer NOT NULL CHECK (`limit_minor` >= `amount_minor`),
	`revision` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`stopped_at` integer,
	`stopped_by` text,
	CHECK (`due_at` IS NULL OR (`enabled` = 1 AND `stopped_at` IS NULL)),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `auto_top_ups_due` ON `auto_top_ups` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `detached_cards` (
	`payment_method` text PRIMARY KEY NOT NULL,
	`detached_at` integer NOT NULL,
	`confirmed_at` integer,
	`checked_at` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `detached_cards_due` ON `detached_cards` (`checked_at`) WHERE confirmed_at IS NULL;--> statement-breakpoint
CREATE TABLE `payment_customers` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`setups_since` integer DEFAULT 0 NOT NULL,
	`setups` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_customers_customer_id_unique` ON `payment_customers` (`customer_id`);--> statement-breakpoint
CREATE TABLE `saved_cards` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`payment_method` text NOT NULL,
	`brand` text NOT NULL,
	`last4` text NOT NULL,
	`exp_month` integer NOT NULL,
	`exp_year` integer NOT NULL,
	`country` text,
	`offered_at` integer NOT NULL,
	`saved_at` integer NOT NULL,
	`consent` text NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_cards_payment_method_unique` ON `saved_cards` (`payment_method`);--> statement-breakpoint
ALTER TABLE `checkout_orders` ADD `origin` text DEFAULT 'checkout' NOT NULL CHECK (`origin` IN ('checkout', 'auto_top_up'));--> statement-breakpoint
ALTER TABLE `checkout_orders` ADD `saves_card` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `checkout_orders_card` ON `checkout_orders` (`checked_at`) WHERE saves_card = 1 AND status = 'paid';--> statement-breakpoint
CREATE UNIQUE INDEX `checkout_orders_auto_unfinished` ON `checkout_orders` (`account_id`) WHERE origin = 'auto_top_up' AND status IN ('open', 'pending');
--> statement-breakpoint
-- The cron reads only accounts that are due, however many there are.
CREATE TRIGGER `ledger_entries_auto_top_up` AFTER INSERT ON `ledger_entries` WHEN substr(NEW.`account`, 1, 8) = 'account:' BEGIN
	UPDATE `auto_top_ups` SET `due_at` = CASE WHEN NEW.`balance_after` < `threshold_micros` THEN (SELECT `created_at` FROM `ledger_transfers` WHERE `id` = NEW.`transfer_id`) END
		WHERE `account_id` = CAST(substr(NEW.`account`, 9) AS INTEGER) AND `enabled` = 1 AND `stopped_at` IS NULL
			AND (`due_at` IS NULL) = (NEW.`balance_after` < `threshold_micros`);
END;
--> statement-breakpoint
DROP TRIGGER `checkout_orders_paid_notice`;
--> statement-breakpoint
-- As before, but a charge by auto top-up has a notification of its own.
CREATE TRIGGER `checkout_orders_paid_notice` AFTER UPDATE OF `paid_at` ON `checkout_orders` WHEN OLD.`paid_at` IS NULL AND NEW.`paid_at` IS NOT NULL BEGIN
	INSERT INTO `notifications` (`account_id`, `kind`, `source`, `data`, `created_at`)
		SELECT `id`, 'payment_received', 'payment_received:' || NEW.`id`, json_object('order', NEW.`id`, 'product', NEW.`product`, 'currency', NEW.`currency`, 'amount_minor', NEW.`amount_minor`), NEW.`paid_at`
		FROM `accounts` WHERE `id` = NEW.`account_id` AND `closed_at` IS NULL AND NEW.`origin` = 'checkout'
		ON CONFLICT (`account_id`, `source`) DO NOTHING;
	INSERT INTO `notifications` (`account_id`, `kind`, `source`, `data`, `created_at`)
		SELECT `id`, 'auto_top_up', 'auto_top_up:succeeded:' || NEW.`id`, json_object('event', 'succeeded', 'order', NEW.`id`, 'amount_minor', NEW.`amount_minor`), NEW.`paid_at`
		FROM `accounts` WHERE `id` = NEW.`account_id` AND `closed_at` IS NULL AND NEW.`origin` = 'auto_top_up'
		ON CONFLICT (`account_id`, `source`) DO NOTHING;
END;
--> statement-breakpoint
DROP TRIGGER `checkout_orders_failed_notice`;
--> statement-breakpoint
CREATE TRIGGER `checkout_orders_failed_notice` AFTER UPDATE OF `status` ON `checkout_orders` WHEN OLD.`status` <> 'failed' AND NEW.`status` = 'failed' AND NEW.`origin` = 'checkout' BEGIN
	INSERT INTO `notifications` (`account_id`, `kind`, `source`, `data`, `created_at`)
		SELECT `id`, 'payment_failed', 'payment_failed:' || NEW.`id`, json_object('order', NEW.`id`, 'product', NEW.`product`, 'currency', NEW.`currency`, 'amount_minor', NEW.`amount_minor`), CAST(strftime('%s', 'now') AS INTEGER) * 1000
		FROM `accounts` WHERE `id` = NEW.`account_id` AND `closed_at` IS NULL
		ON CONFLICT (`account_id`, `source`) DO NOTHING;
END;
--> statement-breakpoint
DROP TRIGGER `notifications_ways`;
--> statement-breakpoint
-- As before, with one more kind that is emailed by default. The kinds: MAILED_BY_DEFAULT.
CREATE TRIGGER `notifications_ways` AFTER INSERT ON `notifications` BEGIN
	UPDATE `notifications` SET
		`in_app` = coalesce((SELECT `in_app` FROM `notification_settings` WHERE `account_id` = NEW.`account_id` AND `kind` = NEW.`kind`), 1),
		`mail_at` = CASE WHEN coalesce((SELECT `by_mail` FROM `notification_settings` WHERE `account_id` = NEW.`account_id` AND `kind` = NEW.`kind`), NEW.`kind` IN ('low_balance', 'payment_failed', 'auto_top_up', 'key_expiring', 'budget_reached', 'key_refused', 'new_sign_in', 'charging_changed', 'security_changed')) THEN NEW.`created_at` END
		WHERE `id` = NEW.`id`;
END;
