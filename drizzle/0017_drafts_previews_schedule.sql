CREATE TABLE "item_drafts" (
	"id" serial PRIMARY KEY NOT NULL,
	"collection" text NOT NULL,
	"item_id" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"base_version" integer NOT NULL,
	"title" text NOT NULL,
	"fields" json NOT NULL,
	"user_id" integer,
	"user_email" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "preview_links" (
	"id" serial PRIMARY KEY NOT NULL,
	"collection" text NOT NULL,
	"item_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" integer,
	"user_email" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "preview_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "schedule" (
	"id" serial PRIMARY KEY NOT NULL,
	"collection" text NOT NULL,
	"item_id" integer NOT NULL,
	"action" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"title" text NOT NULL,
	"fields" json NOT NULL,
	"base_version" integer,
	"draft_version" integer,
	"is_confirmed" boolean DEFAULT false NOT NULL,
	"problem" text,
	"user_id" integer,
	"user_email" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "item_drafts_item_unique" ON "item_drafts" USING btree ("collection","item_id");--> statement-breakpoint
CREATE INDEX "preview_links_item_index" ON "preview_links" USING btree ("collection","item_id");--> statement-breakpoint
CREATE INDEX "schedule_due_index" ON "schedule" USING btree ("state","at");--> statement-breakpoint
CREATE UNIQUE INDEX "schedule_waiting_unique" ON "schedule" USING btree ("collection","item_id","action") WHERE "schedule"."state" = 'waiting';