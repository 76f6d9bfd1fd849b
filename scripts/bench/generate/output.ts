import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { tsc } from '#toolkit/cli/project/typescript.js'
import type { BenchGenerator } from './generators.js'

/** Reads and compiles generated code: its lines, and `unknown` and `any` in its types. */
export async function measureOutput(
  folder: string,
  { types, forNode }: Pick<BenchGenerator, 'types' | 'forNode'>,
) {
  const names = await readdir(folder, { recursive: true })
  const counts = { lines: 0, unknown: 0, any: 0 }
  for (const name of names.filter((each) => each.endsWith('.ts'))) {
    const text = await readFile(path.join(folder, name), 'utf8')
    counts.lines += text.split('\n').length - 1
    if (!types.test(name)) continue
    counts.unknown += countType('unknown', text)
    counts.any += countType('any', text)
  }
  return { ...counts, ...(await compile(folder, forNode)) }
}

/** Occurrences of a type in code, except in comments, strings and names of members. */
export function countType(type: string, text: string): number {
  const other = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g
  const code = text.replace(other, "''")
  return code.match(new RegExp(`(?<![\\w$.])${type}(?![\\w$]|\\??:|\\()`, 'g'))?.length ?? 0
}

const OPTIONS = {
  ...{ target: 'es2023', lib: ['es2023', 'es2024.string'], types: ['node'] },
  ...{ strict: true, noEmit: true, skipLibCheck: true },
}

async function compile(folder: string, forNode: boolean) {
  const modules = forNode ? { module: 'nodenext' } : { module: 'preserve' }
  const config = { compilerOptions: { ...OPTIONS, ...modules }, include: ['**/*.ts'], exclude: [] }
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config))
  const started = performance.now()
  const { ok, stdout } = await tsc(folder, ['-p', '.', '--pretty', 'false'])
  const tscSeconds = (performance.now() - started) / 1000
  const errors = stdout.match(/\berror TS\d+:/g)?.length ?? 0
  return { tscSeconds, tscErrors: ok ? 0 : Math.max(errors, 1) }
}
