import { textRuleIn } from '../../../openapi/schema/file-schema.js'
import { RESTRICTING_KEYWORDS } from '../../../openapi/schema/keywords.js'
import type { Diagnostics } from '../../diagnostics/diagnostics.js'
import type { Cursor } from '../document/cursor.js'

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
  const rule = list.members().find(([keyword]) => isListRule(keyword))?.[0]
  if (rule === undefined) return
  const what = `\`${rule}\` of a sequence of items, which are checked one by one`
  list.report.unsupported(list, undefined, what, 'leave it out, and check it in the handler')
}

function isListRule(keyword: string): boolean {
  return keyword !== 'items' && keyword !== 'type' && RESTRICTING_KEYWORDS.has(keyword)
}

/** Reports the encodings of parts by their order (3.2, section 4.14.1), which a form does not have. */
export function reportOrdered(media: Cursor): void {
  for (const field of ['prefixEncoding', 'itemEncoding']) {
    const what = `\`${field}\` of multipart/form-data, whose parts have names`
    const encoding = media.get(field)
    encoding?.report.unsupported(encoding, undefined, what, 'write `encoding`')
  }
}

/** A file is read while a handler runs: no rule for texts is kept. */
export function reportFileRules(file: Cursor, report: Diagnostics | undefined): void {
  const rule = textRuleIn(Object(file.value))
  if (rule === undefined) return
  const message = `\`${rule}\` of a file is not checked: its bytes arrive while the handler runs`
  report?.warn(file, message, 'check it in the handler, or leave it out')
}

export function reportText(schema: Cursor, message: string): void {
  const advice = 'check it in the handler, which has the text, or describe a media type of JSON'
  schema.warn(message, advice, { once: true })
}
