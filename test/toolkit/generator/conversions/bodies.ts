import type { Test } from 'tap'
import type { OperationContract } from '#toolkit/runtime/contract/contract.js'
import type { JsonBody } from '#toolkit/runtime/contract/media.js'
import { stringify } from '#toolkit/runtime/json/stringify.js'
import type { Schemas } from '../../../helpers/compile-schemas.js'
import { inFull } from '../../../helpers/made.js'
import { contractOf } from '../../../helpers/serve-document.js'

/** The bodies of requests with these schemas, as their contract in JavaScript has them. */
export async function bodiesOf(t: Test, schemas: Schemas): Promise<JsonBody[]> {
  const operations = Object.keys(schemas).map((name) => `POST /${name}: { body: $${name} }\n`)
  const components = `components: { schemas: ${stringify(schemas)} }`
  const { operations: all } = await contractOf(t, inFull(operations.join('') + components))
  const bodyOf = ({ requestBody }: OperationContract) => requestBody?.content['application/json']
  return (all as OperationContract[]).map((operation) => bodyOf(operation) as JsonBody)
}
