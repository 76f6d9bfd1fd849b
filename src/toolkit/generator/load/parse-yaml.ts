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
  parseEvents,
  YAMLException,
} from 'js-yaml'
import { NodeReader, startOffset } from './text-nodes.js'
import { checkValue } from './value-limits.js'

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

/**
 * Reads a YAML text as plain data; an integer above 2^53 is a `bigint`. The value lacks members whose keys have problems.
 *
 * @throws {YAMLException} when the text is no YAML.
 * @throws {ValueError} when JSON cannot hold its value.
 */
export function parseYaml(text: string) {
  const { text: source, events } = parseYamlEvents(text)
  refuseSecond(source, events)
  const { value, problems } = construct(source, events)
  const hasAliases = events.some(({ type }) => type === EVENT_ALIAS)
  checkValue(value, hasAliases)
  return { value, problems }
}

function construct(source: string, events: readonly Event[]) {
  const read = (events: readonly Event[]) =>
    constructFromEvents([...events], { source, schema: SCHEMA })[0]
  try {
    return { value: read(events), problems: [] }
  } catch (error) {
    // The parser stops at the first faulty key, without its position; only then are all keys
    // checked.
    const sound = new NodeReader(source, events)
    sound.document()
    if (sound.problems.length === 0) throw error
    return { value: read(sound.events), problems: sound.problems }
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

const MAX_DEPTH = 1000

/**
 * A YAML text, and its parser's events, which refer to the text by offsets.
 *
 * @throws {YAMLException} when the text is no YAML.
 */
export function parseYamlEvents(text: string) {
  try {
    return { text, events: parseEvents(text, { maxDepth: MAX_DEPTH }) }
  } catch (error) {
    if (!(error instanceof YAMLException) || error.reason !== 'deficient indentation') throw error
    const indented = indentClosers(text)
    return { text: indented, events: parseEvents(indented, { maxDepth: MAX_DEPTH }) }
  }
}

/**
 * Indents closing brackets at the start of a line by one space. YAML requires them deeper than
 * their key (1.2.2, section 7.4); documents that were JSON have them below it, and most parsers
 * allow that. At worst a code sample in a description moves by a space.
 */
function indentClosers(text: string): string {
  return text.replace(/^ *[\]}]/gm, ' $&')
}
