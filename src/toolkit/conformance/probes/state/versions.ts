import type { Operation } from '../../document/contract.js'
import { headerOf } from '../../exchange/request.js'
import { creationOf, type ResourceOperations } from '../../resources/resource.js'
import { find, type Scenario } from '../../resources/scenario.js'
import { isSuccess, type Scene } from '../../resources/scene.js'
import { changesOf } from './changed.js'
import { condition, etagOf, takes } from './version.js'

/** Whoever has the current version gets 304. */
export const currentIsNotSent: Scenario = {
  what: 'a thing is read by someone who has a version of it',
  about: (resource) => {
    const { read } = resource.operations
    return creationOf(resource) && takes(read, 'if-none-match', 304) ? read : undefined
  },
  async play(scene, resource) {
    const { read } = resource.operations as ResourceOperations
    const thing = await scene.make(resource)
    const etag = await etagOf(scene, thing)
    if (etag === undefined) return
    const weak = etag.startsWith('W/') ? etag : `W/${etag}`
    const rows: [value: string, status: number][] = [
      [etag, 304],
      ['"kit-of-another-version"', 200],
      [`"kit-of-another-version", ${etag}`, 304],
      [weak, 304],
      ['*', 304],
    ]
    for (const [value, status] of rows) {
      const headers = condition(scene, read, 'If-None-Match', value)
      if (headers.length === 0) continue
      const response = await scene.send(read, { thing, headers })
      const isMet = status === 304 ? response.status === 304 : isSuccess(response)
      if (isMet) continue
      const expected = `${status === 304 ? 'status 304' : 'a success'} for If-None-Match: ${value}, the ETag is ${etag}`
      find(scene, 'if-none-match', read, { expected, received: `status ${response.status}` })
      return
    }
  },
}

/** The ETag is another after a change, the same otherwise, and that of the answer to the change. */
export const etagTellsVersions: Scenario = {
  what: 'a thing is read, changed and read again',
  about: (resource) => {
    const { read, replace, change } = resource.operations
    return creationOf(resource) && read && (replace ?? change) && hasEtag(read) ? read : undefined
  },
  async play(scene, resource) {
    const { read } = resource.operations as ResourceOperations
    const thing = await scene.make(resource)
    const before = await etagOf(scene, thing)
    if (before === undefined) return
    const again = await etagOf(scene, thing)
    if (again !== before) {
      find(scene, 'etag', read, { expected: `the ETag ${before} again`, received: `${again}` })
    }
    isCurrent(scene, creationOf(resource) as Operation, headerOf(thing.response, 'etag'), before)
    let last = before
    for (const { operation, body } of changesOf(scene, thing)) {
      const response = await scene.send(operation, { thing, body })
      if (!isSuccess(response)) continue
      const after = await etagOf(scene, thing)
      if (after === undefined) return
      if (after === last) {
        const expected = `another ETag than ${last} after ${operation.method}`
        find(scene, 'etag', read, { expected, received: after })
      }
      isCurrent(scene, operation, headerOf(response, 'etag'), after)
      last = after
    }
  },
}

function hasEtag({ responses }: Operation): boolean {
  return responses.some(({ headers }) => headers.some(({ name }) => /^etag$/i.test(name)))
}

/** RFC 9110, section 8.8.3: the ETag of a change is that of what the change has made. */
function isCurrent(
  scene: Scene,
  operation: Operation,
  told: string | undefined,
  etag: string,
): void {
  if (told === undefined || told === etag) return
  const expected = `the ETag ${etag}, which GET has right after it`
  find(scene, 'etag', operation, { expected, received: told })
}
