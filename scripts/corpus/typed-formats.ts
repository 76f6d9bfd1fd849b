import { readFile } from 'node:fs/promises'
import type { CorpusDocument } from './documents.js'

/** Types for the formats that real documents have most. */
export const TYPED_FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'Date',
  date: 'Date',
  uuid: 'brand',
  byte: 'Uint8Array',
}

/** True if the main file of a document has one of these formats. */
export async function hasTypedFormat({ file }: Pick<CorpusDocument, 'file'>): Promise<boolean> {
  return /\bformat["']?: *["']?(date|date-time|uuid|byte)\b/.test(await readFile(file, 'utf8'))
}
