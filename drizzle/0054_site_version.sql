CREATE TABLE "site_version" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"any" bigint NOT NULL,
	"hard" bigint NOT NULL,
	CONSTRAINT "site_version_one_row" CHECK ("site_version"."id" = 1)
);
--> statement-breakpoint
INSERT INTO "site_version" ("any", "hard")
SELECT now, now FROM (SELECT (extract(epoch from clock_timestamp()) * 1000)::bigint AS now) AS clock;
--> statement-breakpoint
CREATE TABLE "changed_paths" (
	"path" text PRIMARY KEY NOT NULL,
	"any" bigint NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "changed_paths_any_index" ON "changed_paths" USING btree ("any");
