import { clsx } from 'clsx';
import { CardGrid } from './card.tsx';

/** A still bar in place of a line or a picture that is on its way. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={clsx('block animate-breathe rounded-sm bg-line', className ?? 'h-4')} />;
}

interface SkeletonCardsProps {
  count?: number;
  columns?: 1 | 2 | 3 | 4;
  picture?: boolean;
}

export function SkeletonCards({ count = 6, columns = 3, picture = false }: SkeletonCardsProps) {
  const cards = Array.from({ length: count }, (_, index) => index);
  return (
    <div role="status" aria-label="Loading">
      <CardGrid columns={columns}>
        {cards.map((card) => (
          <li key={card} data-skeleton-card className="border-t border-rule pt-4">
            {picture && <Skeleton className="mb-4 aspect-video" />}
            <Skeleton className="h-3 w-1/4" />
            <Skeleton className="mt-3 h-6 w-3/4" />
            <Skeleton className="mt-4 h-4" />
            <Skeleton className="mt-2 h-4 w-11/12" />
            <Skeleton className="mt-2 h-4 w-2/3" />
          </li>
        ))}
      </CardGrid>
    </div>
  );
}

/** The shape of a page head and a column of text. */
export function SkeletonPage() {
  return (
    <div role="status" aria-label="Loading" className="max-w-measure py-8 sm:py-12">
      <Skeleton className="h-3 w-24" />
      <Skeleton className="mt-4 h-12 w-5/6" />
      <Skeleton className="mt-6 h-6" />
      <Skeleton className="mt-2 h-6 w-3/4" />
      {[0, 1, 2].map((block) => (
        <div key={block} className="mt-10">
          <Skeleton />
          <Skeleton className="mt-2.5 h-4 w-11/12" />
          <Skeleton className="mt-2.5 h-4 w-4/5" />
        </div>
      ))}
    </div>
  );
}
