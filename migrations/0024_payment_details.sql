ALTER TABLE `checkout_orders` ADD `payment_method` text;--> statement-breakpoint
ALTER TABLE `checkout_orders` ADD `card_brand` text;--> statement-breakpoint
ALTER TABLE `checkout_orders` ADD `card_last4` text;--> statement-breakpoint
ALTER TABLE `checkout_orders` ADD `tax_minor` integer;--> statement-breakpoint
ALTER TABLE `checkout_orders` ADD `invoice_id` text;--> statement-breakpoint
ALTER TABLE `checkout_orders` ADD `details_at` integer;--> statement-breakpoint
ALTER TABLE `checkout_orders` ADD `compared_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `checkout_orders_undetailed` ON `checkout_orders` (`paid_at`) WHERE paid_at IS NOT NULL AND details_at IS NULL;