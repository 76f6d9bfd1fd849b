import { isObject } from '../../../openapi/json.js'
import { isResponse } from '../../exchange/response.js'
import { readJson } from '../../judge/json-body.js'
import { isFirst } from '../../run/base-request.js'
import type { Kit } from '../../run/kit.js'
import type { Probe } from '../../run/probe.js'
import { canonical } from '../../values/same-value.js'

/** Where services usually serve their documents. */
const PLACES = [
  ...['/openapi.json', '/openapi', '/swagger.json', '/v3/api-docs', '/v2/api-docs'],
  ...['/api-docs', '/documentation/json', '/docs/openapi.json', '/api/openapi.json'],
]

/** A document that the server itself serves is the given one; a difference is no fault, but worth knowing. */
export const servedDocument: Probe = {
  name: 'served document',
  async run(kit, operation) {
    if (!isFirst(kit, operation)) return
    for (const target of PLACES) {
      const served = await documentAt(kit, target)
      if (served === undefined) continue
      const isSame = canonical(served) === canonical(kit.contract.document)
      kit.notes.add(
        isSame
          ? `The document at ${target} is the given one.`
          : `The document at ${target} is not the given one.`,
      )
      return
    }
  },
}

async function documentAt(kit: Kit, target: string): Promise<unknown> {
  const headers = [['Accept', 'application/json']] as const
  const outcome = await kit.peek({ method: 'GET', target, headers })
  if (!isResponse(outcome) || outcome.status !== 200) return undefined
  const read = readJson(outcome.body)
  const isDocument =
    'value' in read && isObject(read.value) && ('openapi' in read.value || 'swagger' in read.value)
  return isDocument ? read.value : undefined
}
