/** What a terminal shows, and when. */
export interface TerminalText {
  /** Seconds after the start. */
  readonly at: number
  readonly text: string
  /** Typed or told by the author: no output. */
  readonly isTyped: boolean
}

const COLUMNS = 104
const [LEFT, TOP, ROW, CHARACTER] = [16, 44, 19, 7.83]

const STYLE = `
    text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #d1d7e0; white-space: pre }
    .ground { fill: #151b23 }
    .typed { fill: #7ee787; font-weight: bold }
    .problem { fill: #ff7b72 }
    .dot { fill: #3d444d }
    .late { animation: appear 0.01s both }
    @keyframes appear { from { opacity: 0 } to { opacity: 1 } }
    @media (prefers-reduced-motion: reduce) { .late { animation: none } }`

/** The recording of a terminal as SVG: lines appear one after the other, and stay. */
export function recordingSvg(title: string, shown: readonly TerminalText[]): string {
  const rows = shown.flatMap(({ at, text, isTyped }) =>
    rowsOf(text).map((row) => ({ at, row, kind: kindOf(text, isTyped) })),
  )
  const width = Math.ceil(2 * LEFT + COLUMNS * CHARACTER)
  const height = TOP + rows.length * ROW + 4
  const texts = rows.map(({ at, row, kind }, index) => {
    const style = ` style="animation-delay: ${at.toFixed(1)}s"`
    return `  <text class="late${kind}"${style} x="${LEFT}" y="${TOP + index * ROW}">${escaped(row)}</text>\n`
  })
  const dots = [0, 1, 2].map((n) => `<circle class="dot" cx="${20 + 18 * n}" cy="16" r="6"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
  <title id="title">${escaped(title)}</title>
  <style>${STYLE}
  </style>
  <rect class="ground" width="${width}" height="${height}" rx="8"/>
  ${dots.join('')}
${texts.join('')}</svg>
`
}

/** A text as a terminal breaks it. */
function rowsOf(text: string): string[] {
  const rows = []
  for (let rest = text; rest !== '' || rows.length === 0; rest = rest.slice(COLUMNS))
    rows.push(rest.slice(0, COLUMNS))
  return rows
}

function kindOf(text: string, isTyped: boolean): string {
  if (isTyped) return ' typed'
  return /^\S+:\d+:\d+ #/.test(text) ? ' problem' : ''
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
