import { and, desc, eq } from 'drizzle-orm';
import * as z from 'zod';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import { type CheckedToday, checkedToday } from '#content/shared/checked-today.server.ts';
import { factText, type ProfileFact } from '#content/shared/profile-facts.ts';
import { type Vendor, vendors } from '#content/vendors/vendors.collection.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { tableOf } from '#kit/table.server.ts';
import { createSchema, updateSchema } from '#kit/validators.ts';
import { quoteProblem } from '#modules/page-text/find-quote.ts';
import { transact } from '#platform/changes.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { AppError, invalid, notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import { parseAs } from '#platform/problems.ts';
import type { Caller } from '#platform/viewer.ts';
import {
  acceptSchema,
  type Edits,
  type Proposal,
  proposalSchema,
  proposalsQuery,
} from './finder.schema.ts';
import { evidencePages, proposals } from './finder.tables.server.ts';
import { factLabel } from './judge-proposal.ts';
import { FINDER_CALL, findVendor, mountRuns } from './runs.routes.server.ts';

const feature = tableOf(features);
const evidence = tableOf(coverage);

/** A vendor's proposals in the order of the pages, each with what is stored of it now. */
const listProposals = async (
  db: Database,
  vendor: Vendor,
  { state, limit, offset }: z.output<typeof proposalsQuery>,
): Promise<Proposal[]> => {
  const rows = await db
    .select({
      proposal: proposals,
      page: { id: evidencePages.id, url: evidencePages.url, title: evidencePages.title },
      runId: evidencePages.runId,
      feature: { slug: feature.slug, name: feature.name },
      current: { version: evidence.version, level: evidence.level, text: evidence.finding },
    })
    .from(proposals)
    .innerJoin(evidencePages, eq(evidencePages.id, proposals.pageId))
    .leftJoin(feature, eq(feature.id, proposals.featureId))
    .leftJoin(
      evidence,
      and(eq(evidence.featureId, proposals.featureId), eq(evidence.vendorId, vendor.id)),
    )
    .where(and(eq(proposals.vendorId, vendor.id), eq(proposals.state, state)))
    .orderBy(desc(evidencePages.runId), evidencePages.place, proposals.id)
    .limit(limit)
    .offset(offset);
  return rows.map(({ proposal, ...row }) => {
    const { vendorId: _, featureId: __, pageId: ___, ...shown } = proposal;
    const { field } = proposal;
    if (field === null) return { ...shown, ...row, kind: 'cell', label: row.feature?.name ?? '' };
    const text = factText(vendor[field]) ?? '';
    const current = { version: vendor.version, level: null, text };
    return { ...shown, ...row, kind: 'fact', label: factLabel(field), current };
  });
};

/** Held until the transaction ends; whoever decided first has decided. */
const lockOpen = async (tx: Executor, id: number) => {
  const [row] = await tx
    .select({ proposal: proposals, page: evidencePages })
    .from(proposals)
    .innerJoin(evidencePages, eq(evidencePages.id, proposals.pageId))
    .where(eq(proposals.id, id))
    .for('update', { of: proposals });
  if (!row) throw notFound('Proposal');
  if (row.proposal.state !== 'open')
    throw new AppError('conflict', `This proposal was ${row.proposal.state} already`);
  return row;
};

const decide = (
  tx: Executor,
  viewer: Caller,
  id: number,
  values: Partial<typeof proposals.$inferInsert>,
) =>
  tx
    .update(proposals)
    .set({ ...values, decidedBy: viewer.email, decidedAt: new Date().toISOString() })
    .where(eq(proposals.id, id));

type Parts = Pick<AppParts, 'connection' | 'content'>;
type Held = Awaited<ReturnType<typeof lockOpen>>;

interface Accepted {
  viewer: Caller;
  /** Of the row or the vendor, as the editor saw it; 0 for none. */
  version: number | undefined;
  edits: Edits;
  /** The page as evidence and sources name it. */
  source: CheckedToday & { url: string; quote: string; publisher: Proposal['publisher'] };
}

const vendorTable = tableOf(vendors);

const findFeature = async (tx: Executor, slug: string): Promise<number> => {
  const [found] = await tx.select({ id: feature.id }).from(feature).where(eq(feature.slug, slug));
  if (!found) throw invalid({ feature: 'There is no such feature' });
  return found.id;
};

const writeCell = async (tx: Executor, parts: Parts, { proposal }: Held, how: Accepted) => {
  const { viewer, edits, version, source } = how;
  const { writer } = parts.content.partsOf(coverage);
  const { vendorId } = proposal;
  const featureId = edits.feature ? await findFeature(tx, edits.feature) : proposal.featureId;
  // The editor saw the stored row of the proposed feature, and of no other.
  const seen = featureId === proposal.featureId ? version : (version ?? 0);
  const [row] = await tx
    .select()
    .from(evidence)
    .where(and(eq(evidence.vendorId, vendorId), eq(evidence.featureId, featureId ?? 0)));
  const draft = {
    ...source,
    vendorId,
    featureId,
    level: edits.level ?? proposal.level,
    finding: edits.finding ?? proposal.finding,
    // The day of another page is none of this one.
    pageDate: edits.pageDate ?? (row?.url === source.url ? row.pageDate : '') ?? '',
    note: edits.note ?? row?.note ?? '',
  };
  const schema = row ? updateSchema(coverage) : createSchema(coverage);
  const checked = { ...parseAs(schema, draft), foundWith: 'AI' as const };
  if (row) await writer.updateIn(tx, viewer, { id: row.id, version: seen }, checked);
  else await writer.createIn(tx, viewer, checked);
};

