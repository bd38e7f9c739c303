import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { openContent } from '#app/content.server.ts';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { tableOf } from '#kit/table.server.ts';
import { createHostTurns } from '#modules/link-checks/host-turns.ts';
import { findQuote } from '#modules/page-text/find-quote.ts';
import { connect } from '#platform/db/database.server.ts';
import { readSettings } from '#platform/env.server.ts';
import { type AiRequestBody, startAiServer } from '#testing/servers/ai-server.ts';
import { startLoopback } from '#testing/servers/loopback.ts';
import { evidencePages, evidenceRuns, proposals } from '#tools/finder/finder.tables.server.ts';
import { runFinder } from '#tools/finder/run-finder.server.ts';
import { readRuns } from '#tools/finder/runs.routes.server.ts';

/** A service's answers to pages that hold our own findings, and to pages that state nothing. */
export interface FinderRun {
  service: string;
  rows: number;
  found: number;
  sameLevel: number;
  proposals: number;
  valid: number;
  agreed: number;
  disagreed: number;
  silentPages: number;
  deflected: number;
  dropped: Record<string, number>;
  calls: number;
  tokens: number;
}

const VENDORS = 8;
/** Every so many proposals of the stub are invented, or of another level than the second look sees. */
const INVENTED = 7;
const MISJUDGED = 9;

const SILENT = [
  'We use cookies. You can change what you allow at any time in the settings of your browser.',
  'Meet us in Zurich in May. The team looks forward to a coffee with you and your colleagues.',
  'We are hiring. Write to us and tell us what you would like to work on with our people.',
  'The office is closed on public holidays. Please leave a message and somebody will call back.',
];

interface Row {
  vendor: string;
  feature: string;
  level: string;
  finding: string;
}

const paragraphs = (lines: readonly string[]) =>
  `<html><head><title>Page</title></head><body>${lines.map((line) => `<p>${line}</p>`).join('')}</body></html>`;

const materialOf = ({ messages }: AiRequestBody): string =>
  /<<<(\S+)\n([\s\S]*)\n\1>>>/.exec(messages.at(-1)?.content ?? '')?.[2] ?? '';

/** Knows our rows by heart, invents some quotes and mistakes some levels. */
const startStub = async (rows: readonly Row[]) => {
  const service = await startAiServer();
  const byFinding = new Map(rows.map((row) => [row.finding, row]));
  let count = 0;
  service.always((asked) => {
    const text = materialOf(asked);
    if (!asked.messages[0]?.content.startsWith('You read one web page'))
      return { kind: 'object', value: { level: byFinding.get(text)?.level ?? 'none' } };
    const cells = text.split('\n').flatMap((line) => {
      const row = byFinding.get(line);
      if (!row) return [];
      count += 1;
      const other = row.level === 'partial' ? 'documented' : 'partial';
      const level = count % MISJUDGED === 0 ? other : row.level;
      const quote = count % INVENTED === 0 ? `${line} And much more.` : line;
      return { feature: row.feature, level, finding: 'The page states it.', quote };
    });
    return { kind: 'object', value: { cells, facts: [] } };
  });
  return service;
};

const readRows = async (db: ReturnType<typeof connect>['db']): Promise<Row[]> => {
  const [row, vendor, feature] = [tableOf(coverage), tableOf(vendors), tableOf(features)];
  return db
    .select({ vendor: vendor.slug, feature: feature.slug, level: row.level, finding: row.finding })
    .from(row)
    .innerJoin(vendor, eq(vendor.id, row.vendorId))
    .innerJoin(feature, eq(feature.id, row.featureId))
    .where(sql`${row.publisher} = 'vendor'
      and ${vendor.id} in (select id from vendors where is_published order by id limit ${VENDORS})`);
};

