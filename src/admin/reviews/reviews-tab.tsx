import { useQuery } from '@tanstack/react-query';
import { fresh } from '#admin/api/admin-queries.ts';
import { typeNamed } from '#admin/collections.ts';
import { FlagInput } from '#admin/editor/fields/flag-input.tsx';
import { formatDateTime } from '#admin/format-date-time.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { Row, RowFacts } from '#admin/parts/row.tsx';
import { useNames } from '#admin/people/people.tsx';
import { editorHref } from '#admin/tabs.ts';
import { Badge } from '#ui/badge.tsx';
import { useMe } from '../me.ts';
import { reviewsQuery, STATE_LABELS, STATE_TONES, useReviewSetting } from './use-reviews.ts';

/** Texts on their way to readers, and the switch for teams that review them. */
export function ReviewsTab() {
  const { isOn, change } = useReviewSetting();
  const role = useMe()?.role;
  const nameOf = useNames();
  const { data, error } = useQuery(fresh(reviewsQuery));
  const reviews = data?.items ?? [];
  return (
    <TabFrame
      title="Reviews"
      lead="Where reviews are on, an editor publishes what a publisher approved, to the letter: a change after that has to be approved again."
      what="The reviews"
      error={error}
      count={isOn ? data?.items.length : null}
      empty="Nothing is in review."
      tools={
        role === 'owner' ? (
          <FlagInput
            label="Review before publishing"
            checked={isOn}
            onChange={(next) => void change(next)}
          />
        ) : (
          !isOn && <p className="text-sm">Reviews are off.</p>
        )
      }
    >
      <ul className="mt-5">
        {isOn &&
          reviews.map((review) => (
            <Row
              key={`${review.collection}/${review.itemId}`}
              title={review.title}
              href={editorHref(review.collection, review.itemId)}
              actions={<Badge tone={STATE_TONES[review.state]}>{STATE_LABELS[review.state]}</Badge>}
            >
              <RowFacts>
                <Badge>{typeNamed(review.collection)}</Badge>
                {formatDateTime(review.updatedAt)}
                {review.changedBy ? ` by ${nameOf(review.changedBy)}` : ''}
                {review.assignee ? `, for ${nameOf(review.assignee)}` : ''}
              </RowFacts>
            </Row>
          ))}
      </ul>
    </TabFrame>
  );
}
