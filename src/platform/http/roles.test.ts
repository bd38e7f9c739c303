import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from '#content/index.ts';
import { type Collection, defineCollection } from '#kit/collection.ts';
import { text } from '#kit/fields.ts';
import { addTables } from '#testing/add-tables.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';

const ROLES = ['viewer', 'editor', 'publisher', 'owner'] as const;

/** A call of the API and the least role that may use it. */
const CALLS: Record<string, 'public' | (typeof ROLES)[number]> = {
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  'GET /api/openapi.json': 'public',
  'GET /api/docs': 'public',
  'GET /sitemap.xml': 'public',
  'GET /sitemaps/{file}': 'public',
  'GET /robots.txt': 'public',
  'GET /feed.xml': 'public',
  'GET /data/{file}': 'public',
  'GET /llms.txt': 'public',
  'POST /mcp': 'public',
  'GET /cards/{file}': 'public',
  'GET /cards/{folder}/{file}': 'public',

  'GET /vendors/{slug}/word': 'public',
  'GET /vendor-word': 'public',
  'GET /vendor-word/answers': 'public',

  'GET /api/auth/user': 'viewer',
  'GET /api/auth/options': 'public',
  'POST /api/auth/login': 'public',
  'POST /api/auth/reset': 'public',
  'POST /api/auth/invitation': 'public',
  'POST /api/auth/invitation/read': 'public',
  'POST /api/auth/forgot': 'public',
  'POST /api/users/{id}/password-link': 'owner',
  'POST /api/auth/passkey/options': 'public',
  'POST /api/auth/passkey': 'public',
  'GET /api/account': 'viewer',
  'PATCH /api/account': 'viewer',
  'GET /api/account/sessions': 'viewer',
  'DELETE /api/account/sessions/{id}': 'viewer',
  'POST /api/account/password': 'viewer',
  'GET /api/account/passkeys': 'viewer',
  'POST /api/account/passkeys/options': 'viewer',
  'POST /api/account/passkeys': 'viewer',
  'DELETE /api/account/passkeys/{id}': 'viewer',
  'POST /api/account/totp': 'viewer',
  'POST /api/account/totp/confirm': 'viewer',
  'POST /api/account/totp/off': 'viewer',
  'GET /api/users': 'viewer',
  'PATCH /api/users/{id}': 'owner',
  'DELETE /api/users/{id}': 'owner',
  'GET /api/users/{id}/sessions': 'owner',
  'DELETE /api/users/{id}/sessions': 'owner',
  'DELETE /api/users/{id}/totp': 'owner',
  'GET /api/users/invitations': 'owner',
  'POST /api/users/invitations': 'owner',
  'DELETE /api/invitations/{id}': 'owner',
  'GET /api/login': 'public',
  'GET /api/login/callback': 'public',
  'GET /api/logout': 'public',
  'POST /api/logout': 'public',

  'GET /api/tokens': 'owner',
  'POST /api/tokens': 'owner',
  'DELETE /api/tokens/{id}': 'owner',
  'POST /api/corrections': 'public',
  'GET /api/corrections/ledger': 'public',
  'GET /corrections/new': 'public',
  'POST /corrections/new': 'public',
  'GET /api/corrections': 'editor',
  'POST /api/corrections/decide': 'editor',
  'POST /api/corrections/{id}/decide': 'editor',

  'GET /api/settings': 'owner',
  'PUT /api/settings': 'owner',
  'POST /api/settings/feeds/try': 'owner',
  'GET /api/webhooks': 'owner',
  'POST /api/webhooks': 'owner',
  'PATCH /api/webhooks/{id}': 'owner',
  'DELETE /api/webhooks/{id}': 'owner',
  'POST /api/webhooks/{id}/secret': 'owner',
  'GET /api/webhooks/{id}/deliveries': 'owner',
  'POST /api/webhooks/{id}/deliveries/{deliveryId}/resend': 'owner',

  'GET /api/activity': 'viewer',
  'GET /api/drafts': 'viewer',
  'POST /api/drafts/publish': 'publisher',
  'GET /api/{collection}/{id}/draft': 'viewer',
  'PUT /api/{collection}/{id}/draft': 'editor',
  'DELETE /api/{collection}/{id}/draft': 'editor',
  'POST /api/{collection}/{id}/draft/publish': 'publisher',
  'POST /api/{collection}/{id}/draft/ready': 'editor',
  'DELETE /api/{collection}/{id}/draft/ready': 'editor',
  'POST /api/{collection}/{id}/draft/send-back': 'publisher',
  'GET /api/comments': 'viewer',
  'POST /api/comments': 'viewer',
  'PATCH /api/comments/{id}': 'viewer',
  'DELETE /api/comments/{id}': 'viewer',
  'GET /api/inbox': 'viewer',
  'PATCH /api/inbox/{id}': 'viewer',
  'POST /api/inbox/read': 'viewer',
  'PUT /api/presence': 'viewer',
  'GET /api/schedule': 'viewer',
  'POST /api/{collection}/{id}/schedule': 'publisher',
  'DELETE /api/{collection}/{id}/schedule': 'publisher',
  'GET /api/jobs': 'publisher',
  'GET /api/ai-service': 'viewer',
  'POST /api/{collection}/{id}/preview-links': 'editor',
  'GET /api/{collection}/{id}/preview-links': 'viewer',
  'DELETE /api/preview-links/{id}': 'editor',

  'GET /api/counts': 'viewer',
  'GET /api/counts/drafts': 'viewer',
  'GET /api/link-checks': 'viewer',
  'GET /api/link-checks/schedule': 'viewer',
  'GET /api/{collection}/{id}/broken-links': 'viewer',
  'POST /api/link-checks/check': 'editor',
  'POST /api/link-checks/replace': 'editor',
  'GET /api/upkeep': 'viewer',
  'POST /api/upkeep/verified': 'editor',
  'POST /api/upkeep/checked': 'editor',
  'POST /api/preview': 'viewer',
  'POST /api/{collection}/{id}/page-preview': 'viewer',
  'GET /api/desk-search': 'viewer',
  'GET /api/desk-search/page': 'viewer',
  'GET /api/link-targets': 'viewer',
  'GET /api/values': 'viewer',
  'POST /api/bulk-edits': 'editor',
  'GET /api/uploads': 'viewer',
  'POST /api/uploads': 'editor',
  'PUT /api/uploads/{name}': 'editor',
  'POST /api/uploads/{name}/replace': 'publisher',
  'DELETE /api/uploads/{name}': 'publisher',
  'GET /uploads/{name}': 'public',
  'GET /api/images/search': 'editor',
  'POST /api/images/{id}/use': 'editor',
  'POST /api/generate-seo': 'editor',
  'POST /api/related-info': 'editor',

  'GET /api/trash': 'viewer',
  'POST /api/trash/{id}/restore': 'editor',
  'DELETE /api/trash/{id}': 'publisher',
  'DELETE /api/trash': 'publisher',

  'POST /api/news/fetch-rss': 'editor',
  'GET /api/news/fetch-rss': 'viewer',
  'GET /api/news/fetch-rss/progress': 'viewer',
  'GET /api/news/fetch-rss/last': 'viewer',
  'GET /api/news/rewrites': 'viewer',
  'POST /api/news/{id}/rewrite': 'editor',
  'GET /api/news/{id}/rewrite/events': 'viewer',
  'GET /api/news/{id}/source': 'viewer',
  'POST /api/news/{id}/publish': 'publisher',
  'POST /api/news/{id}/generate-seo': 'editor',
  'DELETE /api/news/bulk/unpublished': 'publisher',
  'GET /api/style-guides/active': 'viewer',
  'POST /api/style-guides/{id}/activate': 'publisher',

  'GET /api/categories': 'public',
  'GET /api/data': 'public',
  'GET /api/compare/{pair}': 'public',
  'GET /api/comparison.csv': 'public',
  'GET /api/content-hub-config/faq/{slug}': 'public',
  'GET /api/content-hub-config/glossary/{slug}': 'public',
  'GET /api/content-hub-config/service/{slug}': 'public',
  'GET /api/content-hub-config/type/{slug}': 'public',
  'GET /api/{collection}/{id}/used-by': 'viewer',
  'GET /api/coverage-matrix': 'public',
  'GET /api/coverage-matrix.csv': 'public',
  'GET /api/decision-data': 'public',
  'GET /api/feature-categories': 'public',
  'GET /api/features/{id}/coverage': 'public',
  'GET /api/footer-pages': 'public',
  'GET /api/pages/slug/{slug}': 'public',
  'GET /api/popular-comparisons': 'public',
  'GET /api/redirect': 'public',
  'GET /api/search': 'public',
  'GET /api/search/suggestions': 'public',
  'GET /api/search-misses': 'viewer',
  'GET /api/needs': 'public',
  'GET /api/needs.csv': 'public',
  'GET /api/shortlist': 'public',
  'GET /api/vendor-facets': 'public',
  'GET /api/vendor-names': 'public',
  'GET /api/vendors/{id}/alternatives': 'public',
  'GET /api/vendors/{id}/comparisons': 'public',
  'GET /api/vendors/{id}/coverage': 'public',
};

