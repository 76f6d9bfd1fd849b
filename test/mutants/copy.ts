import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { root } from '../extended/project.js'
import { copyProject } from '../extended/scratch.js'
import { type Mutant, mutated } from './mutants.js'

/** Folders of compiled files. */
const BUILT = ['dist', 'src/toolkit/dist']

/** Milliseconds after which it is asked how long a file of tests takes usually. */
const SOON = 10_000

/** Milliseconds that one may take usually. */
const PATIENCE = 300_000

/** Memory of a test and of each process that it starts, in MB: an endless loop may fill it. */
const HEAP = 2_048

/** A copy of the compiled project in which one mutant at a time is tested. */
export class Copy {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'mutants-'))
  readonly #root = path.join(this.#folder, 'project')

  static async make(): Promise<Copy> {
    const copy = new Copy()
    process.once('exit', () => copy.remove())
    mkdirSync(path.join(copy.#folder, 'tmp'))
    mkdirSync(copy.#root)
    await copyProject(copy.#root)
    const options = { recursive: true, preserveTimestamps: true }
    for (const name of BUILT) cpSync(path.join(root, name), path.join(copy.#root, name), options)
    return copy
  }

  /** Runs something while the mutant is in place. */
  async with<T>(mutant: Mutant, run: () => Promise<T>): Promise<T> {
    const file = path.join(this.#root, mutant.file)
    const program = readFileSync(file, 'utf8')
    writeFileSync(file, mutated(mutant, program))
    try {
      return await run()
    } finally {
      writeFileSync(file, program)
    }
  }

  /**
   * Runs a file of tests until one fails; whether all pass in time.
   *
   * @param usual - Called if it takes long: gives the milliseconds that it takes on this machine now.
   */
  passes(test: string, usual = async () => PATIENCE): Promise<boolean> {
    const child = spawn(process.execPath, [test], {
      cwd: this.#root,
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...process.env,
        NODE_OPTIONS: `--max-old-space-size=${HEAP}`,
        TMPDIR: path.join(this.#folder, 'tmp'),
        // No limit of its own.
        TAP_TIMEOUT: '0',
      },
    })
    const end = () => {
      try {
        process.kill(-(child.pid as number), 'SIGKILL')
      } catch {
        // All of them have ended.
      }
    }
    process.once('exit', end)
    return new Promise((resolve) => {
      let [text, isOver] = ['', false]
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        text = (text + chunk).slice(-10_000)
        if (/^ *not ok (?!.*# (TODO|SKIP))/m.test(text)) end()
      })
      let timer = setTimeout(async () => {
        // As long again, since the machine may have become slower.
        const left = await usual()
        if (!isOver) timer = setTimeout(end, left)
      }, SOON)
      child.once('close', (code) => {
        isOver = true
        clearTimeout(timer)
        process.off('exit', end)
        end()
        resolve(code === 0)
      })
    })
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
