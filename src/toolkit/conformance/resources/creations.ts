import { isObject } from '../../openapi/json.js'
import { headerOf, type SentRequest } from '../exchange/request.js'
import type { ReceivedResponse } from '../exchange/response.js'
import type { Step } from '../run/violation.js'
import { isIdentityName } from '../values/identity-name.js'

/** Most creations that are kept, and the longest body of one in bytes. */
const MOST = 10_000
const LONGEST = 64 * 1024

/** The requests that have made things, by the paths that lead to those: a case may be about a thing of before. */
export class Creations {
  readonly #steps = new Map<string, Step>()

  note(request: SentRequest, response: ReceivedResponse): void {
    if ((request.body?.length ?? 0) > LONGEST || response.body.length > LONGEST) return
    if (this.#steps.size >= MOST) return
    for (const path of pathsMadeBy(request, response)) {
      // What is put may have been there already.
      if (request.method === 'PUT' && this.#steps.has(path)) continue
      this.#steps.set(path, { request, outcome: response })
    }
  }

  /** The requests that made what a path leads through, the whole before its parts. */
  before(target: string): [path: string, step: Step][] {
    const parts = pathOf(target).split('/')
    const paths = parts.map((_, at) => parts.slice(0, at + 1).join('/'))
    return paths.flatMap((path) => {
      const step = this.#steps.get(path)
      return step === undefined ? [] : [[path, step] as [string, Step]]
    })
  }
}

export function pathsMadeBy({ method, target }: SentRequest, response: ReceivedResponse): string[] {
  const path = pathOf(target)
  if (method !== 'POST' && method !== 'PUT') return []
  if (method === 'PUT') return [path]
  const location = headerOf(response, 'location')?.split(/[/?#]/).at(-1)
  const ids = [location, ...identitiesIn(response.body)].filter((each) => each !== undefined)
  return ids.map((id) => `${path}/${id}`)
}

function identitiesIn(body: Buffer): string[] {
  try {
    const value: unknown = JSON.parse(body.toString())
    if (!isObject(value)) return []
    const ids = Object.keys(value).filter(isIdentityName)
    return ids.map((name) => encodeURIComponent(String(value[name])))
  } catch {
    return []
  }
}

function pathOf(target: string): string {
  return target.split('?', 1)[0] as string
}
