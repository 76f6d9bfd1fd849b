import type { Config } from '../config.js'

/** Least memory for bodies that the settings allow. */
const LEAST_MEMORY = 65_536

/**
 * The configuration of each of several workers. What is limited in all is shared out evenly, at least one
 * for each; what is limited for one request or one connection stays.
 */
export function shareOf(config: Config): Config {
  const share = (total: number, least = 1) => Math.max(least, Math.floor(total / config.workers))
  return {
    ...config,
    maxConnections: share(config.maxConnections),
    maxRequests: share(config.maxRequests),
    maxFailedTokens: share(config.maxFailedTokens),
    bodyMemory: share(config.bodyMemory, LEAST_MEMORY),
    // The primary waits, before it tells them to stop.
    shutdownDelay: 0,
    // The primary reads the file, and makes the log readable if it has to be.
    bearerTokensFile: undefined,
    logFormat: 'json',
  }
}
