import { Prose, ProsePreviews } from '#ui/prose.tsx';

interface RichTextProps {
  /** Finished HTML from the server, with its glossary links. */
  html: string | undefined;
  /** The source, shown as plain words when there is no HTML. */
  text?: string | null | undefined;
}

/** A text of an item, with hover previews on its glossary links. */
export function RichText({ html, text }: RichTextProps) {
  if (html) {
    return (
      <ProsePreviews>
        <Prose html={html} />
      </ProsePreviews>
    );
  }
  return text ? <p className="max-w-measure whitespace-pre-line">{text}</p> : null;
}
