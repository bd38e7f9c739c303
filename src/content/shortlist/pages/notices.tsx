import { Button } from '#ui/button.tsx';
import { removeSlugs } from '../moves.ts';
import type { SheetProps } from '../sheet.ts';
import { explainVerdict } from '../verdict-words.ts';

/** What stands in the way of a whole sheet, before all sheets. */
export function Notices({ data, model, workspace }: SheetProps) {
  const gone = [...model.unknown.vendors, ...model.unknown.features];
  return (
    <div className="no-print">
      {!data.isWhole && (
        <p className="mb-6 max-w-measure border-l-2 border-danger py-1 pl-4">
          {explainVerdict(model).why}
        </p>
      )}
      {gone.length > 0 && (
        <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-soft">
          <p className="wrap-anywhere">Not on this site (any more): {gone.join(', ')}.</p>
          <Button
            size="sm"
            onClick={() => workspace.setDossier(removeSlugs(workspace, model.unknown))}
          >
            Remove them
          </Button>
        </div>
      )}
    </div>
  );
}
