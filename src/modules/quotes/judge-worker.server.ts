import { serveTasks } from '#platform/serve-tasks.server.ts';
import { judgeQuote, type Read, type Verdict, type Watched } from './judge-quote.ts';
import { lookIn } from './look-in.ts';

/** A quote and one read of its page, or quotes to be looked for in the text of another. */
export type JudgeTask =
  | { kind: 'judge'; watched: Watched; page: Read; now: number }
  | { kind: 'look'; quotes: readonly Pick<Watched, 'quote' | 'lastText'>[]; text: string };

export interface Judged {
  verdict: Verdict | null;
  found: boolean[];
}

serveTasks((task: JudgeTask): Judged => {
  if (task.kind === 'look') return { verdict: null, found: task.quotes.map(lookIn(task.text)) };
  return { verdict: judgeQuote(task.watched, task.page, task.now), found: [] };
});
