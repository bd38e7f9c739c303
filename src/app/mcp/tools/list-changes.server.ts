import * as z from 'zod';
import { sentenceOf, subjectOf } from '#content/shared/changes/change-words.ts';
import { fact, factsOf, ofCell, sayFact } from '../facts.ts';
import type { Reads } from '../reads.server.ts';
import { cursor, defineTool, name, pageOf, paging, sayNext } from '../tool.server.ts';
import { named, readCells, vendorAt } from './vendors.server.ts';

const PAGE = 10;

type Change = Awaited<ReturnType<typeof readAll>>[number];

const readAll = async ({ get }: Pick<Reads, 'get'>, vendor?: string) =>
  (await get('/api/changes', { vendor })).changes;

/** The fact that a change is about as it stands today, with its sources. */
const factNow = async (reads: Reads, { field, vendor, feature }: Change) => {
  if (field === 'coverage') {
    const cells = await readCells(reads, vendor.slug);
    return ofCell(cells.find((one) => one.feature.slug === feature?.slug)?.cell);
  }
  const facts = factsOf(await reads.find('vendors', vendor.slug, 'vendor'));
  const found = facts.find((one) => one.field === field);
  return found ? fact.parse(found) : ofCell(null);
};

export const listChanges = defineTool({
  name: 'list_changes',
  title: 'What changed about vendors',
  description:
    'New owners, price meters, attestations, and features confirmed or lost, the newest first, of one vendor or of all; each with the fact as it stands today and its evidence.',
  input: z.strictObject({
    vendor: name.optional().meta({ description: 'Slug or name; without it all vendors' }),
    cursor,
  }),
  output: z.object({
    changes: z.array(
      z.object({
        day: z.string(),
        vendor: named,
        subject: z.string(),
        change: z.string().meta({ description: 'The value before and after' }),
        now: fact,
      }),
    ),
    ...paging,
  }),
  async read(asked, reads) {
    const vendor = asked.vendor && (await reads.find('vendors', asked.vendor, 'vendor'));
    const all = await readAll(reads, vendor ? vendor.slug : undefined);
    const { items, ...rest } = pageOf(all, asked.cursor, PAGE);
    const changes = items.map(async (one) => ({
      day: one.at.slice(0, 10),
      vendor: vendorAt(reads.siteUrl, one.vendor),
      subject: subjectOf(one),
      change: sentenceOf(one),
      now: await factNow(reads, one),
    }));
    return { changes: await Promise.all(changes), ...rest };
  },
  say: ({ changes, nextCursor }) =>
    [
      ...changes.map(
        (one) =>
          `- ${one.day}: ${one.vendor.name}, ${one.subject}: ${one.change}. Today: ${sayFact(one.now)}`,
      ),
      ...(changes.length === 0 ? ['No change is on record.'] : []),
      ...sayNext(nextCursor),
    ].join('\n'),
});
