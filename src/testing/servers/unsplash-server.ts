import { startLoopback } from './loopback.ts';

/** A photo as api.unsplash.com writes it, shortened. */
const photoOf = (id: string, baseUrl: string) => ({
  id,
  width: 4000,
  height: 3000,
  description: null,
  alt_description: `desk with papers ${id}`,
  urls: {
    raw: `https://images.unsplash.com/${id}`,
    regular: `https://images.unsplash.com/${id}?w=1080`,
    small: `https://images.unsplash.com/${id}?w=400`,
  },
  links: {
    html: `https://unsplash.com/photos/${id}`,
    download_location: `${baseUrl}/photos/${id}/download?ixid=token-${id}`,
  },
  user: {
    id: 'u1',
    username: 'jane',
    name: 'Jane Doe',
    links: { html: 'https://unsplash.com/@jane' },
  },
});

/** Search and download tracking in the shape of Unsplash, with its key check. */
export const startUnsplashServer = async (accessKey: string) => {
  const state = { status: 200, isHanging: false, malformed: false, results: 3 };
  const asked: string[] = [];
  const json = { 'content-type': 'application/json' };
  const server = await startLoopback((request, response) => {
    asked.push(request.url ?? '');
    const url = new URL(request.url ?? '', 'http://unsplash.test');
    if (request.headers.authorization !== `Client-ID ${accessKey}`) {
      response.writeHead(401, json).end(JSON.stringify({ errors: ['OAuth error: invalid'] }));
      return;
    }
    if (state.isHanging) return;
    if (state.status !== 200) {
      response.writeHead(state.status, json).end(JSON.stringify({ errors: ['Rate Limit'] }));
      return;
    }
    if (url.pathname === '/search/photos') {
      const ids = Array.from({ length: state.results }, (_, index) => `photo-${index + 1}`);
      const results = ids.map((id) => photoOf(id, server.url));
      const relative = { ...photoOf('odd', server.url), id: 'relative' };
      const odd = state.malformed
        ? [
            { id: 'no urls' },
            { ...relative, user: { name: 'Jane Doe', links: { html: '/@jane' } } },
            { ...relative, urls: { regular: '/photo', small: '/photo' } },
          ]
        : [];
      response.writeHead(200, json);
      response.end(
        JSON.stringify({ total: results.length, total_pages: 1, results: [...odd, ...results] }),
      );
      return;
    }
    if (/^\/photos\/[\w-]+\/download$/.test(url.pathname)) {
      response.writeHead(200, json).end(JSON.stringify({ url: 'https://images.unsplash.com/x' }));
      return;
    }
    response.writeHead(404, json).end(JSON.stringify({ errors: ['Not found'] }));
  });
  return { ...server, state, asked };
};
