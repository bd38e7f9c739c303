CREATE SCHEMA IF NOT EXISTS "retired";--> statement-breakpoint
CREATE TABLE "retired"."settings_services" AS SELECT "id", "values" - '{siteName,publisher,contactEmail,feeds}'::text[] AS "values", "sealed_secrets" FROM "settings" WHERE "sealed_secrets" <> '{}' OR "values" - '{siteName,publisher,contactEmail,feeds}'::text[] <> '{}';--> statement-breakpoint
UPDATE "settings" SET "values" = "values" - '{aiUrl,aiModel,mailServer,mailUser,mailFrom}'::text[];--> statement-breakpoint
ALTER TABLE "settings" DROP COLUMN "sealed_secrets";
