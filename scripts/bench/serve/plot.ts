import { printSummary, type Summary } from '../shared/summary.js'

/** A bar of a plot. */
export interface Bar {
  readonly name: string
  readonly summary: Summary
  /** Drawn in a colour of its own, with a bold name. */
  readonly isOurs: boolean
}

const WIDTH = 800
const LEFT = 230
/** Room for the figures behind the longest bar. */
const RIGHT = 180
const TOP = 50
const ROW = 30

// A picture in a page of another colour scheme than the reader's has to bring its own ground.
const STYLE = `
    text { font: 14px system-ui, sans-serif; fill: #1f2328 }
    .ours { font-weight: bold }
    .ground { fill: #ffffff }
    .bar { fill: #8c959f }
    .bar.ours { fill: #1a7f37 }
    .range { stroke: #1f2328; stroke-width: 1.5; fill: none }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc }
      .ground { fill: #0d1117 }
      .bar { fill: #656c76 }
      .bar.ours { fill: #2ea043 }
      .range { stroke: #f0f6fc }
    }`

/** A plot as SVG: a bar from zero to the median of each row, and a line from its minimum to its maximum. */
export function plot(title: string, caption: string, unit: string, bars: readonly Bar[]): string {
  const most = Math.max(...bars.map(({ summary }) => summary.max))
  const scale = (WIDTH - LEFT - RIGHT) / most
  const height = TOP + bars.length * ROW + 40
  const figures = bars.map(({ name, summary }) => `${name}: ${printSummary(summary, 1)} ${unit}`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc">
  <title id="title">${escapeXml(title)}</title>
  <desc id="desc">${escapeXml(`${caption} ${figures.join('; ')}.`)}</desc>
  <style>${STYLE}
  </style>
  <rect class="ground" width="${WIDTH}" height="${height}" rx="6"/>
  <text x="16" y="30" class="ours">${escapeXml(title)}</text>
${bars.map((bar, row) => drawBar(bar, TOP + row * ROW, scale)).join('')}  <text x="16" y="${height - 14}" style="font-size: 12px">${escapeXml(caption)}</text>
</svg>
`
}

function drawBar({ name, summary, isOurs }: Bar, y: number, scale: number): string {
  const at = (value: number) => round(LEFT + value * scale)
  const [min, max] = [at(summary.min), at(summary.max)]
  const ours = isOurs ? ' ours' : ''
  const middle = y + 11
  const range = `M${min} ${y + 6}v10M${min} ${middle}H${max}M${max} ${y + 6}v10`
  return `  <text x="${LEFT - 10}" y="${y + 16}" text-anchor="end" class="name${ours}">${escapeXml(name)}</text>
  <rect class="bar${ours}" x="${LEFT}" y="${y}" width="${round(summary.median * scale)}" height="22"/>
  <path class="range" d="${range}"/>
  <text x="${round(max + 10)}" y="${y + 16}" class="figure${ours}">${printSummary(summary, 1)}</text>
`
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
