import t from 'tap'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import { Verdicts } from '#toolkit/conformance/document/verdicts.js'

t.test(
  'the second opinion lets go of what it has compiled, and knows every schema still',
  async (t) => {
    const { model } = new TestedContract({
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: {},
      components: { schemas: { Small: { maximum: 3 } } },
    })
    const verdicts = new Verdicts(model.schemas, 2)
    const reference = { $ref: '#/$defs/Small' }
    for (const limit of [1, 2, 3, 4, 5]) {
      const schema = { minimum: limit, ...reference }
      t.equal(verdicts.verdict(schema, limit - 1), false)
      t.equal(verdicts.verdict(schema, limit), limit <= 3)
      t.equal(verdicts.verdict(reference, 4), false)
    }
  },
)
