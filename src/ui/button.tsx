import { clsx } from 'clsx';
import type { ButtonHTMLAttributes } from 'react';
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts';
import { ExternalLink, type LinkProps } from './external-link.tsx';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

export function Button({ variant, size, className, type = 'button', ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={clsx(buttonStyle(variant, size), className)} />;
}

interface ButtonLinkProps extends LinkProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Opens in a new tab, with an arrow and a spoken hint. */
  external?: boolean;
}

export function ButtonLink(props: ButtonLinkProps) {
  const { variant, size, external, className, children, ...rest } = props;
  const style = clsx(buttonStyle(variant, size), className);
  const Link = external ? ExternalLink : 'a';
  return (
    <Link {...rest} className={style}>
      {children}
    </Link>
  );
}
