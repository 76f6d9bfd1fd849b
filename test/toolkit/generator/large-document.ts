/** A document of as many operations as no file should hold. */
export function largeDocument(change: object = {}): string {
  const numbers = Array.from({ length: 300 }, (_, index) => index)
  const name = (index: number) => `${'abcdefghij'[index % 10]}${'klmno'[index % 5]}Thing${index}`
  const ref = (index: number) => ({ $ref: `#/components/schemas/${name(index % 300)}` })
  const schemas = numbers.map((index) => [
    name(index),
    {
      description: 'word '.repeat(300),
      type: 'object',
      properties: { next: ref(index + 1), other: ref(index * 7) },
      ...(index === 5 && change),
    },
  ])
  const paths = numbers.map((index) => [
    `/${index}`,
    {
      get: {
        operationId: `${name(index)}Get`,
        description: 'word '.repeat(100),
        responses: {
          200: { description: 'Done.', content: { 'application/json': { schema: ref(index) } } },
        },
      },
    },
  ])
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas) },
  })
}
