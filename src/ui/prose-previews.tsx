import { lazy, type ReactNode, Suspense, type SyntheticEvent, useState } from 'react';

/** Without it a link is still a link. */
const LinkPreviews = lazy(() =>
  import('./link-previews.tsx').catch(() => ({ default: () => null })),
);

/** Previews for links inside server HTML, where no component can wrap them; fetched with the first pointer or focus. */
export function ProsePreviews({ children }: { children: ReactNode }) {
  const [root, setRoot] = useState<HTMLElement | null>(null);
  const arrive = ({ currentTarget }: SyntheticEvent<HTMLElement>) => setRoot(currentTarget);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it acts on nothing, and only fetches a part
    <div className="relative" onPointerOver={arrive} onFocus={arrive}>
      {children}
      {root && (
        <Suspense>
          <LinkPreviews root={root} />
        </Suspense>
      )}
    </div>
  );
}
