import { useState } from 'react';
import { useConfirm } from '#admin/confirm/use-confirm.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { useMe } from '#admin/me.ts';
import { nameAmong, Person, usePeople } from '#admin/people/people.tsx';
import { nameOf } from '#platform/person-name.ts';
import { isSafeLink } from '#platform/safe-link.ts';
import { CommentForm } from './comment-form.tsx';
import type { Comment, Talk, Thread } from './use-talk.ts';

const TOOL = 'text-link min-h-6 text-xs';

interface ThreadViewProps {
  talk: Talk;
  thread: Thread;
}

const bring = (item: HTMLElement | null) => item?.scrollIntoView({ block: 'nearest' });

/** A comment with its answers and its actions. */
export function ThreadView({ talk, thread: { first, replies } }: ThreadViewProps) {
  const [isReplying, setIsReplying] = useState(false);
  const isResolved = first.resolvedAt !== null;
  const isAsked = talk.asked?.first.id === first.id;
  return (
    <li
      ref={isAsked ? bring : null}
      aria-current={isAsked || undefined}
      className="border-t border-rule py-3 aria-[current=true]:pl-2 aria-[current=true]:shadow-[-2px_0_var(--color-accent)]"
    >
      <Place talk={talk} comment={first} />
      {[first, ...replies].map((comment) => (
        <CommentView key={comment.id} talk={talk} comment={comment} />
      ))}
      {first.resolvedAt && (
        <p className="mb-2 text-xs text-soft">
          Resolved by {first.resolvedBy && <Person email={first.resolvedBy} />},{' '}
          {formatDateTime(first.resolvedAt)}
        </p>
      )}
      {isReplying ? (
        <CommentForm
          label="Reply"
          keepAs={`reply ${first.id}`}
          action="Reply"
          onSend={(reply) => talk.add({ ...reply, threadId: first.id })}
          onClose={() => setIsReplying(false)}
        />
      ) : (
        <div className="mt-1 flex flex-wrap gap-4">
          <button type="button" className={TOOL} onClick={() => setIsReplying(true)}>
            Reply
          </button>
          <button
            type="button"
            className={TOOL}
            onClick={() => void talk.change(first, { isResolved: !isResolved })}
          >
            {isResolved ? 'Reopen' : 'Resolve'}
          </button>
        </div>
      )}
    </li>
  );
}

/** The field, and the words that are meant. */
function Place({ talk, comment: { field, quote } }: { talk: Talk; comment: Comment }) {
  if (field === null && quote === null) return null;
  return (
    <div className="mb-2 text-xs text-soft">
      {field !== null && <p className="font-medium">{talk.labels.get(field) ?? field}</p>}
      {quote !== null && (
        <blockquote className="mt-1 border-l-2 border-accent pl-2 text-sm wrap-anywhere">
          {quote}
        </blockquote>
      )}
    </div>
  );
}

function CommentView({ talk, comment }: { talk: Talk; comment: Comment }) {
  const me = useMe();
  const confirm = useConfirm();
  const [isEditing, setIsEditing] = useState(false);
  const isOwn = comment.authorId === me?.id;
  if (comment.deletedAt)
    return <p className="mb-2 text-sm text-faint">This comment was deleted.</p>;
  const remove = async () => {
    const question = { title: 'Delete comment', text: 'Delete this comment?', action: 'Delete' };
    if (await confirm({ ...question, tone: 'danger' })) await talk.remove(comment);
  };
  return (
    <article className="mb-2">
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-faint">
        <span className="text-ink">
          <Person email={comment.authorEmail} />
        </span>
        <time dateTime={comment.createdAt}>{formatDateTime(comment.createdAt)}</time>
        {comment.editedAt && '(edited)'}
      </p>
      {isEditing ? (
        <CommentForm
          label="Your comment"
          keepAs={`comment ${comment.id}`}
          action="Save comment"
          start={comment.text}
          onSend={(edited) => talk.change(comment, edited)}
          onClose={() => setIsEditing(false)}
        />
      ) : (
        <CommentText comment={comment} />
      )}
      {(isOwn || me?.role === 'owner') && !isEditing && (
        <div className="flex gap-4">
          {isOwn && (
            <button type="button" className={TOOL} onClick={() => setIsEditing(true)}>
              Edit<span className="sr-only"> your comment</span>
            </button>
          )}
          <button type="button" className={TOOL} onClick={() => void remove()}>
            Delete<span className="sr-only">{isOwn ? ' your comment' : ' this comment'}</span>
          </button>
        </div>
      )}
    </article>
  );
}

const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]’”])/;

/** Plain text, with links and with the names of those who were mentioned. */
function CommentText({ comment }: { comment: Comment }) {
  const people = usePeople();
  const mentioned = people
    .filter(({ id }) => comment.mentions.includes(id))
    // As it was written before somebody of the same name came.
    .flatMap((person) => [`@${nameAmong(people, person)}`, `@${nameOf(person)}`]);
  const isName = (part: string) => mentioned.includes(part);
  const names = mentioned.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const pattern = names ? new RegExp(`${ADDRESS.source}|(${names})`) : ADDRESS;
  return (
    <p className="text-sm wrap-anywhere whitespace-pre-wrap">
      {comment.text.split(pattern).map((part, index) => {
        const key = `${index}`;
        if (part === undefined) return null;
        if (isName(part))
          return (
            <strong key={key} className="font-semibold text-accent">
              {part}
            </strong>
          );
        if (!ADDRESS.test(part) || !isSafeLink(part)) return part;
        return (
          <a key={key} href={part} target="_blank" rel="noreferrer" className="text-link">
            {part}
          </a>
        );
      })}
    </p>
  );
}
