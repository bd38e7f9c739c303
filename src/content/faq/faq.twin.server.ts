import { itemTwin, links } from '#content/shared/item-twin.server.ts';
import type { Twins } from '#content/shared/twin.ts';
import { section } from '#content/shared/twin-blocks.server.ts';
import { faq } from './faq.collection.ts';
import { FOLDER } from './site.ts';

export const faqTwins: Twins = {
  [`${FOLDER}/$slug`]: async ({ item }, { key }) => {
    const entry = await item('faq', key);
    const last = section('Related questions', links(FOLDER, entry.relatedQuestions));
    return itemTwin(faq, entry, { last });
  },
};
