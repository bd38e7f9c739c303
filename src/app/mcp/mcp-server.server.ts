import {
  createMcpHandler,
  isLegacyRequest,
  originValidationResponse,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { siteList } from '#app/sites.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { areasOf, HOME } from '#modules/discovery/areas.ts';
import { pageOfTwin, twinPath } from '#platform/twin-path.ts';
import { LICENSE } from '#tools/data/data-resources.ts';
import type { Reads } from './reads.server.ts';
import { TOOLS } from './tools.server.ts';

const MARKDOWN = 'text/markdown';

/** Lists and tools; the template leads to the pages that they name. */
const resourcesOf = (siteUrl: string) =>
  [HOME, ...areasOf(siteList)].map(({ path, title, text }) => ({
    uri: siteUrl + twinPath(path),
    name: path,
    title,
    description: text,
    mimeType: MARKDOWN,
  }));

const templateOf = (siteUrl: string) => ({
  name: 'page',
  title: 'Any public page as Markdown',
  description: 'The address of a page with .md behind it; the home page is /index.md',
  uriTemplate: `${siteUrl}/{+path}.md`,
  mimeType: MARKDOWN,
});

const readResource = async (
  { pages, settings: { SITE_URL: siteUrl } }: AppParts,
  uri: string,
): Promise<ReadResourceResult> => {
  const address = uri.startsWith(`${siteUrl}/`) ? uri.slice(siteUrl.length) : '';
  const [path = '', query] = address.split('?');
  const page = pageOfTwin(path);
  const text = page && (await pages?.readTwin?.(query ? `${page}?${query}` : page));
  if (!text) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType: MARKDOWN, text }] };
};

/** Tools change with a release alone. */
const FIXED = { ttlMs: 3_600_000, cacheScope: 'public' } as const;
const CACHED = {
  'server/discover': FIXED,
  'tools/list': FIXED,
  'resources/templates/list': FIXED,
};

const INSTRUCTIONS = `An independent guide to software for family offices. Quote a fact with its source, its rank and the day on which it was checked, and link to the page. 'not confirmed' means that no page we read says it: it does not mean that a vendor lacks it. Of a feature, documented, partial and absent are what a page says; rank is first hand for the vendor's own page or a filing. License: ${LICENSE.name}.`;

/** The protocol, over the same reads as pages: one server for each request, one JSON response, no session. */
export const createMcp = (parts: AppParts) => {
  const { site } = parts.settings;
  const { siteUrl } = site;

  /** What went wrong on our side is for the log alone. */
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
    const server = new Server(
      {
        name: 'family-office-software',
        title: site.siteName,
        version: '1.0.0',
        websiteUrl: siteUrl,
      },
      {
        capabilities: { tools: {}, resources: {} },
        instructions: INSTRUCTIONS,
        cacheHints: CACHED,
      },
    );
    server.setRequestHandler('tools/list', () => ({ tools: TOOLS.map(({ listed }) => listed) }));
    server.setRequestHandler('tools/call', ({ params }) => {
      const tool = TOOLS.find(({ listed }) => listed.name === params.name);
      if (tool) return orExplain(tool.call(params.arguments, reads));
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool');
    });
    server.setRequestHandler('resources/list', ({ params }) => {
      if (params?.cursor === undefined) return { resources: resourcesOf(siteUrl) };
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The list has one page alone');
    });
    const resourceTemplates = [templateOf(siteUrl)];
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
    server.setRequestHandler('resources/read', ({ params }) =>
      orExplain(readResource(parts, params.uri)),
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

  return async (request: Request, parsedBody: unknown, reads: Reads): Promise<Response> => {
    const refusal = originValidationResponse(request, [new URL(siteUrl).hostname]);
    if (refusal) return refusal;
    const server = createServer(reads);
    if (await isLegacyRequest(request, parsedBody)) return serveLegacy(server, request, parsedBody);
    // A subscription is a stream, and there is none.
    const options = { legacy: 'reject', maxSubscriptions: 0 } as const;
    return createMcpHandler(() => server, options).fetch(request, { parsedBody });
  };
};
