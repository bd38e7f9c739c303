DROP INDEX "buyers_guides_display_order_title_index";--> statement-breakpoint
DROP INDEX "comparisons_display_order_title_index";--> statement-breakpoint
DROP INDEX "cta_banners_display_order_title_index";--> statement-breakpoint
DROP INDEX "faq_entries_display_order_question_index";--> statement-breakpoint
DROP INDEX "features_display_order_name_index";--> statement-breakpoint
DROP INDEX "glossary_entries_display_order_term_index";--> statement-breakpoint
DROP INDEX "landing_pages_display_order_title_index";--> statement-breakpoint
DROP INDEX "pages_display_order_title_index";--> statement-breakpoint
DROP INDEX "search_terms_display_order_term_index";--> statement-breakpoint
DROP INDEX "service_providers_display_order_name_index";--> statement-breakpoint
DROP INDEX "service_entries_display_order_title_index";--> statement-breakpoint
DROP INDEX "type_entries_display_order_title_index";--> statement-breakpoint
DROP INDEX "use_cases_display_order_title_index";--> statement-breakpoint
DROP INDEX "vendors_display_order_name_index";--> statement-breakpoint
CREATE INDEX "buyers_guides_display_order_title_index" ON "buyers_guides" USING btree ("display_order",lower("title"));--> statement-breakpoint
CREATE INDEX "comparisons_display_order_title_index" ON "comparisons" USING btree ("display_order",lower("title"));--> statement-breakpoint
CREATE INDEX "cta_banners_display_order_title_index" ON "cta_banners" USING btree ("display_order",lower("title"));--> statement-breakpoint
CREATE INDEX "faq_entries_display_order_question_index" ON "faq_entries" USING btree ("display_order",lower("question"));--> statement-breakpoint
CREATE INDEX "features_display_order_name_index" ON "features" USING btree ("display_order",lower("name"));--> statement-breakpoint
CREATE INDEX "glossary_entries_display_order_term_index" ON "glossary_entries" USING btree ("display_order",lower("term"));--> statement-breakpoint
CREATE INDEX "landing_pages_display_order_title_index" ON "landing_pages" USING btree ("display_order",lower("title"));--> statement-breakpoint
CREATE INDEX "pages_display_order_title_index" ON "pages" USING btree ("display_order",lower("title"));--> statement-breakpoint
CREATE INDEX "search_terms_display_order_term_index" ON "search_terms" USING btree ("display_order",lower("term"));--> statement-breakpoint
CREATE INDEX "service_providers_display_order_name_index" ON "service_providers" USING btree ("display_order",lower("name"));--> statement-breakpoint
CREATE INDEX "service_entries_display_order_title_index" ON "service_entries" USING btree ("display_order",lower("title"));--> statement-breakpoint
CREATE INDEX "type_entries_display_order_title_index" ON "type_entries" USING btree ("display_order",lower("title"));--> statement-breakpoint
CREATE INDEX "use_cases_display_order_title_index" ON "use_cases" USING btree ("display_order",lower("title"));--> statement-breakpoint
CREATE INDEX "vendors_display_order_name_index" ON "vendors" USING btree ("display_order",lower("name"));