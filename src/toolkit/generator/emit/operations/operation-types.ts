import type { Operation, Outgoing } from '../../model/model.js'
import { type Code, code, joined } from '../../print/code.js'
import { doc, quote } from '../../print/print.js'
import { prose } from '../../print/prose.js'
import {
  CONTRACT,
  type Direction,
  directionOf,
  requestBodyAlternatives,
  requestBodyMembers,
  TYPES,
} from './content-type.js'
import { alternative, resultTypes } from './result-type.js'

/** The types of an operation's request and of its results. */
export function operationTypes(operation: Operation | Outgoing): Code {
  const { method, path, pointer } = operation
  const title = 'event' in operation ? `\`${operation.event}\`` : `\`${method} ${path}\``
  const alternatives = bodyAlternatives(operation)
  const described = alternatives.length > 0 ? operation.requestBody?.description : undefined
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

function bodyAlternatives(operation: Operation | Outgoing): readonly (readonly Code[])[] {
  const { requestBody } = operation
  return requestBody ? requestBodyAlternatives(requestBody, directionOf(operation)) : []
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
