import type { ReactNode } from 'react';

export interface FixedComponent {
  (): ReactNode;
  isFixed: true;
}

/** A component that shows the same wherever it stands: the server writes it once. It begins and ends with an element. */
export const fixed = (component: () => ReactNode): FixedComponent =>
  Object.assign(component, { isFixed: true } as const);
