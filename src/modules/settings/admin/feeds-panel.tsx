import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import type { FieldErrors } from '#admin/api/problems.ts';
import { deleteQuestion } from '#admin/confirm/use-confirm.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { FormInput } from '#admin/editor/fields/form-input.tsx';
import { useLeaveGuard } from '#admin/editor/use-leave-guard.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { LinkedPanel } from '#admin/parts/linked-panel.tsx';
import { type RowData, Rows } from '#admin/parts/row.tsx';
import type { Offer } from '#admin/parts/row-actions.tsx';
import { SendForm } from '#admin/parts/send-form.tsx';
import { toastDone } from '#admin/toast.ts';
import type { Work } from '#admin/use-form-send.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { Badge } from '#ui/badge.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TryButton } from './try-button.tsx';
import { type Change, type Save, SETTINGS, type SettingsFeed, sayFailure } from './use-settings.ts';

type Feed = NonNullable<Change['feeds']>[number];

const tryFeed = (url: string) => adminSend('POST', '/api/settings/feeds/try', { body: { url } });

const asFeed = ({ url, isPaused, category, language }: SettingsFeed): Feed => ({
  url,
  isPaused,
  category,
  language,
});

const sayLast = (last: SettingsFeed['last']) => {
  if (!last) return 'Not read yet.';
  const at = `Read ${formatDateTime(last.at)}:`;
  if (last.problem) return `${at} ${last.problem}.`;
  const cut = last.cut > 0 ? `, ${last.cut} more come with the next fetch` : '';
  return `${at} ${last.saved} new of ${last.found} items${cut}.`;
};

const sayNext = (jobs: ResponseOf<'get', '/api/jobs'> | undefined) => {
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
  feed?: SettingsFeed;
  onSave: (feed: Feed) => Promise<void>;
  onClose?: () => void;
}

function FeedForm({ feed, onSave, onClose }: FeedFormProps) {
  const [url, setUrl] = useState(feed?.url ?? '');
  const [isTyped, setIsTyped] = useState(false);
  const mayLeave = useLeaveGuard(isTyped);
  const close = async () => {
    if (await mayLeave()) onClose?.();
  };
  const send: Work = async (read, form) => {
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
  };
  const form = (
    <SendForm
      aria-label={feed ? 'Change the feed' : 'Add a feed'}
      className="grid max-w-measure gap-4"
      action={feed ? 'Save' : 'Add the feed'}
      variant="primary"
      beside={<TryButton label="Test this address" run={() => tryFeed(url.trim())} />}
      sayFailure={sayFailure}
      renamed={problemsOf}
      onInput={() => setIsTyped(true)}
      onSend={send}
    >
      <FormInput
        label="Address of the feed"
        type="url"
        name="feeds"
        autoComplete="off"
        placeholder="https://"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormInput
          label="Category"
          name="category"
          autoComplete="off"
          defaultValue={feed?.category ?? ''}
          help="New articles are filed under it."
        />
        <FormInput
          label="Language"
          name="language"
          autoComplete="off"
          defaultValue={feed?.language ?? ''}
          help="Such as en or de-CH."
        />
      </div>
    </SendForm>
  );
  if (!onClose) return form;
  return (
    <DialogFrame title="Change the feed" size="medium" onClose={() => void close()}>
      {form}
    </DialogFrame>
  );
}

/** The news feeds: add, test, change, pause, and what came of the last fetch of each. */
export function FeedsPanel({ feeds, save }: { feeds: readonly SettingsFeed[]; save: Save }) {
  const { data: jobs } = useQuery(adminQuery('/api/jobs'));
  const own = feeds.map(asFeed);
  const replace = (url: string, ...by: Feed[]) =>
    save({ feeds: own.flatMap((feed) => (feed.url === url ? by : [feed])) });

  const row = (feed: SettingsFeed): RowData => {
    const { url, isPaused, category, language, last } = feed;
    const offers: readonly Offer[] = [
      {
        label: 'Change',
        opens: (close) => (
          <FeedForm
            feed={feed}
            onClose={close}
            onSave={async (changed) => {
              await replace(url, changed);
              close();
              toastDone(`${changed.url} is saved`);
            }}
          />
        ),
      },
      {
        label: isPaused ? 'Go on' : 'Pause',
        work: () => replace(url, { ...asFeed(feed), isPaused: !isPaused }),
        done: isPaused ? `${url} is read again` : `${url} pauses`,
        failed: sayFailure,
      },
      {
        label: 'Delete',
        ask: deleteQuestion(url),
        work: () => replace(url),
        done: `${url} is deleted`,
        failed: sayFailure,
      },
    ];
    return {
      key: url,
      title: url,
      headingLevel: 'h4',
      marks: isPaused && <Badge tone="warn">Paused</Badge>,
      actions: <TryButton label="Test" of={url} run={() => tryFeed(url)} />,
      offers,
      children: (
        <>
          <p className="text-xs text-soft">
            {[category && `Category ${category}`, language && `language ${language}`]
              .filter(Boolean)
              .join(', ')}
          </p>
          <p className={`text-xs wrap-anywhere ${last?.problem ? 'text-danger' : 'text-faint'}`}>
            {sayLast(last)}
          </p>
        </>
      ),
    };
  };

  return (
    <LinkedPanel id="news-feeds" title="News feeds" headingLevel="h3">
      <p className="mb-4 max-w-measure text-sm text-soft">
        RSS, Atom, RDF and JSON feeds. New items become drafts. Of each feed the first 200 items are
        read. {sayNext(jobs)}
      </p>
      {feeds.length === 0 && <EmptyState text="No feed yet." />}
      <Rows at={SETTINGS} look="small" items={feeds} row={row} className="mb-6" />
      <FeedForm
        onSave={async (feed) => {
          await save({ feeds: [...own, feed] });
          toastDone(`${feed.url} is added`);
        }}
      />
    </LinkedPanel>
  );
}
