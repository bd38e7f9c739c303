import type { Cell } from '#content/shared/coverage/coverage-groups.ts';
import { LEVEL_WORDS, NOT_CONFIRMED } from './evidence-words.ts';

/** The style draws a mark before the words: told by shape, so that it prints and needs no color. */
export const levelClass = (level: Cell['level'] | null): string => `level level-${level ?? 'none'}`;

export function Level({ level }: { level: Cell['level'] | null }) {
  return <span className={levelClass(level)}>{level ? LEVEL_WORDS[level] : NOT_CONFIRMED}</span>;
}
