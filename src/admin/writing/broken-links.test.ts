import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { ROLE_HEADER } from '#platform/viewer.ts';
import { brokenQuery } from './broken-links.ts';

afterEach(() => vi.unstubAllGlobals());

it('18 checks every inner link of a text, also beyond what one call takes', async () => {
  const asked: number[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const paths = new URL(address, 'http://localhost').searchParams.getAll('path');
    asked.push(paths.length);
    const broken = paths.filter((path) => path.endsWith('7'));
    return Response.json({ broken }, { headers: { [ROLE_HEADER]: 'owner' } });
  });
  const paths = Array.from({ length: 230 }, (_, at) => `/faq/${at}`);
  const broken = await new QueryClient().fetchQuery(brokenQuery(paths));
  expect(asked).toEqual([100, 100, 30]);
  expect([...broken]).toEqual(paths.filter((path) => path.endsWith('7')));
});
