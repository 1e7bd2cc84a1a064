DROP INDEX `api_keys_account`;--> statement-breakpoint
CREATE INDEX `api_keys_account` ON `api_keys` (`account_id`,`status`,"id" desc);