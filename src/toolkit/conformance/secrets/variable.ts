import type { Credentials } from '../requests/credentials.js'

/** The variables of a shell that stand for secrets, by the names of their security schemes; one secret is `TOKEN`. */
export function variablesOf(credentials: Credentials): ReadonlyMap<string, string> {
  const names = Object.keys(credentials)
  const isOne = new Set(Object.values(credentials)).size === 1
  if (isOne) return new Map(names.map((name) => [name, 'TOKEN']))
  const taken = new Set<string>()
  const entries = names.map((name) => {
    let variable = variableOf(name)
    for (let n = 2; taken.has(variable); n++) variable = `${variableOf(name)}_${n}`
    taken.add(variable)
    return [name, variable] as const
  })
  return new Map(entries)
}

function variableOf(name: string): string {
  return name
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/^(?=\d)/, '_')
    .toUpperCase()
}
