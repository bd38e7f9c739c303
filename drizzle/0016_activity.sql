CREATE TABLE "activity" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_id" integer,
	"actor_email" text,
	"action" text NOT NULL,
	"collection" text,
	"item_id" integer,
	"title" text,
	"version" integer,
	"details" jsonb,
	"address" text,
	"agent" text
);
--> statement-breakpoint
CREATE INDEX "activity_at_index" ON "activity" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "activity_actor_index" ON "activity" USING btree ("actor_email","at","id");--> statement-breakpoint
CREATE INDEX "activity_collection_index" ON "activity" USING btree ("collection","at","id");--> statement-breakpoint
CREATE INDEX "activity_item_index" ON "activity" USING btree ("collection","item_id","at","id");
--> statement-breakpoint
CREATE FUNCTION "refuse_activity_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND OLD."at" < now() - interval '400 days' THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'The activity is only ever added to';
END
$$;--> statement-breakpoint
CREATE TRIGGER "activity_append_only" BEFORE UPDATE OR DELETE ON "activity"
FOR EACH ROW EXECUTE FUNCTION "refuse_activity_change"();
