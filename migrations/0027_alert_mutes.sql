CREATE TABLE `alert_mutes` (
	`name` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `alert_settings` (
	`one` integer PRIMARY KEY NOT NULL,
	`targets` text NOT NULL,
	`runbook` text
) STRICT;
--> statement-breakpoint
CREATE INDEX `alert_notices_target` ON `alert_notices` (`target`,`sent_at`);