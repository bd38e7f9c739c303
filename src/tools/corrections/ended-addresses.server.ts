import * as z from 'zod';
import { CORRECTIONS } from '#modules/corrections/corrections.schema.ts';
import type { Settings } from '#platform/env.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { plainPage } from '#platform/plain-page.ts';

const ENDED = {
  title: 'This link has ended',
  body:
    '<p>Vendors no longer answer by a link of their own. Where a page of ours is wrong, please write to us with the address of a page that shows it.</p>' +
    '<p><a href="/corrections/new">Send a correction</a></p>',
};

const BASE = {
  method: 'get',
  tag: CORRECTIONS,
  access: 'public',
  mediaType: 'text/html',
} as const;

/** Addresses of earlier releases that stand in e-mails and bookmarks. */
export const mountEndedAddresses = (api: Api, { site }: Settings) => {
  for (const [id, path] of [
    ['getEndedLink', '/vendor-word'],
    ['getEndedForm', '/vendor-word/answers'],
  ] as const) {
    endpoint(api, {
      ...BASE,
      id,
      path,
      summary: 'A link of an earlier release: 410, and the way to a correction',
      status: 410,
      handle: ({ c }) => c.html(plainPage(ENDED, site.siteName), 410),
    });
  }

  endpoint(api, {
    ...BASE,
    id: 'leadToCorrection',
    path: '/vendors/{slug}/word',
    summary: 'An address of an earlier release: leads to the form for a correction',
    params: z.object({ slug: z.string().min(1).max(200) }),
    status: 301,
    handle: ({ c, params: { slug } }) => {
      const about = encodeURIComponent(`/vendors/${slug}`);
      return c.redirect(`/corrections/new?about=${about}`, 301);
    },
  });
};
