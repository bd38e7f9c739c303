ALTER TABLE "vendors" ADD COLUMN "events" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "contract_terms" json DEFAULT '[]'::json NOT NULL;