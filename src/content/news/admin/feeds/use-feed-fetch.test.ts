import { expect, it } from 'vitest';
import type { JobEvent } from '#content/news/jobs/job-event.ts';
import { summaryOf, summaryText } from './use-feed-fetch.ts';

const step = (values: Partial<JobEvent>): JobEvent => ({
  n: 1,
  step: 'feed',
  level: 'info',
  message: '',
  at: '',
  ...values,
});

it('A15.18 names the saved count and the number of errors', () => {
  expect(summaryText({ saved: 2, errors: [] })).toBe('2 articles saved, 0 errors');
  expect(summaryText({ saved: 1, errors: ['x'] })).toBe('1 article saved, 1 error');
});

it('A15.18 tells the same of a fetch that was found again after a reload', () => {
  const done = step({
    step: 'done',
    saved: 3,
    errors: 1,
    problems: ['host/rss: The feed is gone'],
  });
  const end = { state: 'done', message: '3 new, 1 errors' } as const;
  expect(summaryOf(end, done)).toEqual({ saved: 3, errors: ['host/rss: The feed is gone'] });
  expect(summaryOf({ state: 'failed', message: 'x' }, step({ saved: 2 }))).toBeNull();
  expect(summaryOf({ state: 'none', message: '' }, null)).toBeNull();
});
