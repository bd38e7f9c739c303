import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { Initials, useNames } from '#admin/people/people.tsx';
import { orNullOn401 } from '#client/api-client.ts';
import { Button } from '#ui/button.tsx';
import { X } from '#ui/icons.tsx';
import { Select } from '#ui/select.tsx';
import { CommentForm } from './comment-form.tsx';
import { type About, readSelection } from './read-selection.ts';
import { ThreadView } from './thread-view.tsx';
import type { Talk, Thread } from './use-talk.ts';

const WHOLE: About = { field: '', quote: '' };

/** The words that were selected last in a field of the form are what the next comment is about. */
const useAbout = (keepAs: string) => {
  const keptAs = `${keepAs}: about`;
  const [about, setAbout] = useState<About>(() => {
    const selected = readSelection();
    // A text that still waits to be sent is about what it was about before a reload.
    const kept = sessionStorage.getItem(keepAs) && sessionStorage.getItem(keptAs);
    return kept && !selected?.quote ? JSON.parse(kept) : (selected ?? WHOLE);
  });
  useEffect(() => sessionStorage.setItem(keptAs, JSON.stringify(about)), [keptAs, about]);
  useEffect(() => {
    const follow = () => {
      const selected = readSelection();
      if (selected?.quote) setAbout(selected);
    };
    document.addEventListener('selectionchange', follow);
    return () => document.removeEventListener('selectionchange', follow);
  }, []);
  return [about, setAbout] as const;
};

/** Beside a form: what was said about its item, and a field to say more. */
export function TalkPanel({ talk }: { talk: Talk }) {
  const [about, setAbout] = useAbout(talk.keepAs);
  const [showsResolved, setShowsResolved] = useState(false);
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
        onChange={({ target }) => setAbout({ field: target.value, quote: '' })}
        options={[
          { value: '', label: 'The whole item' },
          ...[...talk.labels].map(([value, label]) => ({ value, label })),
        ]}
      />
      {about.quote ? (
        <div className="my-2 flex items-start gap-2">
          <blockquote className="min-w-0 flex-1 border-l-2 border-accent pl-2 wrap-anywhere">
            {about.quote}
          </blockquote>
          <Button size="sm" variant="quiet" onClick={() => setAbout({ ...about, quote: '' })}>
            Remove quote
          </Button>
        </div>
      ) : (
        <p className="my-2 text-xs text-faint">Select words in a field to quote them.</p>
      )}
      <CommentForm
        label="Comment (@ names a person)"
        keepAs={talk.keepAs}
        action="Comment"
        onSend={async (comment) => {
          const { field, quote } = about;
          const isDone = await talk.add({
            ...comment,
            ...(field && { field }),
            ...(quote && { quote }),
          });
          if (isDone) setAbout(WHOLE);
          return isDone;
        }}
      />
      <ul className="mt-4">
        {talk.threads.filter(isShown).map((thread) => (
          <ThreadView key={thread.first.id} talk={talk} thread={thread} />
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

/** In a form's head: who else has the item open. Asking says that oneself has, for half a minute. */
export function Present({ type, id }: { type: string; id: number }) {
  const nameOf = useNames();
  const { data: others } = useQuery({
    queryKey: ['presence', type, id],
    queryFn: () => orNullOn401(adminSend('PUT', '/api/presence', { body: { type, id } })),
    refetchInterval: 15_000,
    refetchIntervalInBackground: true,
    retry: false,
    gcTime: 0,
  });
  if (!others?.length) return null;
  return (
    <ul aria-label="Also open for" className="flex -space-x-1">
      {others.map((email) => (
        <li key={email}>
          <Initials name={nameOf(email)} isAlone />
        </li>
      ))}
    </ul>
  );
}
