import type { DescribedSecurityScheme, Operation, Parameter } from './contract.js'

/**
 * The operation without the parameters that are its credentials: many documents have the key of a scheme among the
 * parameters, too, and a request has it once. The key of one alternative of several stays: others need it, too.
 */
export function withoutKeys(
  operation: Operation,
  schemes: ReadonlyMap<string, DescribedSecurityScheme>,
): Operation {
  const [first = {}, ...others] = operation.security
  const names = Object.keys(first).filter((name) => others.every((each) => name in each))
  const keys = names.flatMap((name) => schemes.get(name) ?? [])
  const isKey = (parameter: Parameter) => keys.some((key) => isKeyOf(key, parameter))
  const parameterGroups = operation.parameterGroups.map((group) => ({
    ...group,
    parameters: group.parameters.filter((each) => !isKey(each)),
  }))
  return { ...operation, parameterGroups }
}

export function isKeyOf(
  { in: place, parameter: name = '' }: Pick<DescribedSecurityScheme, 'in' | 'parameter'>,
  parameter: Parameter,
): boolean {
  if (place !== parameter.in) return false
  // The names of headers have no case (RFC 9110, section 5.1).
  if (place !== 'header') return parameter.name === name
  return parameter.name.toLowerCase() === name.toLowerCase()
}
