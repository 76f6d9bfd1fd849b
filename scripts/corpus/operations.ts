import { readFileSync } from 'node:fs'
import path from 'node:path'
import { load } from 'js-yaml'

type DocumentObject = Readonly<Record<string, unknown>>

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch']

/**
 * The operations of a document's paths, as `GET /path`, in document order: read without the generator, as
 * a reference for its output.
 */
export function operationsOf(file: string): string[] {
  const root = membersOf(read(file))
  const methods = methodsOf(String(root.openapi ?? ''))
  return Object.entries(membersOf(root.paths))
    .filter(([template]) => !template.startsWith('x-'))
    .flatMap(([template, item]) => {
      const members = Object.entries(resolve(item, file, []))
      const resolved: DocumentObject = Object.fromEntries(
        members.map(([name, value]) => [
          methods.find((each) => each === name.toLowerCase()) ?? name,
          value,
        ]),
      )
      const fixed = methods.filter((method) => isObject(resolved[method]))
      const free = methods.includes('query') ? membersOf(resolved.additionalOperations) : {}
      const names = [...fixed, ...Object.keys(free)]
      return names.map((method) => `${method.toUpperCase()} ${template}`)
    })
}

function methodsOf(version: string): string[] {
  if (version === '') return METHODS
  return [...METHODS, 'trace', ...(/^3\.[01]\./.test(version) ? [] : ['query'])]
}

/** A path item with the target of its `$ref`; its own members take precedence. */
function resolve(item: unknown, file: string, seen: readonly string[]): DocumentObject {
  const members = membersOf(item)
  const { $ref } = members
  if (typeof $ref !== 'string') return members
  const [name = '', pointer = ''] = $ref.split('#')
  const target = name === '' ? file : path.resolve(path.dirname(file), decodeURIComponent(name))
  const location = `${target}#${pointer}`
  if (seen.includes(location)) throw new Error(`${file}: ${$ref} leads back to itself`)
  return { ...resolve(at(read(target), pointer), target, [...seen, location]), ...members }
}

function at(value: unknown, pointer: string): unknown {
  const segments = decodeURIComponent(pointer).split('/').slice(1)
  const names = segments.map((each) => each.replaceAll('~1', '/').replaceAll('~0', '~'))
  return names.reduce<unknown>((parent, name) => membersOf(parent)[name], value)
}

function read(file: string): unknown {
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  if (file.endsWith('.json')) return JSON.parse(text)
  // Many documents indent closing brackets like their keys, which is too little for YAML.
  return load(text.replace(/^ *[\]}]/gm, ' $&'))
}

function isObject(value: unknown): value is DocumentObject {
  return typeof value === 'object' && value !== null
}

function membersOf(value: unknown): DocumentObject {
  return isObject(value) ? value : {}
}
