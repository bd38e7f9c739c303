import type { CardResponse } from '#client/api-calls.ts';
import { Evidence } from '#content/shared/coverage/evidence.tsx';

type AskedRow = CardResponse<'coverage'>;

interface AskedEvidenceProps {
  vendor: string;
  /** In the order in which the features were chosen. */
  asked: readonly string[] | undefined;
  understood: readonly { slug: string }[];
  rows: readonly AskedRow[] | undefined;
}

const REASONS: Partial<Record<AskedRow['level'], string>> = {
  documented: 'documents',
  partial: 'partly documents',
};

export function AskedEvidence(props: AskedEvidenceProps) {
  const { vendor, asked = [], understood, rows = [] } = props;
  const own = rows.filter((row) => row.vendor?.slug === vendor);
  const shown = asked.flatMap((slug) => own.find(({ feature }) => feature?.slug === slug) ?? []);
  if (shown.length === 0) return null;
  const reasons = shown.flatMap(({ level, feature }) => {
    const isMeant = understood.some(({ slug }) => slug === feature?.slug);
    return isMeant && REASONS[level] ? [`${REASONS[level]} ${feature?.name}`] : [];
  });
  return (
    <>
      {reasons.length > 0 && <p className="mt-3 text-sm font-medium">{reasons.join(', ')}</p>}
      <ul aria-label="Evidence" className="mt-4 border-t border-line text-xs">
        {shown.map((row) => (
          <li key={row.featureId} className="border-b border-line py-2">
            <p className="text-faint">{row.feature?.name}</p>
            <Evidence cell={row} about={`/vendors/${vendor}#${row.feature?.slug}`} />
          </li>
        ))}
      </ul>
    </>
  );
}
