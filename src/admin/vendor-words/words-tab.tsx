import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { pageHref, useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, readAt } from '#admin/api/admin-queries.ts';
import { messageOf, serverMessage } from '#admin/api/problems.ts';
import { pageOf, pagesOf, partOf } from '#admin/list/list-page.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useMay } from '#admin/may.tsx';
import { toastOutcome } from '#admin/toast.ts';
import { Chip } from '#ui/chip.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { type Word, WordRow } from './word-row.tsx';

const PATH = '/api/vendor-words';

const STATES = [
  { value: 'pending', label: 'Waiting' },
  { value: 'shown', label: 'Shown' },
  { value: 'refused', label: 'Refused' },
] as const;

/** What vendors have said of themselves, one by one: shown as their word, or refused. */
export function WordsTab() {
  const { search, changeSearch } = useAdminAddress();
  const queryClient = useQueryClient();
  const mayRead = useMay('editor');
  const page = pageOf(search);
  const state = STATES.find(({ value }) => value === search.state)?.value ?? 'pending';
  const { data, error } = useQuery({
    ...adminQuery(PATH, { state, ...partOf(page) }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    enabled: mayRead,
  });

  const decide = async ({ id, vendor }: Word, decision: 'show' | 'refuse', reason?: string) => {
    const isDone = await toastOutcome(
      () =>
        adminSend('POST', '/api/vendor-words/{id}/decide', {
          params: { id },
          body: { decision, reason },
        }),
      `${vendor.name}: ${decision === 'show' ? 'shown as its word' : 'refused'}`,
      (failure) => serverMessage(failure) ?? messageOf(failure),
    );
    if (isDone) await queryClient.invalidateQueries(readAt(PATH));
  };

  return (
    <TabFrame
      title="Vendors’ word"
      lead="What somebody at a vendor’s own domain states. Shown, it stands beside the evidence as ‘the vendor states’ and never counts as documented."
      error={error}
      count={mayRead ? data?.items.length : null}
      empty="Nothing here."
      tools={
        mayRead ? (
          <fieldset aria-label="Show" className="flex min-w-0 flex-wrap gap-2">
            {STATES.map(({ value, label }) => (
              <Chip
                key={value}
                selected={value === state}
                count={data?.counts[value] ?? 0}
                onClick={() => void changeSearch({ page: '', state: value }, 'vendor-words')}
              >
                {label}
              </Chip>
            ))}
          </fieldset>
        ) : (
          <p className="text-sm">Editors read them, publishers decide.</p>
        )
      }
    >
      <ul className="mt-4">
        {(data?.items ?? []).map((word) => (
          <WordRow
            key={word.id}
            word={word}
            evidenceIn={data?.evidenceIn ?? ''}
            onDecide={(decision, reason) => decide(word, decision, reason)}
          />
        ))}
      </ul>
      <Pagination
        page={page}
        pages={pagesOf(data?.total)}
        hrefFor={pageHref('vendor-words', search)}
      />
    </TabFrame>
  );
}