const measureService = async (
  databaseUrl: string,
  env: Record<string, string | undefined>,
  rowsOf: Map<string, Row[]>,
): Promise<FinderRun> => {
  const website = await startLoopback((request, response) => {
    const [, kind = '', key = ''] = (request.url ?? '').split('/');
    const said = (rowsOf.get(key) ?? []).map(({ finding }) => finding);
    const lines = kind === 'silent' ? [`Page ${key}.`, ...SILENT] : said;
    if (kind === 'robots.txt') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(paragraphs(lines));
  });
  const connection = connect(databaseUrl, { max: 4 });
  const { db } = connection;
  const settings = readSettings({ ...env, NODE_ENV: 'test', FETCH_ALLOW_HOSTS: website.hostPort });
  const log = pino({ level: 'warn' }, pino.destination(2));
  const parts = { settings, connection, content: openContent(db), log };
  const clock = { now: () => Date.now() * 10_000, sleep: async () => undefined };
  await db.execute(sql`truncate evidence_runs cascade`);
  await db.execute(sql`update vendors set website = ${`${website.url}/`}`);
  const made: Awaited<ReturnType<typeof readRuns>> = [];
  const [vendor, feature] = [tableOf(vendors), tableOf(features)];
  for (const slug of rowsOf.keys()) {
    const urls = [`${website.url}/said/${slug}`, `${website.url}/silent/${slug}`];
    const [found] = await db.select().from(vendor).where(eq(vendor.slug, slug));
    if (!found) throw new Error(`There is no vendor ${slug}`);
    const run = { vendorId: found.id, urls, model: settings.AI_MODEL ?? '' };
    await db.insert(evidenceRuns).values(run);
    await runFinder(parts, { turns: createHostTurns(clock) });
    made.push(...(await readRuns(parts, eq(evidenceRuns.vendorId, found.id))));
  }
  const proposed = await db
    .select({
      vendor: vendor.slug,
      feature: feature.slug,
      level: proposals.level,
      quote: proposals.quote,
      text: evidencePages.text,
      url: evidencePages.url,
    })
    .from(proposals)
    .innerJoin(evidencePages, eq(evidencePages.id, proposals.pageId))
    .innerJoin(vendor, eq(vendor.id, proposals.vendorId))
    .leftJoin(feature, eq(feature.id, proposals.featureId));
  await connection.close();
  await website.close();
  const rows = [...rowsOf.values()].flat();
  const found = rows.flatMap((row) => {
    const own = proposed.filter((one) => one.vendor === row.vendor && one.feature === row.feature);
    return own.length === 0 ? [] : [own.some(({ level }) => level === row.level)];
  });
  const dropped: Record<string, number> = {};
  for (const run of made)
    for (const [reason, n] of Object.entries(run.dropped))
      dropped[reason] = (dropped[reason] ?? 0) + n;
  const silent = new Set(proposed.flatMap(({ url }) => (url.includes('/silent/') ? url : [])));
  return {
    service: `${settings.AI_MODEL} at ${new URL(settings.AI_BASE_URL ?? '').host}`,
    rows: rows.length,
    found: found.length,
    sameLevel: found.filter(Boolean).length,
    proposals: proposed.length,
    valid: proposed.filter(({ text, quote }) => findQuote(text ?? '', quote).places.length === 1)
      .length,
    agreed: proposed.length,
    disagreed: dropped.disagreed ?? 0,
    silentPages: rowsOf.size,
    deflected: rowsOf.size - silent.size,
    dropped,
    calls: made.reduce((sum, { calls }) => sum + calls, 0),
    tokens: made.reduce((sum, run) => sum + run.inputTokens + run.outputTokens, 0),
  };
};

/** With the stub, and with the service that the environment names. */
export const measureFinder = async (databaseUrl: string): Promise<FinderRun[]> => {
  const { db, close } = connect(databaseUrl, { max: 1 });
  const rows = await readRows(db);
  await close();
  const rowsOf = Map.groupBy(rows, ({ vendor }) => vendor);
  const stub = await startStub(rows);
  const results = [
    await measureService(databaseUrl, { AI_BASE_URL: stub.baseUrl, AI_MODEL: 'stub' }, rowsOf),
  ];
  await stub.close();
  const { AI_BASE_URL, AI_MODEL, AI_API_KEY } = process.env;
  if (AI_BASE_URL && AI_MODEL)
    results.push(await measureService(databaseUrl, { AI_BASE_URL, AI_MODEL, AI_API_KEY }, rowsOf));
  return results;
};

const share = (part: number, whole: number) =>
  whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(1)} % (${part} of ${whole})`;

export const finderReport = (runs: readonly FinderRun[]): string =>
  runs
    .map((run) =>
      [
        `Finder, ${run.service}`,
        `  quotes that are on their page exactly once   ${share(run.valid, run.proposals)}`,
        `  second looks that agreed                     ${share(run.agreed, run.agreed + run.disagreed)}`,
        `  pages that state nothing, without a proposal ${share(run.deflected, run.silentPages)}`,
        `  our rows that were found                     ${share(run.found, run.rows)}`,
        `  of these with our level                      ${share(run.sameLevel, run.found)}`,
        `  dropped by code                              ${JSON.stringify(run.dropped)}`,
        `  cost                                         ${run.calls} calls, ${run.tokens} tokens`,
      ].join('\n'),
    )
    .join('\n\n');
