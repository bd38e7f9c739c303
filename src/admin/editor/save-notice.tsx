import { type FieldErrors, serverMessage } from '#admin/api/problems.ts';
import { formatMoment } from '#admin/format-moment.ts';
import type { Collection } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';
import { ApiError } from '#platform/api-error.ts';
import { Button } from '#ui/button.tsx';

interface FailureNoticeProps {
  collection: Collection;
  failure: unknown;
  errors: FieldErrors;
}

const NETWORK = 'The server could not be reached. Your text is still here: please try again.';
const SIGNED_OUT =
  'Your session has ended. Your text is still here: sign in in another tab, then save again.';

const reasonOf = (failure: unknown): string => {
  if (!(failure instanceof ApiError)) return NETWORK;
  return failure.status === 401 ? SIGNED_OUT : (serverMessage(failure) ?? failure.message);
};

/** Why a save failed, and every field that has to do with it, whichever tab it is on. */
export function FailureNotice({ collection, failure, errors }: FailureNoticeProps) {
  if (!failure) return null;
  const isSignedOut = failure instanceof ApiError && failure.status === 401;
  return (
    <div role="alert" className="mb-5 border-l-2 border-danger bg-sunken px-4 py-3 text-sm">
      <p className="font-medium">{reasonOf(failure)}</p>
      {isSignedOut && (
        <a href="/auth" target="_blank" rel="noreferrer" className="text-link">
          Sign in
        </a>
      )}
      {Object.keys(errors).length > 0 && (
        <ul className="mt-1 list-disc pl-5 text-soft">
          {Object.entries(errors).map(([key, text]) => {
            const field = collection.fields[key];
            return <li key={key}>{field ? `${labelOf(key, field)}: ${text}` : text}</li>;
          })}
        </ul>
      )}
    </div>
  );
}

interface LostTextNoticeProps {
  lost: { at: string; restore: () => void; discard: () => void } | null;
}

/** After a reload or a crash: the text that was typed and not saved. */
export function LostTextNotice({ lost }: LostTextNoticeProps) {
  if (!lost) return null;
  return (
    <div
      role="status"
      className="mb-5 flex flex-wrap items-center gap-3 border-l-2 border-accent bg-accent-wash px-4 py-3 text-sm"
    >
      <p className="mr-auto">Unsaved text from {formatMoment(lost.at)} was found.</p>
      <Button size="sm" variant="primary" onClick={lost.restore}>
        Restore it
      </Button>
      <Button size="sm" onClick={lost.discard}>
        Discard it
      </Button>
    </div>
  );
}
