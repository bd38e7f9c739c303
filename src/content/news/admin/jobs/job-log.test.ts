import { expect, it } from 'vitest';
import type { JobEvent } from '#content/news/jobs/job-event.ts';
import { addSteps, endLog, type JobLog, putLog, summaryText } from './use-jobs.ts';

const newLog = (id: string, title: string): JobLog => ({ id, title, state: 'running', steps: [] });

const step = (n: number, name: JobEvent['step'] = 'fetching'): JobEvent => ({
  n,
  step: name,
  level: 'info',
  message: `Step ${n}`,
  at: '2026-01-01T00:00:00.000Z',
});

it('A5.25 shows each step once and in order, whichever way it came', () => {
  const streamed = addSteps(newLog('1', 'A'), [step(1), step(2)]);
  const log = addSteps(streamed, [step(3), step(2), step(1)]);
  expect(log.steps.map(({ n }) => n)).toEqual([1, 2, 3]);
});

it('A5.26 ends with a line about a failure that came before the first step', () => {
  const log = endLog(newLog('1', 'A'), { state: 'failed', message: 'No AI service is set up' });
  expect(log.state).toBe('failed');
  expect(log.steps).toMatchObject([{ n: 1, level: 'error', message: 'No AI service is set up' }]);
});

it('A5.26 does not repeat an end that the server told as a step', () => {
  const log = addSteps(newLog('1', 'A'), [step(1), step(2, 'done')]);
  expect(endLog(log, { state: 'done', message: 'Step 2' }).steps).toHaveLength(2);
});

it('A5.26 waits on when a stream had nothing to tell', () => {
  const log = newLog('1', 'A');
  expect(endLog(log, { state: 'none', message: '' })).toBe(log);
});

it('A5.07 keeps one log for each article', () => {
  const logs = putLog(putLog([newLog('1', 'A')], newLog('2', 'B')), newLog('1', 'A again'));
  expect(logs.map(({ title }) => title)).toEqual(['A again', 'B']);
});

it('A15.18 names the saved count and the number of errors', () => {
  expect(summaryText({ saved: 2, problems: [] })).toBe('2 articles saved, 0 errors');
  expect(summaryText({ saved: 1, problems: ['x'] })).toBe('1 article saved, 1 error');
});

it('A15.18 keeps what came of a fetch whose last step was not heard', () => {
  const problems = ['host/rss: The feed is gone'];
  const log = addSteps(newLog('fetch', 'Feeds'), [step(1, 'feed')]);
  const ended = endLog(log, { state: 'done', message: 'Done', saved: 3, problems });
  expect(ended.steps.at(-1)).toMatchObject({ n: 2, step: 'done', saved: 3, problems });
});
