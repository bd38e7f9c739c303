import { provideCollections } from '#admin/collections.ts';
import { provideFindEntries } from '#admin/find/find-entries.ts';
import { registry } from '#content/index.ts';
import { fetchEntry } from '#content/news/admin/fetch-entry.ts';

provideCollections(registry);
provideFindEntries([fetchEntry]);

export { isPanelPath } from '#admin/tabs.ts';
