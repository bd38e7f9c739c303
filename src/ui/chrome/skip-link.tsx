const MAIN_ID = 'main';

/** The first stop of the keyboard; the page's main carries the id and tabIndex -1. */
export function SkipLink() {
  return (
    <a href={`#${MAIN_ID}`} className="skip-link">
      Skip to content
    </a>
  );
}