/** A fact that the profile has already keeps its words unless the editor wants those of the page. */
const valueFor = (now: string | string[] | null, value: string, replaces: boolean | undefined) => {
  if (Array.isArray(now)) return now.includes(value) ? now : [...now, value];
  return factText(now) === null || replaces ? value : now;
};

const writeFact = async (
  tx: Executor,
  parts: Parts,
  { proposal }: Held,
  field: ProfileFact,
  { viewer, edits, version, source }: Accepted,
) => {
  const isVendor = eq(vendorTable.id, proposal.vendorId);
  const [vendor] = await tx.select().from(vendorTable).where(isVendor).for('update');
  if (!vendor) throw notFound(vendors.label.one);
  const value = (edits.value ?? proposal.value ?? '').trim();
  if (value === '') throw invalid({ value: 'Value is required' });
  const isOne = !Array.isArray(vendor[field]);
  /** Another fact of a list keeps its source, from the same page too. */
  const isReplaced = (one: (typeof vendor.sources)[number]) =>
    one.field === field &&
    one.url === source.url &&
    (one.value?.trim() === value || (isOne && edits.replaces));
  const old = vendor.sources.find(isReplaced);
  const added = {
    ...source,
    field,
    value,
    pageDate: edits.pageDate || old?.pageDate || null,
    note: edits.note || old?.note || null,
    foundWith: 'AI',
  };
  const draft = parseAs(updateSchema(vendors), {
    sources: [...vendor.sources.filter((one) => !isReplaced(one)), added],
    [field]: valueFor(vendor[field], value, edits.replaces),
  });
  const { writer } = parts.content.partsOf(vendors);
  await writer.updateIn(tx, viewer, { id: vendor.id, version: version ?? vendor.version }, draft);
};

/**
 * Stores what was proposed as the editor leaves it, by the same writer as a form: it reads the page again, and refuses
 * a quote that is gone from it. The quote has to be in the text of the run as well, which the editor has before them.
 */
const acceptProposal = async (
  parts: Parts,
  viewer: Caller,
  { id, version }: { id: number; version: number | undefined },
  edits: Edits,
): Promise<void> => {
  const checked = await checkedToday(parts.connection.db, viewer);
  await parts.content.partsOf(coverage).writer.inTransaction(async (tx) => {
    const held = await lockOpen(tx, id);
    const { field, level, finding, value, quote, publisher } = { ...held.proposal, ...edits };
    const wrong = quoteProblem(held.page.text ?? '', quote);
    if (wrong || !publisher)
      throw invalid({
        ...(wrong && { quote: wrong }),
        ...(!publisher && { publisher: 'Say who published the page' }),
      });
    const source = { url: held.page.url, quote, publisher, ...checked };
    const how = { viewer, edits, version, source };
    if (field === null) await writeCell(tx, parts, held, how);
    else await writeFact(tx, parts, held, field, how);
    await decide(tx, viewer, id, { state: 'accepted', level, finding, value, quote, publisher });
  });
};

/** Looking for evidence with the AI service, and deciding what it proposes. */
export const mountFinder = (api: Api, parts: AppParts) => {
  const { db } = parts.connection;

  return [
    ...mountRuns(api, parts),
    endpoint(api, {
      ...FINDER_CALL,
      method: 'get',
      id: 'listProposals',
      path: '/api/proposals',
      summary: 'What was proposed of a vendor, with what is stored of it now',
      query: proposalsQuery,
      response: z.array(proposalSchema),
      failures: { 404: 'No such vendor' },
      handle: async ({ query, viewer }) =>
        listProposals(db, await findVendor(parts, viewer, query.vendor), query),
    }),
    endpoint(api, {
      ...FINDER_CALL,
      method: 'post',
      id: 'acceptProposal',
      path: '/api/proposals/{id}/accept',
      summary:
        'Store a proposal, as it is or as it was edited; its page is read again for the quote',
      params: idParam,
      body: acceptSchema,
      isVersioned: true,
      response: success,
      failures: { 404: 'No such proposal', 409: 'It was decided already' },
      handle: ({ params, body, viewer, version }) =>
        acceptProposal(parts, viewer, { id: params.id, version }, body),
    }),
    endpoint(api, {
      ...FINDER_CALL,
      method: 'post',
      id: 'refuseProposal',
      path: '/api/proposals/{id}/refuse',
      summary: 'Refuse a proposal; the same is not proposed again',
      params: idParam,
      response: success,
      failures: { 404: 'No such proposal', 409: 'It was decided already' },
      handle: async ({ params: { id }, viewer }) => {
        await transact(db, async (tx) => {
          await lockOpen(tx, id);
          await decide(tx, viewer, id, { state: 'refused' });
        });
      },
    }),
  ];
};
