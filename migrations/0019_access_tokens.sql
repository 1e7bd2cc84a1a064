CREATE TABLE `access_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`public_id` text NOT NULL,
	`account_id` integer NOT NULL,
	`name` text NOT NULL,
	`lookup` text NOT NULL,
	`mask` text NOT NULL,
	`scopes` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used` integer,
	`revoked_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `access_tokens_public_id_unique` ON `access_tokens` (`public_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `access_tokens_lookup_unique` ON `access_tokens` (`lookup`);--> statement-breakpoint
CREATE INDEX `access_tokens_account` ON `access_tokens` (`account_id`,`revoked_at`);