CREATE TABLE "corrections" (
	"id" serial PRIMARY KEY NOT NULL,
	"path" text NOT NULL,
	"part" text,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"url" text,
	"email" text,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" text,
	"merged_into" integer,
	"is_answered" boolean DEFAULT false NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "corrections_state_index" ON "corrections" USING btree ("state","received_at");--> statement-breakpoint
CREATE INDEX "corrections_decided_index" ON "corrections" USING btree ("decided_at");