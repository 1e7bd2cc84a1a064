ALTER TABLE `plan_changes` ADD `month_from` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `carried_from` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `carried_to` integer;--> statement-breakpoint
DROP TRIGGER `plan_changes_subscription`;
--> statement-breakpoint
-- As before, and the month that a refund or dispute ends is kept, for a plan that is bought again.
CREATE TRIGGER `plan_changes_subscription` AFTER INSERT ON `plan_changes` BEGIN
	INSERT INTO `subscriptions` (`account_id`, `type`, `valid_until`, `requests_per_month`, `micros_per_month`)
		SELECT NEW.`account_id`, 'Premium', CAST(strftime('%s', NEW.`created_at` / 1000, 'unixepoch', '+1 year') AS INTEGER) * 1000 + NEW.`created_at` % 1000, 10000, 20000000
		WHERE NEW.`kind` = 'purchase'
		ON CONFLICT (`account_id`) DO UPDATE SET
			`type` = CASE WHEN `type` = 'Business' AND coalesce(`valid_until` > NEW.`created_at`, 1) THEN `type` ELSE excluded.`type` END,
			`requests_per_month` = CASE WHEN `type` = 'Business' AND coalesce(`valid_until` > NEW.`created_at`, 1) THEN `requests_per_month` ELSE excluded.`requests_per_month` END,
			`micros_per_month` = CASE WHEN `type` = 'Business' AND coalesce(`valid_until` > NEW.`created_at`, 1) THEN `micros_per_month` ELSE excluded.`micros_per_month` END,
			`valid_until` = CAST(strftime('%s', max(`valid_until`, NEW.`created_at`) / 1000, 'unixepoch', '+1 year') AS INTEGER) * 1000 + max(`valid_until`, NEW.`created_at`) % 1000;
	UPDATE `subscriptions` SET `valid_until` = CAST(strftime('%s', `valid_until` / 1000, 'unixepoch', CASE NEW.`kind` WHEN 'restored' THEN '+1 year' ELSE '-1 year' END) AS INTEGER) * 1000 + `valid_until` % 1000
		WHERE `account_id` = NEW.`account_id` AND NEW.`kind` <> 'purchase';
	UPDATE `subscriptions` SET `carried_from` = NEW.`month_from`, `carried_to` = NEW.`created_at`
		WHERE `account_id` = NEW.`account_id` AND NEW.`month_from` IS NOT NULL AND `valid_until` <= NEW.`created_at`;
END;
