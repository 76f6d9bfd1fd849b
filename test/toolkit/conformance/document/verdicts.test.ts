import t from 'tap'
import { Verdicts } from '#toolkit/conformance/document/verdicts.js'
import { objectOf } from '../../../helpers/rows.js'
import { contractOf } from '../helpers/documents.js'

t.test('the second opinion knows every schema, also those that it has let go of', async (t) => {
  const { model } = contractOf({}, { components: { schemas: { Small: { maximum: 3 } } } })
  const verdicts = new Verdicts(model.schemas, 2)
  const reference = { $ref: '#/$defs/Small' }
  for (const limit of [1, 2, 3, 4, 5]) {
    const schema = { minimum: limit, ...reference }
    t.equal(verdicts.verdict(schema, limit - 1), false)
    t.equal(verdicts.verdict(schema, limit), limit <= 3)
    t.equal(verdicts.verdict(reference, 4), false)
  }
})

t.test('what a discriminator leads to is open where the base alone accepts it', async (t) => {
  const components = objectOf(`
    schemas:
      Message:
        type: object
        required: [kind]
        properties: { kind: { type: string } }
        discriminator: { propertyName: kind, mapping: { text: '#/components/schemas/Text' } }
      Text: { allOf: [{ $ref: '#/components/schemas/Message' }, { type: object, required: [text] }] }
  `)
  const contract = contractOf({}, { openapi: '3.0.3', components })
  const verdict = (value: object) => contract.verdicts.verdict(contract.reference('Message'), value)
  t.equal(verdict({ kind: 'text', text: 1 }), true)
  t.equal(verdict({ kind: 'text' }), undefined)
  t.equal(verdict({ kind: 'other' }), undefined)
  t.equal(verdict({}), false)
})

t.test('an object with members that Ajv would call is judged beside listed objects', (t) => {
  const { verdicts } = contractOf({})
  for (const name of ['toString', 'valueOf']) {
    t.equal(verdicts.verdict({ enum: [{ a: 1 }] }, { [name]: 'x' }), false)
    t.equal(verdicts.verdict({ type: 'object', uniqueItems: true }, [{ [name]: 1 }, {}]), false)
  }
  t.end()
})
