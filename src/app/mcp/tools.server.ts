import * as z from 'zod';
import { fromColumns } from '#content/comparisons/matrix.ts';
import { joinSlugs, MAX_COMPARED, pairPath } from '#content/comparisons/site.ts';
import { invalid } from '#platform/errors.ts';
import { MAX_NEEDS, RULE } from '#tools/needs/rule.ts';
import { contractOf, eventsOf, factsOf, ofCell, ofField } from './facts.ts';
import { cursor, defineTool, name, pageOf } from './tool.server.ts';

const OF_ONE_KIND = 20;
const OF_EACH_KIND = 3;

type Hit = Record<'kind' | 'title' | 'path' | 'text', string>;

const search = defineTool({
  name: 'search',
  title: 'Search the guide',
  description: `Finds vendors, features, glossary terms, guides, use cases, comparisons, questions and news by words. Gives pages, no facts: for these call get_vendor, get_evidence or get_definition. Of one kind it gives the first ${OF_ONE_KIND}; the total counts all.`,
  input: z.strictObject({
    query: z.string().trim().min(1).max(200),
    kind: z
      .string()
      .max(50)
      .optional()
      .meta({ description: 'One kind alone, such as vendors, features or glossary' }),
  }),
  async read({ query, kind }, { get, siteUrl }) {
    const limit = kind ? OF_ONE_KIND : OF_EACH_KIND;
    const found = await get('/api/search', { q: query, kind, limit });
    const { corrected, answers, groups, total } = found;
    const asHit = (hit: Hit) => ({
      kind: hit.kind,
      title: hit.title,
      page: siteUrl + hit.path,
      text: hit.text,
    });
    return {
      corrected,
      // A fact is only given with its rank and days, which an answer does not carry.
      answers: answers.filter(({ facts }) => facts.length === 0).map(asHit),
      hits: groups.flatMap(({ items }) => items.map(asHit)),
      total,
    };
  },
});

const getDefinition = defineTool({
  name: 'get_definition',
  title: 'Definition of a term',
  description: 'A term of family office software, in the words of the glossary, as Markdown.',
  input: z.strictObject({ term: name }),
  async read(asked, { find, siteUrl }) {
    const found = await find('glossary', asked.term, 'term');
    const { term, slug, definition, aliases, category, updatedAt } = found;
    const page = `${siteUrl}/glossary/${slug}`;
    return { term, page, definition, aliases, category, changedOn: updatedAt.slice(0, 10) };
  },
});

const itemsAt = (siteUrl: string) => {
  const itemIn = (folder: string) => (item: { slug: string; name: string }) => ({
    slug: item.slug,
    name: item.name,
    page: `${siteUrl}${folder}/${item.slug}`,
  });
  return { vendorAt: itemIn('/vendors'), featureAt: itemIn('/features') };
};

const getVendor = defineTool({
  name: 'get_vendor',
  title: 'Facts about a vendor',
  description:
    'A vendor with every fact of its profile (owner, price, hosting, attestations, interfaces), the dated events of product and company, and what its public contract terms say by topic, each with its sources. What is not known is said as not confirmed.',
  input: z.strictObject({ vendor: name }),
  async read(asked, reads) {
    const vendor = await reads.find('vendors', asked.vendor, 'vendor');
    const { description, categories, markets, lastVerifiedAt } = vendor;
    return {
      ...itemsAt(reads.siteUrl).vendorAt(vendor),
      description,
      categories,
      markets,
      lastVerified: lastVerifiedAt?.slice(0, 10) ?? null,
      facts: factsOf(vendor),
      events: eventsOf(vendor),
      contract: contractOf(vendor),
    };
  },
});

const CELLS = 20;

