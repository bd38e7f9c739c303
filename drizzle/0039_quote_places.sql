DROP INDEX "quotes_place_unique";--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "is_whole" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "quotes_place_unique" ON "quotes" USING btree ("collection","item_id","field","url",md5("quote"));