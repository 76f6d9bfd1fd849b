import { type Event, parseEvents, YAMLException } from 'js-yaml'

/** A YAML text as its parser's events, with the text that their offsets are about. */
export interface Events {
  readonly text: string
  readonly events: readonly Event[]
}

/** How deep a document may nest. */
const MAX_DEPTH = 1000

/** @throws {YAMLException} when the text is no YAML. */
export function readEvents(text: string): Events {
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
