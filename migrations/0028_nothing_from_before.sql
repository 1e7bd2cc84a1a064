DROP TABLE `announcements`;--> statement-breakpoint
ALTER TABLE `rollup_state` DROP COLUMN `figures_id`;--> statement-breakpoint
ALTER TABLE `rollup_state` DROP COLUMN `figures_from`;--> statement-breakpoint
ALTER TABLE `rollup_state` DROP COLUMN `units_id`;--> statement-breakpoint
DROP TRIGGER `notifications_ways`;
--> statement-breakpoint
-- As before, without the kind that no event causes any more. The kinds: MAILED_BY_DEFAULT.
CREATE TRIGGER `notifications_ways` AFTER INSERT ON `notifications` BEGIN
	UPDATE `notifications` SET
		`in_app` = coalesce((SELECT `in_app` FROM `notification_settings` WHERE `account_id` = NEW.`account_id` AND `kind` = NEW.`kind`), 1),
		`mail_at` = CASE WHEN coalesce((SELECT `by_mail` FROM `notification_settings` WHERE `account_id` = NEW.`account_id` AND `kind` = NEW.`kind`), NEW.`kind` IN ('low_balance', 'payment_failed', 'auto_top_up', 'key_expiring', 'budget_reached', 'key_refused', 'new_sign_in', 'security_changed')) THEN NEW.`created_at` END
		WHERE `id` = NEW.`id`;
END;
