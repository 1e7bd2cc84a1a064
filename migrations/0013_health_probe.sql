CREATE TABLE `health_probe` (
	`one` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
) STRICT;
