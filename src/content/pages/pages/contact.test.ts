import { expect, it } from 'vitest';
import { startSite } from '#testing/render-page.ts';

const contactOf = async (settings: Record<string, string>) => {
  const site = await startSite({ data: 'starter' });
  try {
    await site.asEditor('PUT', '/api/settings', settings);
    const page = await site.get('/contact');
    return { text: page.text('main'), hrefs: page.hrefs('main a') };
  } finally {
    await site.close();
  }
};

it('ISSUE 28 the contact page says that this copy has not named its publisher, and nothing more', async () => {
  const { text, hrefs } = await contactOf({});
  expect(text).toMatch(
    /Who publishes this site\s*This copy of the guide has not named its publisher\.\s*Reporting an error/,
  );
  expect(text).toContain('What to include in a correction request');
  expect(hrefs.filter((href) => href?.startsWith('mailto:'))).toEqual([]);
  expect(hrefs).toContain('/corrections');
});

it('ISSUE 28 the contact page says which of the two is missing', async () => {
  const named = await contactOf({ publisher: 'Example Press Ltd, Dublin' });
  expect(named.text).toContain('Family Office Software is published by Example Press Ltd, Dublin.');
  expect(named.text).not.toContain('Write to');
  const reached = await contactOf({ contactEmail: 'errors@example.com' });
  expect(reached.text).toContain(
    'This copy of the guide has not named its publisher. Write to errors@example.com, also to report an error.',
  );
});

it('ISSUE 28 the contact page names who publishes and where to report an error', async () => {
  const { text, hrefs } = await contactOf({
    publisher: 'Example Press Ltd, Dublin',
    contactEmail: 'errors@example.com',
  });
  expect(text).toContain('Family Office Software is published by Example Press Ltd, Dublin.');
  expect(text).not.toContain('has not named');
  expect(hrefs).toContain('mailto:errors@example.com');
});
