import type { ContentSource } from '#kit/app-parts.server.ts';
import { normalPath } from '#platform/server/normal-path.ts';
import type { Viewer } from '#platform/viewer.ts';

/** The item whose page is at a path; null for lists, tools and missing pages. */
export const findPageItem = async (content: ContentSource, viewer: Viewer, path: string) => {
  const plain = normalPath(path) ?? '';
  const at = plain.lastIndexOf('/');
  const place = plain.slice(0, at);
  const slug = plain.slice(at + 1);
  if (slug === '') return null;
  for (const collection of content.registry) {
    if (collection.publicPath !== place) continue;
    const item = await content.partsOf(collection).reader.bySlug(viewer, slug);
    if (item) return { collection: collection.name, id: item.id, label: collection.label.one };
  }
  return null;
};
