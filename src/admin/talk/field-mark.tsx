import type { Talk } from './use-talk.ts';

/** Beside a label: how many open threads its field has. A link, which a form that is only read does not switch off. */
export function FieldMark({ talk, field, label }: { talk: Talk; field: string; label: string }) {
  const count = talk.open.filter(({ first }) => first.field === field).length;
  if (count === 0) return null;
  return (
    <a
      href="?comments=open"
      onClick={(event) => {
        event.preventDefault();
        talk.setIsOpen(true);
      }}
      className="text-link min-h-6 text-xs"
    >
      {count === 1 ? '1 comment' : `${count} comments`}
      <span className="sr-only"> on {label}</span>
    </a>
  );
}
