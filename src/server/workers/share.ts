import type { Config } from '../config.js'

/** Settings of each of several workers: what is limited in all is shared out evenly, at least one for each. */
export function shareOf(config: Config): NodeJS.ProcessEnv {
  const share = (total: number) => Math.max(1, Math.floor(total / config.workers))
  return {
    MAX_CONNECTIONS: String(share(config.maxConnections)),
    MAX_REQUESTS: String(share(config.maxRequests)),
    MAX_FAILED_TOKENS: String(share(config.maxFailedTokens)),
    // The least that the setting allows.
    BODY_MEMORY: String(Math.max(65_536, share(config.bodyMemory))),
    // The primary waits before it tells them to stop, and makes the log readable if it has to be.
    SHUTDOWN_DELAY: '0',
    LOG_FORMAT: 'json',
  }
}
