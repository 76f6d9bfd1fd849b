import {
  CORE_SCHEMA,
  constructFromEvents,
  defineScalarTag,
  EVENT_ALIAS,
  EVENT_DOCUMENT,
  type Event,
  intCoreTag,
  mergeTag,
  NOT_RESOLVED,
  YAMLException,
} from 'js-yaml'
import { checkValue } from './value-limits.js'
import { parseYamlEvents, startOffset } from './yaml-events.js'
import { checkKeys, type KeyFault } from './yaml-keys.js'

/** YAML 1.2's core schema with merge keys, and with integers that stay exact. */
const SCHEMA = CORE_SCHEMA.withTags(
  mergeTag,
  defineScalarTag<number | bigint>(intCoreTag.tagName, {
    ...intCoreTag,
    resolve(text, isExplicit, tagName) {
      const number = intCoreTag.resolve(text, isExplicit, tagName)
      if (number === NOT_RESOLVED || Number.isSafeInteger(number)) return number
      return /^[-+]?\d+$/.test(text) ? BigInt(text.replace('+', '')) : number
    },
  }),
)

/** A YAML text as plain data; an integer above 2^53 is a `bigint`. */
export interface ParsedYaml {
  readonly value: unknown
  /** What is wrong with keys; these are left out of the value. */
  readonly faults: readonly KeyFault[]
}

/**
 * Reads a YAML text.
 *
 * @throws {YAMLException} when the text is no YAML.
 * @throws {TreeError} when it is nothing that JSON could hold.
 */
export function parseYaml(text: string): ParsedYaml {
  const { text: source, events } = parseYamlEvents(text)
  refuseSecond(source, events)
  const { value, faults } = construct(source, events)
  const hasAliases = events.some(({ type }) => type === EVENT_ALIAS)
  checkValue(value, hasAliases)
  return { value, faults }
}

function construct(source: string, events: readonly Event[]): ParsedYaml {
  const read = (events: readonly Event[]) =>
    constructFromEvents([...events], { source, schema: SCHEMA })[0]
  try {
    return { value: read(events), faults: [] }
  } catch (error) {
    // Which keys are wrong is asked when one is; the parser stops at the first, and without its place.
    const sound = checkKeys(source, events)
    if (sound.faults.length === 0) throw error
    return { value: read(sound.events), faults: sound.faults }
  }
}

/** A line `---` at the end begins no document. */
function refuseSecond(source: string, events: readonly Event[]): void {
  const [, ...more] = events.flatMap(({ type }, index) => (type === EVENT_DOCUMENT ? index : []))
  for (const index of more) {
    const at = startOffset(events[index + 1] as Event)
    if (at !== undefined) YAMLException.throwAt(source, at, 'a second document follows the first')
  }
}
