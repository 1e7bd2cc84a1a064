CREATE TABLE `spend_alerts` (
	`account_id` integer NOT NULL,
	`micros` integer NOT NULL,
	`reached_day` integer,
	PRIMARY KEY(`account_id`, `micros`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "spend_alerts_micros" CHECK(micros > 0)
) STRICT, WITHOUT ROWID;
