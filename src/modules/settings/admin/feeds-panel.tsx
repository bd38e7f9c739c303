import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import type { FieldErrors } from '#admin/api/problems.ts';
import { deleteQuestion, useConfirm } from '#admin/confirm/use-confirm.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { FormInput } from '#admin/editor/fields/form-input.tsx';
import { useLeaveGuard } from '#admin/editor/use-leave-guard.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { LinkedPanel } from '#admin/parts/linked-panel.tsx';
import { RowActions } from '#admin/parts/row-actions.tsx';
import { toastDone, toastOutcome } from '#admin/toast.ts';
import { useFormSend } from '#admin/use-form-send.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TryButton } from './try-button.tsx';
import { type Change, type Save, sayFailure, type ToldFeed } from './use-settings.ts';

type Feed = NonNullable<Change['feeds']>[number];

const tryFeed = (url: string) => adminSend('POST', '/api/settings/feeds/try', { body: { url } });

const asFeed = ({ url, isPaused, category, language }: ToldFeed): Feed => ({
  url,
  isPaused,
  category,
  language,
});

const sayLast = (last: ToldFeed['last']) => {
  if (!last) return 'Not read yet.';
  const at = `Read ${formatDateTime(last.at)}:`;
  if (last.problem) return `${at} ${last.problem}.`;
  const cut = last.cut > 0 ? `, ${last.cut} further ones left out` : '';
  return `${at} ${last.saved} new of ${last.found} items${cut}.`;
};

const sayNext = (jobs: ResponseOf<'get', '/api/timed-jobs'> | undefined) => {
  const nextAt = jobs?.find(({ name }) => name === 'news-feeds')?.nextAt;
  if (nextAt) return `They are read by themselves next on ${formatDateTime(nextAt)}.`;
  return jobs && 'Read only by ‘Fetch from Feed’; the person who runs the server sets a time.';
};

/** The server names a feed by its row, and the form has one. */
const problemsOf = ({ feeds = '' }: FieldErrors): FieldErrors => {
  const [problem = ''] = feeds.split(' in row ');
  const name = ['category', 'language'].find((word) => problem.toLowerCase().includes(word));
  return { [name ?? 'feeds']: problem };
};

interface FeedFormProps {
  feed: ToldFeed | null;
  onSave: (feed: Feed) => Promise<void>;
  onClose?: () => void;
}

function FeedForm({ feed, onSave, onClose }: FeedFormProps) {
  const { errors: told, send } = useFormSend(sayFailure);
  const errors = problemsOf(told);
  const [url, setUrl] = useState(feed?.url ?? '');
  const [isTyped, setIsTyped] = useState(false);
  const mayLeave = useLeaveGuard(isTyped);
  const close = async () => {
    if (await mayLeave()) onClose?.();
  };
  const submit = send(async (read, form) => {
    await onSave({
      url: url.trim(),
      isPaused: feed?.isPaused ?? false,
      category: read('category'),
      language: read('language'),
    });
    if (feed) return;
    setUrl('');
    setIsTyped(false);
    form.reset();
  });
  const input = (name: 'category' | 'language', label: string, help: string) => (
    <FormInput
      label={label}
      help={help}
      error={errors[name]}
      name={name}
      autoComplete="off"
      defaultValue={feed?.[name] ?? ''}
    />
  );
  const form = (
    <form
      noValidate
      aria-label={feed ? 'Change the feed' : 'Add a feed'}
      onInput={() => setIsTyped(true)}
      onSubmit={submit}
      className="grid max-w-measure gap-4"
    >
      <FormInput
        label="Address of the feed"
        type="url"
        name="feeds"
        autoComplete="off"
        placeholder="https://"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        error={errors.feeds}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {input('category', 'Category', 'New articles are filed under it.')}
        {input('language', 'Language', 'Such as en or de-CH.')}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary">
          {feed ? 'Save' : 'Add the feed'}
        </Button>
        <TryButton label="Test this address" run={() => tryFeed(url.trim())} />
      </div>
    </form>
  );
  if (!onClose) return form;
  return (
    <DialogFrame title="Change the feed" size="medium" onClose={() => void close()}>
      {form}
    </DialogFrame>
  );
}

