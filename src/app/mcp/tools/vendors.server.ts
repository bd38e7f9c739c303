import * as z from 'zod';
import { hrefTo } from '#client/href-to.ts';
import { sentenceOf, subjectOf } from '#content/shared/changes/change-words.ts';
import { fact, factsOf, ofCell } from '../facts.ts';
import type { Reads } from '../reads.server.ts';
import { cursor, defineTool, name, pageOf, paging } from '../tool.server.ts';

const PAGE = 20;

export const named = z.object({ slug: z.string(), name: z.string(), page: z.string() });

const placeIn =
  (folder: '/vendors/$slug' | '/features/$slug') =>
  (siteUrl: string, { slug, name: called }: { slug: string; name: string }) => ({
    slug,
    name: called,
    page: siteUrl + hrefTo(folder, { slug }),
  });
export const vendorAt = placeIn('/vendors/$slug');
export const featureAt = placeIn('/features/$slug');

/** Every feature with the evidence of one vendor, in the order of the site. */
const readCells = async ({ get }: Pick<Reads, 'get'>, vendor: string) => {
  const groups = await get('/api/vendors/{id}/coverage', { id: vendor });
  return groups.flatMap(({ category, rows }) =>
    rows.map(({ feature, cells: [cell], stated }) => ({
      category,
      feature,
      cell,
      stated: stated?.[0],
    })),
  );
};

export const getVendor = defineTool({
  name: 'get_vendor',
  title: 'Facts about a vendor',
  description:
    'A vendor with every fact of its profile (owner, price, hosting, attestations, interfaces), each with its sources, and how many features its pages document. What is not known is said as not confirmed.',
  input: z.strictObject({ vendor: name.meta({ description: 'Slug or name' }) }),
  output: named.extend({
    description: z.string().nullable(),
    categories: z.array(z.string()),
    markets: z.array(z.string()),
    lastVerified: z.string().nullable(),
    facts: z.array(fact.extend({ field: z.string() })),
    features: z.record(z.string(), z.int()).meta({ description: 'How many at each level' }),
    reply: z.string().nullable().meta({ description: 'The vendor’s own reply to its profile' }),
  }),
  async read(asked, reads) {
    const vendor = await reads.find('vendors', asked.vendor, 'vendor');
    const cells = await readCells(reads, vendor.slug);
    const count = (level?: string) => cells.filter(({ cell }) => cell?.level === level).length;
    return {
      ...vendorAt(reads.siteUrl, vendor),
      description: vendor.description,
      categories: vendor.categories,
      markets: vendor.markets,
      lastVerified: vendor.lastVerifiedAt?.slice(0, 10) ?? null,
      facts: factsOf(vendor),
      features: {
        documented: count('documented'),
        partial: count('partial'),
        absent: count('absent'),
        'not confirmed': count(),
      },
      reply:
        vendor.reply && `${vendor.reply.text} (${vendor.reply.domain}, ${vendor.reply.statedOn})`,
    };
  },
});

export const getEvidence = defineTool({
  name: 'get_evidence',
  title: 'Evidence for a vendor and a feature',
  description:
    'What public pages say of a vendor and one feature, or of all features page by page: documented, partial, absent (the vendor says it does not) or not confirmed, with the page, its publisher, its rank and its days.',
  input: z.strictObject({
    vendor: name.meta({ description: 'Slug or name' }),
    feature: name
      .optional()
      .meta({ description: 'Slug or name; without it all features, page by page' }),
    cursor,
  }),
  output: z.object({
    vendor: named,
    cells: z.array(fact.extend({ category: z.string(), feature: named })),
    ...paging,
  }),
  async read(asked, reads) {
    const vendor = await reads.find('vendors', asked.vendor, 'vendor');
    const wanted = asked.feature && (await reads.find('features', asked.feature, 'feature'));
    const all = await readCells(reads, vendor.slug);
    const chosen = wanted ? all.filter(({ feature }) => feature.slug === wanted.slug) : all;
    const { items, ...rest } = pageOf(chosen, asked.cursor, PAGE);
    return {
      vendor: vendorAt(reads.siteUrl, vendor),
      cells: items.map(({ category, feature, cell, stated }) => ({
        category,
        feature: featureAt(reads.siteUrl, feature),
        ...ofCell(cell, stated),
      })),
      ...rest,
    };
  },
});

const CHANGES = 10;

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
    const { items, ...rest } = pageOf(all, asked.cursor, CHANGES);
    const changes = items.map(async (one) => ({
      day: one.at.slice(0, 10),
      vendor: vendorAt(reads.siteUrl, one.vendor),
      subject: subjectOf(one),
      change: sentenceOf(one),
      now: await factNow(reads, one),
    }));
    return { changes: await Promise.all(changes), ...rest };
  },
});
