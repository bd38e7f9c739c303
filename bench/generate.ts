import { Client } from 'pg';
import { createWriter } from './words.ts';

export interface Amounts {
  vendors: number;
  articles: number;
  terms: number;
  /** Begins the addresses, so that a second helping meets none of the first. */
  prefix?: string;
}

export const LARGE: Amounts = { vendors: 10_000, articles: 100_000, terms: 10_000 };
/** With the starter content as many documents as the search holds whole. */
export const MOST_SEARCHED: Amounts = { vendors: 500, articles: 3600, terms: 500 };
const POOL = 400;

const VENDORS = `
  insert into vendors (name, slug, description, about, headquarters, founded, minimum_assets,
    categories, markets, features, use_cases, integrations)
  select initcap(a.word) || ' ' || initcap(b.word) || ' ' || n, $2::text || '-vendor-' || n, a.sentence, b.article,
    'City ' || n % 300, (1980 + n % 45)::text, '$' || (n % 20) * 50 || 'M',
    array[(array['Reporting','Accounting','Portfolio Management','Data Aggregation','CRM'])[1 + n % 5]],
    array[(array['Single family offices','Multi-family offices','RIAs'])[1 + n % 3]],
    array[a.word || ' reports', b.word || ' ledger', a.word || ' feeds', b.word || ' portal'],
    array[a.sentence, b.sentence], array[a.word, b.word]
  from generate_series(1, $1::int) n
  join pool a on a.i = n * 7 % ${POOL} join pool b on b.i = n * 13 % ${POOL}`;

const ARTICLES = `
  insert into news_articles (title, slug, original_content, excerpt, status, category, original_url,
    original_guid, original_publisher, original_published_at, published_on, word_count, reading_time)
  select a.sentence, $2::text || '-article-' || n, b.article, a.paragraph, 'published',
    (array['Markets','Technology','Regulation','People'])[1 + n % 4],
    'https://news.example/' || $2::text || n, $2::text || '-' || n, 'Publisher ' || n % 50,
    now() - n * interval '20 minutes', now() - n * interval '20 minutes', 300, 2
  from generate_series(1, $1::int) n
  join pool a on a.i = n * 7 % ${POOL} join pool b on b.i = n * 13 % ${POOL}`;

const TERMS = `
  insert into glossary_entries (term, slug, definition, category, auto_link)
  select initcap(a.word) || ' ' || b.word || ' ' || n, $2::text || '-term-' || n, b.paragraph, 'Made', true
  from generate_series(1, $1::int) n
  join pool a on a.i = n * 7 % ${POOL} join pool b on b.i = n * 13 % ${POOL}`;

/** Twenty features each, of which every other is documented. */
const FEATURES_A_VENDOR = 20;

const COVERAGE = `
  insert into coverage (vendor_id, feature_id, level, finding, url, publisher, checked_on, checked_by)
  select v.id, f.id, (array['documented','partial','documented','absent'])[1 + (v.id + k) % 4], a.sentence,
    'https://vendor.example/' || v.id || '/' || k, (array['vendor','press'])[1 + k % 2], now(), 'Research desk'
  from vendors v cross join generate_series(0, ${FEATURES_A_VENDOR - 1}) k
  join (select id, row_number() over (order by id) - 1 as n, count(*) over () as total from features) f
    on f.n = (v.id * 7 + k * 3) % f.total
  join pool a on a.i = (v.id + k) % ${POOL}
  where v.slug like $1::text || '-vendor-%'
  on conflict do nothing`;

const fillPool = async (client: Client) => {
  const write = createWriter(7);
  const rows = Array.from({ length: POOL }, (_, i) => ({
    i,
    word: write.word(),
    sentence: write.sentence(),
    paragraph: write.paragraph(),
    article: write.article(),
  }));
  await client.query(
    `create temp table pool as select * from jsonb_to_recordset($1::jsonb)
     as p(i int, word text, sentence text, paragraph text, article text)`,
    [JSON.stringify(rows)],
  );
};

/** Fills a database with made-up content, always the same, next to what is there. */
export const generate = async (databaseUrl: string, amounts: Amounts): Promise<void> => {
  const { prefix = 'made' } = amounts;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await fillPool(client);
    await client.query(VENDORS, [amounts.vendors, prefix]);
    await client.query(COVERAGE, [prefix]);
    await client.query(ARTICLES, [amounts.articles, prefix]);
    await client.query(TERMS, [amounts.terms, prefix]);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
};
