import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ROLE_HEADER } from '#platform/viewer.ts';
import { readToast, toast } from '#ui/toast/toast-store.ts';
import { saySaved } from './say-saved.tsx';

const SAVED = { collection: 'faq', id: 4, of: 'item' } as const;
const DONE = { title: 'Success', description: 'FAQ updated successfully' };
const BROKEN = [{ label: 'Answer', path: '/faq/gone' }];

const answerAfter = (ms: number, links: object) =>
  vi.stubGlobal('fetch', async () => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return Response.json(links, { headers: { [ROLE_HEADER]: 'owner' } });
  });
const said = () => [readToast()?.title, renderToStaticMarkup(readToast()?.description)];

beforeEach(() => {
  vi.useFakeTimers();
  toast({ description: 'Nothing said yet' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('18 names links that lead nowhere with the save, and by themselves when that was confirmed before', async () => {
  answerAfter(100, BROKEN);
  const quick = saySaved(SAVED, DONE, true);
  await vi.advanceTimersByTimeAsync(200);
  await quick;
  const [title, text] = said();
  expect(title).toBe('Success');
  expect(text).toMatch(
    /FAQ updated successfully.*typed meanwhile.*lead nowhere. Answer: \/faq\/gone/,
  );

  answerAfter(9000, BROKEN);
  const slow = saySaved(SAVED, DONE, false);
  await vi.advanceTimersByTimeAsync(5000);
  expect(said()).toEqual(['Success', expect.not.stringContaining('nowhere')]);
  await vi.advanceTimersByTimeAsync(5000);
  await slow;
  expect(said()).toEqual(['Saved', expect.stringContaining('Answer: /faq/gone')]);
});

it('18 says nothing of links that lead somewhere, nor after a save that says nothing of itself', async () => {
  answerAfter(0, []);
  const quiet = saySaved(SAVED, null, false);
  await vi.advanceTimersByTimeAsync(6000);
  await quiet;
  expect(readToast()?.description).toBe('Nothing said yet');
});
