import type { ListShape } from '#admin/list/list-view.ts';

/** Terms are listed whole (spec, section 2), each with what it is watched for. */
export const TERM_LIST = {
  isWhole: true,
  facts: [
    ['targetPage', 'Target page'],
    ['searchVolume', 'Volume'],
    ['difficulty', 'Difficulty'],
    ['pageTitle', 'Page title'],
    ['currentRanking', 'Current ranking'],
    ['targetRanking', 'Target ranking'],
  ],
} satisfies ListShape;
