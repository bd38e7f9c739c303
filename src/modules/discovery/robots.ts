/** Not a lock, only a request: pages behind it are guarded by themselves. */
export const robotsText = (siteUrl: string) => `User-agent: *
Disallow: /admin$
Disallow: /admin/
Disallow: /auth$
Disallow: /auth/
Disallow: /api/
Allow: /

Sitemap: ${siteUrl}/sitemap.xml
`;
