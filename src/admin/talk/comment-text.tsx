import { nameAmong, usePeople } from '#admin/people/people.tsx';
import { nameOf } from '#platform/person-name.ts';
import { isSafeLink } from '#platform/safe-link.ts';
import type { Comment } from './use-talk.ts';

const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]’”])/;

/** Plain text, with links and with the names of those who were told. */
export function CommentText({ comment }: { comment: Comment }) {
  const people = usePeople();
  const told = people
    .filter(({ id }) => comment.mentions.includes(id))
    // As it was written before somebody of the same name came.
    .flatMap((person) => [`@${nameAmong(people, person)}`, `@${nameOf(person)}`]);
  const isName = (part: string) => told.includes(part);
  const names = told.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
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
