import t from 'tap'
import type { Operation } from '#toolkit/conformance/document/contract.js'
import {
  bodiesOf,
  mediaWithSchema,
  type SchemaMedia,
} from '#toolkit/conformance/probes/bodies/body-edges.js'
import { NoTarget } from '#toolkit/conformance/target/no-target.js'
import { contractOf } from '../helpers/documents.js'
import { kitFor } from '../helpers/kit.js'

/** An operation with a body of its own. */
const row = (n: number) => `POST /${n} a${n} | {asks: {type: integer, maximum: ${n}}, 204: null}`

t.test('edges are made once for a body, and let go after some more bodies', async (t) => {
  const numbers = Array.from({ length: 40 }, (_, at) => at + 1)
  const contract = contractOf(numbers.map(row).join('\n'))
  const kit = kitFor(contract, new NoTarget(''))
  const bodies = bodiesOf(kit)
  const edges = (operation: Operation) => {
    const [media] = mediaWithSchema(operation) as [SchemaMedia]
    return bodies.edges(media, bodies.bases(media))
  }
  const [first, second, ...others] = contract.operations as [Operation, Operation, ...Operation[]]
  const [one, other] = [edges(first), edges(second)]
  for (const operation of others.slice(0, 30)) edges(operation)
  t.equal(edges(first), one, 'the latest ones are kept')
  for (const operation of others.slice(30)) edges(operation)
  t.equal(edges(first), one, 'so is what is used again')
  t.not(edges(second), other)
  t.same([...edges(second)], [...other])
})
