/** Shorter waits show nothing: a flash would explain less than it disturbs. The style sheet waits. */
export function ProgressBar({ active }: { active: boolean }) {
  if (!active) return null;
  return (
    <div
      role="progressbar"
      aria-label="Loading page"
      className="fixed inset-x-0 top-0 z-50 h-0.5 animate-late overflow-hidden bg-accent-wash"
    >
      <div className="h-full w-2/5 animate-sweep bg-accent motion-reduce:w-full" />
    </div>
  );
}