type Reads = ['public' | 'viewer', 'public' | 'viewer'];

const madeUp = (name: string, signedInOnly?: 'list' | 'all') =>
  defineCollection({
    name,
    table: name.replaceAll('-', '_'),
    label: { one: 'Thing', many: 'Things' },
    group: 'core',
    title: 'title',
    search: ['title'],
    card: ['title'],
    fields: { title: text({ required: true, max: 80 }) },
    ...(signedInOnly ? { signedInOnly } : {}),
  });

/** One of each kind, with the roles that read its list and one item: the same holds for every type. */
const MADE_UP: Record<string, Reads> = {
  'made-up-open': ['public', 'public'],
  'made-up-item': ['viewer', 'public'],
  'made-up-closed': ['viewer', 'viewer'],
};
const types: readonly Collection[] = [
  ...registry,
  madeUp('made-up-open'),
  madeUp('made-up-item', 'list'),
  madeUp('made-up-closed', 'all'),
];

/** Lists for signed-in users only, by the specification. */
const CLOSED = ['pages', 'search-terms', 'style-guides', 'content-hub-configs'];

const readsOf = ({ signedInOnly }: Collection): Reads => [
  signedInOnly ? 'viewer' : 'public',
  signedInOnly === 'all' ? 'viewer' : 'public',
];

