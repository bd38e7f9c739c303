import type { Settings } from '#platform/env.server.ts';
import { AppError } from '#platform/errors.ts';
import { loadFeed, reasonOf, sayCut } from './load-feed.server.ts';

/** Reads a feed once, keeps nothing, and says in a sentence what it holds. */
export const createFeedTrial = (settings: Settings) => async (url: string) => {
  try {
    const { title, items, cut } = await loadFeed(url, settings);
    const count = `${items.length} ${items.length === 1 ? 'item' : 'items'}`;
    return `${title || 'The feed'}: ${count}${cut > 0 ? `; ${sayCut(cut)}` : ''}.`;
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    throw new AppError('upstream', `${reason}.`, { cause: error });
  }
};
