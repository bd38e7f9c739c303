import { UsedBy } from '#admin/confirm/used-by.tsx';
import { publicHref } from '#admin/public-href.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';
import { FlagInput } from './fields/flag-input.tsx';
import { publicFlagOf } from './form-values.ts';
import type { ItemEditor } from './use-item-editor.ts';

interface PublicSwitchProps {
  collection: Collection;
  editor: Pick<ItemEditor, 'state' | 'change'>;
}

/** Whether readers see the item: in sight while the rest of the form scrolls. */
export function PublicSwitch({ collection, editor: { state, change } }: PublicSwitchProps) {
  const key = publicFlagOf(collection);
  const field = key === undefined ? undefined : collection.fields[key];
  if (key === undefined || !field) return null;
  return (
    <FlagInput
      label={labelOf(key, field)}
      checked={state.values[key] === true}
      onChange={(isOn) => change({ [key]: isOn })}
    />
  );
}

interface LeavingNoteProps {
  collection: Collection;
  item: AnyItem | null;
  editor: Pick<ItemEditor, 'state' | 'act'>;
}

/** The next save takes the item off the site: its uses, and a redirect for its readers. */
export function LeavingNote({ collection, item, editor }: LeavingNoteProps) {
  if (!item || !editor.state.isLeaving) return null;
  const hasPage = publicHref(collection, item) !== null;
  return (
    <section
      aria-label="Before it leaves the site"
      className="max-h-[40svh] basis-full overflow-y-auto border-l-2 border-warn pl-4"
    >
      <p className="text-sm font-medium">Saving takes this off the site.</p>
      <UsedBy
        name={collection.name}
        ids={[item.id]}
        onRedirect={hasPage ? (to) => void editor.act({ type: 'redirected', to }) : undefined}
      />
    </section>
  );
}
