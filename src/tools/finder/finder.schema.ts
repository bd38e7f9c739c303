import * as z from 'zod';
import { LEVELS, PUBLISHERS } from '#content/coverage/coverage.collection.ts';
import { listPart } from '#platform/http/params.ts';
import { cleanText } from '#platform/text-rules.ts';
import {
  DROP_REASONS,
  isDropReason,
  PAGE_STATES,
  PROPOSAL_STATES,
  RUN_STATES,
} from './finder-states.ts';

const MAX_URLS = 20;

export const vendorKey = z
  .string()
  .min(1)
  .max(500)
  .meta({ description: 'A vendor, by its slug or id', example: 'addepar' });

export const newRunSchema = z
  .strictObject({
    vendor: vendorKey,
    urls: z
      .array(
        z
          .url({
            protocol: /^https?$/,
            error: 'Give addresses that begin with https:// or http://',
          })
          .max(1000),
      )
      .max(MAX_URLS, `At most ${MAX_URLS} addresses`)
      .default([])
      .meta({ description: 'Pages to read; none: up to 20 pages of the website of the vendor' }),
  })
  .meta({ id: 'NewEvidenceRun' });

const count = z.int().min(0);

const pageSchema = z.object({
  id: z.int(),
  url: z.string(),
  state: z.enum(PAGE_STATES),
  reason: z.string().nullable().meta({ description: 'Why nothing came of it' }),
  title: z.string().nullable(),
});

export const runSchema = z
  .object({
    id: z.int(),
    vendorId: z.int(),
    state: z.enum(RUN_STATES),
    failure: z.string().nullable(),
    model: z.string(),
    calls: count.meta({ description: 'Calls of the AI service' }),
    inputTokens: count,
    outputTokens: count,
    cost: z.number().nullable().meta({ description: 'In dollars; null where no prices are set' }),
    startedBy: z.string().nullable(),
    startedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
    pages: z.array(pageSchema),
    proposals: z.object({ open: count, accepted: count, refused: count }),
    dropped: z
      .partialRecord(z.enum(Object.keys(DROP_REASONS).filter(isDropReason)), count)
      .meta({ description: 'What the service proposed and code did not let through, by reason' }),
  })
  .meta({ id: 'EvidenceRun' });

export const runListSchema = z
  .object({
    notSetUp: z.string().nullable().meta({ description: 'What is missing for a run, in words' }),
    named: z
      .array(z.string())
      .meta({ description: 'Pages that the vendor names in its word and no run has read' }),
    runs: z.array(runSchema).meta({ description: 'The last ten, newest first' }),
  })
  .meta({ id: 'EvidenceRuns' });

export const pageTextSchema = z
  .object({ id: z.int(), url: z.string(), title: z.string().nullable(), text: z.string() })
  .meta({ id: 'EvidencePage' });

export const proposalSchema = z
  .object({
    id: z.int(),
    runId: z.int(),
    kind: z.enum(['cell', 'fact']),
    page: z.object({ id: z.int(), url: z.string(), title: z.string().nullable() }),
    feature: z.object({ slug: z.string(), name: z.string() }).nullable(),
    level: z.enum(LEVELS).nullable(),
    finding: z.string().nullable(),
    field: z.string().nullable(),
    label: z.string().meta({ description: 'The feature or the fact, by its name' }),
    value: z.string().nullable(),
    quote: z.string(),
    publisher: z.enum(PUBLISHERS).nullable(),
    state: z.enum(PROPOSAL_STATES),
    decidedBy: z.string().nullable(),
    decidedAt: z.iso.datetime().nullable(),
    current: z
      .object({ version: z.int(), level: z.enum(LEVELS).nullable(), text: z.string() })
      .nullable()
      .meta({ description: 'What is stored of it now; its version is for If-Match' }),
  })
  .meta({ id: 'Proposal' });

export type Proposal = z.output<typeof proposalSchema>;

export const proposalsQuery = z.object({
  vendor: vendorKey,
  state: z.enum(PROPOSAL_STATES).default('open'),
  ...listPart(100, 200),
});

export const acceptSchema = z
  .strictObject({
    feature: cleanText(z.string().max(200)).meta({ description: 'A feature, by its slug' }),
    level: z.enum(LEVELS),
    finding: cleanText(z.string().max(300)),
    value: cleanText(z.string().max(500)),
    quote: cleanText(z.string().max(300)),
    publisher: z.enum(PUBLISHERS),
    pageDate: cleanText(z.string().max(10)),
    note: cleanText(z.string().max(500)),
    replaces: z
      .boolean()
      .meta({ description: 'Of a fact: the value takes the place of the one on the profile' }),
  })
  .partial()
  .meta({ id: 'AcceptedProposal', description: 'What the editor changed in it' });

export type Edits = z.output<typeof acceptSchema>;
