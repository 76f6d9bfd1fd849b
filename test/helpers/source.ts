import { Source } from '#toolkit/generator/load/source.js'

/** A source with another value: a text with that value does not exist. */
export function withValue(source: Source, value: unknown): Source {
  const locate = (pointer: string) => source.locate(pointer)
  // The words that a value is searched for.
  const text = '$id $anchor $dynamicAnchor'
  return new Source(source, { text, value, locate })
}
