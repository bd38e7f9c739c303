import * as z from 'zod';
import { hrefTo } from '#client/href-to.ts';
import { defineTool, name } from '../tool.server.ts';

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
  say: ({ term, page, definition, aliases }) =>
    [
      `${term}, ${page}`,
      definition,
      ...(aliases.length > 0 ? [`Also called: ${aliases.join(', ')}`] : []),
    ].join('\n'),
});
