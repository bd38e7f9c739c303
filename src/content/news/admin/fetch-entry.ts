import { adminSend } from '#admin/api/admin-api.ts';
import type { FindEntry } from '#admin/find/find-entries.ts';
import { toastOutcome } from '#admin/toast.ts';
import { counted } from '#platform/words.ts';

/** Reads the feeds from wherever one is in the panel. */
export const fetchEntry: FindEntry = {
  kind: 'Action',
  title: 'Fetch feeds',
  words: 'news rss read articles',
  least: 'editor',
  go: () =>
    toastOutcome(
      () => adminSend('POST', '/api/news/fetch-rss'),
      ({ saved }) => counted(saved, 'new article', 'new articles'),
    ),
};
