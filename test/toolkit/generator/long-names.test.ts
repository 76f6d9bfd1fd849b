import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'

const long = `list${'Very'.repeat(8)}LongNamed`

function generated(operationId: string) {
  const operation = { operationId, responses: { 204: { description: 'd' } } }
  const document = {
    ...{ openapi: '3.1.0', info: { title: 'T', version: '1' } },
    ...{ paths: { '/a': { get: operation } } },
    webhooks: { [operationId]: { post: { ...operation, operationId: `${operationId}Hook` } } },
  }
  const { files } = generateFrom(parse('a.json', JSON.stringify(document)))
  const text = (name: string) => files.find((file) => file.name === name)?.text ?? ''
  return { operations: text('operations.ts'), outgoing: text('outgoing.ts') }
}

t.test('a line is as long as an editor shows', async (t) => {
  const table: [id: string, method: string, member: string][] = [
    [
      'list',
      'list(request: ListRequest): contract.Answer<contract.Exact<ListResult>>',
      'list: { request: ListHookRequest; result: ListHookResult }',
    ],
    [
      'listAllOfThings',
      'listAllOfThings(\n    request: ListAllOfThingsRequest,\n  ): contract.Answer<contract.Exact<ListAllOfThingsResult>>',
      'listAllOfThings: { request: ListAllOfThingsHookRequest; result: ListAllOfThingsHookResult }',
    ],
    [
      long,
      `${long}(\n    request: L${long.slice(1)}Request,\n  ): contract.Answer<contract.Exact<L${long.slice(1)}Result>>`,
      `${long}: {\n    request: L${long.slice(1)}HookRequest\n    result: L${long.slice(1)}HookResult\n  }`,
    ],
  ]
  for (const [id, method, member] of table) {
    const { operations, outgoing } = generated(id)
    t.ok(operations.includes(`  ${method}\n`), operations)
    t.ok(outgoing.includes(`  ${member}\n`), outgoing)
  }
})
