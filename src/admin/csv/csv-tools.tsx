import { useState } from 'react';
import { useMayChange } from '#admin/may.tsx';
import type { Collection } from '#kit/collection.ts';
import { Button } from '#ui/button.tsx';
import { buttonStyle } from '#ui/button-style.ts';
import { ImportDialog } from './import-dialog.tsx';

/** A whole content type as a table for spreadsheets, and back. */
export function CsvTools({ collection }: { collection: Collection }) {
  const [isOpen, setIsOpen] = useState(false);
  const { mayCreate } = useMayChange(collection);
  const { name, label } = collection;
  return (
    <>
      <a
        href={`/api/${name}/export.csv`}
        download={`${name}.csv`}
        aria-label={`Export CSV of all ${label.many}`}
        className={buttonStyle('secondary')}
      >
        Export CSV
      </a>
      {mayCreate && <Button onClick={() => setIsOpen(true)}>Import CSV</Button>}
      {isOpen && <ImportDialog collection={collection} onClose={() => setIsOpen(false)} />}
    </>
  );
}
