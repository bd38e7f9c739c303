-- Until now everybody who could sign in could do everything, so all who are there become owners.
ALTER TABLE "users" ADD COLUMN "role" text DEFAULT 'owner' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role_check" CHECK (role in ('viewer', 'editor', 'publisher', 'owner'));