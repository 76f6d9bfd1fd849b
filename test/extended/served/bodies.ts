import type { ParameterContract } from '#toolkit/openapi/parameter.js'
import { json, Unwritable, writeQuery } from '#toolkit/requests/write-parameters.js'
import type { MultipartBody, RequestMedia } from '#toolkit/runtime/contract/media.js'
import { leftOutMembersIn } from '#toolkit/validation/conversions/left-out-members.js'

/** A request body as it is sent, and what a handler gets of it. */
export interface Body {
  readonly type: string
  readonly payload: string | Buffer
  /** Nothing, where it comes as a stream. */
  readonly wanted?: unknown
}

const BOUNDARY = 'a-boundary'

/** A media type in a range that none beside the range names. */
function within(range: string, isJson: boolean): string {
  const narrow = range === '*/*' ? 'model/*' : range
  return narrow.replace('*', isJson && narrow.endsWith('*') ? 'vnd.any+json' : 'x-any')
}

/** Writes a body of a media type; `draw` gives a value of its schema. */
export function writeBody(mediaType: string, media: RequestMedia, draw: () => unknown): Body {
  const type = within(mediaType, true)
  switch (media.kind) {
    case 'text': {
      const text = 'schema' in media && media.schema !== undefined ? String(draw()) : 'text'
      return { type: within(mediaType, false), payload: text, wanted: text }
    }
    case 'binary':
      return { type: within(mediaType, false), payload: Buffer.from('bytes') }
    case 'sequential': {
      const line = json(draw())
      if (/event-stream/.test(type)) throw new Unwritable()
      return { type, payload: /seq/.test(type) ? `\u001e${line}\n` : `${line}\n` }
    }
    case 'form': {
      const value = draw() as Record<string, unknown>
      const { fields } = media as { fields: readonly ParameterContract[] }
      const named = new Map(fields.map((field) => [field.name, field]))
      const written = Object.keys(value).map((name) => {
        return [name, writeQuery(named.get(name) ?? { name }, value[name])] as const
      })
      const payload = written.map(([, text]) => text).join('&')
      const read = Object.fromEntries(written.map(([name]) => [name, value[name]]))
      return { type, payload, wanted: withoutReadOnly(read, media) }
    }
    case 'multipart':
      if (mediaType !== 'multipart/form-data') throw new Unwritable()
      return {
        type: `${type}; boundary=${BOUNDARY}`,
        payload: parts(draw() as object, media),
      }
    default: {
      const value = draw()
      return { type, payload: json(value), wanted: withoutReadOnly(value, media) }
    }
  }
}

/** The value that a handler gets of one that has read-only members too. */
function withoutReadOnly(value: unknown, media: RequestMedia): unknown {
  const conversions = 'conversions' in media ? media.conversions : undefined
  if (conversions === undefined) return value
  const kept = structuredClone(value)
  for (const pointer of leftOutMembersIn(value, conversions)) {
    const keys = pointer.slice(1).split('/').map(unescaped)
    const last = keys.pop() as string
    const holder = keys.reduce((each, key) => (each as Record<string, unknown>)[key], kept)
    delete (holder as Record<string, unknown>)[last]
  }
  return kept
}

/** RFC 6901, section 4. */
function unescaped(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~')
}

function parts(value: object, { files = {}, contentTypes = {} }: MultipartBody): string {
  const all = Object.entries(value).flatMap(([name, each]) => {
    const isFile = Object.hasOwn(files, name)
    const [allowed] = Object.hasOwn(contentTypes, name)
      ? (contentTypes[name] as string).split(',')
      : []
    const type = allowed && within(allowed.trim(), !isFile)
    return (Array.isArray(each) ? each : [each]).map((item) => part(name, item, isFile, type))
  })
  return `${all.join('')}--${BOUNDARY}--\r\n`
}

function part(
  name: string,
  value: unknown,
  isFile: boolean,
  documented: string | undefined,
): string {
  const isText = typeof value !== 'object' || isFile
  const usual = isFile ? 'application/octet-stream' : isText ? 'text/plain' : 'application/json'
  const type = documented ?? usual
  const file = isFile ? '; filename="a"' : ''
  const head = `Content-Disposition: form-data; name="${name}"${file}\r\nContent-Type: ${type}`
  const isPlain = isText && !/json/.test(type)
  return `--${BOUNDARY}\r\n${head}\r\n\r\n${isPlain ? String(value) : json(value)}\r\n`
}
