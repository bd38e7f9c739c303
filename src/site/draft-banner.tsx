/** Only an editor ever sees an item that is not published. */
export function DraftBanner() {
  return (
    <p
      role="status"
      className="mt-4 border-l-2 border-accent bg-accent-wash px-4 py-2 text-sm font-medium text-accent"
    >
      Draft preview
    </p>
  );
}
