CREATE TABLE `returned_payments` (
	`order_id` text PRIMARY KEY NOT NULL,
	`payment_intent` text NOT NULL,
	`found_at` integer NOT NULL,
	`refunded_at` integer,
	`checked_at` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `checkout_orders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `returned_payments_payment_intent_unique` ON `returned_payments` (`payment_intent`);--> statement-breakpoint
CREATE INDEX `returned_payments_due` ON `returned_payments` (`checked_at`) WHERE refunded_at IS NULL;