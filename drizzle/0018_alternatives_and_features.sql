ALTER TABLE "buyers_guides" ADD COLUMN "features" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "use_cases" ADD COLUMN "features" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "alternative_choices" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
CREATE INDEX "coverage_checked_on_index" ON "coverage" USING btree ("checked_on");--> statement-breakpoint
CREATE INDEX "revisions_collection_index" ON "revisions" USING btree ("collection","id");