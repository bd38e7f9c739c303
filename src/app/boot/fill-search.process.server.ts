import { connect } from '#platform/db/database.server.ts';
import { openContent } from '../content.server.ts';

// Nothing is filled for a server that is gone.
process.once('disconnect', () => process.exit(1));

const connection = connect(process.env.DATABASE_URL ?? '', { max: 4, isUnhurried: true });
const numbers = new Intl.NumberFormat('en');
const begun = performance.now();
console.log('The search table is being filled; until then searches find less.');
const state = await openContent(connection.db).fillSearch({
  onProgress: (done, total) =>
    console.log(`search table: ${numbers.format(done)} of ${numbers.format(total)}`),
});
const seconds = ((performance.now() - begun) / 1000).toFixed(1);
if (state === 'filled') console.log(`Filled the search table in ${seconds} s.`);
await connection.close();
process.disconnect();
