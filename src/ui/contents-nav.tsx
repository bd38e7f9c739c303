export interface PageHeading {
  id: string;
  text: string;
}

/** Where the parts of a long page begin. */
export function ContentsNav({ headings }: { headings: readonly PageHeading[] }) {
  return (
    <nav
      aria-labelledby="contents"
      className="no-print lg:sticky lg:top-[calc(var(--header)+1.5rem)]"
    >
      <p id="contents" className="mb-2 border-t border-heavy pt-3 text-xs font-semibold">
        Contents
      </p>
      <ol className="gap-x-10 text-sm sm:columns-2 lg:columns-1">
        {headings.map(({ id, text }) => (
          <li key={id} className="break-inside-avoid border-b border-line">
            <a href={`#${id}`} className="block py-1.5 text-soft hover:text-accent">
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
