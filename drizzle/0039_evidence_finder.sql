CREATE TABLE "evidence_pages" (
	"id" serial PRIMARY KEY NOT NULL,
	"run_id" integer NOT NULL,
	"place" integer NOT NULL,
	"url" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"title" text,
	"text" text,
	"hash" text,
	"read_at" timestamp (3) with time zone,
	"dropped" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "evidence_runs" (
	"id" serial PRIMARY KEY NOT NULL,
	"vendor_id" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"urls" jsonb NOT NULL,
	"is_planned" boolean DEFAULT false NOT NULL,
	"model" text NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"started_by" text,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"held_until" timestamp (3) with time zone,
	"holder" text
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" serial PRIMARY KEY NOT NULL,
	"page_id" integer NOT NULL,
	"vendor_id" integer NOT NULL,
	"feature_id" integer,
	"level" text,
	"finding" text,
	"field" text,
	"value" text,
	"quote" text NOT NULL,
	"publisher" text,
	"state" text DEFAULT 'open' NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "evidence_pages" ADD CONSTRAINT "evidence_pages_run_id_evidence_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."evidence_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_runs" ADD CONSTRAINT "evidence_runs_vendor_id_vendors_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_page_id_evidence_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."evidence_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_vendor_id_vendors_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_feature_id_features_id_fk" FOREIGN KEY ("feature_id") REFERENCES "public"."features"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "evidence_pages_run_index" ON "evidence_pages" USING btree ("run_id","place");--> statement-breakpoint
CREATE INDEX "evidence_runs_vendor_index" ON "evidence_runs" USING btree ("vendor_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "evidence_runs_open_unique" ON "evidence_runs" USING btree ("vendor_id") WHERE state in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "proposals_vendor_index" ON "proposals" USING btree ("vendor_id","state","id");--> statement-breakpoint
CREATE INDEX "proposals_page_index" ON "proposals" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "proposals_feature_index" ON "proposals" USING btree ("feature_id");