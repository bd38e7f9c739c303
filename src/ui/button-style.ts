import { clsx } from 'clsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet';
export type ButtonSize = 'md' | 'sm';

/** Useless on paper. */
const BASE =
  'no-print inline-flex items-center justify-center gap-2 rounded-sm font-sans font-[550] no-underline transition-colors duration-150 disabled:opacity-50 aria-disabled:opacity-50';

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    'border border-accent-fill bg-accent-fill text-on-accent hover:border-accent-fill-strong hover:bg-accent-fill-strong',
  secondary: 'border border-control bg-transparent text-ink hover:border-ink hover:bg-sunken',
  quiet:
    'border border-transparent text-accent underline decoration-accent/40 decoration-1 underline-offset-4 hover:text-accent-strong hover:decoration-current',
};

const SIZES: Record<ButtonSize, string> = {
  md: 'min-h-11 px-5 py-2 text-sm',
  sm: 'touch min-h-9 px-3 py-1 text-xs',
};

export function buttonStyle(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md') {
  return clsx(BASE, VARIANTS[variant], SIZES[size], variant === 'quiet' && 'px-0!');
}
