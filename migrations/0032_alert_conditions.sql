CREATE TABLE `alert_conditions` (
	`name` text NOT NULL,
	`subject` text NOT NULL,
	`since` integer NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`name`, `subject`)
);
--> statement-breakpoint
CREATE TABLE `closed_differences` (
	`subject` text NOT NULL,
	`code` text NOT NULL,
	`closed_at` integer NOT NULL,
	`closed_by` text NOT NULL,
	`note` text NOT NULL,
	PRIMARY KEY(`subject`, `code`)
);
--> statement-breakpoint
DROP INDEX `payment_events_failing`;--> statement-breakpoint
ALTER TABLE `payment_events` ADD `closed_at` integer;--> statement-breakpoint
ALTER TABLE `payment_events` ADD `closed_by` text;--> statement-breakpoint
ALTER TABLE `payment_events` ADD `closed_note` text;--> statement-breakpoint
CREATE INDEX `payment_events_failing` ON `payment_events` (`received_at`) WHERE error IS NOT NULL AND closed_at IS NULL;--> statement-breakpoint
ALTER TABLE `alerts` ADD `facts` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `alerts` ADD `cleared_at` integer;--> statement-breakpoint
ALTER TABLE `alerts` ADD `acknowledged_at` integer;--> statement-breakpoint
ALTER TABLE `alerts` ADD `acknowledged_by` text;--> statement-breakpoint
ALTER TABLE `alerts` ADD `closed_at` integer;--> statement-breakpoint
ALTER TABLE `alerts` ADD `closed_by` text;--> statement-breakpoint
ALTER TABLE `alerts` ADD `note` text;