CREATE TABLE `usage_import_marks` (
	`source` text NOT NULL,
	`at` integer NOT NULL,
	`head` integer NOT NULL,
	PRIMARY KEY(`source`, `at`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `usage_import_set_aside` (
	`source` text NOT NULL,
	`source_id` integer NOT NULL,
	`reason` text NOT NULL,
	`tried_at` integer NOT NULL,
	PRIMARY KEY(`source`, `source_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `usage_import_set_aside_due` ON `usage_import_set_aside` (`source`,`tried_at`);--> statement-breakpoint
CREATE TABLE `usage_imports` (
	`source` text PRIMARY KEY NOT NULL,
	`head` integer NOT NULL,
	`tail` integer NOT NULL
) STRICT, WITHOUT ROWID;
