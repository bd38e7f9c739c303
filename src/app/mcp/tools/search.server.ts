import * as z from 'zod';
import { hrefTo } from '#client/href-to.ts';
import { cursor, defineTool, name, pageOf, paging } from '../tool.server.ts';

const PAGE = 10;
/** As many as the search gives of one kind. */
const OF_ONE_KIND = 50;
const OF_EACH_KIND = 3;

const ofKind = z.object({
  kind: z.string(),
  total: z.int(),
  isAtLeast: z.boolean().meta({ description: 'There are more: the words are too common' }),
});

const hit = z.object({ kind: z.string(), title: z.string(), page: z.string(), text: z.string() });

export const search = defineTool({
  name: 'search',
  title: 'Search the guide',
  description:
    'Finds vendors, features, glossary terms, guides, use cases, comparisons, questions and news by words. Gives pages, no facts: for these call get_vendor, get_evidence or get_definition.',
  input: z.strictObject({
    query: z.string().trim().min(1).max(200),
    kind: z
      .string()
      .max(50)
      .optional()
      .meta({ description: 'One kind, such as vendors, features or glossary; it has pages' }),
    cursor,
  }),
  output: z.object({
    corrected: z.string().nullable().meta({ description: 'Words that were sought instead' }),
    answers: z.array(hit).meta({ description: 'Pages that answer the question' }),
    hits: z.array(hit),
    kinds: z.array(ofKind),
    note: z.string().nullable(),
    ...paging,
    total: z.int().meta({
      description: `How many there are; of one kind the first ${OF_ONE_KIND} can be read`,
    }),
  }),
  async read({ query, kind, cursor: from }, { get, siteUrl }) {
    const limit = kind ? OF_ONE_KIND : OF_EACH_KIND;
    const found = await get('/api/search', { q: query, kind, limit });
    const { corrected, answers, groups, total } = found;
    const asHit = ({ path, ...one }: { kind: string; title: string; path: string; text: string }) =>
      hit.parse({ ...one, page: siteUrl + path });
    const all = groups.flatMap(({ items }) => items.map(asHit));
    const part = kind ? pageOf(all, from, PAGE) : { items: all, nextCursor: null };
    return {
      corrected,
      // A fact is only given with its rank and days, which an answer does not carry.
      answers: answers.filter(({ facts }) => facts.length === 0).map(asHit),
      hits: part.items,
      kinds: groups.map((group) => ofKind.parse(group)),
      note: groups.some((group) => group.total > OF_ONE_KIND)
        ? `Of one kind the first ${OF_ONE_KIND} can be read: ask with more words for the others.`
        : null,
      total,
      nextCursor: part.nextCursor,
    };
  },
});

export const getDefinition = defineTool({
  name: 'get_definition',
  title: 'Definition of a term',
  description: 'A term of family office software, in the words of the glossary, as Markdown.',
  input: z.strictObject({ term: name.meta({ description: 'Slug or name' }) }),
  output: z.object({
    term: z.string(),
    page: z.string(),
    definition: z.string(),
    aliases: z.array(z.string()),
    category: z.string().nullable(),
    changedOn: z.string(),
  }),
  async read(asked, { find, siteUrl }) {
    const { term, slug, definition, aliases, category, updatedAt } = await find(
      'glossary',
      asked.term,
      'term',
    );
    const page = siteUrl + hrefTo('/glossary/$slug', { slug });
    return { term, page, definition, aliases, category, changedOn: updatedAt.slice(0, 10) };
  },
});
