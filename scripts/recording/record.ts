import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { stripVTControlCharacters } from 'node:util'
import type { TerminalText } from './svg.js'

/** Seconds that a reader has for a step; the programs themselves are not slowed down. */
const PAUSE = 2

/** Lines that npm adds, and what init lists beside its first files. */
const HIDDEN = /^$|^> |^\+ (?!spec|generated|src\/handlers:|package)/

/**
 * Records `init` and `dev` in an empty folder: the server starts, a mistake is made in the document, and
 * mended.
 *
 * @param modules - The folder of installed packages, in place of an installation.
 */
export async function record(modules: string): Promise<TerminalText[]> {
  const base = await mkdtemp(path.join(tmpdir(), 'recording-'))
  const folder = path.join(base, 'tasks')
  await mkdir(folder)
  await symlink(modules, path.join(folder, 'node_modules'))
  const shown: TerminalText[] = []
  try {
    const terminal = new Terminal(folder, shown)
    await terminal.run('npx fastify-contract init --no-install')
    await terminal.develop()
    return shown
  } finally {
    await rm(base, { recursive: true })
  }
}

class Terminal {
  readonly #folder: string
  readonly #shown: TerminalText[]
  #at = 0

  constructor(folder: string, shown: TerminalText[]) {
    this.#folder = folder
    this.#shown = shown
  }

  async run(command: string): Promise<void> {
    const { child, lines } = this.#start(command)
    await once(child, 'close')
    this.#show(lines)
  }

  async develop(): Promise<void> {
    const { child, lines } = this.#start('npm run dev')
    await until(child, lines, 'Server listening')
    this.#show(lines)
    const spec = path.join(this.#folder, 'spec/openapi.yaml')
    const text = await readFile(spec, 'utf8')
    await this.#edit(spec, text.replace('type: object', 'type: objct'), 'type: objct')
    await until(child, lines, 'left as it was')
    this.#show(lines)
    await this.#edit(spec, text, 'type: object')
    await until(child, lines, 'generated: 5')
    this.#show(lines)
    // As Ctrl-C does: to npm, its shell and the server.
    process.kill(-Number(child.pid), 'SIGINT')
    await once(child, 'close')
  }

  #start(command: string): { child: ChildProcess; lines: string[] } {
    this.#say(`$ ${command}`)
    const env = { ...process.env, PORT: '0', NO_COLOR: '1' }
    const child = spawn(command, { cwd: this.#folder, env, shell: true, detached: true })
    const lines: string[] = []
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (text: string) => lines.push(...linesOf(text)))
    }
    return { child, lines }
  }

  #edit(file: string, text: string, what: string): Promise<void> {
    this.#say(`# spec/openapi.yaml: ${what}`)
    return writeFile(file, text)
  }

  #say(text: string): void {
    this.#shown.push({ at: this.#at, text, isTyped: true })
    this.#at += 0.6
  }

  /** Shows the lines that have arrived, and forgets them. */
  #show(lines: string[]): void {
    for (const text of lines.splice(0)) this.#shown.push({ at: this.#at, text, isTyped: false })
    this.#at += PAUSE
  }
}

function linesOf(text: string): string[] {
  const lines = stripVTControlCharacters(text).split('\n')
  return lines.map(shortened).filter((line) => !HIDDEN.test(line))
}

/** A record of the log, whose members tell nothing here. */
function shortened(line: string): string {
  const [, message] = /^\{"level".*"msg":"(.*)"\}$/.exec(line) ?? []
  return message ?? line
}

async function until(child: ChildProcess, lines: readonly string[], what: string): Promise<void> {
  while (!lines.some((line) => line.includes(what))) {
    if (child.exitCode !== null) throw new Error(`ended before: ${what}\n${lines.join('\n')}`)
    await Promise.race([
      ...[child.stdout, child.stderr].map((stream) =>
        once(stream as NodeJS.ReadableStream, 'data'),
      ),
      once(child, 'close'),
    ])
  }
}
