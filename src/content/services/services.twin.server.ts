import { itemTwin } from '#content/shared/item-twin.server.ts';
import type { Twins } from '#content/shared/twin.ts';
import { bullets, link, section } from '#content/shared/twin-blocks.server.ts';
import { services } from './services.collection.ts';
import { FOLDER } from './site.ts';

const PROVIDERS = 20;

export const serviceTwins: Twins = {
  [`${FOLDER}/$slug`]: async ({ item, cards }, { key }) => {
    const service = await item('services', key);
    const { items } = await cards('service-providers', { limit: PROVIDERS, service: key });
    const last = section(
      'Providers',
      bullets(
        items.map(({ name, website, description }) => [
          website ? link(name, website) : name,
          description ? `: ${description}` : '',
        ]),
      ),
    );
    return itemTwin(services, service, { last });
  },
};
