import { useQuery } from '@tanstack/react-query';
import { useAdminAddress } from '#admin/address.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { Notice } from '#admin/parts/notice.tsx';
import { RowLink } from '#admin/parts/row.tsx';

/** Beside a form that an accepted correction opened: what the reader wrote. */
export function CorrectionNotice() {
  const { search } = useAdminAddress();
  const id = Number.parseInt(search.correction ?? '', 10) || 0;
  const { data } = useQuery({ ...adminQuery('/api/corrections', { id }), enabled: id > 0 });
  const [found] = data?.items ?? [];
  if (!found) return null;
  return (
    <Notice aria-label="Correction">
      <p className="font-medium">
        {found.isFromVendor ? 'Somebody who says they work for the vendor' : 'A reader'} wrote
        {found.part ? ` about ${found.part}` : ''}; check it before you change anything:
      </p>
      <p className="mt-1 max-w-prose whitespace-pre-wrap wrap-anywhere">{found.text}</p>
      {found.url && <RowLink href={found.url} />}
    </Notice>
  );
}
