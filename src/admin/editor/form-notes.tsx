import { type FieldErrors, serverMessage } from '#admin/api/problems.ts';
import { UsedBy } from '#admin/confirm/used-by.tsx';
import { formatDateTime } from '#admin/format-date-time.ts';
import { Notice } from '#admin/parts/notice.tsx';
import { publicHref } from '#admin/public-href.ts';
import { SignInElsewhere } from '#admin/session/session-notice.tsx';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';
import { ApiError } from '#platform/api-error.ts';
import { Button } from '#ui/button.tsx';
import { FlagInput } from './fields/flag-input.tsx';
import { publicFlagOf } from './form-values.ts';
import type { ItemEditor } from './use-item-editor.ts';

interface FailureNoticeProps {
  collection: Collection;
  failure: unknown;
  errors: FieldErrors;
  /** Stores the text as a new item, when its own was deleted meanwhile. */
  onSaveAsNew: (() => void) | undefined;
}

const NETWORK = 'The server could not be reached. Your text is still here: please try again.';
const SIGNED_OUT =
  'Your session has ended. Your text is still here: sign in in another tab, then save again.';

const DELETED = 'This was deleted meanwhile. Your text is still here: save it as a new item.';

const reasonOf = (failure: unknown): string => {
  if (!(failure instanceof ApiError)) return NETWORK;
  if (failure.status === 401) return SIGNED_OUT;
  return failure.status === 404 ? DELETED : (serverMessage(failure) ?? failure.message);
};

/** Why a save failed, and every field that has to do with it, on any tab. */
export function FailureNotice(props: FailureNoticeProps) {
  const { collection, failure, errors, onSaveAsNew } = props;
  if (!failure) return null;
  const status = failure instanceof ApiError ? failure.status : 0;
  return (
    <Notice role="alert" tone="danger">
      <p className="font-medium">{reasonOf(failure)}</p>
      {status === 404 && onSaveAsNew && (
        <Button size="sm" className="mt-2" onClick={onSaveAsNew}>
          Save as new
        </Button>
      )}
      {status === 401 && <SignInElsewhere />}
      {Object.keys(errors).length > 0 && (
        <ul className="mt-1 list-disc pl-5 text-soft">
          {Object.entries(errors).map(([key, text]) => {
            const field = collection.fields[key];
            return <li key={key}>{field ? `${labelOf(key, field)}: ${text}` : text}</li>;
          })}
        </ul>
      )}
    </Notice>
  );
}

interface ProblemNoteProps {
  collection: Collection;
  errors: FieldErrors;
}

/** Beside Save, which stays in sight: the fields with errors. */
export function ProblemNote({ collection, errors }: ProblemNoteProps) {
  const labels = Object.keys(errors).map((key) => labelOf(key, collection.fields[key]));
  if (labels.length === 0) return null;
  return (
    <p data-problem-note className="basis-full text-right text-xs font-medium text-danger">
      Not saved. Please correct: {labels.join(', ')}
    </p>
  );
}

interface LostText {
  at: string;
  restore: () => void;
  discard: () => void;
}

/** After a reload or a crash: unsaved texts, until each is restored or discarded. */
export function LostTextNotice({ lost }: { lost: readonly LostText[] }) {
  return lost.map(({ at, restore, discard }) => (
    <Notice key={at} role="status" tone="text" isRow>
      <p className="mr-auto">Unsaved text from {formatDateTime(at)} was found.</p>
      <Button size="sm" variant="primary" onClick={restore}>
        Restore it
      </Button>
      <Button size="sm" onClick={discard}>
        Discard it
      </Button>
    </Notice>
  ));
}

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
  editor: Pick<ItemEditor, 'state' | 'redirect'>;
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
        onRedirect={hasPage ? editor.redirect : undefined}
      />
    </section>
  );
}
