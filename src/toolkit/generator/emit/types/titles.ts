import type { Schema } from '../../../openapi/schema/schema.js'

/** A schema without its title, if that says no more than the name beside it. */
export function untitled(schema: Schema, name: string): Schema {
  if (typeof schema === 'boolean' || schema.title === undefined) return schema
  if (letters(schema.title) !== letters(name)) return schema
  const { title: _, ...rest } = schema
  return rest
}

function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}

/** True if a title is written for people, unlike the identifier `range_query_specs`. */
export function isForPeople(title: string): boolean {
  return !/^[a-z\d]+(_[a-z\d]+)+$/.test(title)
}
