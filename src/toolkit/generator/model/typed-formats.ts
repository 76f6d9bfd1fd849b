import type { TypedFormat } from '../../openapi/schema/schema.js'
import { camelCase, identifier, uniqueNames } from '../shared/names.js'

/** Types of the platform that hold strings of a format, with their codecs in the runtime. */
const PLATFORM: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'date-time': { Date: 'dateTimeDate', 'Temporal.Instant': 'dateTimeInstant' },
  date: { Date: 'dateDate', 'Temporal.PlainDate': 'datePlainDate' },
  byte: { Uint8Array: 'byteUint8Array' },
}

/** Formats whose values are no texts of a document, or have an option of their own. */
const OTHERS: Readonly<Record<string, string>> = {
  int64: 'has the option int64',
  binary: 'is of bytes already',
}

/** `./codecs.js#money`: a member that a module exports. */
const OWN = /^([^#\p{Cc}]+)#([A-Za-z_$][\w$]*)$/u

/** Why formats cannot have these types; `undefined` if they can. */
export function refuseFormats(formats: Readonly<Record<string, string>>): string | undefined {
  for (const [format, type] of Object.entries(formats)) {
    const other = Object.hasOwn(OTHERS, format) ? OTHERS[format] : undefined
    if (other !== undefined) return `${format}=${type}: ${format} ${other}`
    if (isBrand(type) || platformCodec(format, type) !== undefined || OWN.test(type)) continue
    const types = [...Object.keys(platformTypes(format)), 'brand', './codecs.js#member']
    return `${format}=${type}: use one of ${types.join(', ')}`
  }
  return undefined
}

/** Formats with their types. @throws {TypeError} for a type that there is not. */
export function typedFormats(formats: Readonly<Record<string, string>>): readonly TypedFormat[] {
  const refused = refuseFormats(formats)
  if (refused !== undefined) throw new TypeError(`formats: ${refused}`)
  const unique = uniqueNames([])
  return Object.entries(formats).map(([format, type]) => {
    if (isBrand(type)) return { format }
    const codec = unique(`${identifier(camelCase(format))}Codec`)
    const member = platformCodec(format, type)
    if (member !== undefined) return { format, type, codec, member }
    const [, module = '', own = ''] = OWN.exec(type) ?? []
    return { format, codec, member: own, module }
  })
}

function isBrand(type: string): boolean {
  return type === 'brand'
}

function platformTypes(format: string): Readonly<Record<string, string>> {
  return (Object.hasOwn(PLATFORM, format) ? PLATFORM[format] : undefined) ?? {}
}

function platformCodec(format: string, type: string): string | undefined {
  const types = platformTypes(format)
  return Object.hasOwn(types, type) ? types[type] : undefined
}
