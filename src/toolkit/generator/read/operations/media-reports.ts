import { parametersIn } from '../../../openapi/media-name.js'
import { essenceOf, type MediaKind, parseMediaType } from '../../../openapi/media-type.js'
import { textRuleIn } from '../../../openapi/schema/file-schema.js'
import { RESTRICTING_KEYWORDS } from '../../../openapi/schema/keywords.js'
import { meantName } from '../../../shared/spelling.js'
import type { Diagnostics } from '../../diagnostics/diagnostics.js'
import type { Cursor } from '../document/cursor.js'
import { fieldsOf } from '../document/fixed-fields.js'
import { isStructured } from './media-kind.js'

/**
 * Reports a form that is not described: one has members, and so has `multipart/form-data`, whose parts have names
 * (RFC 7578, section 4.2).
 */
export function reportForm(
  media: Cursor,
  mediaType: string,
  schema: Cursor | undefined,
  isObject: boolean,
): void {
  if (mediaType !== 'multipart/form-data' && !mediaType.endsWith('form-urlencoded')) return
  const advice = 'describe an object with a member for each name'
  if (schema === undefined) {
    const message = `a body of ${mediaType} has no schema: any members are accepted`
    media.warn(message, advice, { once: true })
  } else if (!isObject) {
    const message = `a body of ${mediaType} is an object, which this schema refuses: every request gets 400`
    schema.warn(message, advice, { once: true })
  }
}

/** Items are read one by one: a rule of the whole list is not kept. */
export function reportListRules(list: Cursor): void {
  const rules = list.members().filter(([keyword]) => RESTRICTING_KEYWORDS.has(keyword))
  const rule = rules.find(([keyword]) => keyword !== 'items' && keyword !== 'type')?.[0]
  if (rule === undefined) return
  const what = `\`${rule}\` of a sequence of items, which are checked one by one`
  list.unsupported(what, 'leave it out, and check it in the handler')
}

/** Reports the encodings of parts by their order (3.2, section 4.14.1), which a form does not have. */
export function reportOrdered(media: Cursor): void {
  for (const field of ['prefixEncoding', 'itemEncoding']) {
    const what = `\`${field}\` of multipart/form-data, whose parts have names`
    media.get(field)?.unsupported(what, 'write `encoding`')
  }
}

/** A file is read while a handler runs: no rule for texts is kept. */
export function reportFileRules(file: Cursor, report: Diagnostics): void {
  const rule = textRuleIn(Object(file.value))
  if (rule === undefined) return
  const message = `\`${rule}\` of a file is not checked: its bytes arrive while the handler runs`
  report.warn(file, message, 'check it in the handler, or leave it out')
}

export function reportBytes(
  mediaType: string,
  schema: Cursor | undefined,
  target: Cursor | undefined,
): void {
  if (schema === undefined || target === undefined) return
  reportFileRules(target, schema.report)
  if (!isStructured(target)) return
  reportText(schema, `${mediaType} is bytes, which its schema does not describe: it is not checked`)
}

export function reportText(schema: Cursor, message: string): void {
  const advice = 'check it in the handler, or describe a media type of JSON'
  schema.warn(message, advice, { once: true })
}

/** Reports malformed parameters, and a text in a character set that the runtime neither reads nor writes. */
export function reportParameters(kind: MediaKind, range: string, media: Cursor): void {
  if (parseMediaType(range) === undefined) {
    const message = `the parameters of \`${range}\` are malformed and ignored`
    media.warn(message, 'write `NAME=VALUE` after each semicolon, or leave them out')
  }
  const { charset } = parametersIn(range)
  const isText = kind === 'text' || kind === 'form'
  if (!isText || charset === undefined || charset.toLowerCase() === 'us-ascii') return
  const message = `no text in ${charset} is read or written: a request with it is answered 415, and responses are UTF-8`
  media.warn(message, 'leave the charset out')
}

/** Media types that documents have, by their top-level types (IANA). */
const SUBTYPES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    application:
      'json xml octet-stream x-www-form-urlencoded pdf zip gzip yaml x-yaml javascript graphql sql toml cbor ' +
      'msgpack protobuf wasm rtf jwt jose ogg json5 jsonc jsonl x-ndjson x-jsonlines json-seq xhtml+xml atom+xml ' +
      'rss+xml soap+xml problem+json problem+xml merge-patch+json json-patch+json ld+json hal+json geo+json *',
    audio: '*',
    chemical: '*',
    example: '*',
    font: '*',
    haptics: '*',
    image: 'png jpeg jpg gif svg+xml webp tiff bmp avif apng heic heif *',
    message: '*',
    model: '*',
    multipart: 'form-data mixed related alternative byteranges digest *',
    text: 'plain html css csv xml xsl json yaml markdown javascript event-stream calendar vcard rtf *',
    video: '*',
    '*': '*',
  }).map(([type, subtypes]) => [type, subtypes.split(' ')]),
)

/** The media type that a name without a type means, such as `json`. */
function mediaTypeNamed(subtype: string): string | undefined {
  const type = [...SUBTYPES].find(([, subtypes]) => subtypes.includes(subtype))?.[0]
  return subtype === '*' || type === undefined ? undefined : `${type}/${subtype}`
}

/** Reports a misspelt media type, of which no client sends or accepts a body. */
export function reportMisspelt(mediaType: string, at: Cursor): void {
  const [type = '', subtype = ''] = mediaType.split('/')
  const subtypes = SUBTYPES.get(type)
  const meantType = subtypes === undefined ? meantName(type, SUBTYPES.keys()) : type
  if (meantType === undefined) return
  const known = SUBTYPES.get(meantType) as readonly string[]
  const isOpen = /^(vnd\.|prs\.|x\.)|[*+]/.test(subtype) || known.includes(subtype)
  const meantSubtype = isOpen ? subtype : meantName(subtype, known)
  if (subtypes !== undefined && (meantSubtype ?? subtype) === subtype) return
  const meant = `${meantType}/${meantSubtype ?? subtype}`
  const message = `the media type \`${mediaType}\` is unknown: clients send and accept no body of it`
  at.warn(message, `did you mean \`${meant}\`?`)
}

/** True for a name that is one of a media type; any other is reported. */
export function isNamed(range: string, at: Cursor): boolean {
  const mediaType = essenceOf(range)
  if (/^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+$/.test(mediaType)) return true
  const message = `${JSON.stringify(range)} is no media type: no body of it is read or sent`
  at.warn(message, remedyFor(mediaType))
  return false
}

function remedyFor(mediaType: string): string {
  const meant = mediaType === '*' ? '*/*' : mediaTypeNamed(mediaType)
  if (meant !== undefined) return `write \`${meant}\``
  if (fieldsOf('mediaType', '3.2')?.has(mediaType)) {
    return 'write it under a media type, such as application/json'
  }
  return mediaType.includes(',') ? 'write each under a key of its own' : 'write it as type/subtype'
}