const expected = (): typeof CALLS => {
  const all = { ...CALLS };
  for (const type of types) {
    const { name } = type;
    const [list, item] = MADE_UP[name] ?? readsOf(type);
    all[`GET /api/${name}`] = list;
    all[`GET /api/${name}/{id}`] = item;
    all[`GET /api/${name}/export.csv`] = 'viewer';
    all[`POST /api/${name}/import`] = 'editor';
    all[`POST /api/${name}`] = 'editor';
    all[`PUT /api/${name}/{id}`] = 'editor';
    all[`DELETE /api/${name}/{id}`] = 'editor';
    all[`GET /api/revisions/${name}/{id}`] = 'viewer';
    all[`POST /api/revisions/${name}/{id}/{revisionId}/restore`] = 'editor';
  }
  return all;
};

/** Calls of no content type that tokens may make besides public reads, and calls on types that take a person. */
const FOR_TOKENS = ['POST /api/uploads', 'PUT /api/uploads/{name}'];
const FOR_PEOPLE = [
  'POST /api/{collection}/{id}/preview-links',
  'POST /api/{collection}/{id}/schedule',
  'DELETE /api/{collection}/{id}/schedule',
  'GET /api/{collection}/{id}/used-by',
];

/** The content type that a path names. */
const typeOf = (call: string) => {
  const [, name = ''] = /^\w+ \/api\/(?:revisions\/)?([^/]+)/.exec(call) ?? [];
  return name === '{collection}' || types.some((type) => type.name === name) ? name : null;
};

const takesTokens = (call: string, least: string) => {
  if (FOR_TOKENS.includes(call)) return true;
  if (FOR_PEOPLE.includes(call)) return false;
  if (least === 'public') return /^GET (?!\/api\/(auth|login|logout))/.test(call);
  return typeOf(call) !== null;
};

const REFUSALS = {
  editor: 'Only an editor, a publisher, or an owner may do this. You are a viewer.',
  publisher: 'Only a publisher or an owner may do this. You are ',
  owner: 'Only an owner may do this. You are ',
};

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ registry: types });
  await addTables(app, ...types.filter(({ name }) => name in MADE_UP));
});
afterAll(() => app.close());

/** No row of the empty database has this id, so that an admitted call changes nothing. */
const fill = (path: string) => path.replace(/\{\w+\}/g, '999999');

