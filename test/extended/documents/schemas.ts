import { randomSchemas } from '../../toolkit/generator/validators/random.js'
import type { Chance } from '../../toolkit/runtime/json/random.js'
import { name, names, prose } from './names.js'

/** The versions of OpenAPI; the first two have a dialect of their own (Schema Object of 2.0 and 3.0). */
export const VERSIONS = ['2.0', '3.0.4', '3.1.1', '3.2.0'] as const
export type Version = (typeof VERSIONS)[number]

export interface Schemas {
  readonly all: Readonly<Record<string, unknown>>
  ref(): { readonly $ref: string }
  inline(): object
}

/** @param place - The pointer of the object that they stand in. */
export function schemasOf(random: Chance, version: Version, place: string): Schemas {
  const { below, pick } = random
  const isOwn = version === '2.0' || version === '3.0.4'
  const own = [...new Set(['Plain', ...names(random, 6)])]
  const ref = () => ({ $ref: place + pointer(pick(own)) })
  const inline = () => plain(random, version, 0, ref)
  const all: Record<string, unknown> = Object.create(null)
  for (const each of own) all[each] = plain(random, version, 0, ref)
  if (!isOwn && below(2) === 0) {
    const text = JSON.stringify(randomSchemas(below(1_000_000), 4))
    Object.assign(all, JSON.parse(text.replaceAll('#/$defs/', place)))
    own.push('S0', 'S1', 'S2', 'S3')
  }
  if (below(3) === 0) {
    Object.assign(all, animals(random, version, place))
    own.push('Pet', 'Cat')
  }
  return { all, ref, inline }
}

/** Schemas that a discriminator tells apart: by a union, or in 2.0 by inheritance. */
function animals({ pick }: Chance, version: Version, place: string): Record<string, object> {
  const kind = { kind: { type: 'string' } }
  const one = (properties: object) => ({ type: 'object', required: ['kind'], properties })
  const to = (each: string) => ({ $ref: `${place}${each}` })
  if (version === '2.0') {
    const child = (properties: object) => ({ allOf: [to('Pet'), { properties }] })
    const Pet = { ...one(kind), discriminator: 'kind' }
    return { Pet, Cat: child({ lives: { type: 'integer' } }), Dog: child({ good: {} }) }
  }
  const mapping = pick([{ cat: `${place}Cat`, dog: `${place}Dog` }, { dog: 'Dog' }, undefined])
  return {
    Pet: {
      [pick(['oneOf', 'anyOf'])]: [to('Cat'), to('Dog')],
      discriminator: { propertyName: 'kind', ...(mapping && { mapping }) },
    },
    Cat: one({ ...kind, lives: { type: 'integer', default: 9 } }),
    Dog: one({ ...kind, secret: { type: 'string', writeOnly: true } }),
  }
}

function pointer(text: string): string {
  const escaped = text.replaceAll('~', '~0').replaceAll('/', '~1')
  return encodeURIComponent(escaped.toWellFormed())
}

const FORMATS = ['int32', 'int64', 'date', 'date-time', 'uuid', 'byte', 'binary', 'double', 'email']

/** A schema of what all dialects know. */
function plain(random: Chance, version: Version, depth: number, ref: () => object): object {
  const { below, pick } = random
  const inside = () =>
    depth > 2 || below(4) === 0 ? ref() : plain(random, version, depth + 1, ref)
  const described = below(3) === 0 ? { description: prose(random), title: name(random) } : {}
  const nullable = version === '3.0.4' && below(5) === 0 ? { nullable: true } : {}
  const object = () => {
    const properties: Record<string, unknown> = Object.create(null)
    for (const each of names(random, 4)) properties[each] = inside()
    const required = Object.keys(properties).filter(() => below(2) === 0)
    const more = pick([{}, {}, { additionalProperties: pick([false, true, inside()]) }])
    return { type: 'object', properties, ...(required.length > 0 && { required }), ...more }
  }
  const kinds: (() => object)[] = [
    object,
    object,
    () => ({
      type: 'array',
      items: inside(),
      ...pick([{}, { maxItems: 3 }, { uniqueItems: true }]),
    }),
    () => ({ type: 'string', ...pick([{}, { format: pick(FORMATS) }, { minLength: 1 }]) }),
    () => ({ type: 'string', enum: [...new Set(['a', ...names(random, 3)])] }),
    () => ({
      type: pick(['integer', 'number']),
      ...pick([{}, { format: 'int64' }, { minimum: 0 }]),
    }),
    () => ({ type: 'boolean', default: true }),
    () => ({ allOf: [inside(), object()] }),
    () => (version === '2.0' ? object() : { [pick(['oneOf', 'anyOf'])]: [inside(), inside()] }),
    () => ({ ...object(), readOnly: true }),
    () => ({ ...object(), writeOnly: true }),
    () => ({ type: 'string', default: 'a', example: 'a' }),
    () => ({ type: 'object', properties: { a: { type: 'integer' } }, default: { a: 1 } }),
  ]
  return { ...pick(kinds)(), ...described, ...nullable }
}
