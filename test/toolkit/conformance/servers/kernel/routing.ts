import type { Operation } from './document.js'
import { Failure } from './failure.js'
import type { Call, Points } from './points.js'

export function routing(p: Points) {
  return {
    match(path: string) {
      const segments = path.split('/').map(decoded)
      for (const template of new Set(p.operations.map((each) => each.template))) {
        const found = fit(template.split('/'), segments)
        const operations = p.operations.filter((each) => each.template === template)
        if (found) return { operations, segments: found }
      }
      return undefined
    },

    /** HEAD is answered where GET is (RFC 9110, section 9.1). */
    allowedMethods: (operations: readonly Operation[]) =>
      operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),

    route(call: Call) {
      const found = p.match(call.path)
      if (!found) throw new Failure(404, 'There is nothing at this path.')
      const method = call.method === 'HEAD' ? 'GET' : call.method
      const operation = found.operations.find((each) => each.method === method)
      if (!operation) throw notAllowed(p.allowedMethods(found.operations))
      call.operation = operation
      call.segments = found.segments
    },
  }
}

function notAllowed(allowed: readonly string[]): Failure {
  const headers = { Allow: allowed.join(', ') }
  return new Failure(405, 'This path does not have the method.', { headers })
}

export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new Failure(400, 'The percent-encoding of the target is malformed.')
  }
}

function fit(template: readonly string[], path: readonly string[]) {
  const segments: Record<string, string> = {}
  if (template.length !== path.length) return undefined
  for (const [at, part] of template.entries()) {
    const given = path[at] as string
    if (!part.startsWith('{')) {
      if (part !== given) return undefined
    } else {
      if (given === '') return undefined
      segments[part.slice(1, -1)] = given
    }
  }
  return segments
}
