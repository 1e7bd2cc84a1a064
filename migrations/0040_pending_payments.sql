ALTER TABLE `checkout_orders` ADD `pending_at` integer;--> statement-breakpoint
CREATE INDEX `checkout_orders_listed` ON `checkout_orders` (`account_id`,(CASE WHEN paid_at IS NULL THEN pending_at ELSE paid_at END)) WHERE paid_at IS NOT NULL OR pending_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `checkout_orders_pending` ON `checkout_orders` (`account_id`) WHERE status = 'pending' AND origin = 'checkout';--> statement-breakpoint
UPDATE checkout_orders SET pending_at = created_at
WHERE status IN ('pending', 'failed') AND origin = 'checkout' AND paid_at IS NULL;
