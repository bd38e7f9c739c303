import { typeNamed } from '#admin/collections.ts';
import { FlagInput } from '#admin/editor/fields/flag-input.tsx';
import { formatDateTime } from '#admin/format-date-time.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useTabList } from '#admin/list/use-tab-list.ts';
import { Rows } from '#admin/parts/row.tsx';
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
  const { data, frame } = useTabList(() => reviewsQuery);
  return (
    <TabFrame
      {...frame}
      title="Reviews"
      lead="Where reviews are on, an editor publishes what a publisher approved, to the letter: a change after that has to be approved again."
      what="The reviews"
      count={isOn ? frame.count : null}
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
      <Rows
        items={isOn ? data?.items : []}
        className="mt-5"
        row={({ collection, itemId, title, state, updatedAt, changedBy, assignee }) => ({
          key: `${collection}/${itemId}`,
          title,
          href: editorHref(collection, itemId),
          actions: <Badge tone={STATE_TONES[state]}>{STATE_LABELS[state]}</Badge>,
          facts: (
            <>
              <Badge>{typeNamed(collection)}</Badge>
              {formatDateTime(updatedAt)}
              {changedBy ? ` by ${nameOf(changedBy)}` : ''}
              {assignee ? `, for ${nameOf(assignee)}` : ''}
            </>
          ),
        })}
      />
    </TabFrame>
  );
}
