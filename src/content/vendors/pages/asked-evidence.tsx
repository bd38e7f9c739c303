import type { CardResponse } from '#client/api-calls.ts';
import { Evidence } from '#content/shared/coverage/evidence.tsx';

type AskedRow = CardResponse<'coverage'>;

interface AskedEvidenceProps {
  vendor: string;
  /** In the order in which the features were chosen. */
  asked: readonly string[] | undefined;
  rows: readonly AskedRow[] | undefined;
}

export function AskedEvidence({ vendor, asked = [], rows = [] }: AskedEvidenceProps) {
  const own = rows.filter((row) => row.vendor?.slug === vendor);
  const shown = asked.flatMap((slug) => own.find(({ feature }) => feature?.slug === slug) ?? []);
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Evidence" className="mt-4 border-t border-line text-xs">
      {shown.map((row) => (
        <li key={row.featureId} className="border-b border-line py-2">
          <p className="text-faint">{row.feature?.name}</p>
          <Evidence cell={row} />
        </li>
      ))}
    </ul>
  );
}
