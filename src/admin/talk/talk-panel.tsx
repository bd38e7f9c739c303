import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import type { FormValues } from '#admin/editor/form-types.ts';
import { Initials, useNames } from '#admin/people/people.tsx';
import { orNullOn401 } from '#client/api-client.ts';
import { Button } from '#ui/button.tsx';
import { X } from '#ui/icons.tsx';
import { Select } from '#ui/select.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { CommentForm } from './comment-form.tsx';
import { type Passage, rangeOf, readSelection } from './passage.ts';
import { passageOf, ThreadView } from './thread-view.tsx';
import type { Talk, Thread } from './use-talk.ts';

interface About {
  /** '' for the whole item. */
  field: string;
  passage: Passage | null;
}

const WHOLE: About = { field: '', passage: null };

/** The words that were selected last in a field of the form are what the next comment is about. */
const useAbout = (keepAs: string) => {
  const keptAs = `${keepAs}: about`;
  const [about, setAbout] = useState<About>(() => {
    const selected = readSelection();
    // A text that still waits to be sent is about what it was about before a reload.
    const kept = sessionStorage.getItem(keepAs) && sessionStorage.getItem(keptAs);
    return kept && !selected?.passage ? JSON.parse(kept) : (selected ?? WHOLE);
  });
  useEffect(() => sessionStorage.setItem(keptAs, JSON.stringify(about)), [keptAs, about]);
  useEffect(() => {
    const follow = () => {
      const selected = readSelection();
      if (selected?.passage) setAbout(selected);
    };
    document.addEventListener('selectionchange', follow);
    return () => document.removeEventListener('selectionchange', follow);
  }, []);
  return [about, setAbout] as const;
};

/** Marks passages in the texts on the screen, where the browser can; the texts themselves stay as they are. */
const useMarks = (threads: readonly Thread[]) => {
  useEffect(() => {
    if (!('highlights' in CSS)) return;
    const draw = () => {
      const ranges = threads.flatMap(({ first }) => {
        const passage = passageOf(first);
        return (passage && rangeOf(first.field ?? '', passage)) ?? [];
      });
      CSS.highlights.set('talk', new Highlight(...ranges));
    };
    // Another tab of the form, or a text that came late, brings other nodes.
    let timer = setTimeout(draw);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(draw, 300);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      CSS.highlights.delete('talk');
    };
  }, [threads]);
};

/** Beside a form: what was said about its item, and a field to say more. */
export function TalkPanel({ talk, values }: { talk: Talk; values: FormValues }) {
  const [about, setAbout] = useAbout(talk.keepAs);
  const [showsResolved, setShowsResolved] = useState(false);
  // Finding passages reads whole texts: it waits until typing rests.
  const rested = useDebounced(values);
  useMarks(talk.open);
  const resolved = talk.threads.filter(({ first }) => first.resolvedAt !== null);
  const isShown = (one: Thread) => showsResolved || talk.open.includes(one) || one === talk.asked;
  return (
    <section aria-label="Comments" className="text-sm">
      <header className="mb-3 flex items-center justify-between">
        <h3 className="text-h4 font-semibold">Comments</h3>
        <button
          type="button"
          aria-label="Close comments"
          onClick={() => talk.setIsOpen(false)}
          className="inline-flex size-11 items-center justify-center text-soft hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      </header>
      <Select
        label="About"
        value={about.field}
        onChange={({ target }) => setAbout({ field: target.value, passage: null })}
        options={[
          { value: '', label: 'The whole item' },
          ...[...talk.labels].map(([value, label]) => ({ value, label })),
        ]}
      />
      {about.passage ? (
        <div className="my-2 flex items-start gap-2">
          <blockquote className="min-w-0 flex-1 border-l-2 border-accent pl-2 wrap-anywhere">
            {about.passage.quote}
          </blockquote>
          <Button size="sm" variant="quiet" onClick={() => setAbout({ ...about, passage: null })}>
            Whole field
          </Button>
        </div>
      ) : (
        <p className="my-2 text-xs text-faint">Select words in a field to comment on them.</p>
      )}
      <CommentForm
        label="Comment (@ names a person)"
        keepAs={talk.keepAs}
        action="Comment"
        onSend={async (comment) => {
          const { field, passage } = about;
          const place = field === '' ? {} : { field, ...passage };
          const isDone = await talk.add({ ...comment, ...place });
          if (isDone) setAbout(WHOLE);
          return isDone;
        }}
      />
      <ul className="mt-4">
        {talk.threads.filter(isShown).map((thread) => (
          <ThreadView key={thread.first.id} talk={talk} thread={thread} values={rested} />
        ))}
      </ul>
      {resolved.length > 0 && (
        <Button size="sm" className="mt-2" onClick={() => setShowsResolved(!showsResolved)}>
          {showsResolved ? 'Hide resolved' : `Show resolved (${resolved.length})`}
        </Button>
      )}
    </section>
  );
}

/** The server forgets a form after half a minute without a beat. */
const BEAT_MS = 15_000;

/** In a form's head: who else has the item open. */
export function Present({ type, id }: { type: string; id: number }) {
  const nameOf = useNames();
  const { data: others } = useQuery({
    queryKey: ['presence', type, id],
    queryFn: () => orNullOn401(adminSend('PUT', '/api/presence', { body: { type, id } })),
    refetchInterval: BEAT_MS,
    refetchIntervalInBackground: true,
    refetchOnMount: 'always',
    retry: false,
    gcTime: 0,
  });
  if (!others || others.length === 0) return null;
  return (
    <ul aria-label="Also open for" className="flex -space-x-1">
      {others.map(({ id: userId, email }) => (
        <li key={userId}>
          <Initials name={nameOf(email)} isAlone />
        </li>
      ))}
    </ul>
  );
}
