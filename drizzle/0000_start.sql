CREATE TABLE "app_meta" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "buyers_guides" (
	"id" serial PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"description" text,
	"buyer_type" text,
	"target_role" text,
	"target_assets" text,
	"category" text,
	"recommended_use_cases" text[] DEFAULT '{}' NOT NULL,
	"priority_features" text[] DEFAULT '{}' NOT NULL,
	"sections" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"content" text,
	"checklist" text[] DEFAULT '{}' NOT NULL,
	"recommendations" text[] DEFAULT '{}' NOT NULL,
	"is_published" boolean DEFAULT true NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	"meta_title" text,
	"meta_description" text,
	"enable_related_info" boolean DEFAULT false NOT NULL,
	"related_info_cache" jsonb,
	"related_info_cached_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "comparisons" (
	"id" serial PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"description" text,
	"content" text,
	"vendor_a_id" integer NOT NULL,
	"vendor_b_id" integer NOT NULL,
	"vendor_a_name" text,
	"vendor_b_name" text,
	"comparison_matrix" jsonb,
	"conclusion" text,
	"is_published" boolean DEFAULT true NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	"meta_title" text,
	"meta_description" text,
	"enable_related_info" boolean DEFAULT false NOT NULL,
	"related_info_cache" jsonb,
	"related_info_cached_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "content_hub_configs" (
	"id" serial PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"page_type" text NOT NULL,
	"page_slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"topic" text NOT NULL,
	"related_content" jsonb,
	"is_enabled" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cta_banners" (
	"id" serial PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"button_text" text NOT NULL,
	"button_url" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "faq_entries" (
	"id" serial PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"question" text NOT NULL,
	"slug" text NOT NULL,
	"answer" text NOT NULL,
	"name" text,
	"category" text,
	"is_published" boolean DEFAULT true NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	"meta_title" text,
	"meta_description" text,
	"enable_related_info" boolean DEFAULT false NOT NULL,
	"related_info_cache" jsonb,
	"related_info_cached_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "features" (
	"id" serial PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"description" text,
	"content" text,
	"category" text,
	"importance" text,
	"complexity" text,
	"is_published" boolean DEFAULT true NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	"meta_title" text,
	"meta_description" text,
	"enable_related_info" boolean DEFAULT false NOT NULL,
	"related_info_cache" jsonb,
	"related_info_cached_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "glossary_entries" (
	"id" serial PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"term" text NOT NULL,
	"slug" text NOT NULL,
	"definition" text NOT NULL,
	"category" text,
	"auto_link" boolean DEFAULT false NOT NULL,
	"is_published" boolean DEFAULT true NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	"meta_title" text,
	"meta_description" text,
	"enable_related_info" boolean DEFAULT false NOT NULL,
	"related_info_cache" jsonb,
	"related_info_cached_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "landing_pages" (
	"id" serial PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"category" text NOT NULL,
	"primary_keyword" text NOT NULL,
	"secondary_keywords" text[] DEFAULT '{}' NOT NULL,
	"introduction" text NOT NULL,
	"content" text,
	"associated_vendor_ids" integer[] DEFAULT '{}' NOT NULL,
	"associated_faq_ids" integer[] DEFAULT '{}' NOT NULL,
	"include_buyer_personas" boolean DEFAULT true NOT NULL,
	"include_comparison_table" boolean DEFAULT true NOT NULL,
	"cta_text" text DEFAULT 'View Full Comparison' NOT NULL,
	"cta_url" text DEFAULT '/compare' NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	"meta_title" text,
	"meta_description" text,
	"enable_related_info" boolean DEFAULT false NOT NULL,
	"related_info_cache" jsonb,
	"related_info_cached_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "news_articles" (
	"id" serial PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"title" text NOT NULL,
	"rewritten_title" text,
	"slug" text NOT NULL,
	"original_content" text NOT NULL,
	"rewritten_content" text,
	"original_url" text,
	"original_guid" text,
	"original_author" text,
	"original_publisher" text,
	"original_published_at" timestamp (3) with time zone,
	"excerpt" text,
	"meta_title" text,
	"meta_description" text,
	"status" text DEFAULT 'draft' NOT NULL,
	"category" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"image_url" text,
	"image_alt" text,
	"image_caption" text,
	"word_count" integer,
	"reading_time" integer,
	"is_rewritten" boolean DEFAULT false NOT NULL,
	"enable_related_info" boolean DEFAULT false NOT NULL,
	"related_info_cache" jsonb,
	"related_info_cached_at" timestamp (3) with time zone,
	"rewrite_record" jsonb,
	"published_on" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "pages" (
	"id" serial PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"content" text NOT NULL,
	"excerpt" text,
	"show_in_footer" boolean DEFAULT false NOT NULL,
	"footer_section" text,
	"is_published" boolean DEFAULT true NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	"meta_title" text,
	"meta_description" text
);
--> statement-breakpoint
CREATE TABLE "redirects" (
	"id" serial PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"from_path" text NOT NULL,
	"to_path" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "revisions" (
	"id" serial PRIMARY KEY NOT NULL,
	"collection" text NOT NULL,
	"item_id" integer NOT NULL,
	"version" integer NOT NULL,
	"action" text NOT NULL,
	"title" text NOT NULL,
	"data" jsonb NOT NULL,
	"user_id" integer,
	"user_email" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"restored_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "search_terms" (
	"id" serial PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"term" text NOT NULL,
	"target_page" text,
	"page_title" text,
	"current_ranking" integer,
	"target_ranking" integer,
	"search_volume" integer,
	"difficulty" text,
	"notes" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_providers" (
	"id" serial PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"website" text,
	"minimum_assets" text,
	"service_ids" text[] DEFAULT '{}' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_entries" (
	"id" serial PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"description" text,
	"content" text,
	"category" text,
	"typical_costs" text,
	"is_published" boolean DEFAULT true NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	"meta_title" text,
	"meta_description" text,
	"enable_related_info" boolean DEFAULT false NOT NULL,
	"related_info_cache" jsonb,
	"related_info_cached_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "style_guide" (
	"id" serial PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"prompt" text NOT NULL,
	"description" text,
	"is_active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "type_entries" (
	"id" serial PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"description" text,
	"content" text,
	"is_published" boolean DEFAULT true NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	"meta_title" text,
	"meta_description" text,
	"enable_related_info" boolean DEFAULT false NOT NULL,
	"related_info_cache" jsonb,
	"related_info_cached_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "use_cases" (
	"id" serial PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"description" text,
	"overview" text,
	"category" text,
	"complexity" text,
	"highlight_categories" text[] DEFAULT '{}' NOT NULL,
	"target_assets" text,
	"team_size" text,
	"content_sections" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"featured_faq_ids" integer[] DEFAULT '{}' NOT NULL,
	"is_published" boolean DEFAULT true NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	"meta_title" text,
	"meta_description" text,
	"enable_related_info" boolean DEFAULT false NOT NULL,
	"related_info_cache" jsonb,
	"related_info_cached_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" serial PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"profile_image_url" text,
	"password_hash" text,
	"auth_provider" text DEFAULT 'oidc' NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"reset_token" text,
	"reset_token_expiry" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "vendors" (
	"id" serial PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"description" text,
	"about" text,
	"content" text,
	"logo_upload" text,
	"clearbit_logo_url" text,
	"logo" text,
	"website" text,
	"g2_url" text,
	"capterra_url" text,
	"founded" text,
	"headquarters" text,
	"employee_count" text,
	"customer_count" text,
	"minimum_assets" text,
	"typical_client_size" text,
	"pricing" text,
	"categories" text[] DEFAULT '{}' NOT NULL,
	"markets" text[] DEFAULT '{}' NOT NULL,
	"features" text[] DEFAULT '{}' NOT NULL,
	"features_overview" text,
	"use_cases" text[] DEFAULT '{}' NOT NULL,
	"use_cases_overview" text,
	"integrations" text[] DEFAULT '{}' NOT NULL,
	"integrations_overview" text,
	"support_options" text[] DEFAULT '{}' NOT NULL,
	"gallery" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"videos" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"last_verified_at" timestamp (3) with time zone,
	"is_featured" boolean DEFAULT false NOT NULL,
	"is_published" boolean DEFAULT true NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	"meta_title" text,
	"meta_description" text,
	"enable_related_info" boolean DEFAULT false NOT NULL,
	"related_info_cache" jsonb,
	"related_info_cached_at" timestamp (3) with time zone,
	"aum_bands" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "buyers_guides_slug_unique" ON "buyers_guides" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "buyers_guides_display_order_title_index" ON "buyers_guides" USING btree ("display_order","title");--> statement-breakpoint
CREATE UNIQUE INDEX "comparisons_slug_unique" ON "comparisons" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "comparisons_vendor_a_id_index" ON "comparisons" USING btree ("vendor_a_id");--> statement-breakpoint
CREATE INDEX "comparisons_vendor_b_id_index" ON "comparisons" USING btree ("vendor_b_id");--> statement-breakpoint
CREATE INDEX "comparisons_display_order_title_index" ON "comparisons" USING btree ("display_order","title");--> statement-breakpoint
CREATE UNIQUE INDEX "content_hub_configs_page_type_page_slug_unique" ON "content_hub_configs" USING btree ("page_type","page_slug");--> statement-breakpoint
CREATE INDEX "cta_banners_display_order_title_index" ON "cta_banners" USING btree ("display_order","title");--> statement-breakpoint
CREATE UNIQUE INDEX "faq_entries_slug_unique" ON "faq_entries" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "faq_entries_category_index" ON "faq_entries" USING btree ("category");--> statement-breakpoint
CREATE INDEX "faq_entries_display_order_question_index" ON "faq_entries" USING btree ("display_order","question");--> statement-breakpoint
CREATE UNIQUE INDEX "features_slug_unique" ON "features" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "features_category_index" ON "features" USING btree ("category");--> statement-breakpoint
CREATE INDEX "features_display_order_name_index" ON "features" USING btree ("display_order","name");--> statement-breakpoint
CREATE UNIQUE INDEX "glossary_entries_slug_unique" ON "glossary_entries" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "glossary_entries_category_index" ON "glossary_entries" USING btree ("category");--> statement-breakpoint
CREATE INDEX "glossary_entries_display_order_term_index" ON "glossary_entries" USING btree ("display_order","term");--> statement-breakpoint
CREATE UNIQUE INDEX "landing_pages_slug_unique" ON "landing_pages" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "landing_pages_display_order_title_index" ON "landing_pages" USING btree ("display_order","title");--> statement-breakpoint
CREATE UNIQUE INDEX "news_articles_slug_unique" ON "news_articles" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "news_articles_status_index" ON "news_articles" USING btree ("status");--> statement-breakpoint
CREATE INDEX "news_articles_category_index" ON "news_articles" USING btree ("category");--> statement-breakpoint
CREATE INDEX "news_articles_original_guid_index" ON "news_articles" USING btree ("original_guid");--> statement-breakpoint
CREATE INDEX "news_articles_original_url_index" ON "news_articles" USING btree ("original_url");--> statement-breakpoint
CREATE INDEX "news_articles_published_on_index" ON "news_articles" USING btree ("published_on");--> statement-breakpoint
CREATE UNIQUE INDEX "pages_slug_unique" ON "pages" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "pages_display_order_title_index" ON "pages" USING btree ("display_order","title");--> statement-breakpoint
CREATE UNIQUE INDEX "redirects_from_path_unique" ON "redirects" USING btree ("from_path");--> statement-breakpoint
CREATE INDEX "revisions_item_index" ON "revisions" USING btree ("collection","item_id","id");--> statement-breakpoint
CREATE INDEX "revisions_trash_index" ON "revisions" USING btree ("action","restored_at","id");--> statement-breakpoint
CREATE INDEX "search_terms_display_order_term_index" ON "search_terms" USING btree ("display_order","term");--> statement-breakpoint
CREATE INDEX "service_providers_display_order_name_index" ON "service_providers" USING btree ("display_order","name");--> statement-breakpoint
CREATE UNIQUE INDEX "service_entries_slug_unique" ON "service_entries" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "service_entries_category_index" ON "service_entries" USING btree ("category");--> statement-breakpoint
CREATE INDEX "service_entries_display_order_title_index" ON "service_entries" USING btree ("display_order","title");--> statement-breakpoint
CREATE INDEX "sessions_user_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "type_entries_slug_unique" ON "type_entries" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "type_entries_display_order_title_index" ON "type_entries" USING btree ("display_order","title");--> statement-breakpoint
CREATE UNIQUE INDEX "use_cases_slug_unique" ON "use_cases" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "use_cases_display_order_title_index" ON "use_cases" USING btree ("display_order","title");--> statement-breakpoint
CREATE UNIQUE INDEX "vendors_slug_unique" ON "vendors" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "vendors_is_featured_index" ON "vendors" USING btree ("is_featured");--> statement-breakpoint
CREATE INDEX "vendors_display_order_name_index" ON "vendors" USING btree ("display_order","name");