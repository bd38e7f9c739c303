import { hrefTo } from '#client/href-to.ts';
import type { Twins } from '#content/shared/twin.ts';
import { bullets, link } from '#content/shared/twin-blocks.server.ts';

export const shortlistTwins: Twins = {
  '/shortlist': async () => ({
    title: 'Shortlist',
    summary:
      'Vendors that a visitor put on a list, with a scorecard and a memo. All of it stays in that browser: there is nothing of it on the server.',
    blocks: bullets([
      link('All vendors', hrefTo('/vendors')),
      link('Vendors by needs', hrefTo('/needs')),
      link('Two to four vendors side by side', hrefTo('/compare')),
    ]),
  }),
};
