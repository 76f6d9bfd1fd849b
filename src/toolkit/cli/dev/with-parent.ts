/**
 * Loaded first into the processes that `fastify-contract dev` starts, so that they end when it is gone,
 * whichever way it went.
 */

import process from 'node:process'

process.channel?.unref()
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
