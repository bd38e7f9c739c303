import { originValidation } from '@modelcontextprotocol/hono';
import {
  createMcpHandler,
  isLegacyRequest,
  type ListResourcesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { siteList } from '#app/sites.ts';
import type { ReadTwin } from '#app/twins/twins.server.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { type Collection, headlineOf, slugOf } from '#kit/collection.ts';
import { areasOf, HOME } from '#modules/discovery/areas.ts';
import { canonicalPathOf, placesOf } from '#modules/discovery/places.server.ts';
import { pageOfTwin, twinPath } from '#platform/twin-path.ts';
import { LICENSE } from '#tools/data/data-resources.ts';
import type { Reads } from './reads.server.ts';
import { compareVendors, matchNeeds } from './tools/choosing.server.ts';
import { getDefinition, search } from './tools/search.server.ts';
import { getEvidence, getVendor, listChanges } from './tools/vendors.server.ts';

const PAGE = 50;
const MARKDOWN = 'text/markdown';
const CURSOR = /^(\d{1,2})\.(\d{1,8})$/;
const MAX_URI = 1000;

const templateOf = (siteUrl: string) => ({
  name: 'page',
  title: 'Any public page as Markdown',
  description: 'The address of a page with .md behind it; the home page is /index.md',
  uriTemplate: `${siteUrl}/{+path}.md`,
  mimeType: MARKDOWN,
});

/** Lists and tools first, then the items of each type, never all at once. */
const listResources = async (
  reads: Reads,
  places: readonly Collection[],
  cursor = '0.0',
): Promise<ListResourcesResult> => {
  const asResource = (path: string, title: string, description?: string) => ({
    uri: reads.siteUrl + twinPath(path),
    name: path,
    title,
    ...(description ? { description } : {}),
    mimeType: MARKDOWN,
  });
  const [, at = '', from = ''] = CURSOR.exec(cursor) ?? [];
  const [first, offset] = [Number(at), Number(from)];
  if (cursor === '0.0') {
    const areas = [HOME, ...areasOf(siteList)].map(({ path, title, text }) =>
      asResource(path, title, text),
    );
    return { resources: areas, nextCursor: '1.0' };
  }
  const place = at === '' ? undefined : places[first - 1];
  if (!place) return { resources: [] };
  const { items, total } = await reads.cardsOf(place.name, { limit: PAGE, offset });
  const resources = items.map((item) => {
    const path = canonicalPathOf(place, slugOf(place, item), siteList);
    return asResource(path, headlineOf(place, item));
  });
  const end = offset + PAGE;
  if (end < total) return { resources, nextCursor: `${first}.${end}` };
  return first < places.length ? { resources, nextCursor: `${first + 1}.0` } : { resources };
};

const readResource = async (
  readTwin: ReadTwin,
  siteUrl: string,
  uri: string,
): Promise<ReadResourceResult> => {
  const isOurs = uri.length <= MAX_URI && uri.startsWith(`${siteUrl}/`);
  const [, path = '', search = ''] =
    /^([^?#]+)(\?[^#]*)?$/.exec(isOurs ? uri.slice(siteUrl.length) : '') ?? [];
  const page = pageOfTwin(path);
  const text = page && (await readTwin(page + search));
  if (!text) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType: MARKDOWN, text }] };
};

const TOOLS = [
  search,
  matchNeeds,
  getVendor,
  compareVendors,
  getEvidence,
  listChanges,
  getDefinition,
];
const LISTED = TOOLS.map(({ listed }) => listed);

/** Tools change with a release alone. */
const FIXED = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

const instructionsOf = (siteName: string) =>
  `${siteName} is an independent guide to software for family offices. Quote a fact with its source, its rank and the day on which it was checked, and link to the page. 'not confirmed' means that no page we read says it: it does not mean that a vendor lacks it. License: ${LICENSE.name}.`;

/** The protocol, over the same reads as pages: one server for each request, one JSON response, no session. */
export const createMcp = (parts: AppParts, readTwin: ReadTwin) => {
  const { SITE_URL: siteUrl } = parts.settings;
  // Of the other types no list is public.
  const places = placesOf(parts).filter(({ signedInOnly }) => !signedInOnly);

  /** The log alone tells an unknown failure. */
  const orExplain = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      parts.log.error({ err: error }, 'request failed');
      const message = 'Something went wrong on our side. Please try again.';
      throw new ProtocolError(ProtocolErrorCode.InternalError, message);
    }
  };

  const createServer = (reads: Reads) => {
    const siteName = parts.settings.SITE_NAME;
    const server = new Server(
      { name: 'family-office-software', title: siteName, version: '1.0.0', websiteUrl: siteUrl },
      {
        capabilities: { tools: {}, resources: {} },
        instructions: instructionsOf(siteName),
        cacheHints: {
          'server/discover': FIXED,
          'tools/list': FIXED,
          'resources/templates/list': FIXED,
        },
      },
    );
    server.setRequestHandler('tools/list', () => ({ tools: LISTED }));
    server.setRequestHandler('tools/call', ({ params }) => {
      const tool = TOOLS.find(({ listed }) => listed.name === params.name);
      if (tool) return orExplain(tool.call(params.arguments, reads));
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool');
    });
    server.setRequestHandler('resources/list', ({ params }) =>
      orExplain(listResources(reads, places, params?.cursor)),
    );
    server.setRequestHandler('resources/templates/list', () => ({
      resourceTemplates: [templateOf(siteUrl)],
    }));
    server.setRequestHandler('resources/read', ({ params }) =>
      orExplain(readResource(readTwin, siteUrl, params.uri)),
    );
    return server;
  };

  /** A client of 2025 shakes hands first, which needs no memory here. */
  const serveLegacy = async (server: Server, request: Request, parsedBody: unknown) => {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody });
    } finally {
      await server.close();
    }
  };

  return {
    guard: originValidation([new URL(siteUrl).hostname]),

    async serve(request: Request, parsedBody: unknown, reads: Reads): Promise<Response> {
      if (await isLegacyRequest(request, parsedBody)) {
        return serveLegacy(createServer(reads), request, parsedBody);
      }
      const handler = createMcpHandler(() => createServer(reads), {
        legacy: 'reject',
        // A subscription is a stream; the tools change with a release alone.
        maxSubscriptions: 0,
      });
      return handler.fetch(request, { parsedBody });
    },
  };
};
