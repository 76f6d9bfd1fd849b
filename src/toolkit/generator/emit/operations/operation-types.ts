import type { Operation, Outgoing, Response } from '../../model/model.js'
import { doc, indented, quote } from '../../print/print.js'
import { prose } from '../../print/prose.js'
import {
  requestBodyAlternatives,
  requestBodyMembers,
  responseBodies,
  type Way,
} from './content-type.js'

/** The types of an operation's request and of its results. */
export function operationTypes(operation: Operation | Outgoing): string {
  const { typeName, method, path, pointer } = operation
  const title = 'event' in operation ? `\`${operation.event}\`` : `\`${method} ${path}\``
  const alternatives = bodyAlternatives(operation)
  const described = alternatives.length > 0 ? operation.requestBody?.description : undefined
  const request = doc(
    '',
    `The request of ${title}.`,
    described && prose(described),
    `@generated from ${pointer}`,
  )
  const result = doc('', `What ${title} may answer.`, `@generated from ${pointer}/responses`)
  const results = operation.responses.map((response) => resultType(response, operation))
  return [
    request,
    requestType(operation, alternatives),
    '\n',
    `${result}export type ${typeName}Result =${results.join('')}\n`,
  ].join('')
}

function parameterGroups({ parameterGroups }: Operation, way: Way): string[] {
  return parameterGroups.map(({ member, schema, parameters }) => {
    const isFree = way === 'sent' && parameters.every(({ required }) => !required)
    if (isFree) return `  readonly ${member}?: schemas.${schema} | undefined\n`
    // Other groups are objects, which are there even when nothing is in them.
    const isOptional =
      member === 'querystring' &&
      parameters.every((each) => !each.required && each.default === undefined)
    const type = `schemas.${schema}${isOptional ? ' | undefined' : ''}`
    return `  readonly ${member}: ${type}\n`
  })
}

/** Whether the service reads the request of an operation or writes it. */
function wayOf(operation: Operation | Outgoing): Way {
  return 'event' in operation ? 'sent' : 'received'
}

function bodyAlternatives(operation: Operation | Outgoing): readonly (readonly string[])[] {
  const { requestBody } = operation
  return requestBody ? requestBodyAlternatives(requestBody, wayOf(operation)) : []
}

/** An interface; where the media type decides what the body is, an intersection with a union. */
function requestType(
  operation: Operation | Outgoing,
  alternatives: readonly (readonly string[])[],
): string {
  const { typeName, requestBody: body } = operation
  const way = wayOf(operation)
  const isOutgoing = way === 'sent'
  const members = [
    ...parameterGroups(operation, way),
    ...(body ? [requestBodyMembers(body, way)] : []),
    ...(isOutgoing ? [] : security(operation)),
  ].join('')
  if (alternatives.length === 0) {
    const base = isOutgoing ? '' : ' extends contract.OperationRequest'
    const own = members === '' ? '' : `\n${members}`
    return `export interface ${typeName}Request${base} {${own}}\n`
  }
  const parts = [
    ...(isOutgoing ? [] : ['contract.OperationRequest']),
    ...(members === '' ? [] : [`{\n${members}}`]),
    `(\n${alternatives.map((each) => `${alternative(each)}\n`).join('')})`,
  ]
  return `export type ${typeName}Request = ${parts.join(' & ')}\n`
}

/** The principals, by scheme; each alternative of the document is one of the union. */
function security({ security: requirements }: Operation): string[] {
  if (requirements.length === 0) return []
  const alternatives = requirements.map((requirement) => {
    const schemes = Object.keys(requirement).map(quote)
    return schemes.length === 0
      ? 'contract.Anonymous'
      : `contract.Principals<${schemes.join(' | ')}>`
  })
  const comment = doc('  ', 'What the security handlers returned, by scheme.')
  return [`${comment}  readonly security: ${[...new Set(alternatives)].join(' | ')}\n`]
}

function resultType(response: Response, operation: Operation): string {
  const { description } = response
  const status = `readonly status: ${statusType(response.status, operation)}`
  const way = wayOf(operation) === 'sent' ? 'received' : 'sent'
  const alternatives = responseBodies(response, way).map((body) =>
    alternative([status, ...body, ...headers(response)]),
  )
  const comment = doc('  ', description && prose(description)).trimEnd()
  return `\n${comment}${comment === '' ? '' : '\n'}${alternatives.join('\n')}`
}

function alternative(members: readonly string[]): string {
  const line = `{ ${members.join('; ')} }`
  const block = `{\n${members.map((each) => `      ${indented(each, '      ')}\n`).join('')}    }`
  const isShort = line.length <= WIDTH && !line.includes('\n')
  return `  | ${isShort ? line : block}`
}
const WIDTH = 96

function headers({ headers: documented, headerSchema }: Response): string[] {
  if (headerSchema === undefined) return []
  const optional = documented.every(({ required }) => !required) ? '?' : ''
  return [`readonly headers${optional}: schemas.${headerSchema}`]
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
