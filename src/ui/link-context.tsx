import { type AnchorHTMLAttributes, type ComponentType, createContext, use } from 'react';

export interface AppLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
}

function PlainLink(props: AppLinkProps) {
  return <a {...props} />;
}

const LinkContext = createContext<ComponentType<AppLinkProps>>(PlainLink);

/** The app injects its router's link here, so that this folder knows no router. */
export const LinkProvider = LinkContext.Provider;

const OUTSIDE = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i;

/** A site path goes through the app's router; anything else is a plain anchor. */
export function AppLink(props: AppLinkProps) {
  const InnerLink = use(LinkContext);
  if (OUTSIDE.test(props.href) || props.href.startsWith('/api/')) return <a {...props} />;
  return <InnerLink {...props} />;
}
