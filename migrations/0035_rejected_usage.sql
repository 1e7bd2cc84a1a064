CREATE TABLE `rejected_usage` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`since` integer NOT NULL
);
