import { and, desc, eq } from 'drizzle-orm';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import { factText } from '#content/shared/profile-facts.ts';
import type { Vendor } from '#content/vendors/vendors.collection.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Proposal } from './finder.schema.ts';
import { evidencePages, proposals } from './finder.tables.server.ts';
import type { ProposalState } from './finder-states.ts';
import { factLabel } from './finder-states.ts';

const feature = tableOf(features);
const evidence = tableOf(coverage);

interface Asked {
  state: ProposalState;
  limit: number;
  offset: number;
}

/** A vendor's proposals in the order of the pages, each with what is stored of it now. */
export const listProposals = async (
  db: Database,
  vendor: Vendor,
  { state, limit, offset }: Asked,
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
    const current = {
      version: vendor.version,
      level: null,
      text: factText(vendor[field]) ?? '',
    };
    return { ...shown, ...row, kind: 'fact', label: factLabel(field), current };
  });
};

/** Held until the transaction ends; whoever decided first has decided. */
export const lockOpen = async (tx: Executor, id: number) => {
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

export const decide = (
  tx: Executor,
  viewer: Viewer,
  id: number,
  values: Partial<typeof proposals.$inferInsert>,
) =>
  tx
    .update(proposals)
    .set({ ...values, decidedBy: viewer?.email ?? null, decidedAt: new Date().toISOString() })
    .where(eq(proposals.id, id));
