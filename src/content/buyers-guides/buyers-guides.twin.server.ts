import { itemTwin, links } from '#content/shared/item-twin.server.ts';
import type { Twins } from '#content/shared/twin.ts';
import { type Block, bullets, prose, section } from '#content/shared/twin-blocks.server.ts';
import { type BuyersGuide, buyersGuides } from './buyers-guides.collection.ts';
import { FOLDER } from './site.ts';

type Content = BuyersGuide['sections'][number]['content'];

/** A text, a list, or several of them by name. */
const contentBlocks = (content: Content): Block[] => {
  if (typeof content === 'string') return prose(content);
  if (Array.isArray(content)) return bullets(content);
  return Object.entries(content).flatMap(([name, part]) => section(name, contentBlocks(part), 3));
};

export const guideTwins: Twins = {
  [`${FOLDER}/$slug`]: async ({ item }, { key }) => {
    const guide = await item('buyers-guides', key);
    return itemTwin(buyersGuides, guide, {
      first: guide.sections.flatMap(({ heading, content }) =>
        section(heading, contentBlocks(content)),
      ),
      last: [
        ...section('Features', links('/features', guide.about)),
        ...section('Use cases', links('/use-cases', guide.useCases)),
        ...section('Other guides', links(FOLDER, guide.otherGuides)),
      ],
    });
  },
};
