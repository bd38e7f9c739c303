import { clsx } from 'clsx';
import { adminHref } from '#admin/address.ts';
import { SmallButton } from '#admin/editor/fields/small-button.tsx';
import { formatDay } from '#admin/format-date-time.ts';
import { Eye, Trash2 } from '#admin/icons.ts';
import type { RowProps } from '#admin/keys/use-row-keys.ts';
import { SelectBox } from '#admin/list/select-box.tsx';
import type { Selection } from '#admin/list/use-selection.ts';
import { titleOf } from '#content/news/title-of.ts';
import { Badge } from '#ui/badge.tsx';
import { type DenseArticle, STATUSES } from '../news-data.ts';
import type { Story } from './group-stories.ts';

interface TriageRowProps {
  item: DenseArticle;
  isSeenAbove: boolean;
  elsewhere: Story['others'];
  now: number;
  href: string;
  rowProps: RowProps;
  selection: Selection;
  isRewriting: boolean;
  onPublish?: () => void;
  onRemove?: () => void;
}

const STEPS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const;

/** '3 d', '5 h', '12 min': how long ago, in its largest unit. */
export const ageOf = (day: string, now: number): string => {
  const passed = now - Date.parse(day);
  const [unit, ms] = STEPS.find(([, length]) => passed >= length) ?? ['min', 60_000];
  return `${Math.max(0, Math.floor(passed / ms))} ${unit}`;
};

/** One article in two lines: what it says, who says it, how old it is. */
export function TriageRow(props: TriageRowProps) {
  const { item, isSeenAbove, elsewhere, now, href, rowProps, selection } = props;
  const title = titleOf(item);
  const day = item.originalPublishedAt ?? item.createdAt;
  const { label, tone } = STATUSES[item.status];
  return (
    <li
      {...rowProps}
      data-article={item.id}
      aria-label={title}
      className={clsx(
        'flex items-center gap-3 border-t border-line py-1.5 text-sm focus-visible:bg-sunken aria-[current=true]:shadow-[-2px_0_var(--color-accent)]',
        isSeenAbove ? 'pl-6 sm:pl-10' : 'pl-2',
      )}
    >
      {props.onRemove && <SelectBox id={item.id} title={title} selection={selection} />}
      <div className="min-w-0 flex-1">
        <h3 className="truncate font-sans font-medium">
          <a href={href} tabIndex={-1} className="hover:text-accent">
            {title}
          </a>
        </h3>
        <p className="truncate text-xs text-soft">{item.excerpt}</p>
        <p className="flex flex-wrap items-center gap-x-3 text-xs text-faint">
          <span>{item.originalPublisher || 'No publisher'}</span>
          <time dateTime={day} title={formatDay(day)}>
            {ageOf(day, now)}
          </time>
          <Badge tone={tone}>{props.isRewriting ? 'Rewriting...' : label}</Badge>
          {isSeenAbove && <span>Seen before: the same story as above</span>}
          {elsewhere.length > 0 && (
            <span>
              Seen before:{' '}
              {elsewhere.map((other, at) => (
                <span key={other.id}>
                  {at > 0 && ', '}
                  <a href={adminHref('news', other.id)} title={other.title} className="text-link">
                    {other.publisher ?? other.title}
                  </a>{' '}
                  ({STATUSES[other.status].label.toLowerCase()})
                </span>
              ))}
            </span>
          )}
        </p>
      </div>
      <div className="flex shrink-0 max-sm:flex-col">
        {props.onPublish && item.status !== 'published' && (
          <SmallButton label={`Publish: ${title}`} icon={Eye} onClick={props.onPublish} />
        )}
        {props.onRemove && (
          <SmallButton label={`Delete: ${title}`} icon={Trash2} danger onClick={props.onRemove} />
        )}
      </div>
    </li>
  );
}
