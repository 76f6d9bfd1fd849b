import type { Operation } from '../../document/contract.js'
import { withQuery } from '../../exchange/request.js'
import { validRequest } from '../../run/base-request.js'
import { ANSWERED } from '../../run/expectation.js'
import type { Kit } from '../../run/kit.js'
import { shortened } from '../../values/shortened.js'

/** Queries that no parameter of the document describes. */
const UNKNOWN = [
  'unknown=1',
  'constructor=1&__proto__=x',
  'a%5Bb%5D%5Bc%5D=1&a%5Bb%5D=2',
  'x'.repeat(300),
  '&&=&=1',
]

/** A query that is not documented makes nothing fail. */
export async function unknownParameters(kit: Kit, operation: Operation): Promise<void> {
  for (const query of UNKNOWN) {
    await kit.try({
      ...{ operation, pointer: operation.pointer, check: 'no-server-error', expect: ANSWERED },
      what: `the query has ${shortened(query, 40)}, which the document does not have`,
      request: () => withQuery(validRequest(kit, operation), query),
    })
  }
}
