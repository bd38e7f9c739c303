import type { TypeSite } from '#site/type-site.ts';

/** Of one address; an assistant that works through a list makes some dozens, and an office may share one. */
export const CALLS_A_MINUTE = 240;

export const machinesSite: TypeSite = {
  folder: '/for-machines',
  pages: { '/for-machines': 'for-machines' },
  area: {
    kind: 'Directory',
    title: 'For AI Assistants',
    text: 'How to add the guide to an AI assistant, and every other way in which programs can read it.',
  },
  nav: { label: 'For AI Assistants', footer: 10 },
};
