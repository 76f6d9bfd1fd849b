/** A reader of the text format of Prometheus, version 0.0.4, which takes nothing that it does not describe. */

export interface Sample {
  /** With its suffix, such as `_bucket`. */
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** A metric by its name without a suffix. */
export interface Family {
  readonly help: string
  readonly type: string
  readonly samples: Sample[]
}

const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"/
// Prometheus reads any case of `NaN`, and `prom-client` writes `Nan`.
const SAMPLE = new RegExp(
  `^([a-zA-Z_:][\\w:]*)(?:\\{(${LABEL.source}(?:,${LABEL.source})*)?\\})? ([+-]?Inf|Na[nN]|-?[\\d.]+(?:e[+-]?\\d+)?)$`,
)

/** Suffixes of the samples of a type, beside the name itself. */
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  counter: [''],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
}

/** @throws {Error} at the first line that is not of the format, or a sample that is of no metric. */
export function readMetrics(text: string): ReadonlyMap<string, Family> {
  const families = new Map<string, Family>()
  const helps = new Map<string, string>()
  if (!text.endsWith('\n')) throw new Error('the last line does not end')
  for (const line of text.split('\n')) {
    const [, about, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
    if (about === 'HELP') helps.set(name, rest)
    else if (about === 'TYPE') {
      if (SUFFIXES[rest] === undefined || families.has(name)) throw new Error(line)
      families.set(name, { help: helps.get(name) ?? '', type: rest, samples: [] })
    } else if (line !== '' && !line.startsWith('#')) addSample(families, line)
  }
  return families
}

function addSample(families: ReadonlyMap<string, Family>, line: string): void {
  const found = SAMPLE.exec(line)
  if (found === null) throw new Error(`not of the format: ${line}`)
  const [, name = '', labels = ''] = found
  const pairs = labels.matchAll(new RegExp(LABEL, 'g'))
  const sample = {
    name,
    labels: Object.fromEntries([...pairs].map(([, label, value]) => [label, value])),
    value: Number(found.at(-1)?.replace('Inf', 'Infinity')),
  }
  for (const [family, { type, samples }] of families) {
    const suffix = name.startsWith(family) ? name.slice(family.length) : undefined
    if (suffix === undefined || !SUFFIXES[type]?.includes(suffix)) continue
    samples.push(sample)
    return
  }
  throw new Error(`of no metric: ${line}`)
}

/** The buckets of a histogram with these labels, by their upper bounds. */
export function bucketsOf({ samples }: Family, labels: Sample['labels'] = {}): [number, number][] {
  return samples
    .filter(({ name, labels: own }) => {
      return (
        name.endsWith('_bucket') &&
        Object.entries(labels).every(([label, value]) => own[label] === value)
      )
    })
    .map(({ labels: { le = '' }, value }) => [Number(le.replace('Inf', 'Infinity')), value])
}
