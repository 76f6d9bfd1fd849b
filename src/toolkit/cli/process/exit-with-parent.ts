/** Loaded first into child processes, so that they end when their parent has ended, even by SIGKILL. */

import process from 'node:process'

process.channel?.unref()
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
