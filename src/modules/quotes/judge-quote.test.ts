import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPageReader, type PageReader } from '#modules/page-text/page-text.server.ts';
import { guardedFetch } from '#platform/guarded-fetch.server.ts';
import {
  BANNER,
  bareBody,
  CHROME,
  CONSENT,
  DENIED,
  GERMAN,
  LONG,
  NAV,
  PARTS_DENIED,
  PARTS_STAND,
  PROSE,
  page,
  QUOTE,
  REWRITTEN,
} from '#testing/made-pages.ts';
import { type LoopbackServer, startLoopback } from '#testing/servers/loopback.ts';
import { judgeQuote, type Verdict } from './judge-quote.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-11-18T03:00:00Z');

type Shown =
  | string
  | { status: number; body?: string }
  | { to: string }
  | { type: string; body: string | Buffer }
  | 'hangs up';

interface Pair {
  name: string;
  now: Shown;
  before?: string;
  quote?: string;
}

const typeset = (name: string, quote: string, claim: string): Pair => ({
  name,
  quote,
  before: page({ claim: quote }),
  now: page({ claim }),
});

const STANDS: Pair[] = [
  { name: 'the same page', now: page() },
  { name: 'navigation in another order', now: page({ nav: NAV.toReversed() }) },
  {
    name: 'navigation that has grown',
    now: page({ nav: Array.from({ length: 60 }, (_, n) => `Item${n}`) }),
  },
  {
    name: 'a relative date that moved on',
    before: page({ top: '<p>Updated 2 days ago</p>' }),
    now: page({ top: '<p>Updated 3 weeks ago</p>' }),
  },
  { name: 'another date at the end', now: page({ end: '<p>Last changed on 3 December 2026</p>' }) },
  { name: 'a counter that counted', now: page({ top: '<p>1,310 offices trust us</p>' }) },
  { name: 'a cookie banner on top', now: page({ top: BANNER }) },
  { name: 'a cookie banner at the end', now: page({ end: BANNER }) },
  { name: 'a banner of a fair', now: page({ top: '<aside>Meet us in Zurich, stand 12!</aside>' }) },
  {
    name: 'a newsletter form',
    now: page({ end: '<form><p>Get our letter</p><input name="mail"></form>' }),
  },
  { name: 'comments below', now: page({ end: CHROME }) },
  typeset(
    'straight quotation marks',
    'The ledger’s “four eyes” rule holds for each payment.',
    `The ledger's "four eyes" rule holds for each payment.`,
  ),
  typeset(
    'dashes without spaces',
    'It closes the books – all of them – in five days.',
    'It closes the books—all of them—in five days.',
  ),
  typeset(
    'a range with spaces',
    'An office of 5–10 people closes within 3.5 days.',
    'An office of 5 – 10 people closes within 3.5 days.',
  ),
  typeset(
    'an ellipsis',
    'It closes, reports, approves... all in one place.',
    'It closes, reports, approves… all in one place.',
  ),
  typeset(
    'ligatures',
    'Each office defines its final figures first.',
    'Each oﬃce deﬁnes its ﬁnal ﬁgures ﬁrst.',
  ),
  { name: 'spaces that do not break', now: page({ claim: QUOTE.replaceAll(' ', '&nbsp;') }) },
  {
    name: 'soft hyphens',
    now: page({ claim: QUOTE.replace('custodians', 'cus&shy;to&shy;dians') }),
  },
  { name: 'zero-width spaces', now: page({ claim: QUOTE.replaceAll(' ', ' \u200b') }) },
  { name: 'entities', now: page({ claim: QUOTE.replaceAll('o', '&#111;') }) },
  {
    name: 'a bold word and a link',
    now: page({
      claim: QUOTE.replace('forty', '<b>forty</b>').replace(
        'custodians',
        '<a href="/c">custodians</a>',
      ),
    }),
  },
  { name: 'a line break within', now: page({ claim: QUOTE.replace('more', '<br>more') }) },
  { name: 'two blocks', now: page({ claim: QUOTE.replace('with', '</p><p>with') }) },
  { name: 'capitals', now: page({ claim: `<h2>${QUOTE.toUpperCase()}</h2>` }) },
  {
    name: 'another place on the page',
    now: page({ claim: '', end: `<section><p>${QUOTE}</p></section>` }),
  },
  { name: 'a table', now: page({ claim: `<table><tr><td>1</td><td>${QUOTE}</td></tr></table>` }) },
  {
    name: 'an aside that no article has',
    now: page({ claim: '', end: `<aside class="sidebar">${QUOTE}</aside>` }),
  },
  {
    name: 'a folded part',
    now: page({ claim: `<details><summary>More</summary>${QUOTE}</details>` }),
  },
  {
    name: 'a page that has grown five times',
    now: page({ prose: [...PROSE, ...LONG.slice(0, 80)] }),
  },
  { name: 'a page of a third', now: page({ prose: PROSE.slice(0, 3) }) },
  {
    name: 'a product renamed around it',
    now: page({ prose: PROSE.map((text) => text.replace('Ledgerline', 'Ledgerline Pro')) }),
  },
  {
    name: 'a negation in another sentence',
    now: page({ prose: ['Ledgerline does not sell data.', ...PROSE] }),
  },
  { name: 'the words twice', now: page({ end: `<p>${QUOTE}</p>` }) },
  {
    name: 'another encoding',
    now: {
      type: 'text/html; charset=iso-8859-1',
      body: Buffer.from(page().replace('<meta charset="utf-8">', ''), 'latin1'),
    },
  },
  { name: 'a slash at the end of the address', now: { to: '/same/' } },
  ...PARTS_STAND,
];

