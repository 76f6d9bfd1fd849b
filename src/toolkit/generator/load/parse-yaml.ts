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

/** The core schema of YAML 1.2 with merge keys and exact integers. */
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
  /** Faulty keys; the value lacks their members. */
  readonly faults: readonly KeyFault[]
}

/**
 * Reads a YAML text.
 *
 * @throws {YAMLException} when the text is no YAML.
 * @throws {ValueError} when JSON cannot hold its value.
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
    // The parser stops at the first faulty key, without its position; only then are all keys
    // checked.
    const sound = checkKeys(source, events)
    if (sound.faults.length === 0) throw error
    return { value: read(sound.events), faults: sound.faults }
  }
}

/** A line `---` at the end starts no second document. */
function refuseSecond(source: string, events: readonly Event[]): void {
  const [, ...more] = events.flatMap(({ type }, index) => (type === EVENT_DOCUMENT ? index : []))
  for (const index of more) {
    const at = startOffset(events[index + 1] as Event)
    if (at !== undefined) YAMLException.throwAt(source, at, 'a second document follows the first')
  }
}
