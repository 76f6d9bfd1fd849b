import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { tsc } from '#toolkit/cli/project/typescript.js'
import { checkAllCode } from '../shared/checked-code.js'
import { ROOT } from '../shared/tools.js'

/** Options of the compiler, besides the project's, that generated code has to support. */
const SETTINGS = [{ exactOptionalPropertyTypes: false }, { exactOptionalPropertyTypes: true }]

/** Compiles the folders with each of the settings; each problem begins with the option of the compiler. */
export async function compile(
  scratch: string,
  folders: readonly string[],
): Promise<CompilerProblems[]> {
  await checkAllCode(scratch)
  const compiled: CompilerProblems[] = []
  for (const options of SETTINGS) {
    const setting = Object.entries(options).flat().join(' ')
    const problems = await typeCheck(scratch, folders, options)
    compiled.push(
      new Map(
        [...problems].map(([name, lines]) => [name, lines.map((line) => `${setting}: ${line}`)]),
      ),
    )
  }
  return compiled
}

/** The compiler's messages by folder; those about no folder have the key `''`. */
type CompilerProblems = Map<string, string[]>

/** Compiles folders of generated code in one run, with the project's options and `options`. */
export async function typeCheck(
  scratch: string,
  folders: readonly string[],
  options: object,
): Promise<CompilerProblems> {
  const root = path.relative(scratch, ROOT)
  const compilerOptions = { noEmit: true, rootDir: root, ...options }
  const include = folders.map((folder) => `${folder}/**/*.ts`)
  const config = {
    extends: path.join(root, 'tsconfig.json'),
    compilerOptions,
    include,
    exclude: [],
  }
  await writeFile(path.join(scratch, 'tsconfig.json'), JSON.stringify(config))
  const { ok, why, stdout } = await tsc(scratch, ['-p', '.', '--pretty', 'false'])
  const lines = stdout.split('\n').filter((line) => /\berror TS\d+:/.test(line))
  /* c8 ignore next -- the compiler itself did not run */
  if (!ok && lines.length === 0) return new Map([['', [`the compiler did not run (${why})`]]])
  const problems = byFolder(lines, folders)
  // After a syntax error the compiler checks no types, in the other folders either.
  const sound = folders.filter((folder) => !problems.has(folder))
  const isSyntax = lines.length > 0 && lines.every((line) => /\berror TS1\d{3}:/.test(line))
  if (!isSyntax || sound.length === folders.length || sound.length === 0) return problems
  return new Map([...problems, ...(await typeCheck(scratch, sound, options))])
}

function byFolder(lines: readonly string[], folders: readonly string[]): CompilerProblems {
  const problems: CompilerProblems = new Map()
  for (const line of lines) {
    const [first = ''] = line.split('/')
    const folder = folders.includes(first) ? first : ''
    problems.set(folder, [...(problems.get(folder) ?? []), line])
  }
  return problems
}
