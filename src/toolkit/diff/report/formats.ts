import type { DocumentDiff } from '../compare.js'
import { jsonOfDiff } from './json.js'
import { markdownOfDiff } from './markdown.js'
import { textOfDiff } from './text.js'

/** The forms of a comparison, by their names. */
export const DIFF_FORMATS = { text: textOfDiff, markdown: markdownOfDiff, json: jsonOfDiff }

export type DiffFormat = keyof typeof DIFF_FORMATS

/** A comparison in one of its forms. */
export function formatDiff(diff: DocumentDiff, format: DiffFormat): string {
  return DIFF_FORMATS[format](diff)
}
