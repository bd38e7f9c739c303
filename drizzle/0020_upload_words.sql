ALTER TABLE "uploads" ADD COLUMN "alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "credit" text DEFAULT '' NOT NULL;