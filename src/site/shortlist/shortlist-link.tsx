import { hrefTo } from '#client/href-to.ts';
import { Bookmark } from '#ui/icons.tsx';
import { shortlist } from './shortlist-store.ts';
import { useStored } from './use-stored.ts';

/** The way to the shortlist, with how many are on it; it names none of them. */
export function ShortlistLink() {
  const { length } = useStored(shortlist);
  return (
    <a
      href={hrefTo('/shortlist')}
      className="inline-flex min-h-11 items-center gap-1.5 px-1.5 text-sm md:pr-0 font-medium hover:text-accent"
    >
      <Bookmark aria-hidden className="size-5 lg:hidden" />
      <span className="max-lg:sr-only">Shortlist</span>
      {length > 0 && (
        <span className="min-w-5 rounded-full bg-accent-fill px-1.5 text-center text-2xs text-on-accent tabular-nums">
          <span className="sr-only">, </span>
          {length}
          <span className="sr-only"> {length === 1 ? 'vendor' : 'vendors'}</span>
        </span>
      )}
    </a>
  );
}
