import type { IncomingMessage } from 'node:http'
import { Failure } from './failure.js'
import type { Call, Points } from './points.js'

/** Headers of which a request has one at most. */
const SINGLE = ['host', 'authorization', 'content-type', 'content-length']

export function messages(_p: Points) {
  return {
    checkMessage({ request }: Call) {
      const names = request.rawHeaders.filter((_, at) => at % 2 === 0)
      for (const single of SINGLE) {
        const count = names.filter((name) => name.toLowerCase() === single).length
        if (count > 1) throw new Failure(400, `The request has more than one ${single}.`)
      }
      if (request.httpVersion === '0.9') throw new Failure(400, 'The request has no version.')
      const { host } = request.headers
      if (host === undefined && request.httpVersion === '1.1')
        throw new Failure(400, 'The request has no host.')
      if (host !== undefined && !/^[\w.~:[\]-]*$/.test(host))
        throw new Failure(400, 'The host is malformed.')
    },

    negotiate({ headers, operation }: Call) {
      const { accept } = headers
      if (accept === undefined || operation.produces.length === 0) return
      if (operation.produces.some((type) => isAccepted(type, accept))) return
      throw new Failure(406, 'The response has none of the accepted media types.')
    },
  }
}

/** RFC 9110, section 12.5.1: the most specific range decides. */
function isAccepted(type: string, accept: string): boolean {
  const ranges = accept.split(',').map((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((each) => each.startsWith('q='))?.slice(2) ?? '1'
    return { name, weight: Number(weight) }
  })
  const known = ranges.filter(({ name }) => name.includes('/'))
  if (known.length === 0) return true
  for (const name of [type, `${type.split('/')[0]}/*`, '*/*']) {
    const range = known.find((each) => each.name === name)
    if (range) return range.weight !== 0
  }
  return false
}

export function callOf(request: IncomingMessage): Call {
  const target = (request.url as string).replace(/^https?:\/\/[^/?]*/i, '')
  const [path = '', ...rest] = target.split('?')
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
  return {
    ...{ request, method: request.method as string, path: path === '' ? '/' : path },
    ...{ query: rest.join('?'), headers: Object.fromEntries(headers), parameters: {}, body: null },
    type: '',
  } as unknown as Call
}
