CREATE TABLE "upload_chunks" (
	"sha256" text NOT NULL,
	"position" integer NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "upload_chunks_sha256_position_pk" PRIMARY KEY("sha256","position")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"name" text PRIMARY KEY NOT NULL,
	"sha256" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Pictures are compressed already: trying again would only cost time.
ALTER TABLE "upload_chunks" ALTER COLUMN "data" SET STORAGE EXTERNAL;
