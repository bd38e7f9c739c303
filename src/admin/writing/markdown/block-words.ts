import { allCollections } from '#admin/collections.ts';
import type { Collection } from '#kit/collection.ts';
import { resolveVideo } from '#ui/media/video-id.ts';

/** The types whose items a text may show as cards. */
export const cardTypes = (): readonly Collection[] =>
  allCollections().filter(({ inText }) => inText !== undefined);

export const isCardWord = (word: string): boolean =>
  cardTypes().some(({ inText }) => inText === word);

/** Players that pages show (src/content/shared/text-blocks.server.ts). */
export const isVideoAddress = (address: string): boolean => {
  const { platform, embedUrl } = resolveVideo({ url: address });
  return embedUrl !== null && ['youtube', 'vimeo'].includes(platform);
};
