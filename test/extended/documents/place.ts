import type { Chance } from '../../toolkit/runtime/json/random.js'
import { name } from './names.js'
import type { Schemas, Version } from './schemas.js'

/** Sources of the parts of a document, and the components that they share. */
export interface Place {
  readonly random: Chance
  readonly version: Version
  readonly schemas: Schemas
  readonly schemes: readonly string[]
  readonly shared: Shared
}

/** The components of a document beside its schemas, by their kind. */
export type Shared = Readonly<Record<Kind, Record<string, object>>>
type Kind = 'parameters' | 'responses' | 'requestBodies' | 'headers' | 'examples' | 'callbacks'

export function nothingShared(): Shared {
  const kinds = ['parameters', 'responses', 'requestBodies', 'headers', 'examples', 'callbacks']
  return Object.fromEntries(kinds.map((kind) => [kind, {}])) as Shared
}

/** Now and then a component, and a reference to it. */
export function share(
  { random, version, shared }: Place,
  kind: Kind,
  made: object,
): Readonly<Record<string, unknown>> {
  const isKnown = version !== '2.0' || kind === 'parameters' || kind === 'responses'
  if (!isKnown || random.below(4) > 0) return { ...made }
  // Names of components have few characters.
  const key = `${name(random).replace(/[^\w.-]/g, '')}${Object.keys(shared[kind]).length}`
  // It ends with a digit, so that it is not `__proto__`.
  shared[kind][key] = made
  return { $ref: `#/${version === '2.0' ? '' : 'components/'}${kind}/${key}` }
}
