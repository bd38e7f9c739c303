export const HELP = `npm run bench -- [options]

Measures the built site on this machine, over loopback, in one run of a few minutes: cached responses
beside a bare node:http server that sends the same bytes, uncached renders, visitors while an editor
writes, searches, JavaScript, start-up and memory, at starter size and again with 10,000 vendors, 100,000
articles and 10,000 glossary terms more. Writes bench/results/*.json and a table.

  --quick        shorter rounds, starter size only
  --search       only the searches, at starter size and with 5,000 documents (goals: p95 under 5 and 25 ms)
  --panel        only screens of the panel in Chromium, cold and warm (goal: ready in 700 ms when warm);
                 with --large also turning pages of the largest lists
  --needs        only the order by needs, with the large content (goal: p95 under 30 ms)
  --typing       only the writing page, up to 20,000 words: key to paint (goal: 1.5 times the short text) and
                 letter to preview (goal: p95 under 500 ms up to 3,000 words; needs Chromium)
  --uncached     only uncached renders, at both sizes
  --edits        only visitors while an editor writes, at starter size
  --memory       only memory before, during and a minute after a burst of everything, at starter size
  --data         only the largest file of the open data, with the large content
  --csv          only a dry run of an import of 20,000 vendors (goal: 20 s)
  --large        with --memory: with the large content
  --lighthouse   only Lighthouse over six pages, kept for the table of the next run
                 (needs Chromium; CHROMIUM_PATH names it)
  --activity     only lists of the activity at a million lines (goal: p95 under 50 ms)
  --help         this text`;
