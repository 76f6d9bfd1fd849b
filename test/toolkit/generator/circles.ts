import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** A document with one operation that takes and answers the first schema. */
export function generated(schemas: Record<string, unknown>) {
  const [first = ''] = Object.keys(schemas)
  const content = { content: { 'application/json': { schema: ref(first) } } }
  const responses = { 200: { description: 'd', ...content } }
  const document = {
    openapi: '3.0.3',
    info: { title: 't', version: '1' },
    paths: { '/x': { post: { operationId: 'x', requestBody: content, responses } } },
    components: { schemas },
  }
  return generateFrom(parse('a.json', JSON.stringify(document)))
}

/** Schemas each of which holds the next one, and the last one the first. */
export function ringOf(size: number): Record<string, unknown> {
  const links: ((next: string) => unknown)[] = [
    (next) => ({ type: 'object', properties: { next: ref(next) } }),
    (next) => ({ type: 'array', items: ref(next) }),
    (next) => ({
      type: 'object',
      properties: { next: ref(next), n: { type: 'integer', format: 'int64', readOnly: true } },
    }),
  ]
  const ring = Array.from({ length: size }, (_, index) => [
    `S${index}`,
    links[index % links.length]?.(`S${(index + 1) % size}`),
  ])
  return Object.fromEntries(ring)
}
