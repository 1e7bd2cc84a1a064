CREATE TABLE `reconciliation` (
	`one` integer PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`stage` text,
	`after` text,
	`found` text NOT NULL,
	`last` text
);
--> statement-breakpoint
CREATE INDEX `checkout_orders_compared` ON `checkout_orders` (`paid_at`) WHERE paid_at IS NOT NULL;