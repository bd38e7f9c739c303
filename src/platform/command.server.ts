/** Runs a command-line tool: it resolves to the exit code, and a failure is one line. */
export const runCommand = async (run: (args: readonly string[]) => Promise<number>) => {
  try {
    process.exitCode = await run(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
};
