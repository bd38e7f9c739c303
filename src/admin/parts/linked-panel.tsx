import { type ComponentProps, useEffect, useRef } from 'react';
import { Panel } from '#ui/panel.tsx';

/** A panel that an address with #id leads to, also where it comes after its screen. */
export function LinkedPanel({ id, ...panel }: ComponentProps<typeof Panel> & { id: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (window.location.hash === `#${id}`) place.current?.scrollIntoView();
  }, [id]);
  return (
    <div id={id} ref={place}>
      <Panel {...panel} />
    </div>
  );
}
