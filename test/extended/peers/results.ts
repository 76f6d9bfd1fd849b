import { readFileSync } from 'node:fs'
import { appendFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Subject } from './subjects.js'
import type { Outcome, Tester } from './tester.js'

/** Outcomes by testers and subjects; with a file, those of earlier runs, too. */
export class Results {
  readonly #outcomes = new Map<string, Outcome>()
  readonly #file: string | undefined

  constructor(file?: string) {
    this.#file = file
    for (const [key, outcome] of file === undefined ? [] : linesOf(file)) {
      this.#outcomes.set(key, outcome)
    }
  }

  of(tester: Tester, subject: Subject): Outcome | undefined {
    return this.#outcomes.get(keyOf(tester, subject))
  }

  /** Has a tester test a server of its own, unless it is known what comes of it. */
  async measure(tester: Tester, subject: Subject): Promise<void> {
    if (this.of(tester, subject) !== undefined) return
    const server = await subject.start()
    try {
      await this.#add(tester, subject, await tester.test(subject.contract, server, subject.seed))
    } finally {
      await server.close()
    }
  }

  async #add(tester: Tester, subject: Subject, outcome: Outcome): Promise<void> {
    const key = keyOf(tester, subject)
    this.#outcomes.set(key, outcome)
    if (this.#file === undefined) return
    await mkdir(dirname(this.#file), { recursive: true })
    await appendFile(this.#file, `${JSON.stringify([key, outcome])}\n`)
  }
}

function keyOf({ name, version, commit = version }: Tester, subject: Subject): string {
  return `${name} ${commit}: ${subject.name}`
}

/** One outcome a line, so that a run that is ended loses the last one at most. */
function linesOf(file: string): [key: string, outcome: Outcome][] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
    return lines.map((line) => JSON.parse(line))
  } catch {
    return []
  }
}
