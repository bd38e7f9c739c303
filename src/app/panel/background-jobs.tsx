import { useQuery } from '@tanstack/react-query';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { useMay } from '#admin/may.tsx';
import { LinkedPanel } from '#admin/parts/linked-panel.tsx';
import type { ResponseOf } from '#client/api-calls.ts';

type Job = ResponseOf<'get', '/api/jobs'>[number];

const TITLES: Record<string, string> = {
  schedule: 'Publishing by schedule',
  mail: 'Sending e-mail',
  'news-feeds': 'Reading news feeds',
  'link-checks': 'Checking links',
  quotes: 'Reading quotes again',
  retention: 'Deleting what is too old',
};

const titleOf = ({ name }: Job) => TITLES[name] ?? name;

const sayNext = ({ nextAt, isRunning, isOverdue, isOff }: Job) => {
  if (isOff) return 'never by itself: the person who runs the server sets a time';
  if (isRunning) return 'running now';
  if (!nextAt) return 'nothing waits';
  return `${isOverdue ? 'due since' : 'next'} ${formatDateTime(nextAt)}`;
};

const sayLast = ({ succeededAt }: Job) =>
  succeededAt ? `done ${formatDateTime(succeededAt)}` : 'not done yet';

const useJobs = (): readonly Job[] => {
  const mayLook = useMay('publisher');
  const { data } = useQuery({
    ...adminQuery('/api/jobs'),
    enabled: mayLook,
    refetchOnMount: 'always',
  });
  return data ?? [];
};

/** Above everything else: jobs that failed twice in a row, or did not run when they should have. */
export function TroubledJobs() {
  const troubled = useJobs().filter(({ isTroubled }) => isTroubled);
  if (troubled.length === 0) return null;
  return (
    <section
      aria-label="Background jobs in trouble"
      className="border-l-2 border-danger bg-sunken px-4 py-3 text-sm xl:col-span-2"
    >
      <ul className="grid gap-3">
        {troubled.map((job) => (
          <li key={job.name}>
            <p className="font-medium text-danger">
              {titleOf(job)}{' '}
              {job.failures > 1 ? `failed ${job.failures} times in a row` : 'is overdue'}
            </p>
            {job.failures > 0 && <p className="wrap-anywhere">{job.failure}</p>}
            <p className="text-soft">
              {sayLast(job)}, {sayNext(job)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Every kind of job with its last success, its last failure and its next run. */
export function BackgroundJobs() {
  const jobs = useJobs();
  if (jobs.length === 0) return null;
  return (
    <LinkedPanel id="jobs" title="Background jobs" headingLevel="h2">
      <ul className="text-sm">
        {jobs.map((job) => (
          <li key={job.name} className="border-t border-line py-2">
            <h3 className="font-sans font-medium">{titleOf(job)}</h3>
            <p className="text-soft">
              {sayLast(job)}, {sayNext(job)}
            </p>
            {job.failedAt && (
              <p className={job.failures > 0 ? 'text-danger' : 'text-faint'}>
                {job.failures > 1 && `${job.failures} times in a row, `}
                failed {formatDateTime(job.failedAt)}: {job.failure}
              </p>
            )}
          </li>
        ))}
      </ul>
    </LinkedPanel>
  );
}