const UNREADABLE: (Pair & { reason: string })[] = [
  ...[403, 404, 410, 429, 500, 503].map((status) => ({
    name: `status ${status}`,
    now: { status, body: page({ claim: '' }) },
    reason: `The page answered ${status}`,
  })),
  {
    name: 'a captcha',
    now: bareBody(
      'Ledgerline',
      '<h1>One more step</h1><p>Please complete the CAPTCHA so that we know you are not a robot.</p>',
    ),
    reason: 'The page wants to know whether a person reads it',
  },
  {
    name: 'a check of the browser',
    now: bareBody(
      'Just a moment...',
      `<p>Checking your browser before you go on to ledgerline.example. ${'Ray 8a1f. '.repeat(80)}</p>`,
    ),
    reason: 'The page wants to know whether a person reads it',
  },
  {
    name: 'a cookie wall',
    now: bareBody('Ledgerline', CONSENT.map((text) => `<p>${text}</p>`).join('')),
    reason: 'The page speaks of cookies and consent only',
  },
  {
    name: 'a cookie wall as long as the page',
    now: bareBody(
      'Ledgerline',
      [...CONSENT, ...CONSENT, ...CONSENT, ...CONSENT]
        .map((text, n) => `<p>${text} (${n})</p>`)
        .join(''),
    ),
    reason: 'The page speaks of cookies and consent only',
  },
  {
    name: 'a soft 404 by its title',
    now: bareBody('404 | Ledgerline', CHROME),
    reason: 'The page says that it is not there',
  },
  {
    name: 'a soft 404 by its words, with much around it',
    now: bareBody('Ledgerline', `<h1>Sorry, we can’t find the page you asked for</h1>${CHROME}`),
    reason: 'The page says that it is not there',
  },
  {
    name: 'a soft 404 that jokes',
    now: bareBody('Ledgerline', `<h1>Whoops, we lost that page</h1>${CHROME}`),
    reason: 'The page says that it is not there',
  },
  {
    name: 'a soft 404 that says moved',
    now: bareBody('Ledgerline', `<p>This page has been removed or no longer exists.</p>${CHROME}`),
    reason: 'The page says that it is not there',
  },
  {
    name: 'a redirect to the front page',
    now: { to: '/' },
    reason: 'The address leads to the front page of the site',
  },
  {
    name: 'a redirect to another site',
    now: { to: 'elsewhere' },
    reason: 'The address leads to another site, HOST',
  },
  { name: 'an empty page', now: bareBody('Ledgerline', ''), reason: 'The page has no text' },
  {
    name: 'a page of script',
    now: bareBody('Ledgerline', '<div id="root"></div><script src="/app.js"></script>'),
    reason: 'The page shows its text only with JavaScript',
  },
  {
    name: 'a page that asks for script',
    now: bareBody(
      'Ledgerline',
      `<p>You need to enable JavaScript to run this app.</p><p>${'Loading the app. '.repeat(40)}</p>`,
    ),
    reason: 'The page shows its text only with JavaScript or cookies',
  },
  {
    name: 'less than a third of it',
    now: page({ prose: PROSE.slice(0, 2), claim: '' }),
    reason: 'The page has less than 30 % of its last text',
  },
  {
    name: 'a page behind a sign-in',
    now: bareBody(
      'Ledgerline',
      `<p>Please sign in to continue.</p><p>${'Forgot your password? Ask us. '.repeat(20)}</p>`,
    ),
    reason: 'The page asks to sign in',
  },
  {
    name: 'a page under maintenance',
    now: bareBody(
      'Ledgerline',
      `<p>We are down for scheduled maintenance.</p><p>${'Follow us for news of it. '.repeat(20)}</p>`,
    ),
    reason: 'The page is out of order',
  },
  {
    name: 'another language',
    now: page({ prose: GERMAN, claim: '' }),
    reason: 'The page is in another language now',
  },
  {
    name: 'another type',
    now: { type: 'application/pdf', body: '%PDF-1.7' },
    reason: 'It is of type application/pdf, not a web page or text',
  },
  {
    name: 'more text than is read',
    now: page({ prose: [...LONG, ...LONG], claim: '' }),
    reason: 'The page is longer than what is read of it',
  },
  { name: 'a closed connection', now: 'hangs up', reason: 'The host closed the connection' },
];

