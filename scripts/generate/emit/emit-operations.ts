import type { Model, Operation, Outgoing, Response, Schema } from '../model/model.js'
import { requestBodyAlternatives, requestBodyMembers, responseBodies } from './content-type.js'
import { outgoing } from './emit-outgoing.js'
import { doc, type GeneratedFile, header, indented, key, quote } from './print.js'
import { refName, typeOf } from './type-of.js'

/** `operations.ts`: request and result types of each operation, and the interface of the handlers. */
export function emitOperations(model: Model, runtime: string): GeneratedFile {
  const operations = [...model.operations, ...model.outgoing].map(operationTypes)
  const body = [...operations, handlers(model), ...outgoing(model)].join('\n')
  const code = withoutTexts(body)
  const imports = [
    ...(code.includes('contract.') ? [`import type * as contract from ${quote(runtime)}`] : []),
    ...(code.includes('schemas.') ? ["import type * as schemas from './types.js'"] : []),
  ]
  const head = imports.length === 0 ? '' : `${imports.join('\n')}\n\n`
  return { name: 'operations.ts', text: `${header(model)}${head}${body}` }
}

/** Code without what comes from the document: comments and strings. */
function withoutTexts(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\])*'/g, '')
}

function handlers(model: Model): string {
  const methods = model.operations.map((operation) => {
    const { operationId, typeName, method, path, summary, description, deprecated } = operation
    const comment = doc(
      '  ',
      summary,
      `\`${method} ${path}\``,
      description,
      deprecated ? '@deprecated' : undefined,
    )
    const result = `${typeName}Result | Promise<${typeName}Result>`
    return `${comment}  ${key(operationId)}(request: ${typeName}Request): ${result}\n`
  })
  const comment = doc('', `What implements ${model.title}: one function per operation.`)
  return `${comment}export interface Handlers {\n${methods.join('')}}\n`
}

function operationTypes(operation: Operation | Outgoing): string {
  const { typeName, method, path, pointer } = operation
  const title = 'event' in operation ? `\`${operation.event}\`` : `\`${method} ${path}\``
  const request = doc('', `The request of ${title}.`, `@generated from ${pointer}`)
  const result = doc('', `What ${title} may answer.`, `@generated from ${pointer}/responses`)
  const results = operation.responses.map((response) => resultType(response, operation))
  return [
    request,
    requestType(operation),
    '\n',
    `${result}export type ${typeName}Result =${results.join('')}\n`,
  ].join('')
}

/** An interface; where the media type decides what the body is, an intersection with a union. */
function requestType(operation: Operation | Outgoing): string {
  const { typeName, requestBody: body } = operation
  const isOutgoing = 'event' in operation
  const members = [
    ...parameterGroups(operation),
    ...(body ? [requestBodyMembers(body)] : []),
    ...(isOutgoing ? [] : security(operation)),
  ].join('')
  const alternatives = body ? requestBodyAlternatives(body) : []
  if (alternatives.length === 0) {
    const base = isOutgoing ? '' : ' extends contract.OperationRequest'
    return `export interface ${typeName}Request${base} {\n${members}}\n`
  }
  const parts = [
    ...(isOutgoing ? [] : ['contract.OperationRequest']),
    ...(members === '' ? [] : [`{\n${members}}`]),
    `(\n${alternatives.map((each) => `    | ${each}\n`).join('')}  )`,
  ]
  return `export type ${typeName}Request = ${parts.join(' & ')}\n`
}

function parameterGroups({ parameterGroups }: Operation): string[] {
  return parameterGroups.map(({ member, schema }) => `  readonly ${member}: schemas.${schema}\n`)
}

/** The principals, by scheme; each alternative of the document is one of the union. */
function security({ security: requirements }: Operation): string[] {
  if (requirements.length === 0) return []
  const alternatives = requirements.map((requirement) => {
    const schemes = Object.keys(requirement).map((scheme) => `readonly ${key(scheme)}: unknown`)
    return schemes.length === 0
      ? '{ readonly [scheme: string]: never }'
      : `{ ${schemes.join('; ')} }`
  })
  const comment = doc('  ', 'What the security handlers returned, by scheme.')
  return [`${comment}  readonly security: ${[...new Set(alternatives)].join(' | ')}\n`]
}

function resultType(response: Response, operation: Operation): string {
  const status = `readonly status: ${statusType(response.status, operation)}`
  const alternatives = responseBodies(response).map((body) => {
    const members = [status, ...body, ...headers(response)]
    return `  | { ${members.join('; ')} }`
  })
  const comment = doc('  ', response.description).trimEnd()
  return `\n${comment}${comment === '' ? '' : '\n'}${alternatives.join('\n')}`
}

function headers({ headers: documented }: Response): string[] {
  if (documented.length === 0) return []
  const members = documented.map(({ name, required, schema }) => {
    const type = indented(headerType(schema), '  ')
    return `readonly ${key(name)}${required ? '' : '?'}: ${type}${required ? '' : ' | undefined'}`
  })
  const optional = documented.every(({ required }) => !required) ? '?' : ''
  return [`readonly headers${optional}: { ${members.join('; ')} }`]
}

/** What refers to others has a name. */
function headerType(schema: Schema): string {
  const { $ref } = typeof schema === 'object' ? schema : {}
  return $ref === undefined ? typeOf(schema).text : `schemas.${refName($ref)}`
}

function statusType(status: string, { responses }: Operation): string {
  if (/^\d+$/.test(status)) return status
  const exact = responses.map((each) => each.status).filter((each) => /^\d+$/.test(each))
  if (status === 'default') {
    const ranges = responses.map((each) => each.status).filter((each) => each.endsWith('XX'))
    const documented = [...exact, ...ranges.map((range) => `contract.StatusRange<${range[0]}>`)]
    return `contract.DefaultStatus<${documented.join(' | ')}>`.replace('<>', '')
  }
  const inRange = exact.filter((each) => each[0] === status[0])
  const range = `contract.StatusRange<${status[0]}>`
  return inRange.length === 0 ? range : `Exclude<${range}, ${inRange.join(' | ')}>`
}
