ALTER TABLE "sessions" ADD COLUMN "seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "external_issuer" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "external_subject" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "admitted_by_list" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Until now only the list let in anybody without a password.
UPDATE "users" SET "admitted_by_list" = true WHERE "password_hash" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "users_external_unique" ON "users" USING btree ("external_issuer","external_subject");