const GONE: (Pair & { candidate: string | null; reason?: string })[] = [
  ...PARTS_DENIED,
  {
    name: 'the sentence removed',
    now: page({ claim: '' }),
    candidate: null,
    reason: 'The page no longer says it',
  },
  {
    name: 'a negation inserted',
    now: page({ claim: DENIED }),
    candidate: DENIED,
    reason: 'The page seems to deny it now',
  },
  {
    name: 'no longer done',
    now: page({ claim: QUOTE.replace('reconciles', 'no longer reconciles') }),
    candidate: QUOTE.replace('reconciles', 'no longer reconciles'),
    reason: 'The page seems to deny it now',
  },
  {
    name: 'another number',
    now: page({ claim: QUOTE.replace('forty', 'twelve') }),
    candidate: QUOTE.replace('forty', 'twelve'),
    reason: 'The page says it in other words now',
  },
  {
    name: 'the product renamed in it',
    now: page({
      claim: QUOTE.replace('Ledgerline', 'Bookline'),
      prose: PROSE.map((text) => text.replace('Ledgerline', 'Bookline')),
    }),
    candidate: QUOTE.replace('Ledgerline', 'Bookline'),
  },
  {
    name: 'only a plan now',
    now: page({
      claim: 'Ledgerline will reconcile positions with custodians every night from 2028.',
    }),
    candidate: 'Ledgerline will reconcile positions with custodians every night from 2028.',
  },
  {
    name: 'less often',
    now: page({ claim: QUOTE.replace('every night', 'every month') }),
    candidate: QUOTE.replace('every night', 'every month'),
  },
  {
    name: 'a decimal point lost',
    quote: 'It closes the books of an office within 3.5 days.',
    before: page({ claim: 'It closes the books of an office within 3.5 days.' }),
    now: page({ claim: 'It closes the books of an office within 35 days.' }),
    candidate: 'It closes the books of an office within 35 days.',
  },
  {
    name: 'another currency',
    quote: 'It costs $40,000 a year for an office of ten people.',
    before: page({ claim: 'It costs $40,000 a year for an office of ten people.' }),
    now: page({ claim: 'It costs €40,000 a year for an office of ten people.' }),
    candidate: 'It costs €40,000 a year for an office of ten people.',
  },
  {
    name: 'another product on the whole page',
    now: page({ title: 'Fundkeeper', prose: REWRITTEN, claim: '' }),
    candidate: null,
  },
  {
    name: 'the sentence removed under a cookie banner',
    now: page({ top: BANNER, claim: '' }),
    candidate: null,
  },
  {
    name: 'the sentence removed, navigation in another order',
    now: page({ nav: NAV.toReversed(), claim: '' }),
    candidate: null,
  },
  {
    name: 'the sentence removed from a page that has grown',
    now: page({ claim: '', end: CHROME }),
    candidate: null,
  },
  {
    name: 'the sentence in a comment of the source',
    now: page({ claim: `<!-- ${QUOTE} -->` }),
    candidate: null,
  },
  {
    name: 'the sentence in a script',
    now: page({ claim: '', end: `<script type="application/ld+json">{"a":"${QUOTE}"}</script>` }),
    candidate: null,
  },
  {
    name: 'the sentence hidden',
    now: page({ claim: `<span style="display: none">${QUOTE}</span>` }),
    candidate: null,
  },
  {
    name: 'the sentence removed, and a relative date',
    now: page({ top: '<p>Updated 5 minutes ago</p>', claim: '' }),
    candidate: null,
  },
];

