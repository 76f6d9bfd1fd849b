import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'

/** The generated serializers of an object and a schema that it refers to by name. */
function serializersOf(name: string): string {
  const $ref = `#/components/schemas/${name}`
  const members = { type: 'object', properties: { a: { $ref }, b: { $ref } } }
  const content = { 'application/json': { schema: members } }
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/a': { get: { responses: { 200: { description: 'd', content } } } } },
    components: { schemas: { [name]: { type: 'object', properties: { c: { type: 'string' } } } } },
  })
  const { files } = generateFrom(parse('a.json', text))
  return files.find(({ name: file }) => file === 'serializers.ts')?.text ?? ''
}

t.test('a serializer with a name in any script is called by it', async (t) => {
  const plain = serializersOf('Size')
  t.match(plain, 'writeSize(')
  for (const name of ['Größe', '大小', 'Μέγεθος']) {
    t.equal(serializersOf(name).replaceAll(name, 'Size'), plain)
  }
})
