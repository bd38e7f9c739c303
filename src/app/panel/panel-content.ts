import { provideCollections } from '#admin/collections.ts';
import { registry } from '#content/index.ts';

provideCollections(registry);

export { isPanelPath } from '#admin/tabs.ts';
