CREATE TABLE `playground_sessions` (
	`account_id` integer NOT NULL,
	`session_id` text NOT NULL,
	`ends_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `session_id`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `api_keys` ADD `playground` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_playground` ON `api_keys` (`account_id`) WHERE playground = 1 AND status = 'active';