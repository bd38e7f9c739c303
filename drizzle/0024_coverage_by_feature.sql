DROP INDEX "coverage_feature_id_index";--> statement-breakpoint
CREATE INDEX "coverage_feature_id_level_vendor_id_index" ON "coverage" USING btree ("feature_id","level","vendor_id");