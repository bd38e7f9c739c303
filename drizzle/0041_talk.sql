CREATE TABLE "comments" (
	"id" serial PRIMARY KEY NOT NULL,
	"collection" text NOT NULL,
	"item_id" integer NOT NULL,
	"thread_id" integer,
	"field" text,
	"quote" text,
	"before" text,
	"after" text,
	"text" text NOT NULL,
	"mentions" json DEFAULT '[]'::json NOT NULL,
	"author_id" integer,
	"author_email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"resolved_by" text,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"collection" text NOT NULL,
	"item_id" integer NOT NULL,
	"title" text NOT NULL,
	"comment_id" integer,
	"actor_email" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone,
	"mailed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "presence" (
	"collection" text NOT NULL,
	"item_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "presence_collection_item_id_user_id_pk" PRIMARY KEY("collection","item_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "asked_by" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "wants_digest" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presence" ADD CONSTRAINT "presence_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_item_index" ON "comments" USING btree ("collection","item_id","id");--> statement-breakpoint
CREATE INDEX "comments_thread_index" ON "comments" USING btree ("thread_id");--> statement-breakpoint
CREATE INDEX "comments_author_index" ON "comments" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "notices_user_index" ON "notices" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notices_comment_index" ON "notices" USING btree ("comment_id");--> statement-breakpoint
CREATE INDEX "notices_created_index" ON "notices" USING btree ("created_at");