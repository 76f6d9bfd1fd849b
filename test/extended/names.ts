import { readdirSync } from 'node:fs'

/** The check of each name; `clone` has a folder of its own. */
const FILES = new Map([
  ['clone', new URL('../clone/index.js', import.meta.url)],
  ...readdirSync(new URL('.', import.meta.url)).flatMap((file) => {
    const [, name] = /^(.+)\.check\.js$/.exec(file) ?? []
    return name === undefined ? [] : [[name, new URL(file, import.meta.url)] as const]
  }),
])

/**
 * The files of the checks of these names, or of all, in the order of their names.
 *
 * @throws {Error} when no check has one of the names.
 */
export function checksOf(names: readonly string[]): readonly URL[] {
  const all = [...FILES.keys()].sort()
  const unknown = names.find((name) => !FILES.has(name))
  if (unknown !== undefined)
    throw new Error(`no check is named ${unknown}; there are ${all.join(', ')}`)
  return (names.length === 0 ? all : names).map((name) => FILES.get(name) as URL)
}
