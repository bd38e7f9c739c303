import { itemTwin, links } from '#content/shared/item-twin.server.ts';
import type { Twins } from '#content/shared/twin.ts';
import { paragraph, prose, section } from '#content/shared/twin-blocks.server.ts';
import { FOLDER } from './site.ts';
import { useCases } from './use-cases.collection.ts';

export const useCaseTwins: Twins = {
  [`${FOLDER}/$slug`]: async ({ item }, { key }) => {
    const useCase = await item('use-cases', key);
    const last = [
      ...useCase.contentSections.flatMap(({ title, content, about, exampleVendors }) =>
        section(title, [
          ...prose(content),
          ...(about.length > 0 ? [paragraph('Features:'), ...links('/features', about)] : []),
          ...(exampleVendors.length > 0
            ? [paragraph('Examples:'), ...links('/vendors', exampleVendors)]
            : []),
        ]),
      ),
      ...section('Features', links('/features', useCase.about)),
      ...section('Questions', links('/faq', useCase.faqs)),
      ...section('Related use cases', links(FOLDER, useCase.relatedUseCases)),
    ];
    return itemTwin(useCases, useCase, { last });
  },
};
