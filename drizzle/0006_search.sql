-- Lists are searched for words anywhere in a text: a lookup where the server has trigrams, elsewhere a scan as before.
-- The server's own function may not stand in an index, as some elements print by the session's settings; texts do not.
CREATE OR REPLACE FUNCTION "list_text"(items text[]) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ BEGIN RETURN pg_catalog.array_to_string(items, ' '); END $$;--> statement-breakpoint
DO $$
DECLARE
  trigrams text;
  list record;
BEGIN
  BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
  EXCEPTION WHEN OTHERS THEN
    RAISE NOTICE 'Searches work without an index: %', SQLERRM;
  END;
  -- Whoever runs the server may have put it into a schema that is not searched.
  SELECT format('%I.gin_trgm_ops', n.nspname) INTO trigrams
    FROM pg_catalog.pg_opclass c
    JOIN pg_catalog.pg_namespace n ON n.oid = c.opcnamespace
    JOIN pg_catalog.pg_am a ON a.oid = c.opcmethod
    WHERE c.opcname = 'gin_trgm_ops' AND a.amname = 'gin' AND has_schema_privilege(n.oid, 'USAGE')
    LIMIT 1;
  IF trigrams IS NULL THEN
    RETURN;
  END IF;
  FOR list IN
    SELECT * FROM (VALUES
      ('vendors', ARRAY['name', 'description', 'list_text(features)', 'list_text(categories)']),
      ('news_articles', ARRAY['title', 'rewritten_title', 'original_publisher']),
      ('glossary_entries', ARRAY['term', 'definition', 'category']),
      ('faq_entries', ARRAY['question', 'answer', 'category'])
    ) AS lists (name, texts)
  LOOP
    EXECUTE format(
      'CREATE INDEX IF NOT EXISTS %I ON %I USING gin (%s)',
      list.name || '_search_index',
      list.name,
      (SELECT string_agg(format('(%s) %s', part, trigrams), ', ') FROM unnest(list.texts) AS part)
    );
  END LOOP;
END
$$;
