import type { ReactNode } from 'react';
import { EvidenceText, FactEvidence, Opens } from '#content/shared/coverage/evidence.tsx';
import { formatDate } from '#content/shared/format-date.ts';
import {
  FACTS,
  FURTHER,
  factText,
  nameOfFact,
  type ProfileFact,
  sourcesOf,
} from '#content/shared/profile-facts.ts';
import { DescriptionList } from '#ui/description-list.tsx';
import type { Vendor } from '../vendors.collection.ts';

interface FactProps {
  vendor: Vendor;
  field: string;
  isList?: boolean;
  children: ReactNode;
}

export function Fact({ vendor, field, ...fact }: FactProps) {
  const about = `/vendors/${vendor.slug}#${field}`;
  return <FactEvidence sources={sourcesOf(vendor, field)} about={about} {...fact} />;
}

const rowOf = (vendor: Vendor, field: ProfileFact, label = nameOfFact(field)) => ({
  label,
  field,
  value: factText(vendor[field]),
});

function Facts({ vendor, rows }: { vendor: Vendor; rows: readonly ReturnType<typeof rowOf>[] }) {
  const items = rows.flatMap(({ label, field, value }) =>
    value
      ? [
          {
            label,
            value: (
              <Fact vendor={vendor} field={field}>
                {value}
              </Fact>
            ),
          },
        ]
      : [],
  );
  const missing = rows.flatMap(({ label, value }) => (value ? [] : label));
  return (
    <>
      {items.length > 0 && <DescriptionList items={items} />}
      {missing.length > 0 && (
        <p className="pt-2.5 text-xs text-faint">
          Not found on the pages we read:{' '}
          {missing.join(', ').toLowerCase().replace('founded', 'founding year')}.
        </p>
      )}
    </>
  );
}

/** The spec's lists of facts. */
export function FactList({ vendor, facts }: { vendor: Vendor; facts: readonly ProfileFact[] }) {
  return <Facts vendor={vendor} rows={facts.map((fact) => rowOf(vendor, fact))} />;
}

/** The first facts to decide by: owner, pricing, audits and date of the check. */
export function DecisiveFacts({ vendor }: { vendor: Vendor }) {
  const { lastVerifiedAt, ownershipSince } = vendor;
  const owner = rowOf(vendor, 'ownership', 'Owner');
  const since = owner.value && ownershipSince ? `, since ${ownershipSince}` : '';
  const rows = [
    { ...owner, value: owner.value && owner.value + since },
    rowOf(vendor, 'priceMeter'),
    rowOf(vendor, 'attestations'),
    rowOf(vendor, 'hosting'),
    rowOf(vendor, 'dataResidency', 'Data location'),
  ];
  return (
    <section aria-label="Decisive facts" className="mb-12 border-t-2 border-heavy pt-1 lg:mt-12">
      <Facts vendor={vendor} rows={rows} />
      {lastVerifiedAt && (
        <p className="pt-2.5 text-xs text-faint">
          Checked on <time dateTime={lastVerifiedAt}>{formatDate(lastVerifiedAt)}</time>
        </p>
      )}
    </section>
  );
}

export const furtherFacts = (vendor: Vendor) =>
  FURTHER.flatMap(([field, label]) => {
    const rows = sourcesOf(vendor, field).filter(({ value }) => value);
    return rows.length > 0 ? [{ label, rows }] : [];
  });

export function FurtherFacts({ vendor }: { vendor: Vendor }) {
  return (
    <dl className="border-t border-line text-sm">
      {furtherFacts(vendor).map(({ label, rows }) => (
        <div
          key={label}
          className="grid gap-x-8 gap-y-1 border-b border-line py-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,3fr)]"
        >
          <dt className="text-faint">{label}</dt>
          {rows.map((row, index) => (
            <dd key={index} className="min-w-0 sm:col-start-2">
              <Opens summary={<span>{row.value}</span>}>
                <EvidenceText {...row} about={`/vendors/${vendor.slug}#${row.field}`} />
              </Opens>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

export function VendorFit({ vendor }: { vendor: Vendor }) {
  const rows = FACTS.fit.map((fact) => rowOf(vendor, fact));
  const items = rows.filter(({ value }) => value);
  return (
    <>
      {items.length > 0 && <DescriptionList layout="stacked" items={items} />}
      {vendor.questions.length > 0 && (
        <>
          <h3 className="mt-6 mb-2 text-h4 font-semibold">Questions to get in writing</h3>
          <ul className="list-disc space-y-1.5 pl-5 text-sm text-soft marker:text-rule">
            {vendor.questions.map((question) => (
              <li key={question}>{question}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
