import path from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { compile, writeFiles } from '../../helpers/tsc.js'

const INT64 = '{"type":"integer","format":"int64"}'
const FILE = '{"type":"string","format":"binary"}'
const json = (schema: string) => `{"application/json":{"schema":${schema}}}`

/** An operation of everything that a document may name, all of it by this name. */
function operation(name: string, id: string): string {
  const object = (schema: string) =>
    `{"type":"object","required":["${name}"],"properties":{"${name}":${schema}}}`
  const parameters = ['query', 'header', 'cookie'].map(
    (place) => `{"name":"${name}","in":"${place}","schema":{"type":"integer"}}`,
  )
  return `{"operationId":"${id}","tags":["${name}"],"security":[{"${name}":[]}],
    "parameters":[${parameters},{"$ref":"#/components/parameters/${name}"}],
    "requestBody":{"content":{
      "application/json":{"schema":{"$ref":"#/components/schemas/${name}"}},
      "application/x-www-form-urlencoded":{"schema":${object(INT64)}},
      "multipart/form-data":{"schema":${object(FILE)},
        "encoding":{"${name}":{"contentType":"image/png"}}}}},
    "responses":{
      "200":{"description":"d","content":${json(object(INT64))},
        "headers":{"${name}":{"schema":{"type":"string"}}}},
      "400":{"$ref":"#/components/responses/${name}"}},
    "callbacks":{"${name}":{"{$request.body#/x}":{"post":{"responses":{"204":{"description":"d"}}}}}}}`
}

function documentOf(name: string, count: number): string {
  const member = `"${name}":${INT64}`
  const others = Array.from(
    { length: count },
    (_, n) => `"/${n}":{"post":${operation(name, `o${n}`)}}`,
  )
  const kind = '{"type":"object","required":["k"],"properties":{"k":{"type":"string"}}}'
  return `{"openapi":"3.1.0","info":{"title":"T","version":"1"},
    "paths":{${[`"/a":{"post":${operation(name, name)}}`, ...others]}},
    "components":{
      "securitySchemes":{"${name}":{"type":"http","scheme":"bearer"}},
      "parameters":{"${name}":{"name":"x","in":"query","schema":{"type":"string"}}},
      "responses":{"${name}":{"description":"d","content":${json(`{"properties":{${member}}}`)}}},
      "schemas":{"${name}":{"type":"object","properties":{${member}},
          "dependentRequired":{"${name}":["x"]},"dependentSchemas":{"${name}":{"minProperties":1}},
          "patternProperties":{"${name}":{"type":"integer"}},"examples":[{"${name}":1}]},
        "One":{"oneOf":[{"$ref":"#/components/schemas/Two"},{"$ref":"#/components/schemas/Three"}],
          "discriminator":{"propertyName":"k","mapping":{"${name}":"#/components/schemas/Two"}}},
        "Two":${kind},"Three":${kind}}}}`
}

/** Names, and how many more operations a document has: with 50 they are loaded one by one. */
const subjects = [
  { name: 'constructor', count: 0 },
  { name: 'toString', count: 50 },
  { name: 'hasOwnProperty', count: 0 },
  { name: '__proto__', count: 0 },
  { name: '__proto__', count: 50 },
  // In lower case they are words of the language.
  { name: 'NULL', count: 0 },
  { name: 'NEW', count: 50 },
]

t.test('members that every object has name anything', async (t) => {
  const folder = t.testdir()
  const inside = ({ name, count }: (typeof subjects)[0]) => path.join(folder, `${name}-${count}`)
  for (const subject of subjects) {
    const { name, count } = subject
    const { files, model } = generateFrom(parse('a.json', documentOf(name, count)))
    t.equal(model.operations.length, count + 1, `${name} in ${count + 1} operations`)
    await writeFiles(inside(subject), files)
  }
  t.same(await compile(folder), [])
  for (const subject of subjects) {
    const { contract } = await import(pathToFileURL(path.join(inside(subject), 'contract.js')).href)
    for (const operation of contract.operations) {
      if (operation.load) t.ok((await operation.load()).responses, operation.operationId)
    }
  }
})
