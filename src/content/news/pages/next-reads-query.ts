import { newsListQuery } from '../news.query.ts';

/** The latest, of which those on the same subject come first. */
export const nextReadsQuery = newsListQuery({ limit: 12 });
