/** Runs a command-line tool: it may resolve to an exit code, and a failure is one line. */
export const runCommand = async (run: (args: readonly string[]) => Promise<unknown>) => {
  try {
    const code = await run(process.argv.slice(2));
    process.exitCode = typeof code === 'number' ? code : 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
};
