const NUMBERS = Array.from({ length: 300 }, (_, at) => at)
const LONG = 'word '.repeat(300)

const nameOf = (at: number) => `${'ABCDEFGHIJ'[at % 10]}${'klmno'[at % 5]}Thing${at % 300}`

/**
 * A document of as many operations as no file should hold.
 *
 * @param more - What the sixth schema has beside the others.
 * @param tags - Of which the operations have one each, in turn.
 */
export function largeDocument({ more = '', tags = [] as string[] } = {}): string {
  const schemas = NUMBERS.map((at) => {
    const properties = `{ next: $${nameOf(at + 1)}, other: $${nameOf(at * 7)} }`
    const others = at === 5 && more !== '' ? `, ${more}` : ''
    return `${nameOf(at)}: { description: ${LONG}, type: object, properties: ${properties}${others} }\n`
  })
  const operations = NUMBERS.map((at) => {
    const tag = tags.length > 0 ? `tags: [${tags[at % tags.length]}], ` : ''
    const name = nameOf(at)
    const id = `${name[0]?.toLowerCase()}${name.slice(1)}Get`
    return `GET /${at}: { operationId: ${id}, ${tag}description: ${LONG.slice(0, 499)}, 200: $${name} }\n`
  })
  return [...operations, ...schemas].join('')
}
