import { itemTwin } from '#content/shared/item-twin.server.ts';
import type { Twins } from '#content/shared/twin.ts';
import { prose } from '#content/shared/twin-blocks.server.ts';
import { news } from './news.collection.ts';
import { FOLDER } from './site.ts';
import { htmlToMarkdown } from './text/html-to-markdown.server.ts';

/** Of the picture and the desk. */
const OMITTED = ['status', 'imageAlt', 'imageCaption', 'wordCount', 'readingTime'];

export const newsTwins: Twins = {
  [`${FOLDER}/$slug`]: async ({ item, siteUrl }, { key }) => {
    const article = await item('news', key);
    const { originalContent } = article.html;
    // The source of a text that was published as it came stays with the editors: readers get its HTML alone.
    const last = originalContent ? prose(htmlToMarkdown(originalContent, siteUrl), 1) : [];
    return itemTwin(news, article, { omit: OMITTED, last });
  },
};
