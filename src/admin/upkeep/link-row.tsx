import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { messageOf, serverMessage } from '#admin/api/problems.ts';
import { collectionNamed } from '#admin/collections.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { May } from '#admin/may.tsx';
import { editorHref } from '#admin/tabs.ts';
import { toastDone, toastError } from '#admin/toast.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ExternalLink } from '#ui/external-link.tsx';
import { type LinkCheck, stateOf } from './link-words.ts';
import { ReplaceForm } from './replace-form.tsx';

interface LinkRowProps {
  link: LinkCheck;
  onChanged: () => Promise<unknown>;
}

const timesOf = (count: number) => (count === 1 ? '1 place' : `${count} places`);

/** One address: its state, its places and its actions. */
export function LinkRow({ link, onChanged }: LinkRowProps) {
  const [isReplacing, setIsReplacing] = useState(false);
  const state = stateOf(link);

  const { mutate: run, isPending: isBusy } = useMutation({
    mutationFn: (work: () => Promise<string>) => work(),
    onSuccess: async (done) => {
      toastDone(done);
      setIsReplacing(false);
      await onChanged();
    },
    onError: (error) => toastError(serverMessage(error) ?? messageOf(error)),
  });

  const check = () =>
    run(async () => {
      const checked = await adminSend('POST', '/api/link-checks/check', {
        body: { url: link.url },
      });
      return `Checked: ${stateOf(checked)?.label ?? checked.state}`;
    });

  const replace = (to: string) =>
    run(async () => {
      const body = { url: link.url, to };
      const { changed } = await adminSend('POST', '/api/link-checks/replace', { body });
      return `Replaced in ${changed === 1 ? '1 item' : `${changed} items`}`;
    });

  return (
    <li className="border-t border-line py-4 text-sm">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className="min-w-0 font-sans font-medium break-all">
              <ExternalLink href={link.url}>{link.url}</ExternalLink>
            </h3>
            {state && <Badge tone={state.tone}>{state.label}</Badge>}
          </div>
          {link.reason && <p className="mt-1 text-soft">{link.reason}</p>}
          {link.movedTo && <p className="mt-1 break-all text-soft">Leads to {link.movedTo}</p>}
          {link.checkedAt && (
            <p className="mt-1 text-xs text-faint">
              Checked {formatDateTime(link.checkedAt)}
              {link.failures > 0 ? `, failed ${link.failures} times in a row` : ''}
            </p>
          )}
          <details className="mt-1">
            <summary className="min-h-9 cursor-pointer py-1.5 text-xs font-medium">
              Used in {timesOf(link.useCount)}
            </summary>
            <ul className="list-disc pl-5">
              {link.usedIn.map(({ collection, id, title, fields }) => (
                <li key={`${collection}/${id}`}>
                  <a href={editorHref(collection, id)} className="text-link">
                    {title}
                  </a>{' '}
                  <span className="text-faint">
                    {collectionNamed(collection)?.label.one ?? collection}, {fields.join(', ')}
                  </span>
                </li>
              ))}
            </ul>
          </details>
        </div>
        <div className="flex flex-wrap gap-2">
          <May least="editor">
            <Button
              size="sm"
              disabled={isBusy}
              aria-label={`Check now: ${link.url}`}
              onClick={check}
            >
              {isBusy ? 'Working...' : 'Check now'}
            </Button>
          </May>
          <May least="publisher">
            <Button
              size="sm"
              aria-expanded={isReplacing}
              aria-label={`Replace address: ${link.url}`}
              onClick={() => setIsReplacing(!isReplacing)}
            >
              Replace address
            </Button>
          </May>
        </div>
      </div>
      {isReplacing && (
        <ReplaceForm
          label="New address"
          start={link.movedTo ?? ''}
          action={`Replace in ${timesOf(link.useCount)}`}
          isBusy={isBusy}
          onSend={replace}
        />
      )}
    </li>
  );
}
