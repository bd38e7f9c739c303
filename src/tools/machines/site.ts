import type { TypeSite } from '#site/type-site.ts';

/** Of one address; an assistant that works through a list makes some dozens, and an office may share one. */
export const CALLS_A_MINUTE = 240;

export const PAGE_INFO = {
  title: 'For AI Assistants',
  description:
    'Add the guide to your AI assistant with one address: it answers with the source, the rank and the day of each fact, and says what is not confirmed.',
};

export const machinesSite: TypeSite = {
  folder: '/for-machines',
  pages: { '/for-machines': 'for-machines' },
  area: {
    kind: 'Directory',
    title: PAGE_INFO.title,
    text: 'How to add the guide to an AI assistant, and every other way in which programs can read it.',
  },
  nav: { label: PAGE_INFO.title, footer: 10 },
};
