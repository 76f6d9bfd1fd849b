/**
 * The checks, and about how many seconds each takes on two processors. They can be divided into turns of about
 * the same time.
 */
export const SECONDS: Readonly<Record<string, number>> = {
  bench: 120,
  cassandra: 110,
  client: 25,
  conformance: 110,
  'conformance-of-mocks': 40,
  connections: 60,
  corpus: 60,
  crashes: 60,
  descriptors: 20,
  diff: 60,
  discriminators: 30,
  docs: 45,
  document: 7,
  documents: 53,
  examples: 6,
  failover: 80,
  faults: 12,
  files: 90,
  'generator-growth': 10,
  go: 20,
  growth: 30,
  heap: 20,
  'hostile-input': 20,
  hosts: 100,
  'huge-document': 40,
  init: 70,
  injection: 40,
  instances: 80,
  javascript: 20,
  mutants: 120,
  native: 40,
  node: 70,
  overload: 25,
  packages: 30,
  patterns: 20,
  peers: 90,
  pgbouncer: 44,
  pipelining: 20,
  requests: 55,
  resources: 30,
  'schema-suite': 20,
  schemathesis: 70,
  served: 40,
  'slow-disk': 50,
  sockets: 30,
  stop: 13,
  syncs: 20,
  tutorial: 250,
  validators: 86,
  vitest: 24,
}

/** Tried in every turn. */
export const ALWAYS: readonly string[] = ['document', 'examples', 'hostile-input', 'stop']

/**
 * Names of the checks to run: all, those that are named, or one turn of several, such as `2/8`.
 *
 * @throws {Error} when one has no such name.
 */
export function chosen(words: readonly string[]): readonly string[] {
  const names = Object.keys(SECONDS)
  const [, turn, count] = /^(\d+)\/(\d+)$/.exec(words[0] ?? '') ?? []
  if (turn !== undefined) return turnOf(names, Number(turn), Number(count))
  const unknown = words.find((word) => !names.includes(word))
  if (unknown !== undefined) throw new Error(`no check is named ${unknown}: ${names.join(' ')}`)
  return words.length === 0 ? names : words
}

/** The longest is given first, each to the turn that has least. */
function turnOf(names: readonly string[], turn: number, count: number): readonly string[] {
  if (turn < 1 || turn > count) throw new Error(`turn ${turn} is not one of 1 to ${count}`)
  const turns = Array.from({ length: count }, () => ({ seconds: 0, names: [...ALWAYS] }))
  const rest = names.filter((name) => !ALWAYS.includes(name))
  for (const name of rest.sort((one, other) => secondsOf(other) - secondsOf(one))) {
    const [shortest] = [...turns].sort((one, other) => one.seconds - other.seconds)
    shortest?.names.push(name)
    if (shortest) shortest.seconds += secondsOf(name)
  }
  return turns[turn - 1]?.names.sort() ?? []
}

function secondsOf(name: string): number {
  return SECONDS[name] ?? 0
}
