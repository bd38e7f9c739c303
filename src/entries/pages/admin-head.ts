export const adminHead = (siteName: string) => ({
  meta: [{ title: `Content Management - ${siteName}` }, { name: 'robots', content: 'noindex' }],
});
