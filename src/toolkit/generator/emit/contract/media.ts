import { defined } from '../../../shared/defined.js'
import type { Field, MediaType, SchemaUses } from '../../model/model.js'
import { isSerialized } from '../../passes/find-schema-uses.js'
import type { Refer } from '../../print/code.js'
import { conversionsName } from '../conversions/conversions.js'
import { serializerName } from '../serializers/serializer-declaration.js'
import { validatorName } from '../validators/exported-functions.js'
import { membersNamed, parameterContract, typeOf } from './parameter-contract.js'

/** The surroundings that an operation's contract is printed in. */
export interface ContractContext {
  readonly uses: SchemaUses
  readonly refer: Refer
}

export function requestMedia(media: MediaType, context: ContractContext): object {
  const { schema } = media
  return {
    ...described(media),
    ...(schema !== undefined && {
      ...validated(schema, context),
      ...received(schema, context),
      ...(context.uses.prototypes.has(schema) && { prototypes: true }),
    }),
    ...fields(media),
  }
}

export function responseMedia(media: MediaType, context: ContractContext): object {
  const { schema } = media
  return {
    ...described(media),
    ...(schema !== undefined && {
      ...validated(schema, context),
      ...(context.uses.convertedResponses.has(schema) && conversionsMember(schema, context)),
      ...(isSerialized(media) && {
        serialize: context.refer('serializers', serializerName(schema)),
      }),
      ...(isSerialized(media) && context.uses.fragile.has(schema) && { recheck: true }),
    }),
    ...sentFields(media),
  }
}

function fields({ kind, fields, rest, files, otherFiles, contentTypes }: MediaType): object {
  return defined({
    fields: fields?.map(parameterContract),
    rest: rest && typeOf(rest),
    files: files && membersNamed(files),
    otherFiles,
    // In `form` it has decided the serialization of a member already.
    contentTypes: kind === 'multipart' ? contentTypes : undefined,
  })
}

/** Their serialization; a part of `multipart` names its own media type. */
function sentFields({ kind, fields, files, otherFiles }: MediaType): object {
  const own = kind === 'multipart' ? fields?.filter(isJsonText) : undefined
  const sent = kind === 'form' ? fields : own
  return defined({
    fields: kind === 'form' || sent?.length ? sent?.map(parameterContract) : undefined,
    files: files && membersNamed(files),
    otherFiles,
  })
}

/** True for a member that is JSON though it need not be an object. */
function isJsonText({ style, coerce }: Field): boolean {
  return style === 'content' && (coerce.array !== undefined || coerce.scalars.length > 0)
}

/** Members that differ from those of most bodies. */
function described({ kind, scalars, framing, parameters }: MediaType): Partial<MediaType> {
  return defined({ kind: kind === 'json' ? undefined : kind, scalars, framing, parameters })
}

/** How a value of a request is converted: int64s, typed formats, and members that do not travel. */
export function received(schema: string, context: ContractContext): object {
  return context.uses.convertedRequests.has(schema) ? conversionsMember(schema, context) : {}
}

export function conversionsMember(schema: string, { refer }: ContractContext): object {
  return { conversions: refer('conversions', conversionsName(schema)) }
}

export function validated(schema: string, { refer }: ContractContext): object {
  return { schema, validate: refer('validators', validatorName(schema)) }
}
