ALTER TABLE `spend_alerts` ADD `reached_before` integer;--> statement-breakpoint
ALTER TABLE `seen_sessions` ADD `ended_at` integer;