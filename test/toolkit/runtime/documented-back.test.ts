import swagger from '@fastify/swagger'
import fastify from 'fastify'
import { serve } from 'fastify-contract'
import t, { type Test } from 'tap'
import { parse } from '#toolkit/generator/load/source.js'
import { contractOf, fixture } from '../../helpers/serve-document.js'

type Json = Readonly<Record<string, unknown>>

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch']

/**
 * What a document says of its operations. What is different in the document of a host, and left out here:
 *
 * - Media types and names of headers are in lower case: they have none (RFC 9110, sections 5.1 and 8.3.1).
 * - A header `Content-Type`, `Accept` or `Authorization` is ignored (OpenAPI 3.1, sections 4.8.12 and 4.8.17).
 * - Bodies are always required, and `style` and `explode` belong to no single parameter: `@fastify/swagger` has no
 *   place for them.
 * - Requirements of the whole document belong to each operation.
 * - Integers are numbers of JavaScript.
 * - Operations with `HEAD` are there if the host asks for them, as here.
 */
function operationsOf(document: Json): Record<string, unknown> {
  const resolve = (value: unknown = {}): Json => {
    const { $ref } = value as { $ref?: string }
    if ($ref === undefined) return value as Json
    return resolve($ref.slice(2).split('/').reduce<unknown>(memberOf, document))
  }
  const resolved = (value: unknown) => (value === undefined ? [] : Object.entries(resolve(value)))
  const types = (value: unknown) => resolved(value).map(([name]) => name.toLowerCase())
  const operations: Record<string, unknown> = {}
  for (const [path, item] of resolved(document.paths)) {
    for (const [method, value] of resolved(item)) {
      if (!METHODS.includes(method)) continue
      const operation = value as Json
      const { operationId, summary, description, tags, deprecated = false } = operation
      const given = [resolve(item).parameters ?? [], operation.parameters ?? []].flat().map(resolve)
      const parameters = given.map(({ in: place, name, required = false, schema = {} }) => {
        const known = place === 'header' ? String(name).toLowerCase() : String(name)
        return { name: `${place} ${known}`, required, default: rounded(resolve(schema).default) }
      })
      const responses = resolved(operation.responses).map(([status, each]) => {
        const response = resolve(each)
        const headers = types(response.headers).filter((name) => !IGNORED.test(name))
        return [status.toLowerCase(), { content: types(response.content).sort(), headers }]
      })
      operations[`${method} ${path}`] = {
        ...{ operationId, summary, description, tags, deprecated },
        security: operation.security ?? document.security ?? [],
        parameters: parameters.filter(({ name }) => !IGNORED.test(name)).sort(byName),
        body: types(resolve(operation.requestBody).content).sort(),
        responses: Object.fromEntries(responses),
      }
    }
  }
  return operations
}

const rounded = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value)

const memberOf = (value: unknown, name: string) => (value as Json)[name]

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

const IGNORED = /^(header )?(content-type|accept|authorization)$/

/** The document that `@fastify/swagger` makes of the routes of a document. */
async function documentedBy(t: Test, text: string): Promise<Json> {
  const contract = await contractOf(t, text)
  const app = fastify()
  t.teardown(() => app.close())
  const info = { title: 'Host', version: '1' }
  await app.register(swagger, { exposeHeadRoutes: true, openapi: { openapi: '3.1.0', info } })
  const any = { authenticate: () => true }
  const security = Object.fromEntries(contract.securitySchemes.map(({ name }) => [name, any]))
  await app.register(serve(contract, { handlers: {}, security, missing: () => ({ status: 204 }) }))
  await app.ready()
  return app.swagger() as never
}

const DOCUMENTS = 'bodies forms headers int64 parameters plants results routes schemes security'

for (const name of DOCUMENTS.split(' ')) {
  t.test(`the document of a host says of ${name} what their own document says`, async (t) => {
    const text = await fixture(`${name}.yaml`)
    const own = parse('openapi.yaml', text).value as Json
    t.same(operationsOf(await documentedBy(t, text)), operationsOf(own))
  })
}
