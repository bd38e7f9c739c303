import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import type { FormValues } from '#admin/editor/form-types.ts';
import { toBody } from '#admin/editor/form-values.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { ApiError } from '#platform/api-error.ts';
import { Button } from '#ui/button.tsx';

const BETWEEN_RENDERS_MS = 250;

interface PagePreviewProps {
  collection: Collection;
  item: AnyItem | null;
  values: FormValues;
  /** Stores something new, unseen by readers; absent where everything stored is seen. */
  onSaveDraft: (() => void) | undefined;
}

/** Several windows together may ask too often: the server says when it renders again. */
const secondsUntil = (error: unknown) =>
  error instanceof ApiError && error.status === 429 ? error.retryAfter : 0;

const pageQuery = (collection: Collection, id: number, values: FormValues) =>
  queryOptions({
    queryKey: ['page-preview', collection.name, id, values],
    queryFn: ({ signal }) =>
      adminSend('POST', '/api/{collection}/{id}/page-preview', {
        params: { collection: collection.name, id },
        body: { fields: toBody(collection, values) },
        signal,
      }),
    // Unsaved text is not kept anywhere.
    gcTime: 0,
    retry: (_times, error) => secondsUntil(error) > 0,
    retryDelay: (_times, error) => secondsUntil(error) * 1000,
  });

/** Nothing in the preview runs, and the frame would report every script that it holds back. */
const withoutScripts = (html: string): string =>
  html.replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/gi, '');

/** The place where the reader is stays: only the body is put in anew. */
const showIn = (frame: HTMLIFrameElement | null, html: string) => {
  const shown = frame?.contentDocument;
  if (!shown?.body || html === '') return;
  const made = new DOMParser().parseFromString(withoutScripts(html), 'text/html');
  shown.title = made.title;
  shown.body.replaceChildren(...made.body.childNodes);
};

/** Links and buttons lead nowhere; what is folded opens. */
const stay = (page: Document) => (event: Event) => {
  const clicked = event.composedPath();
  const leads = [...page.querySelectorAll('a, area, button')];
  if (leads.some((one) => clicked.includes(one))) event.preventDefault();
};

/** The real page with the text of the form, rendered by the server as it is typed. */
export function PagePreview({ collection, item, values, onSaveDraft }: PagePreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [asked, setAsked] = useState({ values, at: 0 });
  const { data, isError, isFetching } = useQuery({
    ...pageQuery(collection, item?.id ?? 0, asked.values),
    enabled: item !== null,
  });
  // One page at a time, and after it the text as it stands then.
  useEffect(() => {
    if (isFetching || asked.values === values) return;
    const ms = Math.max(0, asked.at + BETWEEN_RENDERS_MS - Date.now());
    const timer = setTimeout(() => setAsked({ values, at: Date.now() }), ms);
    return () => clearTimeout(timer);
  }, [values, asked, isFetching]);
  // The last page stays while the next one is made, and when that fails.
  const [html, setHtml] = useState('');
  if (data && data.html !== html) setHtml(data.html);
  const [first, setFirst] = useState('');
  if (first === '' && html !== '') setFirst(withoutScripts(html));

  useEffect(() => showIn(frame.current, html), [html]);

  if (item === null) {
    return onSaveDraft ? (
      <Button className="self-start" onClick={onSaveDraft}>
        Save as draft and preview
      </Button>
    ) : (
      <p className="text-sm text-soft">The preview begins with the first save.</p>
    );
  }
  return (
    <>
      <p role="status" className="text-xs text-danger">
        {isError ? 'The preview could not be made; the last one stays.' : ''}
      </p>
      <iframe
        ref={frame}
        title="Preview of the page"
        // Its fonts and styles are the site's own; no script runs in it, and no form is sent from it.
        sandbox="allow-same-origin"
        srcDoc={first}
        onLoad={({ currentTarget }) => {
          const page = currentTarget.contentDocument;
          page?.addEventListener('click', stay(page));
          showIn(currentTarget, html);
        }}
        className="h-full min-h-[70svh] w-full border border-line bg-paper lg:min-h-0"
      />
    </>
  );
}
