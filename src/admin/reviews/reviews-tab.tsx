import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#admin/api/problems.ts';
import { collectionNamed } from '#admin/collections.ts';
import { FlagInput } from '#admin/editor/fields/flag-input.tsx';
import { TAB_TITLE } from '#admin/focus-tab.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { editorHref } from '#admin/tabs.ts';
import { Badge } from '#ui/badge.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { useMe } from '../me.ts';
import { STATE_LABELS, STATE_TONES } from './review-words.ts';
import { reviewsQuery, useReviewSetting } from './use-reviews.ts';

/** Texts on their way to readers, and the switch for teams that review them. */
export function ReviewsTab() {
  const { isOn, change } = useReviewSetting();
  const role = useMe()?.role;
  const { data, error } = useQuery({ ...reviewsQuery, refetchOnMount: 'always' });
  const reviews = data?.items ?? [];
  return (
    <section aria-labelledby={TAB_TITLE}>
      <h2 id={TAB_TITLE} tabIndex={-1} className="mb-2 text-h2 font-semibold outline-none">
        Reviews
      </h2>
      <p className="mb-4 text-sm text-soft">
        Where reviews are on, an editor publishes what a publisher approved, to the letter: a change
        after that has to be approved again.
      </p>
      {role === 'owner' && (
        <FlagInput
          label="Review before publishing"
          checked={isOn}
          onChange={(next) => void change(next)}
        />
      )}
      {!isOn && role !== 'owner' && <p className="text-sm">Reviews are off.</p>}
      {error && <ErrorText>The reviews could not be loaded: {messageOf(error)}</ErrorText>}
      {isOn && data && reviews.length === 0 && <EmptyState text="Nothing is in review." />}
      <ul className="mt-5">
        {isOn &&
          reviews.map((review) => (
            <li
              key={`${review.collection}/${review.itemId}`}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3"
            >
              <div className="min-w-0 flex-1 basis-60">
                <h3 className="text-h4 font-semibold wrap-anywhere">
                  <a
                    href={editorHref(review.collection, review.itemId)}
                    className="hover:text-accent"
                  >
                    {review.title}
                  </a>
                </h3>
                <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-faint">
                  <Badge>
                    {collectionNamed(review.collection)?.label.one ?? review.collection}
                  </Badge>
                  {formatDateTime(review.updatedAt)}
                  {review.changedBy ? ` by ${review.changedBy}` : ''}
                  {review.assignee ? `, for ${review.assignee}` : ''}
                </p>
              </div>
              <Badge tone={STATE_TONES[review.state]}>{STATE_LABELS[review.state]}</Badge>
            </li>
          ))}
      </ul>
    </section>
  );
}
