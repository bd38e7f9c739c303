import { type CSSProperties, createElement, type ReactElement, type ReactNode } from 'react';

export const box = (style: CSSProperties, ...children: ReactNode[]): ReactElement =>
  createElement('div', { style: { display: 'flex', ...style } }, ...children);

/** A paragraph that ends with its last line that fits. */
export const lines = (text: string, count: number, style: CSSProperties): ReactElement =>
  createElement(
    'div',
    { style: { display: 'block', wordBreak: 'break-word', lineClamp: count, ...style } },
    text,
  );

/** Letters lie in one font file per script; a name for each lets one fill in what the other lacks. */
export const SCRIPTS = ['latin', 'latin-ext', 'greek', 'cyrillic'] as const;
export const fontName = (family: string, script: string) => `${family} ${script}`;
export const fallbacks = (family: string) =>
  SCRIPTS.map((script) => fontName(family, script)).join(', ');
