/** The first stop of the keyboard; the page's main carries the id and tabIndex -1. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="no-print absolute top-0 left-4 z-60 -translate-y-[110%] bg-ink px-4 py-[0.6rem] font-[550] text-paper focus:translate-y-3"
    >
      Skip to content
    </a>
  );
}
