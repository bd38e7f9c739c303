import type { Role } from '#platform/roles.ts';

/** Purpose of each role, in the words of the panel. */
export const ROLE_WORDS: Record<Role, { name: string; may: string }> = {
  owner: { name: 'Owner', may: 'does everything, and looks after the people' },
  publisher: { name: 'Publisher', may: 'publishes, changes and deletes what is published' },
  editor: { name: 'Editor', may: 'writes drafts, which a publisher publishes' },
  viewer: { name: 'Viewer', may: 'reads the panel and changes nothing' },
};

const ORDER: readonly Role[] = ['owner', 'publisher', 'editor', 'viewer'];

export const ROLE_OPTIONS = ORDER.map((value) => ({ value, label: ROLE_WORDS[value].name }));

export const isRole = (text: unknown): text is Role => ORDER.some((role) => role === text);