const getEvidence = defineTool({
  name: 'get_evidence',
  title: 'Evidence for a vendor and a feature',
  description:
    'What public pages say of a vendor and one feature, or of all features page by page: documented, partial, absent (the vendor says it does not) or not confirmed, with the page, its publisher, its rank and its days.',
  input: z.strictObject({
    vendor: name,
    feature: name.optional().meta({ description: 'Slug or name; without it all features' }),
    cursor,
  }),
  async read(asked, reads) {
    const { vendorAt, featureAt } = itemsAt(reads.siteUrl);
    const vendor = await reads.find('vendors', asked.vendor, 'vendor');
    const wanted = asked.feature && (await reads.find('features', asked.feature, 'feature'));
    const groups = await reads.get('/api/vendors/{id}/coverage', { id: vendor.slug });
    const all = groups.flatMap(({ category, rows }) =>
      rows.map(({ feature, cells: [cell] }) => ({
        category,
        feature: featureAt(feature),
        ...ofCell(cell),
      })),
    );
    const chosen = wanted ? all.filter(({ feature }) => feature.slug === wanted.slug) : all;
    const { items: cells, ...rest } = pageOf(chosen, asked.cursor, CELLS);
    return { vendor: vendorAt(vendor), cells, ...rest };
  },
});

const ROWS = 12;

const compareVendors = defineTool({
  name: 'compare_vendors',
  title: 'Vendors side by side',
  description: `Two to ${MAX_COMPARED} vendors row by row: facts first, then every feature, with a cell for each vendor in their order and its evidence. Not confirmed is said, never left out.`,
  input: z.strictObject({
    vendors: z.array(name).min(2).max(MAX_COMPARED),
    cursor,
  }),
  async read(asked, { find, get, siteUrl }) {
    const found = await Promise.all(asked.vendors.map((one) => find('vendors', one, 'vendors')));
    const slugs = found.map(({ slug }) => slug);
    if (new Set(slugs).size < slugs.length) throw invalid({ vendors: 'Name each vendor once' });
    const side = await get('/api/compare/{pair}', { pair: joinSlugs(slugs), view: 'page' });
    const sourcesOf = new Map(side.sources.map(({ label, sources }) => [label, sources]));
    const facts = side.comparisonMatrix.flatMap(({ name: group, items }) =>
      items.map(({ label, ...columns }) => ({
        group,
        name: label,
        cells: fromColumns(columns).map((value, at) =>
          ofField([value ?? []].flat().join('; '), sourcesOf.get(label)?.[at] ?? []),
        ),
      })),
    );
    const features = side.coverage.flatMap(({ category: group, rows }) =>
      rows.map(({ feature, cells }) => ({ group, name: feature.name, cells: cells.map(ofCell) })),
    );
    const { items: rows, ...rest } = pageOf([...facts, ...features], asked.cursor, ROWS);
    const vendors = found.map(itemsAt(siteUrl).vendorAt);
    return { page: siteUrl + pairPath(slugs), vendors, rows, ...rest };
  },
});

const VENDORS = 5;

const needs = z.array(name).max(MAX_NEEDS);

const matchNeeds = defineTool({
  name: 'match_needs',
  title: 'Vendors by needs',
  description: `The vendors that document most of the features that a buyer needs, at most ${MAX_NEEDS}, with a cell for each need in their order. ${RULE.join(' ')}`,
  input: z.strictObject({
    needs: needs.min(1).meta({ description: 'Features by slug or name; search finds them' }),
    musts: needs.default([]).meta({ description: 'Those that are must-haves' }),
    market: z.string().max(200).optional().meta({ description: 'Only vendors that serve it' }),
    category: z.string().max(200).optional().meta({ description: 'Only vendors filed under it' }),
    cursor,
  }),
  async read({ market, category, ...asked }, { find, get, siteUrl }) {
    const { vendorAt, featureAt } = itemsAt(siteUrl);
    const slugsOf = async (field: 'needs' | 'musts') => {
      const found = asked[field].map((one) => find('features', one, field));
      return (await Promise.all(found)).map(({ slug }) => slug).join();
    };
    const features = await slugsOf('needs');
    const musts = await slugsOf('musts');
    const found = await get('/api/needs', { features, musts, market, category });
    const { items, nextCursor } = pageOf(found.vendors, asked.cursor, VENDORS);
    const vendors = items.map(({ vendor, rank, isShared, cells }) => ({
      ...vendorAt(vendor),
      rank,
      isShared,
      cells: cells.map(ofCell),
    }));
    const chosen = found.needs.map((need) => ({ ...need, ...featureAt(need) }));
    return { needs: chosen, vendors, total: found.total, nextCursor };
  },
});

export const TOOLS = [search, matchNeeds, getVendor, compareVendors, getEvidence, getDefinition];
