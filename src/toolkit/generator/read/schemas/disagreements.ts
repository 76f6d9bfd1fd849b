import { KEYWORDS } from '../../../openapi/schema/keywords.js'
import type { SchemaObject } from '../../../openapi/schema/schema.js'
import { meantName } from '../../../shared/spelling.js'
import { equalTo } from '../../../validation/equality.js'
import type { Cursor } from '../document/cursor.js'
import { hasNearly } from '../document/unknown-members.js'
import { FORMATS } from './keyword-types.js'
import { excerpt } from './malformed-schemas.js'

/** Reports keywords that say nothing, or that nothing satisfies, beside the others of their schema. */
export function reportDisagreements(cursor: Cursor, schema: SchemaObject): void {
  reportSubjects(cursor, schema)
  reportFormatType(cursor, schema)
  reportRequiredNames(cursor, schema)
  reportTwice(cursor, schema)
  reportAlone(cursor, schema)
}

const SUBJECTS = {
  object: 'objects',
  array: 'arrays',
  string: 'strings',
  number: 'numbers',
} as const

/** A keyword is about one JSON type (JSON Schema Validation, section 6): beside another `type` it checks nothing. */
function reportSubjects(cursor: Cursor, { type, ...schema }: SchemaObject): void {
  if (type === undefined) return
  const types = [type].flat().map((each) => (each === 'integer' ? 'number' : each))
  for (const keyword of Object.keys(schema)) {
    const { about } = KEYWORDS.get(keyword) ?? {}
    if (about === undefined || keyword === 'format') continue
    if (types.includes(about) || types.includes('file')) continue
    const message = `\`${keyword}\` is about ${SUBJECTS[about]}, and \`type\` is ${[type].flat().join(' or ')}: it checks nothing`
    // Some generators write `uniqueItems` everywhere.
    cursor.get(keyword)?.warn(message, 'correct the type, or leave it out', { once: true })
  }
}

/** A format is about one type, too (OpenAPI's format registry). */
function reportFormatType(cursor: Cursor, { type, format }: SchemaObject): void {
  if (type === undefined || format === undefined) return
  const types = [type].flat()
  const subject = subjectOf(format, types)
  if (subject !== undefined) {
    const message = `the format \`${format}\` is about ${subject}, and \`type\` is ${types.join(' or ')}: it checks nothing`
    cursor.get('format')?.warn(message, 'correct the type, or leave it out', { once: true })
  } else if (/^(float|double)$/.test(format) && types.includes('integer')) {
    const message = `the format \`${format}\` is about fractions, and \`type: integer\` refuses them`
    cursor.get('format')?.warn(message, 'write `type: number`, or leave it out', { once: true })
  }
}

/** What a format is about, if none of the types is that. */
function subjectOf(format: string, types: readonly string[]): string | undefined {
  if (/^(u?int(8|16|32|64)|float|double)$/.test(format)) {
    // JSON of Protocol Buffers has these as texts, which hold them exactly.
    const isText = /64$/.test(format) && types.includes('string')
    return isText || types.some((each) => NUMBERS.has(each)) ? undefined : 'numbers'
  }
  return FORMATS.has(format) && types.every((each) => NO_TEXTS.has(each)) ? 'strings' : undefined
}

const NUMBERS = new Set<string>(['integer', 'number'])
const NO_TEXTS = new Set<string>(['array', 'boolean', 'integer', 'null', 'number', 'object'])

/** Reports a name in `required` that is nearly that of a property, which then is not required. */
function reportRequiredNames(cursor: Cursor, { required, properties = {} }: SchemaObject): void {
  if (!Array.isArray(required)) return
  const others = Object.keys(properties).filter((name) => !required.includes(name))
  if (others.length === 0) return
  for (const name of required) {
    const meant = Object.hasOwn(properties, name) ? undefined : meantName(name, others, LEAST)
    if (meant === undefined) continue
    const message = `\`required\` names \`${name}\`, and there is no such property`
    cursor
      .get('required')
      ?.warn(message, `did you mean \`${meant}\`? Correct it, or add the property`)
  }
}

const LEAST = 4

function reportTwice(cursor: Cursor, { enum: values }: SchemaObject): void {
  if (!Array.isArray(values)) return
  const second = values.find((value, at) =>
    values.slice(0, at).some((each) => equalTo(each, value)),
  )
  if (second === undefined) return
  cursor.get('enum')?.warn(`\`enum\` lists ${excerpt(second)} twice`, 'remove one of them')
}

/** Keywords that say nothing without one of others (JSON Schema Core 2020-12, section 10.2.2; Validation, section 6.4). */
const COMPANIONS: readonly (readonly [string, ...string[]])[] = [
  ['if', 'then', 'else'],
  ['then', 'if'],
  ['else', 'if'],
  ['minContains', 'contains'],
  ['maxContains', 'contains'],
]

function reportAlone(cursor: Cursor, schema: object): void {
  for (const [keyword, ...others] of COMPANIONS) {
    if (!Object.hasOwn(schema, keyword) || others.some((each) => hasNearly(cursor, each))) continue
    const message = `\`${keyword}\` checks nothing without \`${others.join('` or `')}\``
    cursor.get(keyword)?.warn(message, 'add that, or leave it out')
  }
}
