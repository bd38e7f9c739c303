CREATE INDEX "content_hub_configs_title_index" ON "content_hub_configs" USING btree (lower("title"));--> statement-breakpoint
CREATE INDEX "redirects_from_path_index" ON "redirects" USING btree (lower("from_path"));--> statement-breakpoint
CREATE INDEX "style_guide_name_index" ON "style_guide" USING btree (lower("name"));