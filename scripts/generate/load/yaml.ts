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
import { readEvents, startOf } from './events.js'
import { checkTree } from './tree.js'

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

/**
 * A YAML text as plain data; an integer above 2^53 is a `bigint`.
 *
 * @throws {YAMLException} when the text is no YAML.
 * @throws {TreeError} when it is nothing that JSON could hold.
 */
export function parseYaml(text: string): unknown {
  const { text: source, events } = readEvents(text)
  refuseSecond(source, events)
  const [document] = constructFromEvents([...events], { source, schema: SCHEMA })
  const hasAliases = events.some(({ type }) => type === EVENT_ALIAS)
  checkTree(document, hasAliases)
  return document
}

/** A line `---` at the end begins no document. */
function refuseSecond(source: string, events: readonly Event[]): void {
  const [, ...more] = events.flatMap(({ type }, index) => (type === EVENT_DOCUMENT ? index : []))
  for (const index of more) {
    const at = startOf(events[index + 1] as Event)
    if (at !== undefined) YAMLException.throwAt(source, at, 'a second document follows the first')
  }
}
