// Loaded into a server before its own code: when the command that started it is killed, the server stops cleanly too.
process.channel?.unref();
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
