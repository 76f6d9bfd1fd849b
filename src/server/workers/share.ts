import type { Config } from '../config.js'

/** Settings of each of several workers: what is limited in all is shared out evenly, at least one for each. */
export function shareOf(config: Config): NodeJS.ProcessEnv {
  const share = (total: number, least = 1) =>
    String(Math.max(least, Math.floor(total / config.workers)))
  return {
    MAX_CONNECTIONS: share(config.maxConnections),
    MAX_REQUESTS: share(config.maxRequests),
    MAX_FAILED_TOKENS: share(config.maxFailedTokens),
    BODY_MEMORY: share(config.bodyMemory, 65_536), // the least that the setting allows
    LOG_FORMAT: 'json', // the primary makes it readable if it has to be
  }
}
