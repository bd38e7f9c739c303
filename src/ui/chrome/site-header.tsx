import { useEffect, useRef, useState } from 'react';
import { Menu } from '#ui/icons.tsx';
import { cn } from '../cn.ts';
import { Container } from '../container.tsx';
import { stillOnce } from '../still/still.ts';
import { ThemeSwitch } from '../theme-switch.tsx';
import { Brand } from './brand.tsx';
import { type ChromeUser, greetingName, isCurrent, type NavLink } from './types.ts';

const NAV_ID = 'site-nav';

interface SiteHeaderProps {
  productName: string;
  links: readonly NavLink[];
  path: string;
  user?: ChromeUser | null;
  onLogout?: () => void;
  /** What all strangers share until it changes; the header itself only changes with the section. */
  shared?: object | undefined;
}

/** The menu is a native popover: it opens and closes without script. */
export function SiteHeader({ productName, links, path, user, onLogout, shared }: SiteHeaderProps) {
  const nav = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<boolean | undefined>(undefined);
  useEffect(() => {
    const element = nav.current;
    if (!element) return;
    const follow = (event: Event) => setOpen((event as ToggleEvent).newState === 'open');
    setOpen(element.matches(':popover-open'));
    element.addEventListener('toggle', follow);
    return () => element.removeEventListener('toggle', follow);
  }, []);
  const close = () => {
    if (nav.current?.matches(':popover-open')) nav.current.hidePopover();
  };
  const current = links.find(({ href }) => isCurrent(href, path))?.href;
  const parts = () => (
    <Container className="flex min-h-16 items-center justify-between gap-4">
      <Brand name={productName} />
      <button
        type="button"
        popoverTarget={NAV_ID}
        aria-controls={NAV_ID}
        aria-expanded={open}
        className="-mr-2 inline-flex min-h-11 items-center gap-2 px-2 text-sm font-medium lg:hidden"
      >
        <Menu aria-hidden className="size-5" />
        Menu
      </button>
      <div
        ref={nav}
        id={NAV_ID}
        popover="auto"
        className="site-nav items-center lg:gap-7 max-lg:px-5 max-lg:pb-6 max-lg:sm:px-8"
      >
        <nav aria-label="Main">
          <ul className="flex flex-col lg:flex-row lg:gap-7">
            {links.map((link) => (
              <li key={link.href}>
                <NavItem {...link} current={isCurrent(link.href, path)} onClick={close} />
              </li>
            ))}
            {user && (
              <li>
                <NavItem
                  href="/admin"
                  label="Admin"
                  current={isCurrent('/admin', path)}
                  onClick={close}
                />
              </li>
            )}
          </ul>
        </nav>
        {user && <Account user={user} onLogout={onLogout} />}
        <div className="max-lg:mt-4 lg:border-l lg:border-line lg:pl-4">
          <ThemeSwitch />
        </div>
      </div>
    </Container>
  );
  return (
    <header
      className="site-header border-b border-heavy bg-paper"
      {...stillOnce(user ? undefined : shared, `header ${current}`, parts)}
    />
  );
}

function NavItem({
  href,
  label,
  current,
  onClick,
}: NavLink & { current: boolean; onClick: () => void }) {
  return (
    <a
      href={href}
      onClick={onClick}
      aria-current={current ? 'page' : undefined}
      className={cn(
        'flex min-h-12 items-center border-b border-line text-base font-medium hover:text-accent',
        'lg:-mb-px lg:min-h-16 lg:border-b-2 lg:border-transparent lg:text-sm',
        current && 'text-accent lg:border-accent',
      )}
    >
      {label}
    </a>
  );
}

function Account({ user, onLogout }: { user: ChromeUser; onLogout?: () => void }) {
  return (
    <p className="flex min-w-0 items-center gap-3 text-sm max-lg:mt-4 lg:border-l lg:border-line lg:pl-4">
      <span className="max-w-40 truncate text-faint">{greetingName(user)}</span>
      <a
        href="/api/logout"
        onClick={onLogout}
        className="text-link inline-flex min-h-6 items-center"
      >
        Logout
      </a>
    </p>
  );
}
