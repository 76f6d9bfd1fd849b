import t from 'tap'
import { compileUnits } from '#toolkit/generator/emit/emit-validators.js'
import { assemble } from '../../../helpers/assemble.js'
import { compileSchemas, named } from '../../../helpers/compile-schemas.js'

t.test('a schema that meets itself in several branches is judged in time', async (t) => {
  const below = (side: string) => ({
    type: 'object',
    required: [side],
    properties: { next: { $ref: '#/$defs/Node' }, [side]: true },
  })
  const Node = { oneOf: [below('left'), below('right'), { type: 'null' }] }
  const { validators, explain } = await compileSchemas(t, { Node })
  let value: unknown = null
  for (let depth = 0; depth < 256; depth++) value = { next: value, left: 1 }
  t.equal(validators.isNode?.(value), true)
  t.equal(validators.isNode?.({ next: value, left: 1, right: 1 }), false)
  t.equal(validators.isNode?.(value), true, 'nothing is kept from one call to the next')
  const broken = JSON.parse(JSON.stringify(value).replace('"next":null', '"next":5'))
  t.equal(validators.isNode?.(broken), false)
  t.ok(explain('Node', broken).length > 0)
})

t.test('the size grows as the schemas do', async (t) => {
  const text = (count: number) => {
    const names = Array.from({ length: count }, (_, index) => `S${index}`)
    const schemas = Object.fromEntries(
      names.map((name, index) => [
        name,
        {
          type: 'object',
          properties: { next: { $ref: `#/$defs/S${(index + 1) % count}` } },
          oneOf: [{ required: ['a'] }, { minProperties: 2, unevaluatedProperties: false }],
        },
      ]),
    )
    return assemble(compileUnits(named(schemas), names), 'fastify-contract/codegen').length
  }
  t.ok(text(400) < 4.2 * text(100), `${text(100)} and ${text(400)}`)
})
