import { Prose, ProsePreviews } from '#ui/prose.tsx';

/** A text of an item as finished HTML from the server, with hover previews on its glossary links. */
export function RichText({ html }: { html: string | undefined }) {
  if (!html) return null;
  return (
    <ProsePreviews>
      <Prose html={html} />
    </ProsePreviews>
  );
}
