CREATE TABLE "coverage" (
	"id" serial PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"vendor_id" integer NOT NULL,
	"feature_id" integer NOT NULL,
	"level" text NOT NULL,
	"finding" text NOT NULL,
	"url" text NOT NULL,
	"publisher" text NOT NULL,
	"page_date" text,
	"note" text,
	"checked_on" timestamp (3) with time zone NOT NULL,
	"checked_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "ownership" text;--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "ownership_since" text;--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "price_meter" text;--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "hosting" text;--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "data_residency" text;--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "attestations" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "fits" text;--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "not_for" text;--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "questions" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "coverage_vendor_id_feature_id_unique" ON "coverage" USING btree ("vendor_id","feature_id");--> statement-breakpoint
CREATE INDEX "coverage_feature_id_index" ON "coverage" USING btree ("feature_id");