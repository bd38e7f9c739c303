import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  'GET /changes.xml': 'public',
  'GET /vendors/{slug}/changes.xml': 'public',
  'GET /data/{file}': 'public',
  'GET /llms.txt': 'public',
  'GET /cards/{file}': 'public',
  'GET /cards/{folder}/{file}': 'public',

  'GET /api/auth/user': 'viewer',
  'GET /api/auth/options': 'public',
  'POST /api/auth/login': 'public',
  'POST /api/auth/reset': 'public',
  'POST /api/auth/invitation': 'public',
  'GET /api/account': 'viewer',
  'GET /api/account/sessions': 'viewer',
  'DELETE /api/account/sessions/{id}': 'viewer',
  'POST /api/account/password': 'viewer',
  'POST /api/account/totp': 'viewer',
  'POST /api/account/totp/confirm': 'viewer',
  'POST /api/account/totp/off': 'viewer',
  'GET /api/users': 'viewer',
  'POST /api/users': 'owner',
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

  'GET /api/activity': 'viewer',
  'GET /api/activity.csv': 'owner',
  'GET /api/drafts': 'viewer',
  'GET /api/{collection}/{id}/draft': 'viewer',
  'PUT /api/{collection}/{id}/draft': 'editor',
  'DELETE /api/{collection}/{id}/draft': 'editor',
  'POST /api/{collection}/{id}/draft/publish': 'editor',
  'GET /api/review-setting': 'viewer',
  'PUT /api/review-setting': 'owner',
  'GET /api/reviews': 'viewer',
  'PUT /api/{collection}/{id}/review': 'editor',
  'GET /api/schedule': 'viewer',
  'POST /api/{collection}/{id}/schedule': 'publisher',
  'DELETE /api/{collection}/{id}/schedule': 'publisher',
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
  'GET /api/missing-pages': 'viewer',
  'GET /api/upkeep': 'viewer',
  'POST /api/upkeep/verified': 'editor',
  'DELETE /api/missing-pages': 'editor',
  'POST /api/preview': 'viewer',
  'GET /api/desk-search': 'viewer',
  'GET /api/desk-search/page': 'viewer',
  'GET /api/link-targets': 'viewer',
  'GET /api/values': 'viewer',
  'POST /api/values/rename': 'publisher',
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
  'GET /api/changes': 'public',
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
  'GET /api/shortlist': 'public',
  'GET /api/vendor-facets': 'public',
  'GET /api/vendor-names': 'public',
  'GET /api/vendors/{id}/alternatives': 'public',
  'GET /api/vendors/{id}/comparisons': 'public',
  'GET /api/vendors/{id}/coverage': 'public',
};

/** The content types, with who may read their list and one item. */
const TYPES: Record<string, ['public' | 'viewer', 'public' | 'viewer']> = {
  'buyers-guides': ['public', 'public'],
  comparisons: ['public', 'public'],
  'content-hub-configs': ['viewer', 'viewer'],
  coverage: ['public', 'public'],
  'cta-banners': ['public', 'public'],
  faq: ['public', 'public'],
  features: ['public', 'public'],
  glossary: ['public', 'public'],
  'landing-pages': ['viewer', 'public'],
  news: ['public', 'public'],
  pages: ['viewer', 'viewer'],
  redirects: ['viewer', 'viewer'],
  'search-terms': ['viewer', 'viewer'],
  'service-providers': ['public', 'public'],
  services: ['public', 'public'],
  'style-guides': ['viewer', 'viewer'],
  types: ['public', 'public'],
  'use-cases': ['public', 'public'],
  vendors: ['public', 'public'],
};

const expected = (): typeof CALLS => {
  const all = { ...CALLS };
  for (const [name, [list, item]] of Object.entries(TYPES)) {
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

const REFUSALS = {
  editor: 'Only an editor, a publisher, or an owner may do this. You are a viewer.',
  publisher: 'Only a publisher or an owner may do this. You are ',
  owner: 'Only an owner may do this. You are ',
};

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

/** Nothing in the empty database has this number, so that whoever may call changes nothing. */
const fill = (path: string) => path.replace(/\{\w+\}/g, '999999');

const ask = async (call: string, cookie?: string) => {
  const [method = '', path = ''] = call.split(' ');
  const sendsBody = method !== 'GET' && method !== 'DELETE';
  const response = await app.api.request(fill(path), {
    method,
    headers: {
      ...(sendsBody ? { 'content-type': 'application/json' } : {}),
      ...(cookie ? { cookie } : {}),
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
        const { status, text } = await ask(call, await app.signIn(`${role}@example.com`, role));
        const isAllowed = least === 'public' || ROLES.indexOf(role) >= ROLES.indexOf(least);
        expect([call, status === 401]).toEqual([call, false]);
        expect([call, status === 403]).toEqual([call, !isAllowed]);
        if (!isAllowed)
          expect([call, JSON.parse(text).message]).toEqual([
            call,
            expect.stringContaining(REFUSALS[least as keyof typeof REFUSALS]),
          ]);
      }
    },
    120_000,
  );

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
