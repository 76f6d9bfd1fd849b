/** A reader of what metrics are in the text format of Prometheus, version 0.0.4. */

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
  readonly samples: readonly Sample[]
}

/** A description and a type, then the samples of the same name. */
const FAMILY = /^# HELP (\S+) (.*)\n# TYPE \1 (counter|gauge|histogram|summary)\n((?:\1.*\n)*)\n?/gm
const SAMPLE = /^(\S+?)(?:\{(.*)\})? (\S+)$/gm

/** @throws {Error} if there is a line that is of no metric. */
export function readMetrics(text: string): ReadonlyMap<string, Family> {
  const rest = text.replace(FAMILY, '').trim()
  if (rest !== '') throw new Error(`of no metric: ${rest}`)
  const families = [...text.matchAll(FAMILY)]
  return new Map(
    families.map(([, name = '', help = '', type = '', lines = '']) => {
      const samples = [...lines.matchAll(SAMPLE)].map(([, name = '', labels = '', value = '']) => {
        const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, ...pair]) => pair)
        return { name, labels: Object.fromEntries(pairs), value: numberOf(value) }
      })
      return [name, { help, type, samples }]
    }),
  )
}

function numberOf(text: string): number {
  return Number(text.replace('Inf', 'Infinity'))
}

/** The buckets of a histogram with these labels, by their upper bounds. */
export function bucketsOf({ samples }: Family, labels: Sample['labels'] = {}): [number, number][] {
  const isWanted = ({ name, labels: own }: Sample) =>
    name.endsWith('_bucket') &&
    Object.entries(labels).every(([label, value]) => own[label] === value)
  return samples
    .filter(isWanted)
    .map(({ labels: { le = '' }, value }): [number, number] => [numberOf(le), value])
}
