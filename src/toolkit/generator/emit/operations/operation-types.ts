import type { Operation, Outgoing, Response } from '../../model/model.js'
import { Code, code, indentedCode, joined } from '../../print/code.js'
import { doc, LINE_WIDTH, quote } from '../../print/print.js'
import { prose } from '../../print/prose.js'
import {
  CONTRACT,
  type Direction,
  directionOf,
  requestBodyAlternatives,
  requestBodyMembers,
  responseBodies,
  TYPES,
} from './content-type.js'

export function operationTypes(operation: Operation | Outgoing): Code {
  const { method, path, pointer, requestBody } = operation
  const title = 'event' in operation ? `\`${operation.event}\`` : `\`${method} ${path}\``
  const direction = directionOf(operation)
  const alternatives = requestBody ? requestBodyAlternatives(requestBody, direction) : []
  const described = alternatives.length > 0 ? requestBody?.description : undefined
  const request = doc(
    '',
    `The request of ${title}.`,
    described && prose(described),
    `@generated from ${pointer}`,
  )
  const result = doc('', `Results of ${title}.`, `@generated from ${pointer}/responses`)
  const results = resultTypes(operation)
  return joined([request, requestType(operation, alternatives), '\n', result, results], '')
}

function parameterGroups({ parameterGroups }: Operation, direction: Direction): Code[] {
  return parameterGroups.map(({ member, schema, parameters }) => {
    const isFree = direction === 'sent' && parameters.every(({ required }) => !required)
    if (isFree) return code`  readonly ${member}?: ${TYPES}.${schema} | undefined\n`
    // Other groups are objects, even without members.
    const isOptional =
      member === 'querystring' &&
      parameters.every((each) => !each.required && each.default === undefined)
    const type = code`${TYPES}.${schema}${isOptional ? ' | undefined' : ''}`
    return code`  readonly ${member}: ${type}\n`
  })
}

/** An interface, or an intersection with a union if the type of the body depends on the media type. */
function requestType(
  operation: Operation | Outgoing,
  alternatives: readonly (readonly Code[])[],
): Code {
  const { typeName, requestBody: body } = operation
  const direction = directionOf(operation)
  const isOutgoing = direction === 'sent'
  const members = joined(
    [
      ...parameterGroups(operation, direction),
      ...(body ? [requestBodyMembers(body, direction)] : []),
      ...(isOutgoing ? [] : security(operation)),
    ],
    '',
  )
  const base = code`${CONTRACT}.OperationRequest`
  if (alternatives.length === 0) {
    const start = code`export interface ${typeName}Request${isOutgoing ? '' : code` extends ${base}`}`
    return members.text === '' ? code`${start} {}\n` : code`${start} {\n${members}}\n`
  }
  const lines = alternatives.map((each) => code`${alternative(each)}\n`)
  const parts = [
    ...(isOutgoing ? [] : [base]),
    ...(members.text === '' ? [] : [code`{\n${members}}`]),
    code`(\n${joined(lines, '')})`,
  ]
  return code`export type ${typeName}Request = ${joined(parts, ' & ')}\n`
}

/** Principals by scheme: a union of the alternatives of the document. */
function security({ security: requirements }: Operation): Code[] {
  if (requirements.length === 0) return []
  const alternatives = requirements.map((requirement) => {
    const schemes = Object.keys(requirement).map(quote)
    return schemes.length === 0 ? 'Anonymous' : `Principals<${schemes.join(' | ')}>`
  })
  const comment = doc('  ', 'Results of the security handlers, by scheme.')
  const types = [...new Set(alternatives)].map((each) => code`${CONTRACT}.${each}`)
  return [code`${comment}  readonly security: ${joined(types, ' | ')}\n`]
}

/**
 * The union of an operation's results, and the type of each. They have names, since the compiler prints the
 * name in place of all members where it says what a result is missing. No other type ends with a status.
 */
function resultTypes(operation: Operation): Code {
  const name = `${operation.typeName}Result`
  const names = operation.responses.map(
    ({ status }) => `${name}${status === 'default' ? 'Default' : status}`,
  )
  const line = ` ${names.join(' | ')}`
  const fits = `export type ${name} =${line}`.length <= LINE_WIDTH
  const union = fits ? line : names.map((each) => `\n  | ${each}`).join('')
  const types = operation.responses.map((each, at) => resultType(names[at] ?? '', each, operation))
  return code`export type ${name} =${union}\n${joined(types, '')}`
}

function resultType(name: string, response: Response, operation: Operation): Code {
  const { description } = response
  const status = code`readonly status: ${statusType(response.status, operation)}`
  const direction = directionOf(operation) === 'sent' ? 'received' : 'sent'
  const [members = [], ...others] = responseBodies(
    response,
    direction,
    operation.method === 'HEAD',
  ).map((body) => [status, ...body, ...headers(response, direction)])
  const comment = doc('', description && prose(description))
  if (others.length > 0) {
    const alternatives = [members, ...others].map(alternative)
    return code`\n${comment}export type ${name} =\n${joined(alternatives, '\n')}\n`
  }
  const lines = members.map((each) => code`  ${indentedCode(each, '  ')}\n`)
  return code`\n${comment}export interface ${name} {\n${joined(lines, '')}}\n`
}

export function alternative(members: readonly Code[]): Code {
  const line = code`{ ${joined(members, '; ')} }`
  if (line.text.length <= LINE_WIDTH - 4 && !line.text.includes('\n')) return code`  | ${line}`
  const lines = members.map((each) => code`      ${indentedCode(each, '      ')}\n`)
  return code`  | {\n${joined(lines, '')}    }`
}

/** A service may send headers that are not documented. */
function headers(
  { headers: documented, headerSchema }: Response,
  direction: 'sent' | 'received',
): Code[] {
  const type = headersType(headerSchema, direction)
  if (type === undefined) return []
  const optional = documented.every(({ required }) => !required) ? '?' : ''
  return [code`readonly headers${optional}: ${type}`]
}

function headersType(schema: string | undefined, direction: 'sent' | 'received'): Code | undefined {
  const isSent = direction === 'sent'
  if (schema === undefined) return isSent ? code`${CONTRACT}.OtherHeaders` : undefined
  return isSent ? code`${CONTRACT}.WithOthers<${TYPES}.${schema}>` : code`${TYPES}.${schema}`
}

function statusType(status: string, { responses }: Operation): Code {
  if (/^\d+$/.test(status)) return new Code(status)
  const exact = responses.map((each) => each.status).filter((each) => /^\d+$/.test(each))
  if (status === 'default') {
    const ranges = responses.map((each) => each.status).filter((each) => each.endsWith('XX'))
    const documented = [...exact, ...ranges.map(rangeType)]
    if (documented.length === 0) return code`${CONTRACT}.DefaultStatus`
    return code`${CONTRACT}.DefaultStatus<${joined(documented, ' | ')}>`
  }
  const inRange = exact.filter((each) => each[0] === status[0])
  const range = rangeType(status)
  return inRange.length === 0 ? range : code`Exclude<${range}, ${inRange.join(' | ')}>`
}

function rangeType(status: string): Code {
  return code`${CONTRACT}.StatusRange<${status.charAt(0)}>`
}
