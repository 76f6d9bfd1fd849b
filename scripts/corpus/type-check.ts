import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { tsc } from '#toolkit/cli/project/compiler.js'
import { ROOT } from '../shared/tools.js'

/** What the compiler says: its lines by folder. What concerns none of them stands under `''`. */
export type Problems = Map<string, string[]>

/** Compiles folders of generated code in one run, with the project's options and these. */
export async function typeCheck(
  scratch: string,
  folders: readonly string[],
  options: object,
): Promise<Problems> {
  const config = {
    extends: path.relative(scratch, path.join(ROOT, 'tsconfig.json')),
    compilerOptions: { noEmit: true, rootDir: path.relative(scratch, ROOT), ...options },
    include: folders.map((folder) => `${folder}/**/*.ts`),
    exclude: [],
  }
  await writeFile(path.join(scratch, 'tsconfig.json'), JSON.stringify(config))
  const { ok, why, stdout } = await tsc(scratch, ['-p', '.', '--pretty', 'false'])
  const lines = stdout.split('\n').filter((line) => /\berror TS\d+:/.test(line))
  /* c8 ignore next -- the compiler itself did not run */
  if (!ok && lines.length === 0) return new Map([['', [`the compiler did not run (${why})`]]])
  const problems = byFolder(lines, folders)
  // A syntax error keeps the compiler from looking at any type, in the other folders too.
  const sound = folders.filter((folder) => !problems.has(folder))
  const isSyntax = lines.length > 0 && lines.every((line) => /\berror TS1\d{3}:/.test(line))
  if (!isSyntax || sound.length === folders.length || sound.length === 0) return problems
  return new Map([...problems, ...(await typeCheck(scratch, sound, options))])
}

function byFolder(lines: readonly string[], folders: readonly string[]): Problems {
  const problems: Problems = new Map()
  for (const line of lines) {
    const [first = ''] = line.split('/')
    const folder = folders.includes(first) ? first : ''
    problems.set(folder, [...(problems.get(folder) ?? []), line])
  }
  return problems
}
