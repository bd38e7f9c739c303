import { Client } from 'pg';

export interface Amounts {
  vendors: number;
  articles: number;
  terms: number;
  /** Begins the addresses, so that a second helping meets none of the first. */
  prefix?: string;
}

/** With the starter content ten times the market: 500 vendors, 5,000 articles, 1,000 terms, 40,000 cells of evidence. */
export const LARGE: Amounts = { vendors: 450, articles: 5000, terms: 1000 };
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

/** Each vendor with each feature. */
const COVERAGE = `
  insert into coverage (vendor_id, feature_id, level, finding, url, publisher, checked_on, checked_by)
  select v.id, f.id, (array['documented','partial','documented','absent'])[1 + (v.id + f.id) % 4], a.sentence,
    'https://vendor.example/' || v.id || '/' || f.id, (array['vendor','press'])[1 + f.id % 2], now(), 'Research desk'
  from vendors v cross join features f join pool a on a.i = (v.id + f.id) % ${POOL}
  where v.slug like $1::text || '-vendor-%'
  on conflict do nothing`;

const WORDS = `ledger custody trust estate partnership entity portfolio report audit adviser family council
  liquidity capital call fund statement custodian reconciliation benchmark return risk tax document workflow approval
  payment invoice budget forecast currency asset property insurance foundation governance meeting record access data
  feed quarterly annual consolidated private direct cost fee price contract vendor team office software`;

/** Sentences of words in an order that looks random and is the same in every run. */
const POOL_OF_TEXTS = `
  create temp table pool as
  with words as (select w, n - 1 as n, count(*) over () as total from
    unnest(regexp_split_to_array($1::text, 's+')) with ordinality as t(w, n)),
  sentences as (
    select i, s, string_agg(w, ' ' order by k) as text
    from generate_series(0, ${POOL - 1}) i cross join generate_series(1, 8) s cross join generate_series(1, 12) k
    join words on n = abs(hashint4(i * 1000 + s * 50 + k)) % total group by i, s),
  texts as (
    select i, array_agg(upper(left(text, 1)) || substr(text, 2) || '.' order by s) as lines from sentences group by i)
  select i, split_part(lower(lines[1]), ' ', 1) as word, lines[1] as sentence,
    array_to_string(lines[1:4], ' ') as paragraph,
    array_to_string(lines[1:4], ' ') || E'\n\n## ' || lines[5] || E'\n\n' || array_to_string(lines[5:8], ' ') ||
      E'\n\n- ' || lines[6] || E'\n- ' || lines[7] as article
  from texts`;

/** Fills a database with made-up content, always the same, next to what is there. */
export const generate = async (databaseUrl: string, amounts: Amounts): Promise<void> => {
  const { prefix = 'made' } = amounts;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(POOL_OF_TEXTS, [WORDS]);
    await client.query(VENDORS, [amounts.vendors, prefix]);
    await client.query(COVERAGE, [prefix]);
    await client.query(ARTICLES, [amounts.articles, prefix]);
    await client.query(TERMS, [amounts.terms, prefix]);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
};
