-- Readers are told who checked a fact: a name, and never the address that somebody signs in with. Triggers hold that for
-- whatever writes a row, an import and the restore of an old backup included.
CREATE FUNCTION "name_coverage_checker"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."checked_by" := 'an editor';
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "coverage_checker_named" BEFORE INSERT OR UPDATE OF "checked_by" ON "coverage"
FOR EACH ROW WHEN (NEW."checked_by" LIKE '%@%') EXECUTE FUNCTION "name_coverage_checker"();--> statement-breakpoint
CREATE FUNCTION "name_vendor_checkers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT json_agg(CASE WHEN source ->> 'checkedBy' LIKE '%@%' THEN (
		SELECT json_object_agg(key, CASE WHEN key = 'checkedBy' THEN '"an editor"'::json ELSE value END ORDER BY place)
		FROM json_each(source) WITH ORDINALITY AS entry (key, value, place)
	) ELSE source END ORDER BY listed.place) INTO NEW."sources"
	FROM json_array_elements(NEW."sources") WITH ORDINALITY AS listed (source, place);
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "vendor_checkers_named" BEFORE INSERT OR UPDATE OF "sources" ON "vendors"
FOR EACH ROW WHEN (NEW."sources"::text LIKE '%@%') EXECUTE FUNCTION "name_vendor_checkers"();--> statement-breakpoint
UPDATE "coverage" SET "checked_by" = "checked_by" WHERE "checked_by" LIKE '%@%';--> statement-breakpoint
UPDATE "vendors" SET "sources" = "sources" WHERE "sources"::text LIKE '%@%';
