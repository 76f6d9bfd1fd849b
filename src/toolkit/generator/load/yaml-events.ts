import {
  EVENT_ALIAS,
  EVENT_SCALAR,
  type Event,
  type MappingEvent,
  parseEvents,
  SCALAR_STYLE,
  type SequenceEvent,
  YAMLException,
} from 'js-yaml'

/** A YAML text as its parser's events, with the text that their offsets are about. */
export interface YamlEvents {
  readonly text: string
  readonly events: readonly Event[]
}

/** How deep a document may nest. */
const MAX_DEPTH = 1000

/** @throws {YAMLException} when the text is no YAML. */
export function parseYamlEvents(text: string): YamlEvents {
  try {
    return { text, events: parseEvents(text, { maxDepth: MAX_DEPTH }) }
  } catch (error) {
    if (!(error instanceof YAMLException) || error.reason !== 'deficient indentation') throw error
    const indented = indentClosers(text)
    return { text: indented, events: parseEvents(indented, { maxDepth: MAX_DEPTH }) }
  }
}

/**
 * Indents the brackets that close at the start of a line by one. YAML wants them deeper than the key
 * that they belong to (1.2.2, section 7.4); documents that were JSON once have them below it, and
 * most parsers let that pass. At worst a sample of code in a description moves by a space.
 */
function indentClosers(text: string): string {
  return text.replace(/^ *[\]}]/gm, ' $&')
}

/** Where a node starts in the text; `undefined` for one that is left empty. */
export function startOffset(event: Event): number | undefined {
  if (event.type === EVENT_ALIAS) return event.anchorStart - 1
  if (event.type !== EVENT_SCALAR) return (event as MappingEvent | SequenceEvent).start
  const quoted =
    event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED
  if (event.valueStart < 0) return undefined
  return quoted ? event.valueStart - 1 : event.valueStart
}
