ALTER TABLE "corrections" ADD COLUMN "collection" text;--> statement-breakpoint
ALTER TABLE "corrections" ADD COLUMN "item_id" integer;--> statement-breakpoint
-- Decisions of before are public already, and stay so.
UPDATE "corrections" SET "state" = 'changed' WHERE "state" = 'accepted';
