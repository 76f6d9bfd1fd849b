import t from 'tap'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import { refreshed } from '#toolkit/conformance/probes/bodies/refreshed.js'
import { Identities } from '#toolkit/conformance/requests/identities.js'
import { RequestSource } from '#toolkit/conformance/requests/request-source.js'
import type { Schema } from '#toolkit/openapi/schema/schema.js'

const info = { title: 'None', version: '1' }
const contract = new TestedContract({ openapi: '3.1.0', info, paths: {} })
const source = new RequestSource(contract, new Identities(), 1)
const rootOf = (schema: Schema) => ({ schema, pointer: '#' })

t.test('an edge gets an identity of its own, as far as it stays what it is', async (t) => {
  const text = { type: 'string' } as const
  const schema: Schema = {
    type: 'object',
    properties: { id: text, kind: text },
    dependentSchemas: { kind: { properties: { id: { const: 'a' } } } },
  }
  const edge = (value: object, path: string[] = []) =>
    refreshed({ contract, source }, rootOf(schema), {
      value,
      base: { id: 'a' },
      path,
      fate: 'accepted',
    })
  t.match(edge({ id: 'a', more: 1 }), { id: /^a-\d+$/, more: 1 })
  t.same(edge({ id: 'a', kind: 'b' }), { id: 'a', kind: 'b' }, 'another one is refused')
  t.same(edge({ id: 'a' }, ['id']), { id: 'a' }, 'the identity is the edge')
  t.match(edge({ id: 'b7' }, ['id']), { id: /^[a-z]\d$/ }, 'its shape stays')
  t.same(edge({ id: 'b' }), { id: 'b' })
  t.match(edge({ id: ' a\n' }, ['id']), { id: /^ a-\d+\n$/ }, 'what is around it stays')
  const number = { value: { id: '1' }, base: { id: 1 }, path: ['id'], fate: 'refused' } as const
  const numbered = rootOf({ properties: { id: { type: 'integer' } } })
  t.match(refreshed({ contract, source }, numbered, number), { id: /^\d{3,}$/ }, 'a number as text')
})
