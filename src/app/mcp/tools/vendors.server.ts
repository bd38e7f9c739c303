import * as z from 'zod';
import { hrefTo } from '#client/href-to.ts';
import { asWords } from '#platform/words.ts';
import { fact, factsOf, ofCell, sayFact } from '../facts.ts';
import type { Reads } from '../reads.server.ts';
import { cursor, defineTool, name, pageOf, paging, sayNext } from '../tool.server.ts';

const PAGE = 20;

export const named = z.object({ slug: z.string(), name: z.string(), page: z.string() });

export const vendorAt = (siteUrl: string, one: { slug: string; name: string }) => ({
  slug: one.slug,
  name: one.name,
  page: siteUrl + hrefTo('/vendors/$slug', { slug: one.slug }),
});

export const featureAt = (siteUrl: string, one: { slug: string; name: string }) => ({
  slug: one.slug,
  name: one.name,
  page: siteUrl + hrefTo('/features/$slug', { slug: one.slug }),
});

/** Every feature with the evidence of one vendor, in the order of the site. */
export const readCells = async ({ get }: Pick<Reads, 'get'>, vendor: string) => {
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
  say: (vendor) =>
    [
      `${vendor.name}, ${vendor.page}`,
      vendor.description ?? '',
      `Last verified: ${vendor.lastVerified ?? 'no day on record'}`,
      ...vendor.facts.map((one) => `- ${asWords(one.field)}: ${sayFact(one)}`),
      `Features: ${Object.entries(vendor.features)
        .map(([level, count]) => `${count} ${level}`)
        .join(', ')}. Call get_evidence for each.`,
      ...(vendor.reply ? [`The vendor replies: ${vendor.reply}`] : []),
    ].join('\n'),
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
  say: ({ vendor, cells, nextCursor }) =>
    [
      `${vendor.name}, ${vendor.page}`,
      ...cells.map((cell) => `- ${cell.feature.name}: ${sayFact(cell)}`),
      ...sayNext(nextCursor),
    ].join('\n'),
});
