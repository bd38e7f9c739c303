CREATE SCHEMA IF NOT EXISTS "retired";
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"key" text DEFAULT '' NOT NULL,
	"data" json DEFAULT '{}'::json NOT NULL,
	"run_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"held_until" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text,
	"done_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "jobs_due_index" ON "jobs" USING btree ("run_at") WHERE "jobs"."done_at" is null;
--> statement-breakpoint
CREATE INDEX "jobs_held_index" ON "jobs" USING btree ("name","subject") WHERE "jobs"."held_until" is not null;
--> statement-breakpoint
CREATE INDEX "jobs_order_index" ON "jobs" USING btree ("name","subject","key","id") WHERE "jobs"."done_at" is null;
--> statement-breakpoint
CREATE INDEX "jobs_subject_index" ON "jobs" USING btree ("name","subject","id");
--> statement-breakpoint
INSERT INTO "jobs" ("name", "data", "run_at", "attempts", "error", "done_at", "created_at")
SELECT "name", '{}', ended."at", 1, ended."error", ended."at", ended."at"
FROM "timed_jobs", LATERAL (VALUES ("succeeded_at", NULL), ("failed_at", coalesce("failure", ''))) AS ended("at", "error")
WHERE ended."at" IS NOT NULL AND "name" <> 'schedule'
ORDER BY ended."at";
--> statement-breakpoint
INSERT INTO "jobs" ("name", "data", "run_at")
SELECT "name", json_build_object('pattern', "pattern"), "next_at"
FROM "timed_jobs" WHERE "next_at" IS NOT NULL AND "pattern" <> '';
--> statement-breakpoint
INSERT INTO "jobs" ("name", "subject", "key", "data", "run_at", "attempts", "error", "done_at", "created_at")
SELECT 'schedule', "collection" || '/' || "item_id", "action",
  json_build_object(
    'collection', "collection", 'itemId', "item_id", 'action', "action", 'title', "title", 'fields', "fields",
    'baseVersion', "base_version", 'draftVersion', "draft_version", 'isConfirmed', "is_confirmed",
    'userId', "user_id", 'userEmail', "user_email"
  ),
  "at", CASE WHEN "state" = 'waiting' THEN 0 ELSE 1 END,
  CASE WHEN "state" = 'failed' THEN coalesce("problem", '') END,
  CASE WHEN "state" <> 'waiting' THEN coalesce("ended_at", "at") END,
  "created_at"
FROM "schedule" ORDER BY "id";
--> statement-breakpoint
INSERT INTO "jobs" ("name", "subject", "key", "data", "run_at", "attempts", "error", "done_at", "created_at")
SELECT 'webhook', "webhook_id"::text, coalesce("collection" || '/' || "item_id", ''),
  json_build_object(
    'messageId', "message_id", 'event', "event",
    'at', to_char("at" AT TIME ZONE 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'collection', "collection", 'itemId', "item_id", 'slug', "slug", 'path', "path", 'job', "job", 'exchanges', "exchanges"
  ),
  "next_at", "attempts",
  CASE WHEN "state" = 'failed' THEN coalesce("exchanges" -> -1 ->> 'problem', '') END,
  CASE WHEN "state" <> 'waiting' THEN coalesce("ended_at", "next_at") END,
  "at"
FROM "webhook_deliveries"
WHERE "event" IN ('published', 'changed', 'unpublished', 'deleted', 'draft ready', 'job failed', 'correction received')
ORDER BY "id";
--> statement-breakpoint
INSERT INTO "jobs" ("name", "subject", "data", "run_at", "attempts", "error", "done_at", "created_at")
SELECT "kind", CASE WHEN "subject" = 0 THEN '' ELSE "subject"::text END,
  json_build_object('title', "title", 'startedBy', "started_by", 'steps', "steps", 'source', "source"),
  "started_at", 1,
  CASE
    WHEN "state" = 'running' THEN 'The server stopped while it was at work. Please try again.'
    WHEN "state" = 'failed' THEN coalesce("steps" -> -1 ->> 'message', '')
  END,
  coalesce("finished_at", "started_at"), "started_at"
FROM "news_jobs" ORDER BY "id";
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk";
--> statement-breakpoint
ALTER TABLE "timed_jobs" SET SCHEMA "retired";
--> statement-breakpoint
ALTER TABLE "schedule" SET SCHEMA "retired";
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" SET SCHEMA "retired";
--> statement-breakpoint
ALTER TABLE "news_jobs" SET SCHEMA "retired";
