ALTER TABLE "webhook_deliveries" ADD COLUMN "exchanges" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "webhook_deliveries" SET "exchanges" = jsonb_build_array("exchange") WHERE "exchange" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP COLUMN "exchange";