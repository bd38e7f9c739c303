import { useQuery } from '@tanstack/react-query';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { useMay } from '#admin/may.tsx';
import { LinkedPanel } from '#admin/parts/linked-panel.tsx';
import type { ResponseOf } from '#client/api-calls.ts';

type TimedJob = ResponseOf<'get', '/api/timed-jobs'>[number];

const TITLES: Record<string, string> = {
  schedule: 'Publishing by schedule',
  releases: 'Publishing releases',
  'news-feeds': 'Reading news feeds',
  'link-checks': 'Checking links',
  quotes: 'Reading quotes again',
  digest: 'Sending the daily letters',
  retention: 'Deleting what is too old',
};

const titleOf = ({ name }: TimedJob) => TITLES[name] ?? name;

const sayNext = ({ nextAt, startedAt, isOverdue, isOff }: TimedJob) => {
  if (isOff) return 'never by itself: the person who runs the server sets a time';
  if (!nextAt) return 'nothing waits';
  const due = `${isOverdue ? 'due since' : 'next'} ${formatDateTime(nextAt)}`;
  return startedAt ? `at work since ${formatDateTime(startedAt)}, ${due}` : due;
};

const sayLast = ({ succeededAt }: TimedJob) =>
  succeededAt ? `done ${formatDateTime(succeededAt)}` : 'not done yet';

const useTimedJobs = (): readonly TimedJob[] => {
  const mayLook = useMay('publisher');
  const { data } = useQuery({
    ...adminQuery('/api/timed-jobs'),
    enabled: mayLook,
    refetchOnMount: 'always',
  });
  return data ?? [];
};

/** Above everything else: jobs that failed twice in a row, or did not run when they should have. */
export function TroubledJobs() {
  const troubled = useTimedJobs().filter(({ isTroubled }) => isTroubled);
  if (troubled.length === 0) return null;
  return (
    <section
      aria-label="Timed jobs in trouble"
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

/** Every timed job with its last success, its last failure and its next run. */
export function TimedJobs() {
  const jobs = useTimedJobs();
  if (jobs.length === 0) return null;
  return (
    <LinkedPanel id="timed-jobs" title="Timed jobs" headingLevel="h2">
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
