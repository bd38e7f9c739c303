import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { ArrowRight } from './icons.tsx';
import { Overline } from './overline.tsx';

export interface CardProps {
  title: ReactNode;
  /** Makes the whole card a target; other links inside keep working. */
  href?: string;
  headingLevel?: 'h2' | 'h3' | 'h4';
  overline?: ReactNode;
  /** Above the text (a picture) or, with mediaBeside, left of the title (a logo). */
  media?: ReactNode;
  mediaBeside?: boolean;
  /** A line under the title: headquarters, date, reading time. */
  meta?: ReactNode;
  children?: ReactNode;
  badges?: ReactNode;
  /** What the link does, in words: 'Read More'. */
  action?: string;
  /** Controls at the foot that are not the card's own link. */
  footer?: ReactNode;
  size?: 'md' | 'lg';
  as?: 'li' | 'article' | 'div';
}

/** Named after its card, so that a list of links says more than 'Read More' six times. */
export function CardAction({
  action,
  href,
  title,
}: Pick<CardProps, 'href' | 'title'> & { action: string }) {
  const face = (
    <>
      {action}
      <ArrowRight
        aria-hidden
        className="size-4 transition-transform duration-200 group-hover:translate-x-0.5"
      />
    </>
  );
  const style =
    'no-print inline-flex min-h-6 items-center gap-1.5 self-start text-sm font-medium text-accent';
  if (!href) return <p className={style}>{face}</p>;
  return (
    <a href={href} className={style}>
      {face}
      <span className="sr-only">: {title}</span>
    </a>
  );
}

export function Card(props: CardProps) {
  const { title, href, headingLevel: Heading = 'h3', overline, media, mediaBeside, meta } = props;
  const { children, badges, action, footer, size = 'md', as: Root = 'li' } = props;
  const heading = (
    <Heading className={clsx('font-semibold', size === 'lg' ? 'text-h2 font-[550]' : 'text-h3')}>
      {href ? (
        <a
          href={href}
          className="cover-link decoration-accent decoration-1 underline-offset-4 group-hover:underline"
        >
          {title}
        </a>
      ) : (
        title
      )}
    </Heading>
  );
  return (
    <Root className="card group relative flex min-w-0 flex-col border-t border-rule pt-4">
      {media && !mediaBeside && <div className="mb-4">{media}</div>}
      <div className={clsx(mediaBeside && 'flex gap-4', meta ? 'items-start' : 'items-center')}>
        {mediaBeside && media}
        <div className="min-w-0 flex-1">
          {overline && (
            <div className="mb-1.5">
              <Overline>{overline}</Overline>
            </div>
          )}
          {heading}
          {meta && (
            <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-faint">
              {meta}
            </div>
          )}
        </div>
      </div>
      {children && <div className="mt-3 text-sm text-soft">{children}</div>}
      {badges && <div className="mt-4">{badges}</div>}
      {action && (
        <div className="mt-4">
          <CardAction {...{ action, href, title }} />
        </div>
      )}
      {footer && <div className="mt-4 flex flex-wrap gap-2">{footer}</div>}
    </Root>
  );
}
