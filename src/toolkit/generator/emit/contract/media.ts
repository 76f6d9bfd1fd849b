import type { Framing } from '../../../openapi/framing.js'
import type { DeclaredMedia } from '../../../openapi/media-type.js'
import type { MediaType, SchemaUses } from '../../model/model.js'
import { isSerialized } from '../../passes/schema-uses.js'
import { expression } from '../../print/print.js'
import { placesName } from '../conversions/conversions.js'
import { serializerName } from '../serializers/entry.js'
import { validatorName } from '../validators/units.js'
import { membersNamed } from './inherited.js'
import { parameterContract, typeOf } from './parameter-contract.js'

/** A media type of a request body as the runtime reads it. */
export function requestMedia(media: MediaType, uses: SchemaUses): object {
  const { schema } = media
  return {
    ...described(media),
    ...(schema !== undefined && {
      ...compiled(schema),
      ...(uses.received.has(schema) && placesMember(schema)),
    }),
    ...fields(media),
  }
}

/** A media type of a response body as the runtime writes it. */
export function responseMedia(media: MediaType, uses: SchemaUses): object {
  const { schema } = media
  return {
    ...described(media),
    ...(schema !== undefined && {
      ...compiled(schema),
      ...(uses.sent.has(schema) && placesMember(schema)),
      ...(isSerialized(media) && {
        serialize: expression(`serializers.${serializerName(schema)}`),
      }),
      ...(isSerialized(media) && uses.rechecked.has(schema) && { recheck: true }),
    }),
    ...sentFields(media),
  }
}

/** How the members of a form are read. */
function fields({ kind, fields, rest, files, contentTypes }: MediaType): object {
  return {
    ...(fields && { fields: fields.map(parameterContract) }),
    ...(rest && { rest: typeOf(rest) }),
    ...(files && { files: membersNamed(files) }),
    // In a form that is no multipart it has said already how a member is written.
    ...(kind === 'multipart' && contentTypes && { contentTypes }),
  }
}

/** How they are written: a part says itself what it is. */
function sentFields({ kind, fields, files }: MediaType): object {
  return {
    ...(kind === 'form' && fields && { fields: fields.map(parameterContract) }),
    ...(files && { files: membersNamed(files) }),
  }
}

interface Framed {
  readonly framing?: Framing
}

/** What most bodies are is not said. */
function described({ kind, framing, parameters }: MediaType): DeclaredMedia & Framed {
  return {
    ...(kind !== 'json' && { kind }),
    ...(framing && { framing }),
    ...(parameters && { parameters }),
  }
}

/** Where int64s stand in the values of a schema, and members that are left out. */
export function placesMember(schema: string): object {
  return { conversions: expression(`conversions.${placesName(schema)}`) }
}

/** A schema by its name, and what says whether a value keeps it. */
export function compiled(schema: string): object {
  return { schema, validate: expression(`validators.${validatorName(schema)}`) }
}
