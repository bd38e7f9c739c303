import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { createSerializationAdapter } from '@tanstack/react-router';
import { scriptJson } from '#site/script-json.ts';
import type { PageAnswers } from './page-answers.ts';

/** The element that carries the answers a page was rendered from, so that the browser need not ask again. */
export const PAGE_DATA_ID = 'page-data';

/** Answers of the API are kept between renders, each as one object: its text is written once. */
const texts = new WeakMap<object, string>();

const writeOnce = (value: object): string => {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = scriptJson(value);
  // Others serve one page only: remembering them would be work for the garbage collector.
  if (Object.isFrozen(value)) texts.set(value, text);
  return text;
};

/** A list is wrapped anew for each page; what it lists is not. */
const isList = (data: object): data is { items: unknown[]; total: number } =>
  'items' in data && 'total' in data && Array.isArray(data.items) && Object.keys(data).length === 2;

const answerText = (data: unknown): string => {
  if (typeof data !== 'object' || data === null) return scriptJson(data);
  return isList(data)
    ? `{"items":${writeOnce(data.items)},"total":${scriptJson(data.total)}}`
    : writeOnce(data);
};

/** Everything that was read for this page, as the text of a script element. */
export const writePageData = (answers: PageAnswers): string => {
  let text = '[';
  for (const { key, data } of answers.all()) {
    text += `${text === '[' ? '' : ','}[${scriptJson(key)},${answerText(data)}]`;
  }
  return `${text}]`;
};

/** Takes over what the server read; from then on these answers are as good as fetched. */
export const readPageData = (queryClient: QueryClient) => {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  const entries = JSON.parse(text || '[]') as [QueryKey, unknown][];
  for (const [key, data] of entries) queryClient.setQueryData(key, data);
};

/** What a route has loaded is mostly one of these answers: the router then writes which one, and not its text again. */
export const answerAdapter = (queryClient: QueryClient) => {
  // The browser only reads.
  const find = (data: unknown) =>
    import.meta.env.SSR ? (queryClient as PageAnswers).find(data) : undefined;
  return createSerializationAdapter({
    key: 'answer',
    test: (value): value is object =>
      typeof value === 'object' && value !== null && find(value) !== undefined,
    toSerializable: (value) => hashKey(find(value)?.key ?? []),
    fromSerializable: (hash: string) => queryClient.getQueryCache().get(hash)?.state.data ?? {},
  });
};
