CREATE TABLE "timed_jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"pattern" text,
	"next_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"beat_at" timestamp (3) with time zone,
	"succeeded_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"failure" text,
	"failures" integer DEFAULT 0 NOT NULL
);
