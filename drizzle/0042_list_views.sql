CREATE TABLE "bulk_edits" (
	"id" serial PRIMARY KEY NOT NULL,
	"collection" text NOT NULL,
	"field" text NOT NULL,
	"items" jsonb NOT NULL,
	"user_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "list_views" (
	"id" serial PRIMARY KEY NOT NULL,
	"collection" text NOT NULL,
	"name" text NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"search" jsonb NOT NULL,
	"user_id" integer NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "list_views" ADD CONSTRAINT "list_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_edits_created_index" ON "bulk_edits" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "list_views_name_unique" ON "list_views" USING btree ("user_id","collection","name");--> statement-breakpoint
CREATE INDEX "revisions_author_index" ON "revisions" USING btree ("collection","user_email","item_id");