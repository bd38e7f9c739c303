import { useId, useState } from 'react';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import type { Article } from '#content/news/news.collection.ts';
import { Button } from '#ui/button.tsx';
import type { Holes } from './use-publish.ts';

interface PublishDialogProps {
  holes: Holes;
  onFill: (article: Article, patch: Partial<Article>) => Promise<void>;
  onClose: () => void;
}

const FIELDS = [
  { key: 'slug', label: 'Slug', rows: 1 },
  { key: 'excerpt', label: 'Excerpt', rows: 3 },
  { key: 'imageAlt', label: 'Image alt text', rows: 1 },
] as const;

type Key = (typeof FIELDS)[number]['key'];

/** Asks for what a reader would miss, and publishes when it is there. */
export function PublishDialog({ holes, onFill, onClose }: PublishDialogProps) {
  const { article, errors } = holes;
  const formId = useId();
  const [texts, setTexts] = useState<Partial<Record<Key, string>>>({});
  const [isPending, setIsPending] = useState(false);
  const asked = FIELDS.filter(({ key }) => key in errors);
  const others = Object.entries(errors).filter(([key]) => !asked.some((one) => one.key === key));

  const send = async () => {
    if (isPending) return;
    setIsPending(true);
    const patch = Object.fromEntries(
      asked.map(({ key }) => [key, texts[key] ?? article[key] ?? '']),
    ) as Partial<Article>;
    await onFill(article, patch);
    setIsPending(false);
  };

  return (
    <DialogFrame
      title="Before it is published"
      size="medium"
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" aria-disabled={isPending}>
            {isPending ? 'Publishing...' : 'Save and publish'}
          </Button>
        </div>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p className="text-sm text-soft">
          “{article.rewrittenTitle || article.title}” still needs the following.
        </p>
        {asked.map(({ key, label, rows }) => (
          <TextInput
            key={key}
            label={label}
            rows={rows}
            required
            value={texts[key] ?? article[key] ?? ''}
            onChange={(text) => setTexts({ ...texts, [key]: text })}
            error={errors[key]}
            {...(key === 'imageAlt' ? { countTo: 125 } : {})}
          />
        ))}
        {others.map(([key, text]) => (
          <p key={key} className="text-sm font-medium text-danger">
            {text}
          </p>
        ))}
      </form>
    </DialogFrame>
  );
}
