import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './tsc.js'

/** A fenced block of a README or a page of the guide. */
export interface CodeBlock {
  /** The file, relative to the root. */
  readonly readme: string
  readonly language: string
  readonly text: string
}

/** All READMEs of the repository and the pages of the toolkit's guide, relative to the root. */
export const READMES: readonly string[] = [
  'README.md',
  ...['src', 'test', 'scripts'].flatMap(readmesIn),
]

function readmesIn(folder: string): string[] {
  const names = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
  const readmes = names.filter((name) => /(^|[\\/])(README|guide[\\/][\w-]+)\.md$/.test(name))
  const installed = /(^|[\\/])(node_modules|dist|templates|fixtures)[\\/]/
  return readmes
    .filter((name) => !installed.test(name))
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
    .sort()
}

export function codeBlocks(readme: string): CodeBlock[] {
  const text = readFileSync(path.join(ROOT, readme), 'utf8')
  const blocks = text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)
  return [...blocks].map(([, language = '', code = '']) => ({ readme, language, text: code }))
}

/** The README of the toolkit and the pages of its guide. */
export const TOOLKIT_PAGES = READMES.filter((name) =>
  /^src\/toolkit\/(README|guide\/[\w-]+)\.md$/.test(name),
)

/** Programs of the toolkit's README and guide, by the names in their first lines. */
export const toolkitPrograms = TOOLKIT_PAGES.flatMap(codeBlocks)
  .filter(({ language }) => language === 'ts')
  .map(({ readme, text }) => ({
    readme,
    name: /^\/\/ (\S+\.ts)\n/.exec(text)?.[1] ?? 'main.ts',
    text,
  }))
