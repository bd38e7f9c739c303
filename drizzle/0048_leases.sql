ALTER TABLE "webhook_deliveries" ADD COLUMN "beat_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "evidence_runs" ADD COLUMN "beat_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP COLUMN "held_until";--> statement-breakpoint
ALTER TABLE "evidence_runs" DROP COLUMN "held_until";