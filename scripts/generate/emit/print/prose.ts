const WIDTH = 100

/**
 * A text of the document (CommonMark) for a comment: long lines of prose are broken where that
 * changes nothing, and what looks like a tag of TSDoc at the start of a line is text.
 */
export function prose(text: string): string {
  if (text.length <= WIDTH && !/[\n\r\u2028\u2029@`~]/.test(text)) return text.trim()
  let fence: string | undefined
  const lines = text.trim().split(/\r\n|[\n\r\u2028\u2029]/)
  return lines
    .flatMap((line) => {
      const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]?.slice(0, 3)
      const isCode = fence !== undefined || mark !== undefined
      if (mark !== undefined)
        fence = fence === undefined ? mark : fence === mark ? undefined : fence
      return isCode || isVerbatim(line) ? [line] : broken(line)
    })
    .map((line) => line.replace(/^(\s*)@/, '$1\\@'))
    .join('\n')
}

/** Tables, headings and indented code end with their line. */
function isVerbatim(line: string): boolean {
  return line.length <= WIDTH || /^( {4}|\t| {0,3}[#|>])/.test(line)
}

/** Breaks a line before words that mean nothing special at the start of one. */
function broken(line: string): string[] {
  const indent = /^\s*([-*+] |\d+[.)] )?/.exec(line)?.[0].replace(/\S/g, ' ') as string
  const lines: string[] = []
  let current = ''
  for (const word of line.trimEnd().split(/(?<=\S) (?=[\p{L}\d`(])(?!\d+[.)](?: |$)|```)/u)) {
    if (current !== '' && current.length + word.length >= WIDTH) {
      lines.push(current)
      current = `${indent}${word}`
    } else current = current === '' ? word : `${current} ${word}`
  }
  return [...lines, current]
}
