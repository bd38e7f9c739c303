import { provideCollections } from '#admin/collections.ts';
import { provideRowTools } from '#admin/editor/fields/row-tools.ts';
import { provideFindEntries } from '#admin/find/find-entries.ts';
import { registry } from '#content/index.ts';
import { fetchEntry } from '#content/news/admin/fetch-entry.ts';
import { rowQuote } from '#modules/quotes/admin/row-quote.tsx';

provideCollections(registry);
provideRowTools([rowQuote]);
provideFindEntries([fetchEntry]);

export { isPanelPath } from '#admin/tabs.ts';
