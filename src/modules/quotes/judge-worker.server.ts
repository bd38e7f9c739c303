import { serveTasks } from '#platform/serve-tasks.server.ts';
import { judgeQuote } from './judge-quote.ts';

serveTasks((task: Parameters<typeof judgeQuote>) => judgeQuote(...task));
