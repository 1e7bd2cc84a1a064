CREATE TABLE `operator_sessions` (
	`session_id` text PRIMARY KEY NOT NULL,
	`used_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `accounts` ADD `second_factor_removed_at` integer;