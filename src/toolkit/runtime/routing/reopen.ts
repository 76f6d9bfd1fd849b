import { open } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { ContractError } from '../errors/contract-error.js'
import { errors } from '../errors/table.js'

/** What a system says that has no more descriptors, for this process or for all; Node 24 says only that. */
const EXHAUSTED = /\b(EMFILE|ENFILE|too many open files)\b/

/**
 * Loads a module; a load that fails may be tried again. Node 20 remembers that a file could not be
 * opened, and would fail for ever: then the same file is imported under another name. So a module that
 * is loaded like this imports nothing that is not loaded before it.
 *
 * @param from - What is wanted of the module; none: it is another one.
 */
export function reopening<T>(
  load: () => Promise<T>,
  from: (module: object) => T | undefined,
): () => Promise<T> {
  let failure: unknown
  let count = 0
  return async () => {
    try {
      return await load()
    } catch (error) {
      const isRemembered = error === failure
      failure = error
      if (!isRemembered) throw shortage(error)
      const value = from(await reopened(error, ++count))
      if (value === undefined) throw error
      return value
    }
  }
}

/** The module whose file could not be opened, under a name that Node remembers nothing of. */
async function reopened(error: unknown, count: number): Promise<object> {
  const { path } = Object(error) as { path?: unknown }
  if (typeof path !== 'string') throw error
  try {
    // What cannot be opened now either would be remembered too, under each new name.
    await (await open(path)).close()
    return await import(`${pathToFileURL(path).href}?again=${count}`)
  } catch (thrown) {
    throw shortage(thrown)
  }
}

/** In seconds (RFC 9110, section 10.2.3). */
const RETRY_AFTER = '1'

/** What passes by is answered so; whatever else keeps a module from being loaded is a fault. */
function shortage(error: unknown): unknown {
  if (!EXHAUSTED.test(String(error))) return error
  const headers = { 'retry-after': RETRY_AFTER }
  return new ContractError(errors.unavailable, { headers, cause: error })
}
