import { isObject } from '../../openapi/json.js'
import type { FreshIdentities } from '../requests/fresh.js'

/**
 * Learns by which text the service tells things apart, where it refuses a second one with the same: by a name, for
 * example. All further bodies have another one.
 *
 * @param make - Makes a thing of a fresh body; `undefined` if that is refused.
 */
export async function withOwnText<Made>(
  fresh: FreshIdentities,
  value: unknown,
  make: () => Promise<Made | undefined>,
): Promise<Made | undefined> {
  if (!isObject(value)) return undefined
  const texts = Object.keys(value).filter((name) => typeof value[name] === 'string')
  for (const name of texts.filter((each) => !fresh.tells(each))) {
    fresh.learn(name)
    const made = await make()
    if (made !== undefined) return made
    fresh.forget(name)
  }
  return undefined
}
