import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { ROOT } from './helpers/tsc.js'

const ENTRIES = [
  ...['runtime/index', 'runtime/codegen', 'mock/index', 'conformance/index', 'samples/index'],
  'generator/index',
  'docs/index',
  'client/index',
  'mcp/index',
].map((name) => path.join(ROOT, `src/toolkit/${name}.ts`))
const STORE = ['index', 'store/store', 'store/sqlite', 'store/memory']

/** Generated names are the contract's own. */
const GENERATED = path.join(ROOT, 'generated/')

/** True if the declaration of an exported name follows a comment; `undefined` if a file has none. */
function isDocumented(file: string, name: string): boolean | undefined {
  if (file.startsWith(GENERATED)) return true
  const text = readFileSync(file, 'utf8')
  const declaration = `^export (?:async )?(?:const|function\\*?|class|interface|type) ${name}\\b`
  const found = new RegExp(`(\\*/\\n)?${declaration}`, 'm').exec(text)
  if (found !== null) return found[1] !== undefined
  for (const [declared, from] of reexports(text, file)) {
    const own = declared.find(({ as }) => as === name)
    if (own !== undefined) return isDocumented(from, own.name)
  }
  return undefined
}

type Reexport = [{ name: string; as: string }[], string]

function reexports(text: string, file: string): Reexport[] {
  return [...text.matchAll(/^export (?:type )?\{([^}]*)\} from '(\.[^']*)\.js'/gm)].map(
    ([, names = '', from = '']) => [namesIn(names), path.join(path.dirname(file), `${from}.ts`)],
  )
}

function namesIn(list: string) {
  const names = list.split(',').map((each) => each.trim().replace(/^type /, ''))
  return names.flatMap((each) => {
    const [name = '', as = name] = each.split(' as ')
    return name === '' ? [] : { name, as }
  })
}

t.test('each public export has a comment', async (t) => {
  const files = [...ENTRIES, ...STORE.map((name) => path.join(ROOT, `src/${name}.ts`))]
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    const own = /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm
    const names = [
      ...[...text.matchAll(own)].map(([, name = '']) => name),
      ...reexports(text, file).flatMap(([declared]) => declared.map(({ as }) => as)),
    ]
    t.ok(names.length > 0, `${path.relative(ROOT, file)} exports names`)
    for (const name of names)
      t.ok(isDocumented(file, name), `${path.relative(ROOT, file)}: ${name}`)
  }
})
