CREATE TABLE "vendor_sources" (
	"vendor_id" integer NOT NULL,
	"place" integer NOT NULL,
	"field" text,
	"url" text,
	"detail" text,
	"checked_on" date,
	CONSTRAINT "vendor_sources_vendor_id_place_pk" PRIMARY KEY("vendor_id","place")
);
--> statement-breakpoint
ALTER TABLE "vendor_sources" ADD CONSTRAINT "vendor_sources_vendor_id_vendors_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vendor_sources_checked_index" ON "vendor_sources" USING btree ("checked_on");--> statement-breakpoint
CREATE FUNCTION "list_vendor_sources"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		-- Most changes of a vendor leave its sources alone, and JSON has no equality of its own.
		IF OLD."sources"::text = NEW."sources"::text THEN
			RETURN NULL;
		END IF;
		DELETE FROM "vendor_sources" WHERE "vendor_id" = NEW."id";
	END IF;
	INSERT INTO "vendor_sources" ("vendor_id", "place", "field", "url", "detail", "checked_on")
	SELECT NEW."id", place - 1, source ->> 'field', source ->> 'url',
		coalesce(source ->> 'finding', source ->> 'value', source ->> 'field'), nullif(source ->> 'checkedOn', '')::date
	FROM json_array_elements(NEW."sources") WITH ORDINALITY AS listed (source, place);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "vendor_sources_listed" AFTER INSERT OR UPDATE OF "sources" ON "vendors"
FOR EACH ROW EXECUTE FUNCTION "list_vendor_sources"();--> statement-breakpoint
INSERT INTO "vendor_sources" ("vendor_id", "place", "field", "url", "detail", "checked_on")
SELECT "id", place - 1, source ->> 'field', source ->> 'url',
	coalesce(source ->> 'finding', source ->> 'value', source ->> 'field'), nullif(source ->> 'checkedOn', '')::date
FROM "vendors", json_array_elements("sources") WITH ORDINALITY AS listed (source, place);--> statement-breakpoint
-- Backups leave it out: a restored vendor lists its sources by the trigger.
COMMENT ON TABLE "vendor_sources" IS 'derived';
