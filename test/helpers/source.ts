import type { Source } from '#toolkit/generator/load/source.js'

/** A source with another value: a text with that value does not exist. */
export function withValue(source: Source, value: unknown): Source {
  const { name, prefix, open } = source
  return {
    ...{ name, prefix, open, value, faults: [] },
    locate: (pointer) => source.locate(pointer),
    mentions: () => true,
    revised: () => source,
  }
}
