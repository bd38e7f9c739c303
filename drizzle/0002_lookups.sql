-- Lookups that pages make: filters of the vendor list, the newest articles, footer and hub, auto-links.
CREATE INDEX "vendors_categories_index" ON "vendors" USING gin ("categories");--> statement-breakpoint
CREATE INDEX "vendors_markets_index" ON "vendors" USING gin ("markets");--> statement-breakpoint
CREATE INDEX "vendors_aum_bands_index" ON "vendors" USING gin ("aum_bands");--> statement-breakpoint
CREATE INDEX "news_articles_status_published_on_index" ON "news_articles" USING btree ("status","published_on" DESC,"id" DESC);--> statement-breakpoint
CREATE INDEX "news_articles_category_published_on_index" ON "news_articles" USING btree ("category","published_on" DESC) WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "use_cases_category_index" ON "use_cases" USING btree ("category");--> statement-breakpoint
CREATE INDEX "redirects_to_path_index" ON "redirects" USING btree ("to_path");--> statement-breakpoint
CREATE INDEX "pages_footer_index" ON "pages" USING btree ("display_order","title") WHERE "show_in_footer" AND "is_published";--> statement-breakpoint
CREATE INDEX "glossary_entries_auto_link_index" ON "glossary_entries" USING btree ("id") WHERE "auto_link" AND "is_published";--> statement-breakpoint
CREATE INDEX "vendors_featured_index" ON "vendors" USING btree ("display_order","name") WHERE "is_featured" AND "is_published";
