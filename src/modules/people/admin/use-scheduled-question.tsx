import { useQueryClient } from '@tanstack/react-query';
import { type Question, useConfirm } from '#admin/confirm/use-confirm.ts';
import { useMe } from '#admin/me.ts';
import { type ScheduleEntry, sayWhen, scheduleQuery } from '#admin/schedule/use-schedule.ts';
import { editorHref } from '#admin/tabs.ts';
import { counted } from '#platform/words.ts';

const CHOICES = [
  { value: 'take-over', text: 'Take over: published at the same time, in my name' },
  { value: 'leave', text: 'Leave: fails at its time, with the reason in the schedule' },
] as const;

type ScheduledChoice = (typeof CHOICES)[number]['value'];

const SHOWN = 10;

/**
 * Asks before a user changes or goes; where the right to publish is lost with it, shows the scheduled entries. Resolves to null for no, else to the
 * parameter that settles them.
 */
export const useScheduledQuestion = () => {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const me = useMe();
  return async (
    email: string,
    question: Question,
    staysPublisher = false,
  ): Promise<{ scheduled?: ScheduledChoice } | null> => {
    if (staysPublisher) return (await confirm(question)) ? {} : null;
    // Before it asks: a late list would move the buttons from under the pointer.
    const { items } = await queryClient.fetchQuery({ ...scheduleQuery, staleTime: 0 });
    const entries = items.filter(
      ({ scheduledBy, state }) => scheduledBy === email && state === 'waiting',
    );
    if (entries.length === 0) return (await confirm(question)) ? {} : null;
    // One's own entries need no take-over.
    const isMine = email === me?.email;
    let scheduled: ScheduledChoice = isMine ? 'leave' : 'take-over';
    const details = (
      <div className="mt-4 grid gap-3 text-sm">
        <p className="font-medium">
          {counted(entries.length, 'item is', 'items are')} scheduled by {email}:{' '}
          {entries.length === 1 ? 'it' : 'they'} will not be published
          {isMine ? '' : ' unless you take over'}.
        </p>
        <ScheduledEntries entries={entries} />
        {!isMine && (
          <fieldset className="grid gap-2">
            <legend className="sr-only">What becomes of it</legend>
            {CHOICES.map(({ value, text }) => (
              <label key={value} className="flex items-baseline gap-2">
                <input
                  type="radio"
                  className="accent-accent-fill"
                  name="scheduled"
                  value={value}
                  defaultChecked={value === scheduled}
                  onChange={() => {
                    scheduled = value;
                  }}
                />
                {text}
              </label>
            ))}
          </fieldset>
        )}
      </div>
    );
    return (await confirm({ ...question, details })) ? { scheduled } : null;
  };
};

function ScheduledEntries({ entries }: { entries: readonly ScheduleEntry[] }) {
  return (
    <ul aria-label="Scheduled" className="max-h-40 list-disc overflow-y-auto pl-5">
      {entries.slice(0, SHOWN).map(({ id, collection, itemId, title, action, at }) => (
        <li key={`${collection}/${id}`}>
          <a
            href={editorHref(collection, itemId)}
            target="_blank"
            rel="noreferrer"
            className="text-link"
          >
            {title}
          </a>{' '}
          <span className="text-faint">{sayWhen({ action, at })}</span>
        </li>
      ))}
      {entries.length > SHOWN && <li className="text-faint">and {entries.length - SHOWN} more</li>}
    </ul>
  );
}
