import type { Schema, SchemaObject } from '../openapi/schema/schema.js'
import { patternFlags } from '../regex/syntax.js'
import {
  type Draw,
  type Drawn,
  isSendable,
  keywordValues,
  largest,
  NOTHING,
  shuffled,
  smallest,
} from './draw.js'
import { WORDS } from './formats.js'
import { drawMatch } from './patterns.js'

/** Below this depth only required members are drawn: schemas may contain themselves. */
export const SHALLOW = 3

/** An object with the required members, and near the root with all named ones. */
export function drawObject(all: readonly SchemaObject[], draw: Draw, depth: number): Drawn {
  const fewest = largest(all, 'minProperties', 0)
  const atMost = smallest(all, 'maxProperties', Infinity)
  const required = requiredOf(all)
  const named = keywordValues(all, 'properties')
    .flatMap((each) => Object.keys(each))
    .filter(isSendable)
  const optional = depth < SHALLOW ? named : shuffled(named, draw.random).slice(0, fewest)
  const members = new Map<string, unknown>()
  for (const name of new Set([...required, ...optional])) {
    if (members.size >= atMost && !required.has(name)) continue
    const value = draw.value(memberSchemas(all, name), depth + 1)
    if (value === NOTHING && required.has(name)) return NOTHING
    if (value !== NOTHING) members.set(name, value)
  }
  for (const name of otherNames(all, draw)) {
    if (members.size >= fewest) break
    const value = members.has(name) ? NOTHING : draw.value(memberSchemas(all, name), depth + 1)
    if (value !== NOTHING) members.set(name, value)
  }
  return members.size < fewest ? NOTHING : Object.fromEntries(members)
}

/** Required members, and members that those require. */
function requiredOf(all: readonly SchemaObject[]): Set<string> {
  const required = new Set(keywordValues(all, 'required').flat())
  const dependent = keywordValues(all, 'dependentRequired')
  for (const name of required) {
    for (const map of dependent) {
      for (const other of (Object.hasOwn(map, name) && map[name]) || []) required.add(other)
    }
  }
  return required
}

/** The schemas of a member: by its name, by patterns, or of the rest. */
function memberSchemas(all: readonly SchemaObject[], name: string): Schema[] {
  return all.flatMap(({ properties = {}, patternProperties = {}, additionalProperties: rest }) => {
    const own = [
      ...(Object.hasOwn(properties, name) ? [properties[name] as Schema] : []),
      ...Object.entries(patternProperties).flatMap(([pattern, inside]) =>
        isMatch(pattern, name) ? [inside] : [],
      ),
    ]
    return own.length > 0 || rest === undefined ? own : [rest]
  })
}

/** True for names that a pattern has; what is no regular expression has none. */
export function isMatch(pattern: string, name: string): boolean {
  const flags = patternFlags(pattern)
  return flags !== undefined && new RegExp(pattern, flags).test(name)
}

function* otherNames(all: readonly SchemaObject[], draw: Draw): Generator<string> {
  const schema = keywordValues(all, 'propertyNames')
  const patterns = keywordValues(all, 'patternProperties').flatMap((each) => Object.keys(each))
  for (let attempt = 0; attempt < 100; attempt++) {
    const pattern = patterns[attempt % Math.max(patterns.length, 1)]
    const end = `${draw.random.pick(WORDS)}${attempt}`
    // A suffix makes names distinct if the pattern allows one.
    const start = pattern === undefined ? '' : drawMatch(pattern, draw.random)
    const own = attempt % 2 === 0 ? `${start}${end}` : start || end
    const name = schema.length > 0 ? draw.value([...schema, { type: 'string' }], 0) : own
    if (typeof name === 'string') yield name
  }
}
