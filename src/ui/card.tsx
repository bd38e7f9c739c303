import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Overline, SectionHeading } from './headings.tsx';
import { ArrowRight } from './icons.tsx';

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
  /** The link's words: 'Read More'. */
  action?: string;
  /** Controls at the foot that are not the card's own link. */
  footer?: ReactNode;
  size?: 'md' | 'lg';
  as?: 'li' | 'article' | 'div';
}

interface CardActionProps {
  action: string;
  href: string;
  title: ReactNode;
}

/** Named after its card, so that a list of links says more than 'Read More' six times. */
export function CardAction({ action, href, title }: CardActionProps) {
  return (
    <a
      href={href}
      className="no-print inline-flex min-h-6 items-center gap-1.5 self-start text-sm font-medium text-accent"
    >
      {action}
      <ArrowRight
        aria-hidden
        className="size-4 transition-transform duration-200 group-hover:translate-x-0.5"
      />
      <span className="sr-only">: {title}</span>
    </a>
  );
}

/** A title whose link takes clicks on the whole card around it; the card is a `card group relative`. */
export function CoverLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="cover-link decoration-accent decoration-1 underline-offset-4 group-hover:underline"
    >
      {children}
    </a>
  );
}

export function Card(props: CardProps) {
  const { title, href, headingLevel: Heading = 'h3', overline, media, mediaBeside, meta } = props;
  const { children, badges, action, footer, size = 'md', as: Root = 'li' } = props;
  const heading = (
    <Heading className={clsx('font-semibold', size === 'lg' ? 'text-h2 font-[550]' : 'text-h3')}>
      {href ? <CoverLink href={href}>{title}</CoverLink> : title}
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
      {action && href && (
        <div className="mt-4">
          <CardAction action={action} href={href} title={title} />
        </div>
      )}
      {footer && <div className="mt-4 flex flex-wrap gap-2">{footer}</div>}
    </Root>
  );
}

const COLUMNS = {
  1: 'grid-cols-1',
  2: 'md:grid-cols-2',
  // Exactly three stand in one row on a tablet too, instead of two and an orphan.
  3: 'md:grid-cols-2 md:has-[>:nth-child(3):last-child]:grid-cols-3 lg:grid-cols-3',
  4: 'sm:grid-cols-2 lg:grid-cols-4',
} as const;

interface CardGridProps {
  children: ReactNode;
  columns?: keyof typeof COLUMNS;
  label?: string;
}

/** A list of cards; each child is an li (Card's default). */
export function CardGrid({ children, columns = 3, label }: CardGridProps) {
  return (
    <ul aria-label={label} className={clsx('grid gap-x-8 gap-y-10', COLUMNS[columns])}>
      {children}
    </ul>
  );
}

interface TextCardsProps {
  title: string;
  cards: readonly { title: string; text: string }[];
}

/** A section of cards that lead nowhere. */
export function TextCards({ title, cards }: TextCardsProps) {
  return (
    <section>
      <SectionHeading title={title} />
      <CardGrid columns={3}>
        {cards.map((card) => (
          <Card key={card.title} title={card.title}>
            {card.text}
          </Card>
        ))}
      </CardGrid>
    </section>
  );
}
