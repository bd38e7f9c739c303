import type { Role } from '#platform/roles.ts';

export interface Shortcut {
  keys: string;
  does: string;
  /** Not told to those who may not do it. */
  least?: Role;
  needsAi?: boolean;
}

const walk = (what: string): readonly Shortcut[] => [
  { keys: 'J or ↓', does: `next ${what}` },
  { keys: 'K or ↑', does: `previous ${what}` },
];

/** Every shortcut of the panel, by place; a screen tells its own group, and `?` tells all of them. */
export const SHORTCUTS = {
  panel: {
    title: 'Anywhere',
    keys: [
      { keys: 'Ctrl-K', does: 'find items, screens, actions and settings' },
      { keys: '?', does: 'list the shortcuts' },
      { keys: 'F8', does: 'go to the last notice, for example to undo' },
    ],
  },
  lists: {
    title: 'Lists',
    keys: [
      ...walk('item'),
      { keys: 'E', does: 'open' },
      { keys: 'X', does: 'select', least: 'editor' },
      { keys: '/', does: 'search the list' },
    ],
  },
  news: {
    title: 'News, as a dense list',
    keys: [
      ...walk('article'),
      { keys: 'E or Enter', does: 'open' },
      { keys: 'P', does: 'publish', least: 'publisher' },
      { keys: 'R', does: 'rewrite', least: 'editor', needsAi: true },
      { keys: 'D', does: 'delete', least: 'editor' },
      { keys: 'U', does: 'undo the last delete', least: 'editor' },
      { keys: 'X', does: 'select', least: 'editor' },
    ],
  },
  queue: {
    title: 'Queue',
    keys: [
      ...walk('row'),
      { keys: 'E', does: 'open' },
      { keys: 'V', does: 'verify: you have looked today and it holds', least: 'publisher' },
    ],
  },
  evidence: {
    title: 'Evidence',
    keys: [
      ...walk('line'),
      { keys: 'E or Enter', does: 'edit', least: 'publisher' },
      { keys: 'V', does: 'verify: checked today', least: 'publisher' },
      { keys: 'X', does: 'select', least: 'publisher' },
      { keys: '1 2 3', does: 'documented, partly, says it does not', least: 'publisher' },
      { keys: '0', does: 'take the evidence away', least: 'publisher' },
      { keys: 'Esc', does: 'close the line' },
    ],
  },
  proposals: {
    title: 'Proposals of the finder',
    keys: [
      ...walk('proposal'),
      { keys: 'A', does: 'accept', least: 'publisher' },
      { keys: 'E', does: 'edit', least: 'publisher' },
      { keys: 'R', does: 'refuse', least: 'editor' },
    ],
  },
  form: {
    title: 'Forms',
    keys: [
      { keys: 'Ctrl-S', does: 'save', least: 'editor' },
      { keys: 'Esc', does: 'close' },
    ],
  },
  text: {
    title: 'Formatted text',
    keys: [
      { keys: '/', does: 'insert a block, on an empty line', least: 'editor' },
      { keys: 'Ctrl-B, Ctrl-I', does: 'bold, italic', least: 'editor' },
      { keys: 'Ctrl-E', does: 'code', least: 'editor' },
      { keys: 'Ctrl-Alt-2', does: 'heading', least: 'editor' },
      { keys: 'Ctrl-Alt-3', does: 'subheading', least: 'editor' },
      { keys: 'Ctrl-Shift-7', does: 'numbered list', least: 'editor' },
      { keys: 'Ctrl-Shift-8', does: 'bulleted list', least: 'editor' },
      { keys: 'Ctrl-Shift-9', does: 'quote', least: 'editor' },
      { keys: 'Tab, Shift-Tab', does: 'in, out in a list; next, previous cell', least: 'editor' },
      { keys: 'Shift-Enter', does: 'a line below in the same paragraph', least: 'editor' },
      { keys: 'Ctrl-K', does: 'link', least: 'editor' },
      { keys: 'Ctrl-F', does: 'find and replace', least: 'editor' },
      { keys: 'Ctrl-Z, Ctrl-Y or Ctrl-Shift-Z', does: 'undo, redo', least: 'editor' },
    ],
  },
} as const satisfies Record<string, { title: string; keys: readonly Shortcut[] }>;

export type Place = keyof typeof SHORTCUTS;
