import { itemTwin, links } from '#content/shared/item-twin.server.ts';
import type { Twins } from '#content/shared/twin.ts';
import { bullets, paragraph, section, table } from '#content/shared/twin-blocks.server.ts';
import { landingPages } from './landing-pages.collection.ts';

const OMITTED = ['category', 'primaryKeyword', 'secondaryKeywords'];

export const landingTwins: Twins = {
  '/$slug': async ({ item }, { key }) => {
    const page = await item('landing-pages', key);
    const { vendors, covered, selection } = page;
    return itemTwin(landingPages, page, {
      omit: OMITTED,
      last: [
        ...section('Key features', bullets(page.keyFeatures)),
        ...section('What a buyer needs first', links('/features', page.needs)),
        ...section('Vendors', [
          ...links('/vendors', vendors),
          ...(selection ? [paragraph(selection)] : []),
          ...table(
            ['Documented features', ...vendors.map(({ name }) => name)],
            covered.map(({ category, features, documented, partial }) => [
              `${category} (${features})`,
              ...vendors.map(
                (_, at) => `${documented[at] ?? 0} documented, ${partial[at] ?? 0} partly`,
              ),
            ]),
          ),
        ]),
        ...section('Questions', links('/faq', page.faqs)),
      ],
    });
  },
};
