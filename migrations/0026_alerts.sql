CREATE TABLE `alert_notices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`alert_id` integer NOT NULL,
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`created_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`sent_at` integer,
	`error` text,
	FOREIGN KEY (`alert_id`) REFERENCES `alerts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `alert_notices_once` ON `alert_notices` (`alert_id`,`kind`,`target`);--> statement-breakpoint
CREATE INDEX `alert_notices_due` ON `alert_notices` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `alerts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`subject` text NOT NULL,
	`summary` text NOT NULL,
	`started_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`recovered_at` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `alerts_firing` ON `alerts` (`name`,`subject`) WHERE recovered_at IS NULL;--> statement-breakpoint
CREATE INDEX `alerts_recovered` ON `alerts` (`recovered_at`) WHERE recovered_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `payment_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`object_id` text NOT NULL,
	`received_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`deliveries` integer NOT NULL,
	`error` text
) STRICT;
--> statement-breakpoint
CREATE INDEX `payment_events_received` ON `payment_events` (`received_at`);--> statement-breakpoint
CREATE INDEX `payment_events_last` ON `payment_events` (`last_at`);--> statement-breakpoint
CREATE INDEX `payment_events_failing` ON `payment_events` (`received_at`) WHERE error IS NOT NULL;