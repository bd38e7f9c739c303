import { provideCollections } from '#admin/collections.ts';
import { provideRowTools } from '#admin/editor/fields/row-tools.ts';
import { registry } from '#content/index.ts';
import { rowQuote } from '#modules/quotes/admin/row-quote.tsx';

provideCollections(registry);
provideRowTools([rowQuote]);

export { isPanelPath } from '#admin/tabs.ts';
