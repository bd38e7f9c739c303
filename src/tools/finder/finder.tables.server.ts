import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Level, Publisher } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import type { ProfileFact } from '#content/shared/profile-facts.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { tableOf } from '#kit/table.server.ts';
import { isoTimestamp, timestampColumn } from '#platform/db/columns.server.ts';
import type { Dropped, PageState, ProposalState, RunState } from './finder-states.ts';

const vendorId = () =>
  integer('vendor_id')
    .notNull()
    .references(() => tableOf(vendors).id, { onDelete: 'cascade' });

/** A search for evidence of one vendor; its pages are its steps, so that it goes on after a restart. */
export const evidenceRuns = pgTable(
  'evidence_runs',
  {
    id: serial('id').primaryKey(),
    vendorId: vendorId(),
    state: text('state').$type<RunState>().notNull().default('waiting'),
    /** As an editor gave them; none: pages of the vendor's website. */
    urls: jsonb('urls').$type<string[]>().notNull(),
    /** Its pages are listed. */
    isPlanned: boolean('is_planned').notNull().default(false),
    model: text('model').notNull(),
    calls: integer('calls').notNull().default(0),
    inputTokens: integer('input_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    failure: text('failure'),
    startedBy: text('started_by'),
    startedAt: isoTimestamp('started_at').notNull().default(sql`now()`),
    finishedAt: isoTimestamp('finished_at'),
    /** Renewed by the node that is at it, which has a mark of its own. */
    beatAt: timestampColumn('beat_at'),
    holder: text('holder'),
  },
  (table) => [
    index('evidence_runs_vendor_index').on(table.vendorId, table.id),
    // One at a time for a vendor; it also finds what there is to do.
    uniqueIndex('evidence_runs_open_unique')
      .on(table.vendorId)
      .where(sql`state in ('waiting', 'running')`),
  ],
);

export const evidencePages = pgTable(
  'evidence_pages',
  {
    id: serial('id').primaryKey(),
    runId: integer('run_id')
      .notNull()
      .references(() => evidenceRuns.id, { onDelete: 'cascade' }),
    place: integer('place').notNull(),
    url: text('url').notNull(),
    state: text('state').$type<PageState>().notNull().default('waiting'),
    tries: integer('tries').notNull().default(0),
    /** Why nothing came of it, in words. */
    reason: text('reason'),
    title: text('title'),
    /** The text that quotes are checked against: private, and never more than was read. */
    text: text('text'),
    hash: text('hash'),
    readAt: isoTimestamp('read_at'),
    dropped: jsonb('dropped').$type<Dropped>().notNull().default({}),
  },
  (table) => [index('evidence_pages_run_index').on(table.runId, table.place)],
);

/** Proposals of the service that code let through, until an editor decides. */
export const proposals = pgTable(
  'proposals',
  {
    id: serial('id').primaryKey(),
    pageId: integer('page_id')
      .notNull()
      .references(() => evidencePages.id, { onDelete: 'cascade' }),
    vendorId: vendorId(),
    /** Of a cell. */
    featureId: integer('feature_id').references(() => tableOf(features).id, {
      onDelete: 'cascade',
    }),
    level: text('level').$type<Level>(),
    finding: text('finding'),
    /** Of a fact. */
    field: text('field').$type<ProfileFact>(),
    value: text('value'),
    quote: text('quote').notNull(),
    publisher: text('publisher').$type<Publisher>(),
    state: text('state').$type<ProposalState>().notNull().default('open'),
    decidedBy: text('decided_by'),
    decidedAt: isoTimestamp('decided_at'),
  },
  (table) => [
    index('proposals_vendor_index').on(table.vendorId, table.state, table.id),
    index('proposals_page_index').on(table.pageId),
    index('proposals_feature_index').on(table.featureId),
  ],
);
