import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import type { Test } from 'tap'
import { casesOf } from './cases.js'
import { ROOT } from './tsc.js'

const FOLDER = path.join(ROOT, 'test/fixtures')

/** The text of a table or another file under `test/fixtures`. */
export function fixtureText(name: string): string {
  return readFileSync(path.join(FOLDER, name), 'utf8')
}

/** The inputs of a golden file that has a line for each, with what comes of it: a new one may be added there. */
export function goldenInputs(name: string): string[] {
  const lines = fixtureText(name).split('\n')
  return lines.flatMap((line) => (/^\S/.test(line) ? (line.split(' => ')[0] ?? '') : []))
}

/** The text of a golden file under `test/fixtures`; `GOLDEN=write` renews it first. */
function expected(name: string, text: string): string {
  const file = path.join(FOLDER, name)
  /* c8 ignore next 4 -- by hand, when the change is wanted */
  if (process.env.GOLDEN === 'write') {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return fixtureText(name)
}

export function golden(t: Test, name: string, text: string): void {
  t.equal(text, expected(name, text), name)
}

/**
 * Compares texts with the golden files of a folder, in which there is no other one.
 *
 * @param others - Names of golden files that another test compares.
 */
export function goldenFolder(
  t: Test,
  folder: string,
  texts: Readonly<Record<string, string>>,
  others: readonly string[] = [],
): void {
  for (const [name, text] of Object.entries(texts)) golden(t, `${folder}/${name}`, text)
  const names = readdirSync(path.join(FOLDER, folder)).filter((name) => name.endsWith('.txt'))
  t.same(names.sort(), [...Object.keys(texts), ...others].sort(), `the golden files in ${folder}`)
}

/** Compares the output of each input with a golden file: a line of input, indented ones of output. */
export function goldenRows(
  t: Test,
  name: string,
  rows: readonly (readonly [input: string, output: readonly string[]])[],
): void {
  const printed = rows.map(([input, output]) =>
    [input, ...output.map((line) => line && `  ${line}`)].join('\n'),
  )
  compareRows(t, name, printed, /\n(?=\S)/)
}

/** The same where an output is short: `INPUT => OUTPUT`. */
export function goldenLines(
  t: Test,
  name: string,
  rows: readonly (readonly [input: string, output: string])[],
): void {
  const printed = rows.map((row) => row.join(' => '))
  compareRows(t, name, printed, '\n')
}

function compareRows(t: Test, name: string, rows: readonly string[], between: string | RegExp) {
  const known = expected(name, `${rows.join('\n')}\n`)
    .slice(0, -1)
    .split(between)
  for (const [at, row] of rows.entries()) t.equal(row, known[at], String(row.split('\n')[0]))
  t.equal(known.length, rows.length, `the number of rows in ${name}`)
}

export function goldenCases(
  t: Test,
  name: string,
  run: (input: string, title: string) => readonly string[],
): void {
  const printed = casesOf(fixtureText(name)).map(({ name, input }) => {
    const output = run(input, name).map((line) => `-> ${line}`)
    return { name, text: [`## ${name}`, input, ...output].join('\n') }
  })
  const known = textsOf(expected(name, printed.map(({ text }) => `${text}\n`).join('')))
  for (const [at, { name, text }] of printed.entries())
    t.test(name, async (t) => t.equal(text, known[at]))
  t.test(`${name} has cases, and nothing else`, async (t) => {
    t.ok(printed.length > 0)
    t.equal(printed.length, known.length)
  })
}

/** Sends a request of one line, and returns the line of its response. */
export type Send = (request: string) => Promise<string>

/**
 * Sends the requests of a golden file. A document has a name, and below it requests with their responses, in one
 * talk or in several with names; each talk begins anew:
 *
 *     ## NAME
 *     DOCUMENT
 *     ### NAME
 *     REQUEST -> RESPONSE
 *
 * @param serve - Called for each document; what comes back is called for each talk.
 */
export function goldenTalks(
  t: Test,
  name: string,
  serve: (t: Test, document: string) => Promise<(t: Test) => Promise<Send>>,
): void {
  const printed: string[] = []
  for (const text of textsOf(fixtureText(name))) {
    const [, head = '', rest = ''] = /^([\s\S]*?)\n((?:### |[A-Z]+ \/)[\s\S]*)$/.exec(text) ?? []
    const talks = rest.split(/\n(?=### )/)
    const [title = '', ...document] = head.slice('## '.length).split('\n')
    t.test(title, async (t) => {
      const open = await serve(t, document.join('\n'))
      printed.push(head)
      for (const talk of talks) {
        await t.test(/^### (.*)/.exec(talk)?.[1] ?? 'requests', async (t) => {
          const send = await open(t)
          const told: string[] = []
          for (const line of talk.split('\n')) {
            const [request = ''] = line.split(' -> ')
            told.push(line.startsWith('### ') ? line : `${request} -> ${await send(request)}`)
          }
          printed.push(told.join('\n'))
          if (process.env.GOLDEN !== 'write') t.equal(told.join('\n'), talk)
        })
      }
    })
  }
  t.test(`${name} has talks, and nothing else`, async (t) => {
    golden(t, name, `${printed.join('\n')}\n`)
  })
}

function textsOf(text: string): string[] {
  return text.trimEnd().split(/\n(?=## )/)
}
