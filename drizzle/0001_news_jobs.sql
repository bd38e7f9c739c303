CREATE TABLE "news_jobs" (
	"id" serial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" integer DEFAULT 0 NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"source" jsonb,
	"started_by" text,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"beat_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "news_jobs_rewrite_unique" ON "news_jobs" USING btree ("subject") WHERE kind = 'rewrite' and state = 'running';--> statement-breakpoint
CREATE INDEX "news_jobs_subject_index" ON "news_jobs" USING btree ("kind","subject","id");