const ask = async (call: string, who: Record<string, string> = {}) => {
  const [method = '', path = ''] = call.split(' ');
  const sendsBody = method !== 'GET' && method !== 'DELETE';
  const response = await app.api.request(fill(path), {
    method,
    headers: {
      ...(sendsBody ? { 'content-type': 'application/json' } : {}),
      ...who,
    },
    ...(sendsBody ? { body: '{}' } : {}),
  });
  return { status: response.status, text: await response.text() };
};

describe('who may call what', () => {
  it('has an expectation for every route of the router, and no other', () => {
    const routed = app.api.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`);
    expect(routed.toSorted()).toEqual(Object.keys(expected()).toSorted());
  });

  it('closes the lists that the specification closes', () => {
    for (const name of CLOSED) expect(expected()[`GET /api/${name}`]).toBe('viewer');
  });

  it('PROMISE 1 answers an anonymous visitor 401 on all that is not public', async () => {
    for (const [call, least] of Object.entries(expected())) {
      const { status } = await ask(call);
      expect([call, status === 401]).toEqual([call, least !== 'public']);
    }
  });

  it.each(ROLES)(
    'lets the role %s call what it may, and refuses the rest in a sentence',
    async (role) => {
      for (const [call, least] of Object.entries(expected())) {
        // Some calls end the session that they come with.
        const cookie = await app.signIn(`${role}@example.com`, role);
        const { status, text: said } = await ask(call, { cookie });
        const isAllowed = least === 'public' || ROLES.indexOf(role) >= ROLES.indexOf(least);
        expect([call, status === 401]).toEqual([call, false]);
        expect([call, status === 403]).toEqual([call, !isAllowed]);
        if (!isAllowed)
          expect([call, JSON.parse(said).message]).toEqual([
            call,
            expect.stringContaining(REFUSALS[least as keyof typeof REFUSALS]),
          ]);
      }
    },
    120_000,
  );

  const makeToken = async (role: string, chosen: string[] | null) => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const asked = { name: `${role} ${chosen}`, role, types: chosen, expiresAt };
    const cookie = await app.signIn('maker@example.com');
    const { status, body } = await app.call('POST', '/api/tokens', asked, { cookie });
    expect([status, body.message]).toEqual([201, undefined]);
    return { authorization: `Bearer ${body.token}` };
  };

  it.each(ROLES.slice(0, 3))(
    'lets a token with the role %s make calls on content, and none about people or settings',
    async (role) => {
      const token = await makeToken(role, null);
      for (const [call, least] of Object.entries(expected())) {
        const { status, text: said } = await ask(call, token);
        const isFor = takesTokens(call, least);
        const isAllowed =
          isFor && (least === 'public' || ROLES.indexOf(role) >= ROLES.indexOf(least));
        expect([call, status === 401, status === 403]).toEqual([call, false, !isAllowed]);
        if (!isFor)
          expect([call, JSON.parse(said).message]).toEqual([
            call,
            'A token may not do this. Somebody has to sign in for it.',
          ]);
      }
    },
    120_000,
  );

  it('lets a token write and read beyond what is public in its own content types alone', async () => {
    const token = await makeToken('publisher', ['faq']);
    for (const [call, least] of Object.entries(expected())) {
      const type = typeOf(call);
      if (type === null || type === '{collection}' || least === 'public') continue;
      const { status } = await ask(call, token);
      expect([call, status === 403]).toEqual([call, type !== 'faq']);
    }
  });

  it('names in the document what takes a token', async () => {
    const { paths, components } = (await app.call('GET', '/api/openapi.json')).body;
    expect(components.securitySchemes.token).toMatchObject({ type: 'http', scheme: 'bearer' });
    for (const [call, least] of Object.entries(expected())) {
      if (least === 'public') continue;
      const [method = '', path = ''] = call.split(' ');
      const { security } = paths[path][method.toLowerCase()];
      const ways = takesTokens(call, least) ? [{ session: [] }, { token: [] }] : [{ session: [] }];
      expect([call, security]).toEqual([call, ways]);
    }
  });

  it('tells the role of every call in the document', async () => {
    const { paths } = (await app.call('GET', '/api/openapi.json')).body;
    for (const [call, least] of Object.entries(expected())) {
      const [method = '', path = ''] = call.split(' ');
      expect([call, paths[path][method.toLowerCase()]['x-role'] ?? 'public']).toEqual([
        call,
        least,
      ]);
    }
  });
});
