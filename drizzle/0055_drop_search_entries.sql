-- What it held is derived from the items: each process makes its search of them in memory when it starts.
DROP TABLE "search_entries";--> statement-breakpoint
DELETE FROM "app_meta" WHERE "key" IN ('search-entries', 'search-fill');
