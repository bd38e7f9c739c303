-- A published article is shown whatever its date: nothing waits for that day any more, and the search table is filled
-- anew at the start, because an article dated ahead has no row in it.
DELETE FROM "schedule" WHERE "action" = 'appear';--> statement-breakpoint
DELETE FROM "app_meta" WHERE "key" = 'search-entries';
