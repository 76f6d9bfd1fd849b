import {
  CORE_SCHEMA,
  constructFromEvents,
  defineScalarTag,
  EVENT_ALIAS,
  intCoreTag,
  mergeTag,
  NOT_RESOLVED,
  YAMLException,
} from 'js-yaml'
import { readEvents } from './events.js'
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
  const documents = constructFromEvents([...events], { source, schema: SCHEMA })
  if (documents.length > 1) throw new YAMLException('a second document follows the first')
  const hasAliases = events.some(({ type }) => type === EVENT_ALIAS)
  checkTree(documents[0], hasAliases)
  return documents[0]
}