interface FeedRowProps {
  feed: ToldFeed;
  onChange: () => void;
  onPause: () => void;
  onRemove: () => void;
}

function FeedRow({ feed, ...on }: FeedRowProps) {
  const { url, isPaused, isFixed, category, language, last } = feed;
  const actions = [
    { label: 'Change', run: on.onChange },
    { label: isPaused ? 'Go on' : 'Pause', run: on.onPause },
    { label: 'Delete', run: on.onRemove },
  ];
  return (
    <li className="grid gap-2 border-t border-line py-3">
      <div className="min-w-0">
        <h4 className="flex flex-wrap items-center gap-2 font-sans text-sm font-semibold wrap-anywhere">
          {url}
          {isPaused && <Badge tone="warn">Paused</Badge>}
          {isFixed && <Badge>Set by the environment</Badge>}
        </h4>
        <p className="text-xs text-soft">
          {[category && `Category ${category}`, language && `language ${language}`]
            .filter(Boolean)
            .join(', ')}
        </p>
        <p className={`text-xs wrap-anywhere ${last?.problem ? 'text-danger' : 'text-faint'}`}>
          {sayLast(last)}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {!isFixed && <RowActions of={url} actions={actions} />}
        <TryButton label="Test" of={url} run={() => tryFeed(url)} />
      </div>
    </li>
  );
}

/** The news feeds: add, test, change, pause, and what came of the last fetch of each. */
export function FeedsPanel({ feeds, save }: { feeds: readonly ToldFeed[]; save: Save }) {
  const confirm = useConfirm();
  const [changed, setChanged] = useState<string | null>(null);
  const { data: jobs } = useQuery(adminQuery('/api/timed-jobs'));
  const own = feeds.filter(({ isFixed }) => !isFixed).map(asFeed);
  const open = feeds.find(({ url }) => url === changed);
  const replace = (url: string, ...by: Feed[]) =>
    save({ feeds: own.flatMap((feed) => (feed.url === url ? by : [feed])) });

  const pause = (feed: ToldFeed) =>
    toastOutcome(
      () => replace(feed.url, { ...asFeed(feed), isPaused: !feed.isPaused }),
      feed.isPaused ? `${feed.url} is read again` : `${feed.url} pauses`,
      sayFailure,
    );
  const remove = async ({ url }: ToldFeed) => {
    if (!(await confirm(deleteQuestion(url)))) return;
    await toastOutcome(() => replace(url), `${url} is deleted`, sayFailure);
  };

  return (
    <LinkedPanel id="news-feeds" title="News feeds" headingLevel="h3">
      <p className="mb-4 max-w-measure text-sm text-soft">
        RSS, Atom, RDF and JSON feeds. New items become drafts. Of each feed the first 200 items are
        read. {sayNext(jobs)}
      </p>
      {feeds.length === 0 && <EmptyState text="No feed yet." />}
      <ul className="mb-6">
        {feeds.map((feed) => (
          <FeedRow
            key={feed.url}
            feed={feed}
            onChange={() => setChanged(feed.url)}
            onPause={() => void pause(feed)}
            onRemove={() => void remove(feed)}
          />
        ))}
      </ul>
      <FeedForm
        feed={null}
        onSave={async (feed) => {
          await save({ feeds: [...own, feed] });
          toastDone(`${feed.url} is added`);
        }}
      />
      {open && (
        <FeedForm
          feed={open}
          onClose={() => setChanged(null)}
          onSave={async (feed) => {
            await replace(open.url, feed);
            setChanged(null);
            toastDone(`${feed.url} is saved`);
          }}
        />
      )}
    </LinkedPanel>
  );
}
