ALTER TABLE `accounts` ADD `email_as_of` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `accounts` ADD `second_factor` integer DEFAULT false NOT NULL;