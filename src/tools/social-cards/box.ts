import type { CSSProperties, ReactElement, ReactNode } from 'react';

/** As React would make it, which the server that draws does without. */
export const element = (type: string, props: object, ...children: ReactNode[]): ReactElement => ({
  type,
  key: null,
  props: { ...props, children: children.length > 1 ? children : children[0] },
});

export const box = (style: CSSProperties, ...children: ReactNode[]): ReactElement =>
  element('div', { style: { display: 'flex', ...style } }, ...children);

/** A paragraph that ends with its last line that fits. */
export const lines = (text: string, count: number, style: CSSProperties): ReactElement =>
  element(
    'div',
    { style: { display: 'block', wordBreak: 'break-word', lineClamp: count, ...style } },
    text,
  );

/** Letters lie in one font file per script; a name for each lets one fill the other's gaps. */
export const SCRIPTS = ['latin', 'latin-ext', 'greek', 'cyrillic'] as const;
export const fontName = (family: string, script: string) => `${family} ${script}`;
export const fallbacks = (family: string) =>
  SCRIPTS.map((script) => fontName(family, script)).join(', ');
