ALTER TABLE `payment_customers` ADD `deletion_due_at` integer;--> statement-breakpoint
CREATE INDEX `payment_customers_deletion` ON `payment_customers` (`deletion_due_at`) WHERE deletion_due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `notifications_guest` ON `notifications` (`source`) WHERE kind = 'invitation_accepted';--> statement-breakpoint
-- A request that was admitted before its account was deleted may still write after it: nothing personal is stored then.
CREATE TRIGGER `notifications_of_closed` BEFORE INSERT ON `notifications` WHEN EXISTS (SELECT 1 FROM `accounts` WHERE `id` = NEW.`account_id` AND `closed_at` IS NOT NULL) BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
CREATE TRIGGER `notification_settings_of_closed` BEFORE INSERT ON `notification_settings` WHEN EXISTS (SELECT 1 FROM `accounts` WHERE `id` = NEW.`account_id` AND `closed_at` IS NOT NULL) BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
CREATE TRIGGER `seen_sessions_of_closed` BEFORE INSERT ON `seen_sessions` WHEN EXISTS (SELECT 1 FROM `accounts` WHERE `id` = NEW.`account_id` AND `closed_at` IS NOT NULL) BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
CREATE TRIGGER `known_places_of_closed` BEFORE INSERT ON `known_places` WHEN EXISTS (SELECT 1 FROM `accounts` WHERE `id` = NEW.`account_id` AND `closed_at` IS NOT NULL) BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
CREATE TRIGGER `auto_top_ups_of_closed` BEFORE INSERT ON `auto_top_ups` WHEN EXISTS (SELECT 1 FROM `accounts` WHERE `id` = NEW.`account_id` AND `closed_at` IS NOT NULL) BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
CREATE TRIGGER `account_limits_of_closed` BEFORE INSERT ON `account_limits` WHEN EXISTS (SELECT 1 FROM `accounts` WHERE `id` = NEW.`account_id` AND `closed_at` IS NOT NULL) BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
CREATE TRIGGER `audit_log_of_closed` AFTER INSERT ON `audit_log` WHEN (NEW.`detail` IS NOT NULL OR NEW.`place` IS NOT NULL) AND EXISTS (SELECT 1 FROM `accounts` WHERE `id` = NEW.`account_id` AND `closed_at` IS NOT NULL) BEGIN
	UPDATE `audit_log` SET `place` = NULL, `detail` = CASE WHEN `action` = 'payment.returned' THEN `detail` END WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
-- Accounts that were deleted before this: see closeAccountOf.
UPDATE `api_keys` SET `name` = '', `allowed_origins` = NULL WHERE `account_id` IN (SELECT `id` FROM `accounts` WHERE `closed_at` IS NOT NULL);--> statement-breakpoint
DELETE FROM `key_budgets` WHERE `key_id` IN (SELECT `k`.`id` FROM `api_keys` AS `k` JOIN `accounts` AS `a` ON `a`.`id` = `k`.`account_id` AND `a`.`closed_at` IS NOT NULL);--> statement-breakpoint
DELETE FROM `account_limits` WHERE `account_id` IN (SELECT `id` FROM `accounts` WHERE `closed_at` IS NOT NULL);--> statement-breakpoint
DELETE FROM `notifications` WHERE `account_id` IN (SELECT `id` FROM `accounts` WHERE `closed_at` IS NOT NULL);--> statement-breakpoint
UPDATE `audit_log` SET `place` = NULL, `detail` = CASE WHEN `action` = 'payment.returned' THEN `detail` END WHERE (`detail` IS NOT NULL OR `place` IS NOT NULL) AND `account_id` IN (SELECT `id` FROM `accounts` WHERE `closed_at` IS NOT NULL);--> statement-breakpoint
UPDATE `audit_log` SET `detail` = NULL WHERE `action` = 'user.invited' AND `detail` IS NOT NULL AND EXISTS (SELECT 1 FROM `notifications` AS `n` JOIN `accounts` AS `a` ON `n`.`source` = 'invitation_accepted:' || `a`.`id` AND `a`.`closed_at` IS NOT NULL WHERE `n`.`kind` = 'invitation_accepted' AND `n`.`account_id` = `audit_log`.`account_id` AND lower(`n`.`data` ->> 'email') = lower(`audit_log`.`detail` ->> 'email'));--> statement-breakpoint
UPDATE `notifications` SET `data` = '{"email":""}' WHERE `kind` = 'invitation_accepted' AND `source` IN (SELECT 'invitation_accepted:' || `id` FROM `accounts` WHERE `closed_at` IS NOT NULL);--> statement-breakpoint
UPDATE `payment_customers` SET `deletion_due_at` = 0 WHERE `account_id` IN (SELECT `id` FROM `accounts` WHERE `closed_at` IS NOT NULL);--> statement-breakpoint
-- The operator log can't be changed, so it holds no names any more. Those that it has from before go.
DROP TRIGGER `operator_log_no_update`;
--> statement-breakpoint
UPDATE `operator_log` SET `detail` = json_remove(`detail`, '$.name', '$.subject') WHERE `action` IN ('key.revoked', 'email.resent');--> statement-breakpoint
CREATE TRIGGER `operator_log_no_update` BEFORE UPDATE ON `operator_log` BEGIN SELECT RAISE(ABORT, 'the operator log is append-only'); END;
