CREATE TABLE `key_budgets` (
	`key_id` integer NOT NULL,
	`period` text NOT NULL,
	`micros` integer NOT NULL,
	PRIMARY KEY(`key_id`, `period`),
	FOREIGN KEY (`key_id`) REFERENCES `api_keys`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "key_budgets_micros" CHECK(micros >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `api_keys` ADD `allowed_origins` text;