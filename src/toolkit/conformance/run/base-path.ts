import type { SentRequest } from '../exchange/request.js'
import { isResponse } from '../exchange/response.js'
import { attempt } from '../resources/attempt.js'
import { validRequest } from './base-request.js'
import type { Kit } from './kit.js'

/** The paths of the document begin elsewhere on the server; the message says where. */
export class MisplacedPaths extends Error {
  override readonly name = 'MisplacedPaths'
}

/** Operations that are tried; one of many may be missing for another reason. */
const SAMPLE = 5

/**
 * Compares the base URL with that of the document: if no operation is there, and one is below the document's base
 * path, a run would find nothing but 404.
 *
 * @throws {MisplacedPaths} with the base URL to give.
 */
export async function checkBasePath(kit: Kit, isApp: boolean): Promise<void> {
  const { basePath } = kit.contract.model
  const { target } = kit
  if (basePath === '' || target.basePath.endsWith(basePath)) return
  const requests = await sampleOf(kit)
  for (const request of requests) {
    if ((await statusOf(kit, request)) !== 404) return
  }
  for (const request of requests) {
    const status = await statusOf(kit, { ...request, target: basePath + request.target })
    if (status === undefined || status === 404) continue
    const path = target.basePath + basePath
    const remedy = isApp ? `prefix: '${path}'` : `--url ${target.baseUrl}${basePath}`
    const message = `nothing is tested: the paths of the document begin at ${basePath} (its \`servers\`), not at ${target.basePath || '/'}; give ${remedy}`
    throw new MisplacedPaths(message)
  }
}

/** Requests that need no thing of the server come first; none removes one. */
async function sampleOf(kit: Kit): Promise<SentRequest[]> {
  const some = kit.contract.tested.filter(({ method }) => method !== 'DELETE')
  const [fixed, others] = [
    some.filter(({ path }) => !path.includes('{')),
    some.filter(({ path }) => path.includes('{')),
  ]
  const requests: SentRequest[] = []
  for (const operation of [...fixed, ...others]) {
    const request = await attempt(async () => validRequest(kit, operation))
    if (request !== undefined) requests.push(request)
    if (requests.length === SAMPLE) break
  }
  return requests
}

async function statusOf(kit: Kit, request: SentRequest): Promise<number | undefined> {
  const outcome = await kit.peek(request)
  return isResponse(outcome) ? outcome.status : undefined
}
