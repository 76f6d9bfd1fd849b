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

/** A YAML text, and its parser's events, which refer to the text by offsets. */
export interface YamlEvents {
  readonly text: string
  readonly events: readonly Event[]
}

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
 * Indents closing brackets at the start of a line by one space. YAML requires them deeper than
 * their key (1.2.2, section 7.4); documents that were JSON have them below it, and most parsers
 * allow that. At worst a code sample in a description moves by a space.
 */
function indentClosers(text: string): string {
  return text.replace(/^ *[\]}]/gm, ' $&')
}

/** Offset of a node; `undefined` if it is empty. */
export function startOffset(event: Event): number | undefined {
  if (event.type === EVENT_ALIAS) return event.anchorStart - 1
  if (event.type !== EVENT_SCALAR) return (event as MappingEvent | SequenceEvent).start
  const quoted =
    event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED
  if (event.valueStart < 0) return undefined
  return quoted ? event.valueStart - 1 : event.valueStart
}
