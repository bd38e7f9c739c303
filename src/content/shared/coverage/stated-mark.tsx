import { formatDate } from '#content/shared/format-date.ts';
import { ExternalLink } from '#ui/external-link.tsx';
import { hostOf } from './evidence-words.ts';
import { type Stated, sayStated } from './stated.ts';

interface StatedMarkProps {
  stated: Stated | null | undefined;
  /** The mark alone, where a table has no room; screen readers get the words. */
  isBare?: boolean;
}

/** The vendor's own word, drawn in its own way: it opens what was said, from where and when. */
export function StatedMark({ stated, isBare = false }: StatedMarkProps) {
  if (!stated) return null;
  const { level, text, url, domain, statedOn } = stated;
  const words = sayStated(stated);
  return (
    <details className="evidence">
      <summary className="touch">
        <span className="level level-stated" data-stated={level} title={words}>
          <span className={isBare ? 'sr-only' : undefined}>{words}</span>
        </span>
      </summary>
      <div className="evidence-text">
        {text && <p>{text}</p>}
        <p className="evidence-source">
          {`Stated by ${domain}, ${formatDate(statedOn)}`}
          {url && (
            <>
              {': '}
              <ExternalLink href={url}>{hostOf(url)}</ExternalLink>
            </>
          )}
        </p>
      </div>
    </details>
  );
}