let site: LoopbackServer;
let elsewhere: LoopbackServer;
let reader: PageReader;
let shown: Shown = '';

const send = (response: ServerResponse, what: Shown) => {
  if (what === 'hangs up') return void response.destroy();
  const html = { 'content-type': 'text/html; charset=utf-8' };
  if (typeof what === 'string') return void response.writeHead(200, html).end(what);
  if ('to' in what) {
    const location = what.to === 'elsewhere' ? `${elsewhere.url}/product` : what.to;
    return void response.writeHead(301, { location }).end();
  }
  if ('type' in what)
    return void response.writeHead(200, { 'content-type': what.type }).end(what.body);
  response.writeHead(what.status, html).end(what.body ?? '');
};

beforeAll(async () => {
  site = await startLoopback((request, response) => {
    if (request.url === '/') return send(response, page({ claim: '' }));
    send(response, request.url === '/same/' || request.url === '/new-home' ? page() : shown);
  });
  elsewhere = await startLoopback((_request, response) => send(response, page({ claim: '' })));
  reader = createPageReader({
    fetch: guardedFetch,
    allowHosts: [site.hostPort, elsewhere.hostPort],
  });
});
afterAll(() => Promise.all([site.close(), elsewhere.close()]));

/** Reads the page as it was, and as it is on two nights. */
const judgeTwice = async ({ now, before = page(), quote = QUOTE }: Pair, path = '/product') => {
  const url = `${site.url}${path}`;
  shown = before;
  const last = await reader.read(url);
  if (last.kind !== 'readable') throw new Error(last.reason);
  const watched = { quote, url, lastText: last.text };
  expect(judgeQuote({ ...watched, missedAt: null }, last, START).state).toBe('stands');
  shown = now;
  const first = judgeQuote({ ...watched, missedAt: null }, await reader.read(url), START + DAY);
  const missedAt = first.state === 'missing once' ? first.since : null;
  const second = judgeQuote({ ...watched, missedAt }, await reader.read(url), START + 2 * DAY);
  return [first, second] satisfies Verdict[];
};

describe('60 pairs of pages', () => {
  it('are 60 and more', () => {
    const all = [...STANDS, ...UNREADABLE, ...GONE].map(({ name }) => name);
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(60);
  });

  it.each(STANDS)('WATCH a quote stands: $name', async (pair) => {
    const path = 'object' === typeof pair.now && 'to' in pair.now ? '/same' : '/product';
    expect(await judgeTwice(pair, path)).toMatchObject([{ state: 'stands' }, { state: 'stands' }]);
  });

  it.each(UNREADABLE)('WATCH no quote is gone from what cannot be read: $name', async (pair) => {
    const reason = pair.reason.replace('HOST', elsewhere.hostPort);
    const verdict = { state: 'unreadable', reason };
    expect(await judgeTwice(pair)).toEqual([verdict, verdict]);
  });

  it.each(GONE)('WATCH a quote is gone after two nights: $name', async (pair) => {
    const since = new Date(START + DAY).toISOString();
    expect(await judgeTwice(pair)).toMatchObject([
      { state: 'missing once', since },
      {
        state: 'gone',
        since,
        candidate: pair.candidate,
        ...(pair.reason ? { reason: pair.reason } : {}),
      },
    ]);
  });

  it('WATCH a quote has moved where its page redirects to another that holds it', async () => {
    const moved = { state: 'moved', to: `${site.url}/new-home` };
    expect(await judgeTwice({ name: '', now: { to: '/new-home' } })).toEqual([moved, moved]);
  });
});
