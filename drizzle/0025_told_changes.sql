ALTER TABLE "revisions" ADD COLUMN "told_of" integer;--> statement-breakpoint
CREATE INDEX "revisions_told_index" ON "revisions" USING btree ("collection","action","id") WHERE "revisions"."told_of" is not null;--> statement-breakpoint
CREATE INDEX "revisions_told_of_index" ON "revisions" USING btree ("collection","told_of","id") WHERE "revisions"."told_of" is not null;--> statement-breakpoint
-- Which of the versions kept so far are told: readers saw other facts after them, or the item was gone. What came of the
-- last version of an item stands in its own table, so that one is always looked at.
UPDATE "revisions" SET "told_of" = versions."about" FROM (
	SELECT "id", "collection", "action", coalesce("vendorId", "item_id") AS "about", "isPublished", "facts",
		lead("isPublished") OVER next_one AS "becomes_published", lead("facts") OVER next_one AS "becomes"
	FROM (
		SELECT "id", "collection", "item_id", "action", "vendorId", "isPublished",
			concat_ws('|', "isPublished", coalesce("ownership", ''), coalesce("priceMeter", ''), "attestations", "level") AS "facts"
		FROM "revisions" CROSS JOIN LATERAL json_to_record("data") AS fact("vendorId" integer, "isPublished" boolean,
			"ownership" text, "priceMeter" text, "attestations" text, "level" text)
		WHERE "collection" IN ('vendors', 'features', 'coverage')
	) AS facts
	WINDOW next_one AS (PARTITION BY "collection", "item_id" ORDER BY "id")
) AS versions
WHERE "revisions"."id" = versions."id" AND CASE
	WHEN versions."action" = 'delete' THEN coalesce(versions."isPublished", true)
	WHEN versions."collection" = 'features' THEN false
	ELSE versions."becomes" IS NULL OR (coalesce("becomes_published", true) AND versions."becomes" <> versions."facts")
END;
