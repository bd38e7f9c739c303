import { useQuery } from '@tanstack/react-query';
import { useAdminAddress } from '#admin/address.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { ExternalLink } from '#ui/external-link.tsx';

/** Beside a form that an accepted correction opened: what the reader wrote. */
export function CorrectionNotice() {
  const { search } = useAdminAddress();
  const id = Number.parseInt(search.correction ?? '', 10) || 0;
  const { data } = useQuery({ ...adminQuery('/api/corrections', { id }), enabled: id > 0 });
  const [found] = data?.items ?? [];
  if (!found) return null;
  return (
    <section
      aria-label="Correction"
      className="mb-5 border-l-2 border-accent bg-sunken px-4 py-3 text-sm"
    >
      <p className="font-medium">
        A reader wrote{found.part ? ` about ${found.part}` : ''}; check it before you change
        anything:
      </p>
      <p className="mt-1 max-w-prose whitespace-pre-wrap wrap-anywhere">{found.text}</p>
      {found.url && (
        <p className="mt-1 break-all">
          <ExternalLink href={found.url}>{found.url}</ExternalLink>
        </p>
      )}
    </section>
  );
}
