import { NotFoundScreen } from '#ui/screens.tsx';

export const NOT_FOUND_HEADING = '404 Page Not Found';
export const NOT_FOUND_TEXT = "The page you're looking for doesn't exist or has been moved.";

export function NotFoundPage() {
  return (
    <>
      <title>{NOT_FOUND_HEADING}</title>
      <meta name="robots" content="noindex" />
      <NotFoundScreen
        heading={NOT_FOUND_HEADING}
        text={NOT_FOUND_TEXT}
        actions={[
          { href: '/', label: 'Return Home' },
          { href: '/vendors', label: 'Browse vendors' },
        ]}
      />
    </>
  );
}
