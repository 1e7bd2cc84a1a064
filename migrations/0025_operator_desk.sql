CREATE TABLE `operator_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`created_at` integer NOT NULL,
	`operator` text NOT NULL,
	`via` text NOT NULL,
	`action` text NOT NULL,
	`account_id` integer,
	`reason` text,
	`detail` text NOT NULL,
	`place` text,
	`request_id` text NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `operator_log_account` ON `operator_log` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `operator_log_operator` ON `operator_log` (`operator`,`id`);--> statement-breakpoint
CREATE INDEX `ledger_transfers_credited` ON `ledger_transfers` (`credit`,`kind`,`micros`) WHERE kind <> 'usage';--> statement-breakpoint
CREATE INDEX `ledger_transfers_debited` ON `ledger_transfers` (`debit`,`kind`,`micros`) WHERE kind <> 'usage';--> statement-breakpoint
CREATE TRIGGER `operator_log_no_update` BEFORE UPDATE ON `operator_log` BEGIN SELECT RAISE(ABORT, 'the operator log is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `operator_log_no_delete` BEFORE DELETE ON `operator_log` BEGIN SELECT RAISE(ABORT, 'the operator log is append-only'); END;
