CREATE TABLE `accounts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_user_id_unique` ON `accounts` (`user_id`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`public_id` text NOT NULL,
	`account_id` integer NOT NULL,
	`name` text NOT NULL,
	`lookup` text NOT NULL,
	`sealed` text,
	`mask` text NOT NULL,
	`status` text NOT NULL CHECK (`status` IN ('active', 'revoked')),
	`created_at` integer NOT NULL,
	`last_used` integer,
	`revoked_at` integer,
	CHECK ((`status` = 'revoked') = (`sealed` IS NULL)),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_public_id_unique` ON `api_keys` (`public_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_lookup_unique` ON `api_keys` (`lookup`);--> statement-breakpoint
CREATE INDEX `api_keys_account` ON `api_keys` (`account_id`,`id`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`request_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_log_account` ON `audit_log` (`account_id`,`action`,`created_at`);--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`kind` text NOT NULL,
	`data` text NOT NULL,
	`created_at` integer NOT NULL,
	`read_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `notifications_account` ON `notifications` (`account_id`,`id`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`valid_until` integer,
	`last_payment_minor` integer,
	`last_payment_currency` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `checkout_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text,
	`account_id` integer NOT NULL,
	`product` text NOT NULL,
	`currency` text NOT NULL,
	`amount_minor` integer NOT NULL CHECK (`amount_minor` > 0),
	`status` text NOT NULL CHECK (`status` IN ('open', 'pending', 'paid', 'failed', 'expired')),
	`payment_intent` text,
	`created_at` integer NOT NULL,
	`paid_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `checkout_orders_session_id_unique` ON `checkout_orders` (`session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `checkout_orders_payment_intent_unique` ON `checkout_orders` (`payment_intent`);--> statement-breakpoint
CREATE INDEX `checkout_orders_account` ON `checkout_orders` (`account_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `ledger_balances` (
	`account` text PRIMARY KEY NOT NULL,
	`micros` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `ledger_transfers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`debit` text NOT NULL,
	`credit` text NOT NULL,
	`micros` integer NOT NULL CHECK (`micros` > 0),
	`kind` text NOT NULL,
	`source` text NOT NULL,
	`created_at` integer NOT NULL,
	CHECK (`debit` <> `credit`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_transfers_source_unique` ON `ledger_transfers` (`source`);--> statement-breakpoint
CREATE INDEX `ledger_transfers_debit` ON `ledger_transfers` (`debit`,`id`);--> statement-breakpoint
CREATE INDEX `ledger_transfers_credit` ON `ledger_transfers` (`credit`,`id`);--> statement-breakpoint
CREATE TRIGGER `ledger_transfers_no_update` BEFORE UPDATE ON `ledger_transfers` BEGIN SELECT RAISE(ABORT, 'ledger is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `ledger_transfers_no_delete` BEFORE DELETE ON `ledger_transfers` BEGIN SELECT RAISE(ABORT, 'ledger is append-only'); END;
--> statement-breakpoint
-- Fires only for a row that was really inserted, so ON CONFLICT DO NOTHING stays idempotent.
CREATE TRIGGER `ledger_transfers_balance` AFTER INSERT ON `ledger_transfers` BEGIN
	INSERT INTO `ledger_balances` (`account`, `micros`) VALUES (NEW.`credit`, NEW.`micros`) ON CONFLICT (`account`) DO UPDATE SET `micros` = `micros` + excluded.`micros`;
	INSERT INTO `ledger_balances` (`account`, `micros`) VALUES (NEW.`debit`, -NEW.`micros`) ON CONFLICT (`account`) DO UPDATE SET `micros` = `micros` + excluded.`micros`;
END;
