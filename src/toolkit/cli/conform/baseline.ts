import { readFile, writeFile } from 'node:fs/promises'
import type { KnownViolation } from '../../conformance/report/baseline.js'
import type { Report } from '../../conformance/report/report.js'
import { isObject } from '../../openapi/json.js'
import { CommandError } from '../arguments/arguments.js'

/** Days for which a violation is known, unless the file says otherwise. */
const DAYS = 90

/** The violations that a baseline knows. @throws {CommandError} for a file that is none. */
export async function readBaseline(file: string): Promise<KnownViolation[]> {
  try {
    const { known } = JSON.parse(await readFile(file, 'utf8'))
    if (Array.isArray(known) && known.every(isKnown)) return known
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== undefined) {
      throw new CommandError(`${file}: cannot be read (${code}); write it with --update-baseline`)
    }
  }
  throw new CommandError(`${file}: is no baseline; write it anew with --update-baseline`)
}

function isKnown(each: unknown): each is KnownViolation {
  if (typeof each === 'string') return true
  if (!isObject(each) || typeof each.key !== 'string' || typeof each.until !== 'string')
    return false
  return /^\d{4}-\d{2}-\d{2}$/.test(each.until)
}

/**
 * Writes the violations of a run as known ones for a while, sorted, so that their file changes little. Those that were
 * known before keep their day, unless it is over.
 */
export async function writeBaseline(
  file: string,
  { violations }: Report,
  before: readonly KnownViolation[],
  today = new Date(),
): Promise<void> {
  const end = new Date(today.getTime() + DAYS * 24 * 60 * 60 * 1000)
  const [until, now] = [end, today].map((each) => each.toISOString().slice(0, 10)) as [
    string,
    string,
  ]
  const isOver = (each: KnownViolation) => typeof each !== 'string' && each.until < now
  const keyOf = (each: KnownViolation) => (typeof each === 'string' ? each : each.key)
  const lasting = before.filter((each) => !isOver(each))
  const days = new Map(lasting.map((each) => [keyOf(each), each]))
  const keys = [...new Set(violations.map(({ key }) => key))].toSorted()
  const known = keys.map((key) => days.get(key) ?? { key, until })
  await writeFile(file, `${JSON.stringify({ known }, undefined, 2)}\n`)
}
