import { adminHref } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { reasonOf } from '#admin/api/problems.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useNarrowed, useTabList } from '#admin/list/use-tab-list.ts';
import { useMay } from '#admin/may.tsx';
import { ChoiceChips } from '#admin/parts/choice-chips.tsx';
import { OneTextForm } from '#admin/parts/one-text-form.tsx';
import { type RowData, RowLink, Rows } from '#admin/parts/row.tsx';
import { useNames } from '#admin/people/people.tsx';
import type { Body, ResponseOf } from '#client/api-calls.ts';
import { Badge } from '#ui/badge.tsx';

const PATH = '/api/vendor-words';
const DECIDE = '/api/vendor-words/{id}/decide';

const STATES = [
  { value: 'pending', label: 'Waiting' },
  { value: 'shown', label: 'Shown' },
  { value: 'refused', label: 'Refused' },
] as const;

/** Statements of vendors on themselves, one by one: shown as their word, or refused. */
export function WordsTab() {
  const enabled = useMay('editor');
  const { chosen: state, chips } = useNarrowed(STATES);
  const { data, frame } = useTabList((part) => adminQuery(PATH, { state, ...part }), { enabled });
  const nameOf = useNames();

  /** One word: who says it of what, and the two decisions. */
  const row = (word: Word): RowData => {
    const { id, vendor, feature, level, text, documentedAt, domain, email } = word;
    const about = `${vendor.name}: ${feature?.name ?? 'its reply'}`;
    const decide = (body: Body<'POST', typeof DECIDE>) =>
      adminSend('POST', DECIDE, { params: { id }, body });
    return {
      key: id,
      title: about,
      marks: <Badge>{level ? STATES_THAT[level] : 'reply'}</Badge>,
      offers: [
        word.state !== 'shown' && {
          label: 'Show',
          name: `Show ${about}`,
          least: 'publisher',
          work: () => decide({ decision: 'show' }),
          done: `${vendor.name}: shown as its word`,
          failed: reasonOf,
        },
        word.state !== 'refused' && {
          label: 'Refuse',
          name: `Refuse ${about}`,
          least: 'publisher',
          opens: () => (
            <OneTextForm
              label={`Why is ${about} refused?`}
              action="Refuse"
              at={PATH}
              work={(reason) => decide({ decision: 'refuse', reason })}
              done={`${vendor.name}: refused`}
              failed={reasonOf}
            />
          ),
        },
      ],
      children: (
        <>
          {text && <p className="mt-1 max-w-3xl wrap-anywhere text-soft">{text}</p>}
          {documentedAt && (
            <RowLink href={documentedAt}>
              {word.state === 'shown' && data && (
                <a
                  href={adminHref({ name: data.evidenceIn }, '', {
                    vendor: vendor.slug,
                    find: '1',
                  })}
                  className="text-link"
                >
                  Find evidence there
                </a>
              )}
            </RowLink>
          )}
        </>
      ),
      facts: `${email ?? domain}, ${word.statedOn}${word.decidedBy ? `; ${word.state} by ${nameOf(word.decidedBy)}` : ''}${word.reason ? `: ${word.reason}` : ''}`,
    };
  };

  return (
    <TabFrame
      {...frame}
      title="Vendors’ word"
      lead="What somebody at a vendor’s own domain states. Shown, it stands beside the evidence as ‘the vendor states’ and never counts as documented."
      empty="Nothing here."
      tools={
        enabled ? (
          <ChoiceChips {...chips} counts={data?.counts} />
        ) : (
          <p className="text-sm">Editors read them, publishers decide.</p>
        )
      }
    >
      <Rows at={PATH} look="work" items={data?.items} row={row} className="mt-4" />
    </TabFrame>
  );
}

type Word = ResponseOf<'get', typeof PATH>['items'][number];

const STATES_THAT = {
  documented: 'states that it does',
  partial: 'states that it does in part',
  absent: 'states that it does not',
} as const;
