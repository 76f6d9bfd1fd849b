import { MAX_PARAM_LENGTH } from '../../../openapi/route.js'
import type { Parameter } from '../../model/model.js'

/** Largest length of path parameters, if Fastify's default is less. */
export function paramLength(parameters: readonly Parameter[]): number | 'any' | undefined {
  const lengths = parameters.flatMap((each) => (each.in === 'path' ? [each.longest ?? 'any'] : []))
  if (lengths.includes('any')) return 'any'
  const most = Math.max(0, ...(lengths as number[]))
  return most > MAX_PARAM_LENGTH ? most : undefined
}
