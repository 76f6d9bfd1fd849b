import type { DescribedSecurityScheme, Operation, Parameter } from './contract.js'

/**
 * The operation without the parameters that are its credentials: many documents have the key of a scheme among the
 * parameters, too, and a request has it once.
 */
export function withoutKeys(
  operation: Operation,
  schemes: ReadonlyMap<string, DescribedSecurityScheme>,
): Operation {
  const names = operation.security.flatMap((each) => Object.keys(each))
  const keys = names.flatMap((name) => schemes.get(name) ?? [])
  const isKey = (parameter: Parameter) =>
    keys.some((key) => key.in === parameter.in && isNamed(parameter, key.parameter))
  const parameterGroups = operation.parameterGroups.map((group) => ({
    ...group,
    parameters: group.parameters.filter((each) => !isKey(each)),
  }))
  return { ...operation, parameterGroups }
}

/** The names of headers have no case (RFC 9110, section 5.1). */
function isNamed(parameter: Parameter, name = ''): boolean {
  if (parameter.in !== 'header') return parameter.name === name
  return parameter.name.toLowerCase() === name.toLowerCase()
}
