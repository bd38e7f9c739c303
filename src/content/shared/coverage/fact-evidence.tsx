import type { ReactNode } from 'react';
import type { Read } from './coverage-groups.ts';
import { type About, EvidenceText, NothingRead } from './evidence.tsx';

interface Source extends Read {
  value?: string | null | undefined;
}

interface FactEvidenceProps extends About {
  sources: readonly Source[];
  /** HTML allows only words in a summary, so a list stands above its sources. */
  isList?: boolean;
  children: ReactNode;
}

export function FactEvidence({ sources, isList = false, about, children }: FactEvidenceProps) {
  const count = sources.length === 1 ? '1 source' : `${sources.length || 'No'} sources`;
  return (
    <>
      {isList && children}
      <details className="evidence">
        <FactSummary>
          {isList ? <span className="text-xs text-faint">{count}</span> : children}
        </FactSummary>
        {sources.map((source, index) => (
          // Of a list each source tells its own part; any other fact stands in the summary already.
          <EvidenceText key={index} {...source} part={isList ? source.value : null} about={about} />
        ))}
        {sources.length === 0 && <NothingRead about={about} />}
      </details>
    </>
  );
}

/** The fact itself, with the mark of what opens; a line under a whole sentence would be heavy. */
export function FactSummary({ children }: { children: ReactNode }) {
  return (
    <summary className="touch">
      <span>{children}</span>
    </summary>
  );
}
