ALTER TABLE "buyers_guides" ALTER COLUMN "sections" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "buyers_guides" ALTER COLUMN "sections" SET DEFAULT '[]'::json;--> statement-breakpoint
ALTER TABLE "buyers_guides" ALTER COLUMN "related_info_cache" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "comparisons" ALTER COLUMN "comparison_matrix" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "comparisons" ALTER COLUMN "related_info_cache" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "content_hub_configs" ALTER COLUMN "related_content" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "faq_entries" ALTER COLUMN "related_info_cache" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "features" ALTER COLUMN "related_info_cache" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "glossary_entries" ALTER COLUMN "related_info_cache" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "landing_pages" ALTER COLUMN "related_info_cache" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "news_articles" ALTER COLUMN "related_info_cache" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "news_articles" ALTER COLUMN "rewrite_record" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "revisions" ALTER COLUMN "data" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "service_entries" ALTER COLUMN "related_info_cache" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "type_entries" ALTER COLUMN "related_info_cache" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "use_cases" ALTER COLUMN "content_sections" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "use_cases" ALTER COLUMN "content_sections" SET DEFAULT '[]'::json;--> statement-breakpoint
ALTER TABLE "use_cases" ALTER COLUMN "related_info_cache" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "vendors" ALTER COLUMN "gallery" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "vendors" ALTER COLUMN "gallery" SET DEFAULT '[]'::json;--> statement-breakpoint
ALTER TABLE "vendors" ALTER COLUMN "videos" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "vendors" ALTER COLUMN "videos" SET DEFAULT '[]'::json;--> statement-breakpoint
ALTER TABLE "vendors" ALTER COLUMN "sources" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "vendors" ALTER COLUMN "sources" SET DEFAULT '[]'::json;--> statement-breakpoint
ALTER TABLE "vendors" ALTER COLUMN "related_info_cache" SET DATA TYPE json;