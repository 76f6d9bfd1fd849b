import type { Model, Operation } from '../../generator/model/model.js'
import { meantName } from '../../shared/spelling.js'

/** A name, in an option, of something that the document does not have. */
export class UnknownName extends TypeError {
  override readonly name = 'UnknownName'
}

function unknownOperation(option: string, name: string, operations: readonly Operation[]) {
  const meant = meantBy(name, operations.flatMap(namesOf))
  return new UnknownName(
    `${option}: no operation is ${JSON.stringify(name)}; ${meant}${listed(operations)}`,
  )
}

/** What a name was probably meant to be, as the start of an advice. */
export function meantBy(name: string, names: readonly string[]): string {
  const near = meantName(name, names)
  return near === undefined ? '' : `did you mean ${near}? `
}

/** The names that an option may give an operation: its `operationId`, `GET /plants`, or a tag. */
function namesOf({ operationId, method, path, tags }: Operation): string[] {
  return [operationId, `${method} ${path}`, ...tags.flat()]
}

/**
 * The operations that names stand for; all without names.
 *
 * @throws {UnknownName} for a name that stands for none.
 */
export function operationsNamed(
  operations: readonly Operation[],
  names: readonly string[] | undefined,
): readonly Operation[] {
  if (names === undefined) return operations
  for (const name of names) {
    const isKnown = operations.some((each) => isCalled(each, name))
    if (!isKnown) throw unknownOperation('operations', name, operations)
  }
  return operations.filter((each) => names.some((name) => isCalled(each, name)))
}

function isCalled(operation: Operation, name: string): boolean {
  const [method = '', path] = name.split(/\s+(.*)/s)
  const isOfPath = operation.method === method.toUpperCase() && operation.path === path
  return isOfPath || namesOf(operation).includes(name)
}

/** Most names of a message. */
const MOST = 20

function listed(operations: readonly Operation[]): string {
  if (operations.length === 0) return 'the document has no operations'
  const names = operations.map(({ operationId }) => operationId)
  const tags = [...new Set(operations.flatMap((each) => each.tags.flat()))]
  const some = (all: readonly string[]) =>
    all.slice(0, MOST).join(', ') + (all.length > MOST ? ` and ${all.length - MOST} more` : '')
  const ofTags = tags.length === 0 ? '' : `; the tags ${some(tags)}`
  return `there are ${some(names)}${ofTags}`
}

/** @throws {UnknownName} for an operation that cannot be forbidden, since there is none of its name. */
export function checkForbidden(operations: readonly Operation[], names: readonly string[]): void {
  for (const name of names) {
    const isKnown = operations.some(({ operationId, method, path }) =>
      [operationId, `${method} ${path}`].includes(name),
    )
    if (!isKnown) throw unknownOperation('forbidden', name, operations)
  }
}

/** @throws {UnknownName} for a credential of a security scheme that the document does not have. */
export function checkSchemes(
  { securitySchemes }: Pick<Model, 'securitySchemes'>,
  names: readonly string[],
): void {
  const schemes = securitySchemes.map(({ name }) => name)
  const unknown = names.find((each) => !schemes.includes(each))
  if (unknown === undefined) return
  const meant = meantBy(unknown, schemes)
  throw new UnknownName(
    `security: no security scheme is ${JSON.stringify(unknown)}; ${meant}the document has ${schemes.join(', ') || 'none'}`,
  )
}
