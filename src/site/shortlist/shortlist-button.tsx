import { clsx } from 'clsx';
import { buttonStyle } from '#ui/button-style.ts';
import { Check, Plus } from '#ui/icons.tsx';
import { MAX_SHORTLISTED, shortlist, toggleShortlisted } from './shortlist-store.ts';
import { useStored } from './use-stored.ts';

/** Puts a vendor on the shortlist or takes it off; the list never leaves this browser. */
export function ShortlistButton({ vendor }: { vendor: { slug: string; name: string } }) {
  const slugs = useStored(shortlist);
  const isOn = slugs.includes(vendor.slug);
  const isFull = !isOn && slugs.length >= MAX_SHORTLISTED;
  const Icon = isOn ? Check : Plus;
  return (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={isFull}
      onClick={() => toggleShortlisted(vendor.slug)}
      className={clsx(
        buttonStyle('secondary', 'sm'),
        'needs-script no-print aria-pressed:border-accent aria-pressed:text-accent',
      )}
    >
      <Icon aria-hidden className="size-4" />
      {isFull ? `Shortlist is full (${MAX_SHORTLISTED})` : 'Add to shortlist'}
      <span className="sr-only"> {vendor.name}</span>
    </button>
  );
}
